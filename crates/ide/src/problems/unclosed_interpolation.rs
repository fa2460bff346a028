//! `unclosed-interpolation`: a brace in a string that no brace answers.
//!
//! In: the brace. Out: the brace escaped.
//! The string itself ends well; one that does not is `unterminated-text`.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "unclosed-interpolation",
    summary: "An interpolation closes inside the string it began in; a plain brace is escaped.",
    example: "\"open with { first\"",
    better: "\"open with \\{ first\"",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let diagnostic = at
        .report(&RULE, "This `{` in the string has no `}`")
        .hint("Write `\\{` for a brace that is text, or close the interpolation with `}`.");
    match at.text() {
        "{" => diagnostic.fix(at.replace("\\{")),
        _ => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::{LexFault::UnclosedInterpolation, ProblemKind::Lexical};

    #[test]
    fn the_brace_can_be_escaped() {
        check(
            Lexical(UnclosedInterpolation(6)),
            "\"open «{»a\"\nb",
            expect![[r#"
                This `{` in the string has no `}`
                try: Write `\{` for a brace that is text, or close the interpolation with `}`.
                fix: Replace with `\{`
                   | "open \{a"
                   | b
            "#]],
        );
    }
}
