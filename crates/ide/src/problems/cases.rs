//! Checks the words of one problem against an inline expectation.
//!
//! `«` and `»` mark the place in the text. The parser has to report that very
//! problem first, and no longer after any of the fixes.
//! `UPDATE_EXPECT=1 cargo test -p ide` writes the expectations anew.

use crate::{Diagnostic, Fix, diagnose};
use expect_test::Expect;
pub(super) use expect_test::expect;
use syntax::{Problem, ProblemKind, Span, parse, parse_method, parse_script};

pub(super) fn check(kind: ProblemKind, marked: &str, expected: Expect) {
    let (text, span) = unmarked(marked);
    let problem = Problem { kind, span };
    assert_eq!(reported(kind, &text).first(), Some(&problem), "in {text:?}");
    for fix in diagnose(&text, &problem).fixes {
        let left = reported(kind, &fixed(&text, &fix));
        assert!(left.iter().all(|it| it.kind != kind), "{} leaves {left:?}", fix.label);
    }
    check_words(kind, marked, expected);
}

/// For problems that only a very long text has: the parser is not asked.
pub(super) fn check_words(kind: ProblemKind, marked: &str, expected: Expect) {
    let (text, span) = unmarked(marked);
    expected.assert_eq(&rendered(&text, &diagnose(&text, &Problem { kind, span })));
}

/// The problems of a text, read as the kind of text in which `kind` can occur.
pub(super) fn reported(kind: ProblemKind, text: &str) -> Vec<Problem> {
    match kind {
        ProblemKind::NotOneMethod | ProblemKind::TextAfterMethod | ProblemKind::MissingFatArrow => {
            parse_method(text).problems
        }
        ProblemKind::MissingExpectation => parse_script(text).problems,
        _ => parse(text).problems,
    }
}

/// The text without its marks, and the place between them.
fn unmarked(marked: &str) -> (String, Span) {
    let (before, rest) = marked.split_once('«').expect("a place begins with «");
    let (inside, after) = rest.split_once('»').expect("a place ends with »");
    let start = before.len() as u32;
    let span = Span { start, end: start + inside.len() as u32 };
    (format!("{before}{inside}{after}"), span)
}

fn rendered(text: &str, diagnostic: &Diagnostic) -> String {
    let mut lines = vec![diagnostic.title.clone()];
    lines.extend(diagnostic.explanation.iter().map(|why| format!("why: {why}")));
    lines.extend(diagnostic.hint.iter().map(|hint| format!("try: {hint}")));
    for fix in &diagnostic.fixes {
        lines.push(format!("fix: {}", fix.label));
        lines.extend(fixed(text, fix).lines().map(|line| format!("   | {line}")));
    }
    lines.join("\n") + "\n"
}

/// The text after an edit.
fn fixed(text: &str, fix: &Fix) -> String {
    let mut fixed = text.to_string();
    fixed.replace_range(fix.span.range(), &fix.replacement);
    fixed
}
