//! `missing-constructor`: a match on one side of a result without the other.
//!
//! In: the match, and the side that has no arm. Out: its arm.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "missing-constructor",
    summary: "A match on a result has an arm for each of its sides.",
    example: "(Result ok: 3) match: [Result ok: cups -> cups]",
    better: "(Result ok: 3) match: [Result ok: cups -> cups; Result error: why -> 0]",
};

pub(super) fn words(at: Place, class: &str, missing: &str) -> Diagnostic {
    let arm = code(&format!("{class} {missing} it -> …"));
    let side = code(&format!("{class} {missing}"));
    at.report(&RULE, format!("This match has no arm for {side}"))
        .explanation("An arm with a guard may not be taken, and does not count.")
        .hint(format!("Add {arm}, or `_ -> …` for all that is left."))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_other_side_is_named() {
        check_program(
            "«(Result ok: 3) match: [Result ok: n when: [n > 1] -> n; Result error: e -> 0]»",
            expect![[r#"
                This match has no arm for `Result ok:`
                why: An arm with a guard may not be taken, and does not count.
                try: Add `Result ok: it -> …`, or `_ -> …` for all that is left.
            "#]],
        );
    }
}
