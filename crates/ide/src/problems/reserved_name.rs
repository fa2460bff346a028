//! `reserved-name`: a name that is not the program's to give.
//!
//! In: the name. Out: why, and a name that is free.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "reserved-name",
    summary: "Names that begin with `__` are kept for the system, and `Self` is the type of the \
              receiver.",
    example: "Object subclass: Pan\n  heat: __degrees => 1",
    better: "Object subclass: Pan\n  heat: _degrees => 1",
};

/// A slot, variable or parameter.
pub(super) fn prefix(at: Place) -> Diagnostic {
    let diagnostic = at
        .report(&RULE, format!("{} begins with `__`, which is reserved", at.found()))
        .hint("Begin it with one underscore at most.");
    match at.text().trim_start_matches('_') {
        "" => diagnostic,
        word => diagnostic.fix(at.replace(&format!("_{word}"))),
    }
}

/// A class, protocol or alias.
pub(super) fn self_type(at: Place) -> Diagnostic {
    at.report(&RULE, "`Self` cannot be the name of a definition")
        .explanation("In a type, `Self` is the class of the receiver.")
        .hint("Give it another name.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_prefix_is_shortened() {
        check_program(
            "Object subclass: Pan\n  heat: «__n» => 1",
            expect![[r#"
                `__n` begins with `__`, which is reserved
                try: Begin it with one underscore at most.
                fix: Replace with `_n`
                   | Object subclass: Pan
                   |   heat: _n => 1
            "#]],
        );
        check_program(
            "[:«__» | 1]",
            expect![[r#"
                `__` begins with `__`, which is reserved
                try: Begin it with one underscore at most.
            "#]],
        );
    }

    #[test]
    fn self_is_a_type() {
        check_program(
            "Object subclass: «Self»",
            expect![[r#"
                `Self` cannot be the name of a definition
                why: In a type, `Self` is the class of the receiver.
                try: Give it another name.
            "#]],
        );
    }
}
