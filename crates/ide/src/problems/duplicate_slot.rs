//! `duplicate-slot`: two slots that cannot be told apart.
//!
//! In: the second name, and where the first stands. Out: what they share.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, capitalised};
use crate::visible::code;
use syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "duplicate-slot",
    summary: "A class declares a slot once, and the slots of a value differ in more than the case \
              of their first letter.",
    example: "Value subclass: Pan\n  field: size = 1\n  field: size = 2",
    better: "Value subclass: Pan\n  field: size = 1\n  field: depth = 2",
};

pub(super) fn same_name(at: Place, first: Span) -> Diagnostic {
    at.report(&RULE, format!("{} is declared twice", at.found()))
        .explanation(format!("The first declaration is {}.", at.above(first)))
        .hint("Remove one of them, or give it another name.")
}

/// Names that differ, but not once they are capitalised.
pub(super) fn same_setter(at: Place, first: Span) -> Diagnostic {
    let setter = code(&format!("with{}:", capitalised(at.text())));
    let title = format!("{} and {} share the setter {setter}", at.at(first).found(), at.found());
    at.report(&RULE, title)
        .explanation("A setter is called after its slot, with a capital letter.")
        .hint("Give one of them another name.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn names_and_setters_are_told_apart() {
        check_program(
            "Actor subclass: Pan\n  state: heat = 1\n  state: «heat» = 2",
            expect![[r#"
                `heat` is declared twice
                why: The first declaration is on the line above.
                try: Remove one of them, or give it another name.
            "#]],
        );
        check_program(
            "Value subclass: Pan\n  field: heat\n  field: «Heat»",
            expect![[r#"
                `heat` and `Heat` share the setter `withHeat:`
                why: A setter is called after its slot, with a capital letter.
                try: Give one of them another name.
            "#]],
        );
    }
}
