//! `sealed-method`: a method in place of one that is sealed.
//!
//! In: the selector, and whose it is. Out: what else there is.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "sealed-method",
    summary: "No class below defines a sealed method anew.",
    example: "Object subclass: Pan\n  sealed stir => 1\n\nPan subclass: Wok\n  stir => 2",
    better: "Object subclass: Pan\n  stir => 1\n\nPan subclass: Wok\n  stir => 2",
};

/// `class` is `Pan` or `Pan class`.
pub(super) fn words(at: Place, class: &str, selector: &str) -> Diagnostic {
    let method = code(&format!("{class} >> {selector}"));
    at.report(&RULE, format!("{method} is sealed: it cannot be overridden"))
        .hint("Give the method another selector.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_owner_is_named() {
        check_program(
            "Actor subclass: Stove\n  class «spawn» => nil",
            expect![[r#"
                `Actor class >> spawn` is sealed: it cannot be overridden
                try: Give the method another selector.
            "#]],
        );
        check_program(
            "Value subclass: Pan\n  class «name» => #pan",
            expect![[r#"
                `Behaviour >> name` is sealed: it cannot be overridden
                try: Give the method another selector.
            "#]],
        );
        check_program(
            "Value subclass: Pan\n  «fieldAt:» name => nil",
            expect![[r#"
                `Object >> fieldAt:` is sealed: it cannot be overridden
                try: Give the method another selector.
            "#]],
        );
    }
}
