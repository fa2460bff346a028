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
