//! Advice for a `|` that stands where a value has to begin.
//!
//! It may be half of an or, declare temporaries as in other Smalltalks, or end
//! block parameters that were written without their colons.

use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_name};
use crate::visible::code;
use syntax::Span;

pub(super) fn bar(at: Place, diagnostic: Diagnostic) -> Diagnostic {
    if at.before().ends_with('|') || at.after().starts_with('|') {
        return diagnostic.hint("Write `or:` with a block: `a or: [b]`.");
    }
    if let Some((names, whole)) = temporaries(at) {
        return diagnostic
            .explanation("Temporaries are not declared: a first assignment introduces a local.")
            .hint(match names.split_whitespace().next() {
                Some(name) => {
                    format!("Remove the declaration and write `{name} := …` where it begins.")
                }
                None => "Remove the two bars.".into(),
            })
            .fix(whole.remove());
    }
    match parameters(at) {
        Some((written, names)) => diagnostic
            .hint(format!(
                "Block parameters have colons: write {}.",
                code(&format!("[{written} |"))
            ))
            .fix(names.replace(&written)),
        None => diagnostic.hint("`|` only ends block parameters: `[:each | each heat]`."),
    }
}

/// The names between two bars, and the whole with the spaces after it.
fn temporaries(at: Place<'_>) -> Option<(&str, Place<'_>)> {
    let (names, rest) = at.line_after().split_once('|')?;
    let space = rest.len() - rest.trim_start_matches(' ').len();
    let whole = at.with_length(names.len() + 2 + space);
    names.split_whitespace().all(is_name).then_some((names, whole))
}

/// The names between `[` and the bar: with colons, and where they are.
fn parameters(at: Place<'_>) -> Option<(String, Place<'_>)> {
    let (_, names) = at.line_before().rsplit_once('[')?;
    let mut words = names.split_whitespace().peekable();
    let is_list = words.peek().is_some() && words.clone().all(is_name);
    let written: Vec<String> = words.map(|name| format!(":{name}")).collect();
    let start = at.span.start.checked_sub(names.len() as u32)?;
    let place = at.at(Span { start, end: start }).with_length(names.trim_end().len());
    is_list.then(|| (written.join(" "), place))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::ExpectedExpression;

    #[test]
    fn temporaries_are_not_declared() {
        check(
            ExpectedExpression,
            "[«|» lid pot | lid := 1]",
            expect![[r#"
                expected expression, found |
                why: Temporaries are not declared: a first assignment introduces a local.
                try: Remove the declaration and write `lid := …` where it begins.
                fix: Remove `| lid pot |`
                   | [lid := 1]
            "#]],
        );
    }

    #[test]
    fn parameters_have_colons() {
        check(
            ExpectedExpression,
            "pans do: [pan «|» pan heat]",
            expect![[r#"
                expected expression, found |
                try: Block parameters have colons: write `[:pan |`.
                fix: Replace with `:pan`
                   | pans do: [:pan | pan heat]
            "#]],
        );
    }

    #[test]
    fn bars_are_no_operators() {
        check(
            ExpectedExpression,
            "hot «|»| full",
            expect![[r#"
                expected expression, found |
                try: Write `or:` with a block: `a or: [b]`.
            "#]],
        );
        check(
            ExpectedExpression,
            "3 «|» 4",
            expect![[r#"
                expected expression, found |
                try: `|` only ends block parameters: `[:each | each heat]`.
            "#]],
        );
    }
}
