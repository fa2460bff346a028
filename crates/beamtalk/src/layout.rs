//! Canonical text that is safe to write over the old one.
//!
//! The formatter is trusted only as far as its output can be proven: text that
//! reads back as another tree, or with other comments, is never handed out.

use syntax::{Problem, Severity, Tree};

/// Why a text has no canonical layout.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// It has errors, and these are all of them.
    Problems(Vec<Problem>),
    /// The formatter would have changed its meaning.
    Unfaithful,
}

pub(crate) fn canonical(text: &str) -> Result<String, Refusal> {
    canonical_with(text, syntax::format)
}

fn canonical_with(text: &str, format: impl Fn(&Tree) -> String) -> Result<String, Refusal> {
    let syntax::Parse { tree, problems } = syntax::parse(text);
    let errors = errors(problems);
    if !errors.is_empty() {
        return Err(Refusal::Problems(errors));
    }
    let formatted = format(&tree);
    if formatted == text || reads_as(&formatted, &tree) {
        return Ok(formatted);
    }
    Err(Refusal::Unfaithful)
}

fn reads_as(text: &str, tree: &Tree) -> bool {
    let again = syntax::parse(text);
    errors(again.problems).is_empty()
        && comment_bytes(&again.tree) == comment_bytes(tree)
        && syntax::notation(&again.tree) == syntax::notation(tree)
}

/// How often each byte stands in comments, white space aside: layout may move a
/// comment and indent it, but not change what it says.
fn comment_bytes(tree: &Tree) -> [usize; 256] {
    let mut counts = [0; 256];
    for (id, _) in tree.tokens.iter().filter(|(_, token)| token.follows_comment()) {
        let gap = tree.tokens.gap_before(id).of(&tree.text);
        for byte in gap.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
            counts[usize::from(byte)] += 1;
        }
    }
    counts
}

/// The errors among problems, in the order of their places.
pub(crate) fn errors(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.retain(|problem| problem.kind.severity() == Severity::Error);
    problems.sort_by_key(|problem| problem.span);
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str, format: fn(&Tree) -> String) -> String {
        match canonical_with(text, format) {
            Ok(formatted) => formatted,
            Err(Refusal::Problems(problems)) => format!("{} problems", problems.len()),
            Err(Refusal::Unfaithful) => "unfaithful".to_owned(),
        }
    }

    #[test]
    fn a_layout_that_means_something_else_is_refused() {
        assert_eq!(refusal("x := 1 + 2", |_| "x := 1 + 3\n".to_owned()), "unfaithful");
        assert_eq!(refusal("x := 1 + 2", |_| "x := (\n".to_owned()), "unfaithful");
        assert_eq!(refusal("x := 1 + 2", |_| String::new()), "unfaithful");
    }

    #[test]
    fn a_layout_that_loses_a_comment_is_refused() {
        assert_eq!(refusal("x := 1 // one", |_| "x := 1\n".to_owned()), "unfaithful");
        assert_eq!(refusal("/* a */ x", |_| "// a\nx\n".to_owned()), "unfaithful");
    }

    #[test]
    fn a_layout_that_means_the_same_is_answered() {
        assert_eq!(refusal("x:=1", |_| "x := 1\n".to_owned()), "x := 1\n");
    }

    #[test]
    fn a_text_with_errors_is_never_formatted() {
        assert_eq!(refusal("x := (1", |_| unreachable!()), "1 problems");
    }
}
