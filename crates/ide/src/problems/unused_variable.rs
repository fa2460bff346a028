//! `unused-variable`: a variable that nothing reads.
//!
//! In: its name, and whether it is assigned only there. Out: an underscore, or nothing.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "unused-variable",
    summary: "A variable is read somewhere; one that is not begins with an underscore.",
    example: "Object subclass: Shop\n  sell: tea =>\n    price := tea cost\n    tea wrap",
    better: "Object subclass: Shop\n  sell: tea =>\n    _price := tea cost\n    tea wrap",
};

pub(super) fn words(at: Place, is_assigned_once: bool) -> Diagnostic {
    let diagnostic = at
        .report(&RULE, format!("Nothing reads the variable {}", at.found()))
        .hint("Leave it out; or begin its name with `_`, to say that it is not needed.");
    match is_assigned_once {
        true => diagnostic.fix(at.insert_before("_")),
        false => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn an_underscore_says_so() {
        check_program(
            "Object subclass: Shop\n  sell: tea =>\n    «price» := tea cost\n    tea wrap",
            expect![[r#"
                Nothing reads the variable `price`
                try: Leave it out; or begin its name with `_`, to say that it is not needed.
                fix: Insert `_`
                   | Object subclass: Shop
                   |   sell: tea =>
                   |     _price := tea cost
                   |     tea wrap
            "#]],
        );
    }

    #[test]
    fn one_that_is_assigned_again_has_no_single_place() {
        check_program(
            "Object subclass: Shop\n  sell: tea =>\n    «price» := tea cost\n    price := 3\n    tea wrap",
            expect![[r#"
                Nothing reads the variable `price`
                try: Leave it out; or begin its name with `_`, to say that it is not needed.
            "#]],
        );
    }
}
