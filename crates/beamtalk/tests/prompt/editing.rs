//! Typing: the first prompt, colours, several lines, pasting, history, leaving.

use std::fs;

use crate::project::Project;
use crate::terminal::{CTRL_C, CTRL_D, CTRL_R, ENTER, UP};

#[test]
fn the_first_minute() {
    let project = Project::new("");
    let mut terminal = project.prompt();
    let screen = terminal.screen();
    for words in [
        "Beamtalk v",
        ":help",
        "Connected to REPL backend on port ",
        "\n[beamtalk] session: session_",
    ] {
        assert!(screen.contains(words), "{words}: {screen}");
    }
    assert_eq!(terminal.line("3 + 4"), "7\n");
    assert_eq!(terminal.line("x := \"42\""), "\"42\"\n");
    assert_eq!(terminal.line("x size"), "2\n");
    assert_eq!(terminal.line("#foo"), "#foo\n");
    assert_eq!(terminal.line("_"), "#foo\n");
    terminal.keys(ENTER);
    terminal.wait("an empty line passed over", |it| it.screen.ends_with("bt>\nbt>\n"));
    terminal.keys(CTRL_D);
    terminal.see("Goodbye!");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn colours_follow_the_tokens_as_they_are_typed() {
    let project = Project::new("");
    let terminal = project.prompt();
    assert_eq!(terminal.colour_of("bt>"), vt100::Color::Idx(2));
    terminal.keys("Pot at: 7777 put: \"tea\" // warm");
    terminal.see("// warm");
    for (text, colour) in [("Pot", 5), ("7777", 3), ("\"tea\"", 2), ("// warm", 8)] {
        assert_eq!(terminal.colour_of(text), vt100::Color::Idx(colour), "{text}");
    }
    assert_eq!(terminal.colour_of("at:"), vt100::Color::Default);
}

#[test]
fn no_color_is_heeded() {
    let project = Project::new("");
    let terminal = project.terminal(&[("NO_COLOR", "1")]);
    terminal.prompt();
    assert_eq!(terminal.line("\"tea\" size"), "3\n");
    terminal.line("pto");
    let raw = terminal.raw();
    for colour in 30..=37 {
        assert!(!raw.contains(&format!("\x1b[{colour}m")), "{colour}");
        assert!(!raw.contains(&format!("\x1b[1;{colour}m")), "{colour}");
    }
}

#[test]
fn a_class_is_typed_over_several_lines() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.keys("Object subclass: Pot\r");
    terminal.wait("a continuation", |it| it.at_cursor.starts_with("..>"));
    terminal.keys("  cups => 3\r");
    terminal
        .wait("another", |it| it.screen.contains("cups => 3") && it.at_cursor.trim_end() == "..>");
    terminal.keys("  more => self cups + 1\r");
    terminal
        .wait("another", |it| it.screen.contains("cups + 1") && it.at_cursor.trim_end() == "..>");
    terminal.keys(ENTER);
    terminal.prompt();
    assert!(terminal.screen().contains("\nPot\n"), "{}", terminal.screen());
    assert_eq!(terminal.line("Pot new more"), "4\n");
    // What is recalled is the whole class.
    terminal.keys(UP);
    terminal.keys(UP);
    terminal.wait("the class", |it| it.screen.matches("more => self cups + 1").count() == 2);
    terminal.keys(CTRL_C);
    terminal.see("Cancelled");
    terminal.prompt();
}

#[test]
fn a_pasted_block_is_one_input() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal
        .keys("\x1b[200~Object subclass: Cup\n\n  size => 2\n\n  twice => self size * 2\x1b[201~");
    terminal.see("twice => self size * 2");
    terminal.keys(ENTER);
    terminal.prompt();
    assert_eq!(terminal.line("Cup new twice"), "4\n");
}

#[test]
fn history_outlives_a_killed_prompt() {
    let project = Project::new("");
    let mut first = project.prompt();
    first.line("40 + 2");
    first.line("40 + 2");
    first.line("\"green tea\" size");
    first.kill();
    assert_eq!(fs::read_to_string(project.history()).unwrap(), "40 + 2\n\"green tea\" size\n");

    let second = project.prompt();
    second.keys(UP);
    second.wait("the last input", |it| it.at_cursor.trim_end() == "bt> \"green tea\" size");
    second.keys(UP);
    second.wait("the one before", |it| it.at_cursor.trim_end() == "bt> 40 + 2");
    second.keys(CTRL_C);
    second.prompt();
    second.keys(CTRL_R);
    second.keys("green");
    second.wait("what was searched for", |it| it.screen.contains("\"green tea\" size"));
    second.keys(ENTER);
    second.wait("it in the line", |it| it.at_cursor.trim_end() == "bt> \"green tea\" size");
    second.keys(ENTER);
    second.wait("its value", |it| it.screen.contains("\n9\n"));
}

#[test]
fn what_was_typed_before_is_hinted_at() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.line("1234567 printString size");
    terminal.keys("1234");
    terminal.wait("a hint", |it| it.at_cursor.trim_end() == "bt> 1234567 printString size");
    terminal.keys(CTRL_C);
    terminal.prompt();
}

#[test]
fn long_values_are_cut_and_the_rest_is_there() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.keys("(1 to: 3000) asList\r");
    terminal.see("bytes more; :more shows them");
    assert!(!terminal.screen().contains("2999, 3000"));
    for _ in 0..10 {
        terminal.prompt();
        terminal.keys(":more");
        terminal.wait(":more", |it| it.before_cursor.ends_with(":more"));
        terminal.keys(ENTER);
        terminal.prompt();
        if terminal.screen().contains("2999, 3000)") {
            return;
        }
    }
    panic!("the end never came: {}", terminal.screen());
}
