//! Errors and warnings of an answer, as text for the terminal.
//!
//! In goes what the image answered and the text that it is about; out come lines with the
//! source, a caret, the message and the hint. The renderer is the one of the command line.

use std::fs;

use syntax::{Severity, Span};

use crate::client::Reply;
use crate::prompt::colours::Paint;
use crate::prompt::image::{Fields, number, text};
use crate::render::human;
use crate::report::Finding;

/// Frames beyond this help nobody.
const FRAMES: usize = 10;

/// All that is wrong, ending in a new line. `source` is what was sent.
pub(crate) fn error(answer: &Reply, source: &str, colour: bool) -> String {
    let message = answer.text("error").unwrap_or("something went wrong, and nobody said what");
    if answer.kind() == Some("interrupted") {
        return format!("{}\n", message.lines().next().unwrap_or("Interrupted"));
    }
    let placed: Vec<&Fields> = answer.rows("diagnostics").filter(|it| has_place(it)).collect();
    if placed.is_empty() {
        return unplaced(answer, message, colour);
    }
    placed.into_iter().map(|it| diagnostic(it, source, colour)).collect()
}

/// The same without places and colours, a line each.
pub(crate) fn messages(answer: &Reply) -> String {
    let first = answer.text("error").unwrap_or_default();
    let first = first.split_once("\nHint: ").map_or(first, |(message, _)| message);
    let errors = answer.rows("diagnostics").filter(|it| text(it, "severity") == Some("error"));
    let others = errors.filter_map(|it| text(it, "message")).filter(|it| *it != first);
    std::iter::once(first).chain(others).collect::<Vec<&str>>().join("\n")
}

/// `⚠ …` for each warning.
pub(crate) fn warnings(answer: &Reply, colour: bool) -> String {
    let details: Vec<&Fields> = answer.rows("warning_details").collect();
    let lines = answer.texts("warnings").into_iter().enumerate().map(|(index, message)| {
        let detail = details.get(index);
        let hint = detail.and_then(|it| text(it, "hint"));
        let place = detail.and_then(|it| place(it)).map(|it| format!(" ({it})"));
        let message = format!("⚠ {message}{}", place.unwrap_or_default());
        let message = Paint::Warning.on(&message, colour);
        let hint = hint.map(|hint| format!("  Hint: {hint}\n")).unwrap_or_default();
        format!("{message}\n{hint}")
    });
    lines.collect()
}

/// `file:line:column` of what is about a file.
fn place(diagnostic: &Fields) -> Option<String> {
    let file = text(diagnostic, "path")?;
    let line = number(diagnostic, "line")?;
    let column = number(diagnostic, "column").unwrap_or(1);
    Some(format!("{file}:{line}:{column}"))
}

/// One error of a kind that this program finds itself.
pub(crate) fn ours(message: &str, colour: bool) -> String {
    let mut lines = message.lines();
    let first = lines.next().unwrap_or("");
    let rest: String = lines.map(|line| format!("  {}\n", line.trim_start())).collect();
    format!("{} {first}\n{rest}", Paint::Error.on("Error:", colour))
}

/// The message, its hint and where it happened, a line each.
fn unplaced(answer: &Reply, message: &str, colour: bool) -> String {
    // An exception of the class `Error` says so itself.
    let mut shown = ours(message.strip_prefix("Error: ").unwrap_or(message), colour);
    if let Some(hint) = answer.text("hint").filter(|hint| !message.contains(hint)) {
        shown.push_str(&format!("  Hint: {hint}\n"));
    }
    let frames: Vec<String> = answer.rows("stack").filter_map(frame).collect();
    for frame in frames.iter().take(FRAMES) {
        shown.push_str(&format!("  at {frame}\n"));
    }
    if frames.len() > FRAMES {
        shown.push_str(&format!("  … and {} more\n", frames.len() - FRAMES));
    }
    shown
}

/// A place on the way to an error. What was just typed needs none.
fn frame(frame: &Fields) -> Option<String> {
    let (class, selector) = (text(frame, "class")?, text(frame, "selector")?);
    let file = text(frame, "file").unwrap_or("?");
    let line = number(frame, "line").unwrap_or(0);
    Some(format!("{class}>>{selector} ({file}:{line})"))
}

fn has_place(diagnostic: &Fields) -> bool {
    number(diagnostic, "start").is_some() || number(diagnostic, "line").is_some()
}

fn diagnostic(diagnostic: &Fields, source: &str, colour: bool) -> String {
    // What is about a file is shown with its text, as far as that can be had.
    let file = text(diagnostic, "path").or_else(|| text(diagnostic, "file"));
    let read = file.and_then(|it| fs::read_to_string(it).ok());
    let text = read.as_deref().unwrap_or(source);
    let finding = finding(diagnostic, text);
    human::at_prompt(file, text, &finding, colour)
}

fn finding(diagnostic: &Fields, source: &str) -> Finding {
    let severity = match text(diagnostic, "severity") {
        Some("warning") => Severity::Warning,
        Some("hint") => Severity::Hint,
        Some("lint") => Severity::Lint,
        _ => Severity::Error,
    };
    let message = text(diagnostic, "message").unwrap_or("").to_owned();
    let finding = Finding {
        hint: text(diagnostic, "hint").map(str::to_owned),
        ..Finding::new("", severity, message)
    };
    finding.at(source, span(diagnostic, source))
}

/// Where it is: bytes if they are told and fit the text, else the line and column.
fn span(diagnostic: &Fields, source: &str) -> Span {
    let offset = |field| number(diagnostic, field).and_then(|it| u32::try_from(it).ok());
    let fits = |at: u32| source.is_char_boundary(at as usize);
    if let (Some(start), Some(end)) = (offset("start"), offset("end"))
        && start <= end
        && fits(start)
        && fits(end)
    {
        return Span { start, end };
    }
    let line = number(diagnostic, "line").unwrap_or(1).saturating_sub(1) as usize;
    let column = number(diagnostic, "column").unwrap_or(1).saturating_sub(1) as usize;
    let before: usize = source.split_inclusive('\n').take(line).map(str::len).sum();
    let text = source.get(before..).unwrap_or("");
    let inside: usize = text.chars().take(column).map(char::len_utf8).sum();
    let start = u32::try_from(before + inside).unwrap_or(0);
    Span { start, end: start }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use serde_json::{Value, json};

    fn check(answer: Value, source: &str, expected: Expect) {
        let answer = Reply { fields: answer.as_object().cloned().unwrap_or_default() };
        expected.assert_eq(&error(&answer, source, false));
    }

    #[test]
    fn every_diagnostic_is_shown_with_its_place() {
        check(
            json!({"error": "two problems", "kind": "compile_error", "diagnostics": [
                {"message": "Undefined variable `pto`", "start": 0, "end": 3, "line": 1,
                 "column": 1, "hint": "did you mean `pot`?", "severity": "error"},
                {"message": "`Cup` is not known", "line": 2, "column": 3}]}),
            "pto pour.\n  Cup new",
            expect![[r#"
                Error: Undefined variable `pto`
                  |
                1 | pto pour.
                  | ^^^
                  |
                  = Hint: did you mean `pot`?
                Error: `Cup` is not known
                  |
                2 |   Cup new
                  |   ^
            "#]],
        );
    }

    #[test]
    fn what_is_about_a_file_names_it() {
        check(
            json!({"error": "`Cup` is not known", "diagnostics": [
                {"message": "`Cup` is not known", "path": "gone/pot.bt", "line": 2, "column": 3}]}),
            "pot\n  Cup new",
            expect![[r#"
                Error: `Cup` is not known
                 --> gone/pot.bt:2:3
                  |
                2 |   Cup new
                  |   ^
            "#]],
        );
    }

    #[test]
    fn an_error_of_the_program_is_its_message_and_hint() {
        check(
            json!({"error": "RuntimeError: Integer does not understand 'frob'\nHint: did you mean 'floor'?",
                   "kind": "does_not_understand", "hint": "did you mean 'floor'?",
                   "stack": [{"class": "Pot", "selector": "pour", "file": "pot.bt", "line": 3},
                             {"file": "<prompt>", "line": 1}]}),
            "3 frob",
            expect![[r#"
                Error: RuntimeError: Integer does not understand 'frob'
                  Hint: did you mean 'floor'?
                  at Pot>>pour (pot.bt:3)
            "#]],
        );
        check(
            json!({"error": "Interrupted", "kind": "interrupted"}),
            "",
            expect![[r#"
                Interrupted
            "#]],
        );
    }

    #[test]
    fn places_outside_the_text_do_no_harm() {
        let cases = [
            json!({"message": "m", "start": 50, "end": 60}),
            json!({"message": "m", "start": 3, "end": 1}),
            json!({"message": "m", "line": 9, "column": 9}),
            json!({"message": "m", "start": 1, "end": 2}),
        ];
        for diagnostic in cases {
            let answer = json!({"error": "m", "diagnostics": [diagnostic]});
            let answer = Reply { fields: answer.as_object().cloned().unwrap_or_default() };
            assert!(error(&answer, "é", false).starts_with("Error: m\n"));
        }
    }

    #[test]
    fn warnings_are_marked() {
        let answer = json!({"warnings": ["`x` is never read"],
                            "warning_details": [{"message": "", "hint": "remove it"}]});
        let answer = Reply { fields: answer.as_object().cloned().unwrap_or_default() };
        assert_eq!(warnings(&answer, false), "⚠ `x` is never read\n  Hint: remove it\n");
    }
}
