//! `unused-parameter`: a parameter of a method that its body does not read.
//!
//! In: its name. Out: the same with an underscore.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "unused-parameter",
    summary: "A method reads its parameters; one that it must take and does not need begins with an underscore.",
    example: "Object subclass: Shop\n  sell: tea to: guest => tea wrap",
    better: "Object subclass: Shop\n  sell: tea to: _guest => tea wrap",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("Nothing reads the parameter {}", at.found()))
        .hint("Begin its name with `_`, to say that it is not needed.")
        .fix(at.insert_before("_"))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn an_underscore_says_so() {
        check_program(
            "Object subclass: Shop\n  sell: tea to: «guest» => tea wrap",
            expect![[r#"
            Nothing reads the parameter `guest`
            try: Begin its name with `_`, to say that it is not needed.
            fix: Insert `_`
               | Object subclass: Shop
               |   sell: tea to: _guest => tea wrap
        "#]],
        );
    }
}
