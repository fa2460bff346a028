//! What formatting keeps, and what types do not change, whatever the text: checked for
//! every case without an error, also where no layout is expected.

use syntax::{Severity, Span, Tree};

use crate::{Mismatch, erasure, problems};

/// The laws that a tree without errors breaks.
pub(crate) fn broken(tree: &Tree) -> Vec<Mismatch> {
    let once = syntax::format(tree);
    let again = syntax::parse(&once);
    let mut broken = Vec::new();
    let mut hold = |what, expected: String, got: String| {
        if expected != got {
            broken.push(Mismatch { what, expected, got, place: None });
        }
    };
    let is_error = |problem: &&syntax::Problem| problem.kind.severity() == Severity::Error;
    let errors: Vec<_> = again.problems.iter().filter(is_error).copied().collect();
    hold(
        "formatted text parses",
        once.clone(),
        match errors.as_slice() {
            [] => once.clone(),
            errors => format!("{once}{}", problems::listing(&once, errors)),
        },
    );
    hold("formatting keeps the tree", syntax::notation(tree), syntax::notation(&again.tree));
    hold("formatting twice changes nothing", once.clone(), syntax::format(&again.tree));
    hold("formatting keeps comments", comments(tree), comments(&again.tree));
    hold("formatted text ends in one line feed", ended(&once), once.clone());
    if let Some(erased) = erasure::erased(tree, None) {
        hold("types change no code", erased.typed, erased.untyped);
    }
    broken
}

fn ended(text: &str) -> String {
    match text.trim_end_matches('\n') {
        "" => String::new(),
        text => format!("{text}\n"),
    }
}

/// Every comment as one line, sorted, without the white space around its words.
fn comments(tree: &Tree) -> String {
    let mut all = Vec::new();
    for (id, _) in tree.tokens.iter() {
        comments_in(tree.tokens.gap_before(id), &tree.text, &mut all);
    }
    all.sort();
    all.join("\n")
}

fn comments_in(gap: Span, text: &str, all: &mut Vec<String>) {
    let mut rest = gap.of(text);
    while let Some(start) = rest.find('/') {
        rest = &rest[start..];
        let (comment, after) =
            match rest.strip_prefix("/*").and_then(|inner| inner.split_once("*/")) {
                Some(parts) => parts,
                None => rest.split_once('\n').unwrap_or((rest, "")),
            };
        all.push(normal(comment, rest.starts_with("/*")));
        rest = after;
    }
}

fn normal(comment: &str, is_block: bool) -> String {
    if is_block {
        let lines: Vec<&str> = comment.lines().map(str::trim).collect();
        return format!("/* {} */", lines.join("⏎").trim_matches(['⏎', ' ']));
    }
    let words = comment.trim_start_matches('/');
    let marker = if comment.len() - words.len() == 3 { "///" } else { "//" };
    format!("{marker} {}", words.trim())
}
