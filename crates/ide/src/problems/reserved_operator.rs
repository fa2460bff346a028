//! `reserved-operator`: a method called `==`, `/=`, `=:=` or `=/=`.
//!
//! In: the selector. Out: the message that can be defined.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "reserved-operator",
    summary: "`==`, `/=`, `=:=` and `=/=` mean the same for all objects and are never sent.",
    example: "Value subclass: Pan\n  == other => self =:= other",
    better: "Value subclass: Pan\n  equals: other => self =:= other",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("{} cannot be defined", at.found()))
        .explanation("It compares what objects are made of, and is never sent as a message.")
        .hint("Define `equals:`, which collections ask, or an operator of your own.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_operator_is_marked() {
        check_program(
            "Value subclass: Pan\n  «=/=» other => true",
            expect![[r#"
                `=/=` cannot be defined
                why: It compares what objects are made of, and is never sent as a message.
                try: Define `equals:`, which collections ask, or an operator of your own.
            "#]],
        );
    }
}
