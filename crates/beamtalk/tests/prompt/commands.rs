//! Every command, over a pipe where that is enough.

use std::fs;

use crate::project::Project;
use crate::terminal::{CTRL_D, ENTER};

const PACKAGE: &str = "\
//- beamtalk.toml
[package]
name = \"tea\"
version = \"0.1.0\"
//- src/Kettle.bt
/// Makes water hot.
Value subclass: Kettle

  /// How hot it gets.
  heat -> Integer => 100
//- test/KettleTest.bt
TestCase subclass: KettleTest

  testHeat =>
    self assert: Kettle new heat equals: 100
";

/// What commands print, each with its own answer.
fn said(project: &Project, commands: &[&str]) -> String {
    let piped = project.pipe(&format!("{}\n", commands.join("\n")));
    format!("{}{}", piped.out, piped.err)
}

fn check(commands: &[&str], expected: &[&str]) {
    let project = Project::new("");
    let said = said(&project, commands);
    for words in expected {
        assert!(said.contains(words), "{commands:?} should say {words:?}: {said}");
    }
}

#[test]
fn help_lists_commands_and_explains_one() {
    check(&[":help"], &[":bindings, :b ", ":load, :l PATH ", "Ctrl-R", "Commands:"]);
    check(&[":h :load"], &[":load PATH", "Also: :l"]);
    check(&[":help Integer"], &["== Integer < ", "isEven"]);
    check(&[":? Integer isEven"], &["Integer >> isEven", "isEven -> Boolean"]);
}

#[test]
fn an_unknown_command_is_guessed_at() {
    check(
        &[":bidnings", "3 + 4"],
        &["There is no command :bidnings", "did you mean :bindings?", "7\n"],
    );
    check(&[":load"], &["Usage: :load PATH"]);
}

#[test]
fn bindings_come_and_go() {
    let project = Project::new("");
    let said = said(
        &project,
        &[":bindings", "b := \"tea\"", "a := 3", ":b", ":unbind b", ":b", ":clear", ":b"],
    );
    let expected = "No bindings.\n\"tea\"\n3\na = 3\nb = \"tea\"\n";
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("a = 3\nBindings cleared.\nNo bindings.\n"), "{said}");
}

#[test]
fn types_are_told_without_evaluating() {
    check(&[":type 3 + 4"], &["Integer\n"]);
    check(&["Object subclass: Pot\n  cups: n => n\n", ":type Pot new cups: 3"], &["Dynamic\n  "]);
    let project = Project::new("");
    let said = said(&project, &["x := 1", ":type x := 2", "x"]);
    assert!(said.contains("Integer\n1\n"), "{said}");
}

#[test]
fn classes_are_listed_and_browsed() {
    check(&[":classes"], &["Integer", "< Number"]);
    check(&[":browse Integer"], &["isEven"]);
    check(&["Object subclass: Pot\n  cups => 3\n", ":classes user"], &["Pot"]);
}

#[test]
fn code_is_shown() {
    check(&[":sc 3 + 4"], &["module"]);
}

#[test]
fn time_is_taken() {
    check(&[":time 3 + 4"], &["7\n", "s, ", " reductions"]);
}

#[test]
fn files_are_loaded_and_loaded_again() {
    let project = Project::new(
        "//- Pot.bt\nObject subclass: Pot\n  cups => 3\n//- more/A.bt\nB subclass: A\n//- more/B.bt\n\
         Object subclass: B\n//- Bad.bt\nObject subclass: Bad\n  n => pto\n",
    );
    let said = said(
        &project,
        &[
            ":load Pot.bt",
            "Pot new cups",
            ":reload",
            ":reload Pot",
            ":l more",
            ":load Bad.bt",
            ":load nowhere.bt",
            ":unload Pot",
        ],
    );
    for words in [
        "Loaded: Pot\n3\n",
        "Reloaded: Pot\n",
        "Loaded 2 files from more\n",
        "Unloaded: Pot\n",
        "Undefined variable",
        "nowhere.bt",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    fs::write(project.path("Pot.bt"), "Object subclass: Pot\n  cups => 4\n").unwrap();
}

#[test]
fn a_package_is_synced_and_tested() {
    let project = Project::new(PACKAGE);
    let said_first =
        said(&project, &["Kettle new heat", ":sync", ":test", ":test KettleTest testHeat"]);
    assert!(said_first.contains("100\n"), "{said_first}");
    assert!(said_first.contains("1 tests, 1 passed"), "{said_first}");
    let text = fs::read_to_string(project.path("src/Kettle.bt")).unwrap();
    fs::write(project.path("src/Kettle.bt"), text.replace("100", "90")).unwrap();
    let said_then = said(&project, &[":sync", "Kettle new heat", ":test"]);
    assert!(said_then.contains("90\n"), "{said_then}");
    assert!(said_then.contains("1 failed"), "{said_then}");
}

#[test]
fn methods_and_classes_are_removed() {
    check(
        &["Object subclass: Pot\n  cups => 3\n", ":remove-method Pot lid"],
        &["Error: ", "Pot has no method 'lid' of its own"],
    );
    check(
        &["Object subclass: Pot\n  cups => 3\n", ":remove-class Pot", "n", "Pot new cups"],
        &["Aborted", "3\n"],
    );
    check(
        &["Object subclass: Pot\n  cups => 3\n", ":remove-class Pot", "y", "Pot new cups"],
        &["Class 'Pot' not found"],
    );
}

#[test]
fn actors_are_listed_inspected_and_killed() {
    check(
        &[
            "Actor subclass: Tap\n  state: drops = 7\n  drip => self.drops := self.drops + 1\n",
            "t := Tap spawn",
            "t drip",
            ":actors",
            ":inspect t",
            ":kill t",
            ":actors",
        ],
        &["Tap", "drops", "8", "ok\n", "No actors."],
    );
}

#[test]
fn an_idle_session_takes_an_interrupt() {
    check(&[":interrupt"], &["Interrupt sent."]);
}

#[test]
fn what_succeeded_is_saved_as_a_script() {
    let project = Project::new("");
    let said_first = said(&project, &["x := 3", "pto", "x + 1", ":save out.bt"]);
    assert!(said_first.contains("Saved 2 inputs to out.bt"), "{said_first}");
    assert_eq!(
        fs::read_to_string(project.path("out.bt")).unwrap(),
        "x := 3\n// => 3\n\nx + 1\n// => 4\n"
    );
    let said_then = said(&project, &["1", ":save out.bt", "n", ":save out.bt", "y"]);
    assert!(said_then.contains("Aborted"), "{said_then}");
    assert_eq!(fs::read_to_string(project.path("out.bt")).unwrap(), "1\n// => 1\n");
}

#[test]
fn the_last_input_is_edited_and_evaluated() {
    let project = Project::new("//- edit.sh\nsed -i 's/3/30/' \"$1\"\n");
    let terminal = project.terminal(&[("VISUAL", "sh edit.sh")]);
    terminal.prompt();
    terminal.line("3 + 4");
    let said = terminal.line(":edit");
    assert!(said.contains("30 + 4\n34\n"), "{said}");
}

#[test]
fn there_are_three_ways_to_leave() {
    let project = Project::new("");
    for word in [":quit", ":exit", ":q"] {
        let mut terminal = project.prompt();
        terminal.keys(word);
        terminal.see(word);
        terminal.keys(ENTER);
        terminal.see("Goodbye!");
        assert_eq!(terminal.end(), 0);
    }
    let mut terminal = project.prompt();
    terminal.keys(CTRL_D);
    assert_eq!(terminal.end(), 0);
}
