//! `superclass-cycle`: a class that inherits from itself.
//!
//! In: the superclass, and the classes on the way back. Out: that way.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::spelling::round;
use crate::visible::code;
use hierarchy::ClassName;

pub(super) static RULE: Rule = Rule {
    code: "superclass-cycle",
    summary: "Every class inherits, step by step, from a root; none from itself.",
    example: "Wok subclass: Pan\n\nPan subclass: Wok",
    better: "Object subclass: Pan\n\nPan subclass: Wok",
};

pub(super) fn words(at: Place, ring: &[ClassName]) -> Diagnostic {
    let class = ring.first().map_or("This class".to_owned(), |first| code(first));
    at.report(&RULE, format!("{class} inherits from itself"))
        .explanation(round(ring, "inherits from"))
        .hint("Let one of them inherit from a class outside, such as Object.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_way_round_is_told() {
        check_program(
            "«Wok» subclass: Pan\n\nPan subclass: Wok",
            expect![[r#"
                `Pan` inherits from itself
                why: `Pan` inherits from `Wok`, which inherits from `Pan`.
                try: Let one of them inherit from a class outside, such as Object.
            "#]],
        );
        check_program(
            "«Pan» subclass: Pan",
            expect![[r#"
                `Pan` inherits from itself
                why: `Pan` inherits from `Pan`.
                try: Let one of them inherit from a class outside, such as Object.
            "#]],
        );
    }
}
