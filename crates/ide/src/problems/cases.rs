//! Checks the words of one problem against an inline expectation.
//!
//! `«` and `»` mark the place in the text. The parser has to report that very
//! problem first, and no longer after any of the fixes.
//! `UPDATE_EXPECT=1 cargo test -p ide` writes the expectations anew.

use crate::{Diagnostic, Fix, diagnose};
use expect_test::Expect;
pub(super) use expect_test::expect;
use hierarchy::{ClassHierarchy, Origin, surface};
use syntax::{Problem, ProblemKind, Span, parse, parse_method, parse_script};
use types::native::NativeSignatures;
use types::{Context, Program};

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

/// For what is wrong with the meaning of a text that can be read: the checks have to
/// report it first at the marked place, and no longer after any of the fixes.
#[track_caller]
pub(super) fn check_program(marked: &str, expected: Expect) {
    let (text, span) = unmarked(marked);
    let found = checked(&text);
    let Some(problem) = found.first() else { panic!("no problem in {text:?}") };
    assert_eq!(problem.span, span, "{found:?} in {text:?}");
    let diagnostic = diagnose(&text, problem);
    for fix in &diagnostic.fixes {
        let fixed = fixed(&text, fix);
        let left = checked(&fixed).iter().any(|it| diagnose(&fixed, it).code == diagnostic.code);
        assert!(!left, "{} leaves {fixed:?}", fix.label);
    }
    expected.assert_eq(&rendered(&text, &diagnostic));
}

/// For facts that one text alone does not have: the checks are not asked.
pub(super) fn check_meaning(kind: types::ProblemKind, marked: &str, expected: Expect) {
    let (text, span) = unmarked(marked);
    let problem = types::Problem { kind, span };
    expected.assert_eq(&rendered(&text, &diagnose(&text, &problem)));
}

/// All that is known of Erlang here.
const NATIVES: &str = "beamtalk natives 1\nlists\t0\t69\n\n\
                       reverse/1\tList\tlist\tList\n\
                       seq/2\tList(Integer)\tfrom\tInteger\tto\tInteger\n";

/// What the checks find in a text that stands alone.
pub(super) fn checked(text: &str) -> Vec<types::Problem> {
    let parse = parse(text);
    assert!(!parse.has_errors(), "{:?} in {text:?}", parse.problems);
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(surface(&parse.tree), Origin::Module);
    let program = Program::default();
    let context = Context::Module {
        file: "",
        program: &program,
        allows_primitives: false,
        scope: types::AnalysisScope::WHOLE,
    };
    let mut natives = NativeSignatures::read(NATIVES.as_bytes());
    natives.iter_mut().for_each(|it| it.add_modules(["stove", "till"]));
    let inference = types::infer(&parse.tree, &hierarchy, natives.as_ref());
    let natives = natives.as_ref();
    let basis = types::Basis { hierarchy: &hierarchy, inference: &inference, natives };
    types::check(&parse.tree, basis, context)
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
