//! `interpolation-not-single`: more than one expression between the braces of a
//! string.
//!
//! In: the token where the second one begins. Out: how to make it one.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "interpolation-not-single",
    summary: "An interpolation holds one expression: no statements, no assignment, and a cascade \
              only in parentheses.",
    example: "\"{pan heat. pan size}\"",
    better: "\"{pan heat} {pan size}\"",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let title = format!("Expected '}}' to end the interpolation, found {}", at.found());
    let diagnostic = at.report(&RULE, title);
    match at.text() {
        ";" => diagnostic.hint("Put the cascade into parentheses, as in `{(pan heat; stir)}`."),
        ":=" | "^" => diagnostic.hint("Assign before the string and interpolate the name."),
        "." => diagnostic.hint("Write one interpolation for each value, as in `{a} {b}`."),
        _ => diagnostic.hint("Write `}` here, or compute the value before the string."),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::InterpolationNotSingle;

    #[test]
    fn what_was_found_tells_the_way_out() {
        check(
            InterpolationNotSingle,
            "\"{pan heat«;» stir}\"",
            expect![[r#"
                Expected '}' to end the interpolation, found `;`
                try: Put the cascade into parentheses, as in `{(pan heat; stir)}`.
            "#]],
        );
        check(
            InterpolationNotSingle,
            "\"{n «:=» 3}\"",
            expect![[r#"
                Expected '}' to end the interpolation, found `:=`
                try: Assign before the string and interpolate the name.
            "#]],
        );
        check(
            InterpolationNotSingle,
            "\"{a«.» b}\"",
            expect![[r#"
                Expected '}' to end the interpolation, found `.`
                try: Write one interpolation for each value, as in `{a} {b}`.
            "#]],
        );
        check(
            InterpolationNotSingle,
            "\"{a «3»}\"",
            expect![[r#"
                Expected '}' to end the interpolation, found `3`
                try: Write `}` here, or compute the value before the string.
            "#]],
        );
    }
}
