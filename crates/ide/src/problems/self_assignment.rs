//! `self-assignment`: a variable that is assigned its own value.
//!
//! In: the assignment. Out: what it does.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "self-assignment",
    summary: "A variable is assigned something else than itself.",
    example: "Object subclass: Shop\n  sell: tea =>\n    tea := tea\n    tea wrap",
    better: "Object subclass: Shop\n  sell: tea => tea wrap",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("{} changes nothing", at.found()))
        .explanation("The variable has this value already.")
        .hint("Remove it, or assign what was meant.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_assignment_is_marked() {
        check_program(
            "Object subclass: Shop\n  sell: tea =>\n    «tea := tea»\n    tea wrap",
            expect![[r#"
                `tea := tea` changes nothing
                why: The variable has this value already.
                try: Remove it, or assign what was meant.
            "#]],
        );
    }
}
