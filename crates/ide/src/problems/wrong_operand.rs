//! `wrong-operand`: arithmetic, a comparison or `++` with something that it cannot take.
//!
//! In: the operator and the types on both sides of it. Out: what stands on the right.

use super::Rule;
use super::type_words::{receiver, ty};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "wrong-operand",
    summary: "Numbers are added to and compared with numbers, and strings are joined to strings.",
    example: "3 + \"4\"",
    better: "3 + 4",
};

pub(super) fn words(
    at: Place,
    operator: &str,
    left: &InferredType,
    got: &InferredType,
    is_open: bool,
) -> Diagnostic {
    let asked = if operator == "++" { "a `String`" } else { "a number" };
    let send = code(&format!("{} {operator}", receiver(left)));
    let title = match is_open {
        true => format!("{send} needs {asked} on the right, and {} may be anything", ty(got)),
        false => format!("{send} needs {asked} on the right, not {}", ty(got)),
    };
    let diagnostic = at.report(&RULE, title);
    match (operator, is_open) {
        (_, true) => diagnostic.explanation(
            "What a type parameter stands for is not known here, so that this is likely no real \
             problem.",
        ),
        ("++", false) => {
            diagnostic.hint("Send it `printString`, or write it in braces inside the string.")
        }
        _ => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn both_sides_are_told() {
        check_program(
            "«3 + \"4\"»",
            expect![[r#"
            `Integer +` needs a number on the right, not `String`
        "#]],
        );
        check_program(
            "«3 < nil»",
            expect![[r#"
            `Integer <` needs a number on the right, not `Nil`
        "#]],
        );
        check_program(
            "«\"a\" ++ 3»",
            expect![[r#"
            `String ++` needs a `String` on the right, not `Integer`
            try: Send it `printString`, or write it in braces inside the string.
        "#]],
        );
        check_program(
            "Value subclass: Till(T)\n  add: it :: T => «3 + it»",
            expect![[r#"
            `Integer +` needs a number on the right, and `T` may be anything
            why: What a type parameter stands for is not known here, so that this is likely no real problem.
        "#]],
        );
    }
}
