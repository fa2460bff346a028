//! `wrong-literal`: a literal that the message cannot take.
//!
//! In: the message, what it takes and what is written. Out: both of them.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "wrong-literal",
    summary: "A literal is of the kind that the message takes.",
    example: "\"kettle\" startsWith: #ket",
    better: "\"kettle\" startsWith: \"ket\"",
};

pub(super) fn words(
    at: Place,
    selector: &str,
    class: Option<&str>,
    expected: &InferredType,
    found: &InferredType,
) -> Diagnostic {
    let selector = code(selector);
    let of = class.map_or(String::new(), |class| format!(" of {}", code(class)));
    let expected = code(&expected.for_people().to_string());
    let found = code(&found.for_people().to_string());
    at.report(&RULE, format!("{selector}{of} takes {expected}, and this is {found}"))
        .hint(format!("Write a literal that is {expected}."))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn both_kinds_are_named() {
        check_program(
            "«#(1, 2) at: \"first\"»",
            expect![[r#"
                `at:` of `List` takes `Integer`, and this is `String`
                try: Write a literal that is `Integer`.
            "#]],
        );
        check_program(
            "«#(1, 2) take: 1.5»",
            expect![[r#"
                `take:` of `List` takes `Integer`, and this is `Float`
                try: Write a literal that is `Integer`.
            "#]],
        );
    }
}
