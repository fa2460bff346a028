//! Tab.

use crate::project::Project;
use crate::terminal::{CTRL_C, ENTER, TAB};

#[test]
fn one_candidate_is_taken_at_once() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.keys(":unb");
    terminal.keys(TAB);
    terminal.wait("the command", |it| it.before_cursor.trim_end() == "bt> :unbind");
    terminal.keys(CTRL_C);
    terminal.prompt();
    terminal.line("kettleOfWater := 3");
    terminal.keys("kettleOf");
    terminal.keys(TAB);
    terminal.wait("the variable", |it| it.before_cursor.trim_end() == "bt> kettleOfWater");
}

#[test]
fn several_candidates_are_a_menu_with_signatures() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.keys("3 is");
    terminal.keys(TAB);
    terminal.see("isEven -> Boolean");
    terminal.see("isOdd -> Boolean");
    terminal.keys("Ev");
    terminal.keys(ENTER);
    terminal.wait("the choice", |it| it.at_cursor.trim_end() == "bt> 3 isEven");
    terminal.keys(ENTER);
    terminal.see("\nfalse\n");
}

#[test]
fn where_there_is_nothing_it_says_why() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.keys("3 zzz");
    terminal.keys(TAB);
    terminal.wait("a reason", |it| it.at_cursor.contains("3 zzz  # "));
    terminal.keys(CTRL_C);
    terminal.prompt();
    terminal.keys(":zz");
    terminal.keys(TAB);
    terminal.see("# no command begins with :zz");
}

#[test]
fn files_complete_after_load() {
    let project = Project::new("//- tea/Kettle.bt\nObject subclass: Kettle\n");
    let terminal = project.prompt();
    terminal.keys(":load te");
    terminal.keys(TAB);
    terminal.wait("the folder", |it| it.at_cursor.contains(":load tea/"));
    terminal.keys(TAB);
    terminal.wait("the file", |it| it.at_cursor.contains(":load tea/Kettle.bt"));
}
