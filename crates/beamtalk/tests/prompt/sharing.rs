//! Two prompts in one workspace.

use crate::project::Project;

#[test]
fn classes_are_shared_and_variables_are_not() {
    let project = Project::new("");
    let one = project.prompt();
    let other = project.prompt();
    assert!(other.screen().contains("Joined a workspace"), "{}", other.screen());
    one.line("x := 1");
    other.line("x := 2");
    assert_eq!(one.line("x"), "1\n");
    assert_eq!(other.line("x"), "2\n");
    other.keys("Object subclass: Shared\r  answer => 42\r\r");
    other.see("\nShared\n");
    other.prompt();
    assert_eq!(one.line("Shared new answer"), "42\n");
    let sessions = one.line(":sessions");
    assert!(sessions.lines().filter(|it| it.contains("repl")).count() >= 2, "{sessions}");
}

#[test]
fn a_workspace_that_was_killed_is_noticed_and_nothing_runs_twice() {
    let project = Project::new("");
    let one = project.prompt();
    one.line("x := 1");
    project.pipe_to(&["workspace", "stop", "--force"], "");
    let _other = project.prompt();
    one.keys("x := x + 1\r");
    one.see("the session is a new one without bindings");
    one.see("The input was not evaluated.");
    one.prompt();
    assert_eq!(one.line("3 + 4"), "7\n");
    assert!(one.line("x").contains("Undefined variable"), "{}", one.screen());
}

#[test]
fn what_others_show_stands_above_the_line_that_is_typed() {
    let project = Project::new("");
    let one = project.prompt();
    let other = project.prompt();
    one.keys("3 + ");
    one.see("bt> 3 +");
    assert_eq!(other.line("Transcript show: \"tea is ready\"; cr. 1"), "tea is ready\n1\n");
    one.wait("the news above the line", |it| {
        it.screen.contains("\ntea is ready\nbt> 3 +") && it.before_cursor == "bt> 3 + "
    });
    one.keys("4\r");
    one.see("\n7\n");
    one.prompt();
    // Who shows it has it once.
    assert_eq!(other.screen().matches("tea is ready\n").count(), 1, "{}", other.screen());
    // A line without an end is shown after a moment, and what it does to terminals is not.
    other.line("Transcript show: \"half\" ++ (String fromCodePoint: 7)");
    one.see("\nhalf\nbt>");
    assert!(one.raw().contains("half\u{fffd}"), "{:?}", one.raw());
}

#[test]
fn what_an_actor_shows_later_is_seen_without_a_key() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.keys("Actor subclass: Kettle\r  boil => Erlang timer sleep: 300. Transcript show: \"it boils\"; cr\r\r");
    terminal.see("\nKettle\n");
    terminal.prompt();
    terminal.line("kettle := Kettle spawn");
    terminal.line("kettle boil!");
    terminal.keys("1 + ");
    terminal.wait("what the actor shows", |it| {
        it.screen.contains("\nit boils\nbt> 1 +") && it.before_cursor == "bt> 1 + "
    });
}

#[test]
fn over_a_pipe_what_others_show_is_no_result() {
    let project = Project::new("");
    let other = project.prompt();
    let mut piped = project.begin(&["repl"]);
    piped.say("1 + 1\n");
    assert_eq!(piped.line(), "2");
    other.line("Transcript show: \"tea is ready\"; cr");
    assert_eq!(piped.aside("tea"), "tea is ready");
    piped.say("2 + 2\n");
    assert_eq!(piped.line(), "4");
}

#[test]
fn a_workspace_whose_folder_is_gone_says_so_and_ends() {
    let project = Project::new("");
    let one = project.prompt();
    std::fs::remove_dir_all(project.home().join(".beamtalk/workspaces")).unwrap();
    one.see("note: the workspace ends: the folder of the workspace was removed");
}
