//! `literal-without-slots`: `fieldAt:put:` to a literal.
//!
//! In: the send, and what the literal is. Out: why it fails.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "literal-without-slots",
    summary: "Slots are written in actors; literals have none.",
    example: "3 fieldAt: #size put: 4",
    better: "Actor subclass: Pot\n  state: size = 3\n\npot := Pot spawn\npot fieldAt: #size put: 4",
};

pub(super) fn words(at: Place, found: &InferredType) -> Diagnostic {
    let found = code(&found.for_people().to_string());
    at.report(&RULE, format!("A literal has no slots to write: this one is {found}"))
        .explanation("It raises `immutable_value` when it runs.")
        .hint("Send it to an actor that has the slot.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_literal_is_named() {
        check_program(
            "«nil fieldAt: #size put: 4»",
            expect![[r#"
                A literal has no slots to write: this one is `Nil`
                why: It raises `immutable_value` when it runs.
                try: Send it to an actor that has the slot.
            "#]],
        );
    }
}
