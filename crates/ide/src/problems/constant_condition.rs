//! `constant-condition`: a condition that always comes to the same.
//!
//! In: the condition and what it comes to. Out: what that means.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "constant-condition",
    summary: "A condition depends on something.",
    example: "Object subclass: Shop\n  open: door => true ifTrue: [door unlock]",
    better: "Object subclass: Shop\n  open: door => door unlock",
};

pub(super) fn words(at: Place, holds: bool) -> Diagnostic {
    at.report(&RULE, format!("This condition is always {holds}"))
        .hint("Write what happens then, without the condition.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_condition_is_marked() {
        check_program(
            "Object subclass: Shop\n  open: door => «(false)» ifTrue: [door unlock]",
            expect![[r#"
                This condition is always false
                try: Write what happens then, without the condition.
            "#]],
        );
    }
}
