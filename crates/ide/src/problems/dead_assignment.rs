//! `dead-assignment`: a value that nothing reads.
//!
//! In: the variable that is assigned. Out: what to leave out.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "dead-assignment",
    summary: "What is assigned to a variable is read before the variable gets another value, or ends.",
    example: "Object subclass: Shop\n  sell: tea =>\n    price := 0\n    price := tea cost\n    price + 1",
    better: "Object subclass: Shop\n  sell: tea =>\n    price := tea cost\n    price + 1",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("Nothing reads this value of {}", at.found()))
        .hint("Leave the assignment out, and keep of its value what has an effect.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_variable_is_marked() {
        check_program(
            "Object subclass: Shop\n  sell: tea =>\n    «price» := 0\n    price := tea cost\n    price + 1",
            expect![[r#"
                Nothing reads this value of `price`
                try: Leave the assignment out, and keep of its value what has an effect.
            "#]],
        );
    }
}
