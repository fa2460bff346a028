//! `empty-interpolation`: braces in a string with nothing between them.
//!
//! In: the braces. Out: the braces as plain text. Cannot
//! know what value was meant to stand there.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "empty-interpolation",
    summary: "Braces in a string hold an expression; braces that are only text are escaped.",
    example: "\"served: {}\"",
    better: "\"served: \\{\\}\"",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, "Found an empty interpolation, expected an expression between the braces")
        .hint("Write a value, as in `{count}`, or `\\{\\}` for the braces themselves.")
        .fix(match at.text().starts_with('{') && at.text().ends_with('}') {
            true => at.replace("\\{\\}"),
            false => None,
        })
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::{LexFault::EmptyInterpolation, ProblemKind::Lexical};

    #[test]
    fn braces_can_be_escaped() {
        check(
            Lexical(EmptyInterpolation),
            "\"served: «{}»\"",
            expect![[r#"
                Found an empty interpolation, expected an expression between the braces
                try: Write a value, as in `{count}`, or `\{\}` for the braces themselves.
                fix: Replace with `\{\}`
                   | "served: \{\}"
            "#]],
        );
        check(
            Lexical(EmptyInterpolation),
            "\"served: «{ }»\"",
            expect![[r#"
                Found an empty interpolation, expected an expression between the braces
                try: Write a value, as in `{count}`, or `\{\}` for the braces themselves.
                fix: Replace with `\{\}`
                   | "served: \{\}"
            "#]],
        );
    }
}
