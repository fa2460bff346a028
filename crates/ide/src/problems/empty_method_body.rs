//! `empty-method-body`: a method that says nothing.
//!
//! In: the header. Out: what to write where nothing is to happen yet.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "empty-method-body",
    summary: "A method has at least one expression, and answers the last one.",
    example: "Object subclass: Pan\n  stir =>",
    better: "Object subclass: Pan\n  stir => self notImplemented",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, "This method has no body").hint(
        "Write `self subclassResponsibility` if subclasses define it, or `self notImplemented`.",
    )
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_header_is_marked() {
        check_program(
            "Object subclass: Pan\n  «heat: n -> Nil =>»\n\n  stir => 1",
            expect![[r#"
                This method has no body
                try: Write `self subclassResponsibility` if subclasses define it, or `self notImplemented`.
            "#]],
        );
    }
}
