//! `library-class-name`: a class called like one of the class library.
//!
//! In: the name. Out: what will happen.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "library-class-name",
    summary: "A class of the library keeps its name: one that reuses it cannot be loaded.",
    example: "Value subclass: Set",
    better: "Value subclass: CutlerySet",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("{} is the name of a library class", at.found()))
        .explanation("The running system keeps its own class and refuses this one.")
        .hint("Give the class another name, or add methods to the library's: `Name >> selector`.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_name_is_marked() {
        check_program(
            "Object subclass: «List»\n  size => 0",
            expect![[r#"
                `List` is the name of a library class
                why: The running system keeps its own class and refuses this one.
                try: Give the class another name, or add methods to the library's: `Name >> selector`.
            "#]],
        );
    }
}
