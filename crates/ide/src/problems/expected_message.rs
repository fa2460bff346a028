//! `expected-message`: a cascade's `;`, or a protocol's `class`, with no message.
//!
//! In: the token found instead. Out: the `;` taken away, where the statement ends.

use super::Rule;
use crate::diagnostic::{Diagnostic, Fix};
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "expected-message",
    summary: "After `;` comes another message for the same receiver; a protocol lists messages.",
    example: "pan heat; stir;",
    better: "pan heat; stir",
};

pub(super) fn words(at: Place) -> Diagnostic {
    match at.token_before().text() {
        ";" => at
            .report(&RULE, format!("Expected message selector after ';', found {}", at.found()))
            .hint("Write the next message, as in `pan heat; stir`, or remove the `;`.")
            .fix(without_semicolon(at)),
        _ => at
            .report(&RULE, format!("Expected message selector, found {}", at.found()))
            .hint("Write a signature, as in `heat -> Integer` or `pour: cups`."),
    }
}

/// Only where nothing follows that the cascade could have been meant for.
fn without_semicolon(at: Place) -> Option<Fix> {
    let last = at.token_before();
    let ends = matches!(at.text(), "" | "." | "!" | ")" | "]" | "}");
    if ends && last.text() == ";" { last.remove() } else { None }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::ExpectedMessage;

    #[test]
    fn a_last_semicolon_can_go() {
        check(
            ExpectedMessage,
            "pan heat; stir;«»",
            expect![[r#"
                Expected message selector after ';', found the end of the text
                try: Write the next message, as in `pan heat; stir`, or remove the `;`.
                fix: Remove `;`
                   | pan heat; stir
            "#]],
        );
        check(
            ExpectedMessage,
            "[pan heat; «]»",
            expect![[r#"
                Expected message selector after ';', found `]`
                try: Write the next message, as in `pan heat; stir`, or remove the `;`.
                fix: Remove `;`
                   | [pan heat ]
            "#]],
        );
    }

    #[test]
    fn values_are_no_messages() {
        check(
            ExpectedMessage,
            "pan heat; «3»",
            expect![[r#"
                Expected message selector after ';', found `3`
                try: Write the next message, as in `pan heat; stir`, or remove the `;`.
            "#]],
        );
    }

    #[test]
    fn protocols_list_messages() {
        check(
            ExpectedMessage,
            "Protocol define: Heatable\n  class «3»",
            expect![[r#"
                Expected message selector, found `3`
                try: Write a signature, as in `heat -> Integer` or `pour: cups`.
            "#]],
        );
    }
}
