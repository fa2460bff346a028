//! `effect-free-statement`: a statement that does nothing.
//!
//! In: the statement. Out: what becomes of its value. A lint: it changes nothing.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "effect-free-statement",
    summary: "Only the last statement gives its value to someone; those before it do something.",
    example: "Object subclass: Shop\n  sell: tea =>\n    tea\n    tea wrap",
    better: "Object subclass: Shop\n  sell: tea => tea wrap",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, "This statement has no effect")
        .explanation("Its value is dropped.")
        .hint("Remove it, or do something with the value.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_statement_is_marked() {
        check_program(
            "Object subclass: Shop\n  sell: tea =>\n    «tea»\n    tea wrap",
            expect![[r#"
                This statement has no effect
                why: Its value is dropped.
                try: Remove it, or do something with the value.
            "#]],
        );
        check_program(
            "Object subclass: Shop\n  sell: tea =>\n    «tea + 1»\n    tea wrap",
            expect![[r#"
                This statement has no effect
                why: Its value is dropped.
                try: Remove it, or do something with the value.
            "#]],
        );
    }
}
