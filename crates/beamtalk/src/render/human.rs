//! Findings for people: the source line, a caret, the code and a hint.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, Title};
use syntax::{Severity, Span};

use crate::report::Finding;

/// How much of a line is shown before and after the place, in characters.
/// A line may have megabytes; a terminal has not.
const BEFORE: usize = 160;
const AFTER: usize = 120;

/// One finding with the line it is on, ending in a blank line.
pub(crate) fn finding(file: &str, text: &str, finding: &Finding, colour: bool) -> String {
    let title = level(finding.severity).primary_title(&finding.message).id(finding.code);
    let group = with_source(title, Some(file), text, finding);
    let group = with_words(group, finding, "hint");
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    format!("{}\n\n", renderer.render(&[group]))
}

/// One finding at the prompt, which names no codes. What was just typed is no file.
pub(crate) fn at_prompt(file: Option<&str>, text: &str, finding: &Finding, colour: bool) -> String {
    let name = match finding.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Hint => "Hint",
        Severity::Lint => "Note",
    };
    let title = level(finding.severity).with_name(name).primary_title(&finding.message);
    let group = with_source(title, file, text, finding);
    let group = with_words(group, finding, "Hint");
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    format!("{}\n", renderer.render(&[group]))
}

fn with_source<'t>(
    title: Title<'t>,
    file: Option<&'t str>,
    text: &str,
    finding: &Finding,
) -> Group<'t> {
    let (line, column) = (finding.line as usize, finding.column as usize);
    let excerpt = excerpt(text, finding.span);
    let snippet = Snippet::source(excerpt.text).line_start(line);
    let snippet = snippet.annotation(AnnotationKind::Primary.span(excerpt.marked));
    let Some(file) = file else { return title.element(snippet) };
    // A snippet counts its column itself, and would miss what was cut off before it.
    let place = Origin::path(file).line(line).char_column(column);
    match (text.is_empty(), excerpt.begins_late) {
        (true, _) => title.element(place),
        (false, true) => title.element(place).element(snippet),
        (false, false) => title.element(snippet.path(file)),
    }
}

fn with_words<'t>(mut group: Group<'t>, finding: &'t Finding, hint_name: &'t str) -> Group<'t> {
    if let Some(explanation) = &finding.explanation {
        group = group.element(Level::NOTE.message(explanation));
    }
    if let Some(hint) = &finding.hint {
        group = group.element(Level::HELP.with_name(hint_name).message(hint));
    }
    group
}

/// Part of one line, and where in it something is.
struct Excerpt {
    text: String,
    marked: Range<usize>,
    begins_late: bool,
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Hint => Level::INFO.with_name("hint"),
        Severity::Lint => Level::NOTE,
    }
}

/// What is worth showing of the first line of a span.
fn excerpt(text: &str, span: Span) -> Excerpt {
    let (head, tail) = text.split_at_checked(span.start as usize).unwrap_or((text, ""));
    let before = head.rsplit('\n').next().unwrap_or("");
    let after = tail.split('\n').next().unwrap_or("");
    let after = after.strip_suffix('\r').unwrap_or(after);

    let begin = before.char_indices().rev().nth(BEFORE).map(|(at, it)| at + it.len_utf8());
    let end = after.char_indices().nth(AFTER).map(|(at, _)| at);
    let before = before.get(begin.unwrap_or(0)..).unwrap_or("");
    let after = after.get(..end.unwrap_or(after.len())).unwrap_or("");

    let lead = if begin.is_some() { "…" } else { "" };
    let trail = if end.is_some() { "…" } else { "" };
    let start = lead.len() + before.len();
    Excerpt {
        text: format!("{lead}{before}{after}{trail}"),
        marked: start..start + span.range().len().min(after.len()),
        begins_late: begin.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, span: Range<u32>, expected: Expect) {
        let Excerpt { text, marked, .. } = excerpt(text, Span { start: span.start, end: span.end });
        assert!(text.get(marked.clone()).is_some(), "the mark cuts a character");
        expected.assert_eq(&format!("{text} {marked:?}"));
    }

    #[test]
    fn an_excerpt_is_the_line_of_the_place() {
        check("one\ntwo six\nten", 8..11, expect!["two six 4..7"]);
        check("one\r\ntwo\r\n", 5..8, expect!["two 0..3"]);
        check("one", 3..3, expect!["one 3..3"]);
        check("", 0..0, expect![" 0..0"]);
        check("one", 7..9, expect!["one 3..3"]);
    }

    #[test]
    fn a_place_over_several_lines_is_marked_on_its_first() {
        check("a [one\ntwo]", 2..11, expect!["a [one 2..6"]);
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("{}x{}", "é".repeat(1_000), "ü".repeat(1_000));
        let excerpt = excerpt(&text, Span { start: 2_000, end: 2_001 });
        assert_eq!(excerpt.text.get(excerpt.marked), Some("x"));
        assert_eq!(excerpt.text.chars().count(), BEFORE + AFTER + 2);
    }
}
