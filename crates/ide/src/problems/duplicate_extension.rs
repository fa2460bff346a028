//! `duplicate-extension`: a class extended twice with one method.
//!
//! In: the selector, what it is added to, and who did it first. Out: where.

use super::Rule;
use super::duplicate_definition::where_it_is;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::Definer;

pub(super) static RULE: Rule = Rule {
    code: "duplicate-extension",
    summary: "A program adds a method to a class once.",
    example: "Integer >> dozens => self * 12\nInteger >> dozens => self * 13",
    better: "Integer >> dozens => self * 12\nInteger >> bakersDozens => self * 13",
};

/// `class` is `Pan` or `Pan class`.
pub(super) fn words(at: Place, class: &str, selector: &str, first: &Definer) -> Diagnostic {
    let method = code(&format!("{class} >> {selector}"));
    at.report(&RULE, format!("{method} is defined twice"))
        .explanation(format!("The first definition is {}.", where_it_is(at, first)))
        .hint("Remove one of them, or give it another selector.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_side_is_named() {
        check_program(
            "Integer class >> dozen => 12\nInteger class >> «dozen» => 13",
            expect![[r#"
                `Integer class >> dozen` is defined twice
                why: The first definition is on the line above.
                try: Remove one of them, or give it another selector.
            "#]],
        );
    }
}
