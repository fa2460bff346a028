//! `self-parameter`: `Self` as the type of a parameter.
//!
//! In: the type. Out: what to write.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "self-parameter",
    summary: "`Self` is what a method answers; only a protocol takes it as a parameter.",
    example: "Value subclass: Pan\n  < other :: Self -> Boolean => other notNil",
    better: "Value subclass: Pan\n  < other :: Pan -> Boolean => other notNil",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("{} cannot be the type of a parameter", at.found()))
        .explanation("A subclass would take less than the class above it promises.")
        .hint("Write the name of the class.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_type_is_marked() {
        check_program(
            "Value subclass: Pan\n  stack: _other :: «Self class» => 1",
            expect![[r#"
                `Self class` cannot be the type of a parameter
                why: A subclass would take less than the class above it promises.
                try: Write the name of the class.
            "#]],
        );
        check_program(
            "Value subclass: Pan\n  stack: _other :: Nil | «Self» => 1",
            expect![[r#"
                `Self` cannot be the type of a parameter
                why: A subclass would take less than the class above it promises.
                try: Write the name of the class.
            "#]],
        );
    }
}
