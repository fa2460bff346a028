//! `self-outside-method`: `self` or `super` where no object is.
//!
//! In: the word. Out: where it means something.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "self-outside-method",
    summary: "`self` and `super` mean the receiver of a method, and only stand in one.",
    example: "self stir",
    better: "Object subclass: Pan\n  stir => 1\n\n  stirTwice => self stir + self stir",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("{} stands outside a method", at.found()))
        .explanation("Statements of a file and defaults of slots have no receiver.")
        .hint("Name the object that is meant.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_word_is_marked() {
        check_program(
            "Actor subclass: Stove\n  state: heat = «self» low",
            expect![[r#"
                `self` stands outside a method
                why: Statements of a file and defaults of slots have no receiver.
                try: Name the object that is meant.
            "#]],
        );
        check_program(
            "[«super» stir]",
            expect![[r#"
                `super` stands outside a method
                why: Statements of a file and defaults of slots have no receiver.
                try: Name the object that is meant.
            "#]],
        );
    }
}
