//! `sealed-class`: a subclass of a class that has none.
//!
//! In: the superclass. Out: what else there is.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "sealed-class",
    summary: "A sealed class has no subclasses.",
    example: "sealed Value subclass: Pan\n\nPan subclass: Wok",
    better: "Value subclass: Pan\n\nPan subclass: Wok",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("{} is sealed: it has no subclasses", at.found()))
        .hint("Keep one in a slot and pass messages on, or add methods to it: `Name >> selector`.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_superclass_is_marked() {
        check_program(
            "«Integer» subclass: Even",
            expect![[r#"
                `Integer` is sealed: it has no subclasses
                try: Keep one in a slot and pass messages on, or add methods to it: `Name >> selector`.
            "#]],
        );
    }
}
