//! What goes wrong, as it is shown.

use crate::project::Project;

#[test]
fn all_problems_of_an_input_are_shown_with_carets() {
    let project = Project::new("");
    let terminal = project.prompt();
    let shown = terminal.line("pto foo. x := self bar");
    for words in ["Error: Undefined variable", "pto foo. x := self bar", "^^^", "^^^^", "Hint: "] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert_eq!(shown.matches("Error: ").count(), 2, "{shown}");
    assert_eq!(terminal.line("3 + 4"), "7\n");
}

#[test]
fn an_exception_has_its_class_and_a_hint() {
    let project = Project::new("");
    let terminal = project.prompt();
    let shown = terminal.line("3 prinString");
    assert!(shown.contains("does not understand 'prinString'"), "{shown}");
    assert!(shown.contains("printString"), "{shown}");
    let shown = terminal.line("Error signal: \"burnt\"");
    assert!(shown.starts_with("Error: burnt"), "{shown}");
}

#[test]
fn an_evaluation_that_kills_itself_leaves_everything() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.line("x := 5");
    let shown = terminal.line("Erlang erlang exit: #kill");
    assert!(shown.starts_with("Error: "), "{shown}");
    assert_eq!(terminal.line("x"), "5\n");
}

#[test]
fn who_forgets_the_colon_of_a_command_is_told() {
    let project = Project::new("");
    for word in ["exit", "quit", "help", "clear", "exit()"] {
        let piped = project.pipe(&format!("{word}\n"));
        let command = format!("Commands begin with a colon: :{}", word.trim_end_matches("()"));
        assert!(piped.err.contains(&command), "{word}: {}", piped.err);
    }
    let piped = project.pipe("exit := 3\nexit\n");
    assert_eq!((&*piped.out, piped.status), ("3\n3\n", Some(0)), "{}", piped.err);
}
