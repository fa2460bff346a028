//! Ctrl-C, at the prompt and while something runs.

use std::time::{Duration, Instant};

use crate::project::Project;
use crate::terminal::{CTRL_C, ENTER};

#[test]
fn ctrl_c_clears_what_was_typed() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.keys("3 + 4");
    terminal.see("3 + 4");
    terminal.keys(CTRL_C);
    terminal.prompt();
    assert!(!terminal.screen().contains("Cancelled"));
    assert!(!terminal.screen().contains("\n7\n"));
    terminal.keys("(3 +\r");
    terminal.wait("a continuation", |it| it.at_cursor.trim_end() == "..>");
    terminal.keys(CTRL_C);
    terminal.see("Cancelled");
    terminal.prompt();
}

#[test]
fn ctrl_c_ends_a_loop_and_runs_what_is_ensured() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.line("x := 5");
    terminal.keys("[Transcript show: \"begun\"; cr. [true] whileTrue: [1]] ensure: [Transcript show: \"tidied\"; cr]");
    terminal.keys(ENTER);
    terminal.see("\nbegun");
    let pressed = Instant::now();
    terminal.keys(CTRL_C);
    terminal.see("Interrupted");
    terminal.prompt();
    // A tenth of a second is promised, on a machine that has nothing else to do.
    assert!(pressed.elapsed() < Duration::from_secs(3), "{:?}", pressed.elapsed());
    assert!(terminal.screen().contains("\ntidied\nInterrupted\n"), "{}", terminal.screen());
    assert_eq!(terminal.line("x"), "5\n");
}
