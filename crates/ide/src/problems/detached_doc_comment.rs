//! `detached-doc-comment`: a `///` comment that documents nothing.
//!
//! In: its last line, and why it is not attached. Out: the comment attached, or made
//! an ordinary one. A warning: the text is kept as a comment.

use super::Rule;
use crate::diagnostic::{Diagnostic, Fix};
use crate::place::Place;
use syntax::{Detachment, Span};

pub(super) static RULE: Rule = Rule {
    code: "detached-doc-comment",
    summary: "A doc comment stands directly above the declaration it describes.",
    example: "/// Boils water.\n\nObject subclass: Kettle",
    better: "/// Boils water.\nObject subclass: Kettle",
};

pub(super) fn words(at: Place, why: Detachment) -> Diagnostic {
    let diagnostic = at.report(&RULE, "This doc comment documents nothing");
    match why {
        Detachment::BlankLine => diagnostic
            .explanation("A blank line separates it from the declaration below.")
            .hint("Remove the blank line, or write `//` for an ordinary comment.")
            .fix(without_gap(at)),
        Detachment::OrdinaryComment => diagnostic
            .explanation("An ordinary comment separates it from the declaration below.")
            .hint("Move the ordinary comment above it."),
        Detachment::NoDeclaration => diagnostic
            .explanation("No class, protocol, alias, declaration or method follows it.")
            .hint("Write `//` for an ordinary comment.")
            .fix(as_ordinary(at)),
    }
}

/// Removes the blank lines after the comment, but not the indentation after them.
fn without_gap(at: Place) -> Option<Fix> {
    let after = at.after();
    let gap = after.len() - after.trim_start().len();
    let last_feed = after.get(..gap)?.rfind('\n')?;
    at.end().with_length(last_feed).edit("Remove the blank line", "")
}

fn as_ordinary(at: Place) -> Option<Fix> {
    let run = run(at);
    let lines = run.text().split('\n').map(|line| line.replacen("///", "//", 1));
    run.edit("Make it an ordinary comment", &lines.collect::<Vec<_>>().join("\n"))
}

/// All doc lines up to this one.
fn run(at: Place) -> Place {
    let is_doc = |line: &&str| line.trim_start().starts_with("///");
    let above = at.before().strip_suffix(at.line_before()).unwrap_or("");
    let above: usize = above.split_inclusive('\n').rev().take_while(is_doc).map(str::len).sum();
    match above > 0 && at.begins_line() {
        true => {
            let before = (above + at.line_before().len()) as u32;
            at.at(Span { start: at.span.start.saturating_sub(before), end: at.span.end })
        }
        false => at,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::{Detachment::*, ProblemKind::DetachedDocComment};

    #[test]
    fn blank_lines_can_go() {
        check(
            DetachedDocComment(BlankLine),
            "«/// Boils water.»\n\n\nObject subclass: Kettle",
            expect![[r#"
                This doc comment documents nothing
                why: A blank line separates it from the declaration below.
                try: Remove the blank line, or write `//` for an ordinary comment.
                fix: Remove the blank line
                   | /// Boils water.
                   | Object subclass: Kettle
            "#]],
        );
    }

    #[test]
    fn ordinary_comments_stand_above() {
        check(
            DetachedDocComment(OrdinaryComment),
            "«/// Boils water.»\n// Slowly.\nObject subclass: Kettle",
            expect![[r#"
                This doc comment documents nothing
                why: An ordinary comment separates it from the declaration below.
                try: Move the ordinary comment above it.
            "#]],
        );
    }

    #[test]
    fn expressions_have_ordinary_comments() {
        check(
            DetachedDocComment(NoDeclaration),
            "/// Now.\n«/// Or later.»\npan heat",
            expect![[r#"
                This doc comment documents nothing
                why: No class, protocol, alias, declaration or method follows it.
                try: Write `//` for an ordinary comment.
                fix: Make it an ordinary comment
                   | // Now.
                   | // Or later.
                   | pan heat
            "#]],
        );
    }
}
