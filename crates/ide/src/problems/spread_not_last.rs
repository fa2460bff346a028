//! `spread-not-last`: `...name` with elements after it.
//!
//! In: the spread. Out: the rule. Moving it would change what the others get, so
//! there is no edit.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "spread-not-last",
    summary: "A spread takes all elements that are left, so it is the last one.",
    example: "#[...others, last] := pans",
    better: "#[first, ...others] := pans",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("{} is not the last element", at.found()))
        .hint("Put it at the end, as in `#[first, ...others]`; it takes all that are left.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::SpreadNotLast;

    #[test]
    fn the_spread_goes_to_the_end() {
        check(
            SpreadNotLast,
            "#[«...others», last] := pans",
            expect![[r#"
                `...others` is not the last element
                try: Put it at the end, as in `#[first, ...others]`; it takes all that are left.
            "#]],
        );
        check(
            SpreadNotLast,
            "pans match: [#[«...others», last] -> last]",
            expect![[r#"
                `...others` is not the last element
                try: Put it at the end, as in `#[first, ...others]`; it takes all that are left.
            "#]],
        );
    }
}
