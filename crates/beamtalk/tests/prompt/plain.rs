//! A terminal that can only print.

use crate::project::Project;
use crate::terminal::{CTRL_C, CTRL_D};

#[test]
fn a_dumb_terminal_is_enough() {
    let project = Project::new("");
    let mut terminal = project.terminal(&[("TERM", "dumb"), ("CI", "true")]);
    terminal.prompt();
    assert_eq!(terminal.line("3 + 4"), "7\n");
    terminal.keys("(1 +\r");
    terminal.wait("a continuation", |it| it.at_cursor.trim_end() == "..>");
    terminal.keys("2)\r");
    terminal.see("\n3\n");
    terminal.prompt();
    terminal.keys("(1 +\r");
    terminal.wait("a continuation", |it| it.at_cursor.trim_end() == "..>");
    terminal.keys(CTRL_C);
    terminal.see("Cancelled");
    terminal.prompt();
    let raw = terminal.raw();
    assert!(!raw.contains('\x1b'), "{raw:?}");
    terminal.keys(CTRL_D);
    terminal.see("Goodbye!");
    assert_eq!(terminal.end(), 0);
}
