//! `impossible-test`: a test for a class that the value never is.
//!
//! In: the test, what the value is, and the class. Out: both of them.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "impossible-test",
    summary: "A test for a class asks for one that the value can be.",
    example: "cups := 3\n(cups isKindOf: String) ifTrue: [cups]",
    better: "cups := 3\n(cups isKindOf: Integer) ifTrue: [cups]",
};

pub(super) fn words(at: Place, value: &InferredType, class: &str) -> Diagnostic {
    let value = code(&value.for_people().to_string());
    let class = code(class);
    at.report(&RULE, format!("This is never true: the value is {value} and never {class}"))
        .hint("Leave the test out, or look at where the value comes from.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn both_sides_are_named() {
        check_program(
            "cups := 3\n(«cups class =:= String») ifTrue: [cups]",
            expect![[r#"
                This is never true: the value is `Integer` and never `String`
                try: Leave the test out, or look at where the value comes from.
            "#]],
        );
    }
}
