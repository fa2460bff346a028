//! `not-constructible`: `new` sent to a class that has none.
//!
//! In: the send, the class, and why. Out: how its instances come to be.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::NotConstructible;

pub(super) static RULE: Rule = Rule {
    code: "not-constructible",
    summary: "Values are made by `new`, numbers and text by literals, and other objects by class \
              methods of their own.",
    example: "Object subclass: Larder\n\nlarder := Larder new",
    better: "Value subclass: Larder\n\nlarder := Larder new",
};

pub(super) fn words(at: Place, why: NotConstructible, class: &str) -> Diagnostic {
    let name = code(class);
    match why {
        NotConstructible::Object => at
            .report(&RULE, format!("{name} is neither a value nor an actor: it has no `new`"))
            .hint(format!("Define `class new` in {name}, or let it inherit from Value or Actor.")),
        NotConstructible::Primitive => at
            .report(&RULE, format!("{name} has no `new`: its instances are literals"))
            .hint("Write the value itself."),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn each_sort_has_its_advice() {
        check_program(
            "Object subclass: Larder\n\n«Larder new»",
            expect![[r#"
                `Larder` is neither a value nor an actor: it has no `new`
                try: Define `class new` in `Larder`, or let it inherit from Value or Actor.
            "#]],
        );
        check_program(
            "«Integer new»",
            expect![[r#"
                `Integer` has no `new`: its instances are literals
                try: Write the value itself.
            "#]],
        );
    }
}
