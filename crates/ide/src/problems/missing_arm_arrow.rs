//! `missing-arm-arrow`: a pattern with no `->` after it.
//!
//! In: the token found instead. Out: `->` in place of another sign.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "missing-arm-arrow",
    summary: "In a match arm, `->` stands between the pattern, with its guard, and the answer.",
    example: "cups match: [0 => \"empty\"; _ -> \"some\"]",
    better: "cups match: [0 -> \"empty\"; _ -> \"some\"]",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let title = format!("Expected '->' after the pattern, found {}", at.found());
    let diagnostic = at.report(&RULE, title);
    match at.text() {
        "=>" | ":" | ":=" | "=" => {
            diagnostic.hint(format!("Write `->` instead of `{}`.", at.text())).fix(at.replace("->"))
        }
        "|" | "," => diagnostic.hint("Each pattern has its own arm: `1 -> a; 2 -> a`."),
        _ => diagnostic
            .hint("Write `pattern -> answer`; a condition goes before the arrow, as `when: […]`."),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::MissingArmArrow;

    #[test]
    fn other_signs_become_the_arrow() {
        check(
            MissingArmArrow,
            "x match: [0 «=>» 1]",
            expect![[r#"
                Expected '->' after the pattern, found `=>`
                try: Write `->` instead of `=>`.
                fix: Replace with `->`
                   | x match: [0 -> 1]
            "#]],
        );
    }

    #[test]
    fn otherwise_the_form_is_shown() {
        check(
            MissingArmArrow,
            "x match: [0 «|» 1 -> 2]",
            expect![[r#"
                Expected '->' after the pattern, found `|`
                try: Each pattern has its own arm: `1 -> a; 2 -> a`.
            "#]],
        );
        check(
            MissingArmArrow,
            "x match: [0 «]»",
            expect![[r#"
                Expected '->' after the pattern, found `]`
                try: Write `pattern -> answer`; a condition goes before the arrow, as `when: […]`.
            "#]],
        );
    }
}
