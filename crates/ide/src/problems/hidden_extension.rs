//! `hidden-extension`: an extension of a message that the class answers itself.
//!
//! In: the selector and the class. Out: why it is never asked.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "hidden-extension",
    summary: "An object asks its class before extensions of it, so that an extension adds a new message.",
    example: "Object subclass: Pan\n  size => 1\n\nPan >> size => 2",
    better: "Object subclass: Pan\n  size => 1\n\nPan >> doubleSize => 2",
};

pub(super) fn words(at: Place, class: &str, selector: &str) -> Diagnostic {
    let method = code(&format!("{class} >> {selector}"));
    at.report(&RULE, format!("{method} is defined by the class itself"))
        .explanation("Its own method is found first; this one is never reached.")
        .hint("Choose another selector, or change the method in the class.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_selector_is_marked() {
        check_program(
            "Object subclass: Pan\n  size => 1\n\nPan >> «size» => 2",
            expect![[r#"
            `Pan >> size` is defined by the class itself
            why: Its own method is found first; this one is never reached.
            try: Choose another selector, or change the method in the class.
        "#]],
        );
    }
}
