//! `unverified-result`: in a typed class nobody knows what a method answers.
//!
//! In: the method, what it declares, and why it is not known. Out: where to look.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::{DynamicReason, InferredType};

pub(super) static RULE: Rule = Rule {
    code: "unverified-result",
    summary: "In a `typed` class what a method answers can be held against what it declares.",
    example: "Object subclass: Shop\n  class stock: pan => pan size\n\n\
              typed Object subclass: Till\n  total: n :: Integer -> Integer => Shop stock: n",
    better: "Object subclass: Shop\n  class stock: pan -> Integer => pan size\n\n\
             typed Object subclass: Till\n  total: n :: Integer -> Integer => Shop stock: n",
};

pub(super) fn words(
    at: Place,
    method: &str,
    declared: &InferredType,
    reason: DynamicReason,
) -> Diagnostic {
    let declared = code(&declared.for_people().to_string());
    let title = format!("Nothing shows that {} answers {declared}", code(method));
    let hint = match reason {
        DynamicReason::UnannotatedReturn => "Give a type to the method whose result it answers.",
        _ => "See that every way through it ends in a value.",
    };
    let diagnostic = at.report(&RULE, title).hint(hint);
    match reason.words() {
        Some(why) => diagnostic.explanation(format!("Its body is Dynamic ({why}).")),
        None => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_reason_is_told() {
        let marked = RULE.example.replace("total:", "«total:").replace("stock: n", "stock: n»");
        check_program(
            &marked,
            expect![[r#"
            Nothing shows that `Till >> total:` answers `Integer`
            why: Its body is Dynamic (unannotated return).
            try: Give a type to the method whose result it answers.
        "#]],
        );
    }
}
