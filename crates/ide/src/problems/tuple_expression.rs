//! `tuple-expression`: braces where a value has to stand.
//!
//! In: the tuple, as far as it could be read. Out: the same elements as an array.
//! Tuples come from Erlang and can only be taken apart.

use super::Rule;
use crate::diagnostic::{Diagnostic, Fix};
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "tuple-expression",
    summary: "A tuple `{…}` is a pattern, before `:=` or in a match arm, never a value.",
    example: "{lid, pot}",
    better: "#[lid, pot]",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let diagnostic = at.report(&RULE, "A tuple `{…}` can only be a pattern");
    if let Some(annotation) = annotation(at) {
        return diagnostic
            .hint("A pattern takes no type: write `:=` directly after the tuple.")
            .fix(annotation.remove());
    }
    diagnostic
        .hint(
            "Write `#[1, 2]` for an array, `#(1, 2)` for a list or `#{#key => 1}` for a map; to \
             take a tuple apart, write `:=` after it.",
        )
        .fix(as_array(at))
}

/// The type between the tuple and its `:=`.
fn annotation(at: Place) -> Option<Place> {
    let (ty, _) = at.line_after().split_once(":=")?;
    let is_type = ty.trim_start().starts_with("::") && !ty.contains('.');
    is_type.then(|| at.end().with_length(ty.trim_end().len()))
}

/// Only where the braces hold no others.
fn as_array(at: Place) -> Option<Fix> {
    let content = at.text().strip_prefix('{')?.strip_suffix('}')?;
    if content.contains('{') { None } else { at.replace(&format!("#[{content}]")) }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::TupleExpression;

    #[test]
    fn an_array_holds_the_same_elements() {
        check(
            TupleExpression,
            "«{pan, 2}»",
            expect![[r#"
                A tuple `{…}` can only be a pattern
                try: Write `#[1, 2]` for an array, `#(1, 2)` for a list or `#{#key => 1}` for a map; to take a tuple apart, write `:=` after it.
                fix: Replace with `#[pan, 2]`
                   | #[pan, 2]
            "#]],
        );
        check(
            TupleExpression,
            "pair := «{\"}\",\n  $}}»",
            expect![[r#"
                A tuple `{…}` can only be a pattern
                try: Write `#[1, 2]` for an array, `#(1, 2)` for a list or `#{#key => 1}` for a map; to take a tuple apart, write `:=` after it.
                fix: Replace with `#["}",…`
                   | pair := #["}",
                   |   $}]
            "#]],
        );
    }

    #[test]
    fn a_pattern_takes_no_type() {
        check(
            TupleExpression,
            "«{first, second}» :: Pair := pans",
            expect![[r#"
                A tuple `{…}` can only be a pattern
                try: A pattern takes no type: write `:=` directly after the tuple.
                fix: Remove `:: Pair`
                   | {first, second} := pans
            "#]],
        );
    }
}
