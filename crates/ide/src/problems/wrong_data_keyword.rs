//! `wrong-data-keyword`: data that a class of this kind does not have.
//!
//! In: the keyword, the class and its kind. Out: the keyword that fits.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use hierarchy::Kind;
use types::WrongData;

pub(super) static RULE: Rule = Rule {
    code: "wrong-data-keyword",
    summary: "Values have `field:`, actors have `state:`, and other classes have neither.",
    example: "Value subclass: Pan\n  state: size = 1",
    better: "Value subclass: Pan\n  field: size = 1",
};

pub(super) fn words(at: Place, wrong: WrongData, class: &str) -> Diagnostic {
    let class = code(class);
    let (title, instead) = match wrong {
        WrongData::Kind(Kind::Value) => (format!("{class} is a class of values"), "field:"),
        WrongData::Kind(Kind::Actor) => (format!("{class} is a class of actors"), "state:"),
        WrongData::Kind(Kind::Object) => {
            return at
                .report(
                    &RULE,
                    format!("{class} is neither a value nor an actor: it has no {}", at.found()),
                )
                .hint("Let it inherit from Value or Actor, or declare `classState:`.");
        }
        WrongData::Native => {
            return at
                .report(&RULE, format!("{class} is native: it has no {}", at.found()))
                .explanation("The Erlang module behind it keeps the state.")
                .hint("Keep the data in the Erlang module, or declare `classState:`.");
        }
    };
    at.report(&RULE, format!("{title}: it has no {}", at.found()))
        .hint(format!("Write `{instead}`."))
        .fix(at.replace(instead))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn each_kind_has_its_keyword() {
        check_program(
            "Value subclass: Pan\n  «state:» size = 1",
            expect![[r#"
                `Pan` is a class of values: it has no `state:`
                try: Write `field:`.
                fix: Replace with `field:`
                   | Value subclass: Pan
                   |   field: size = 1
            "#]],
        );
        check_program(
            "Actor subclass: Stove\n  «field:» heat = 1",
            expect![[r#"
                `Stove` is a class of actors: it has no `field:`
                try: Write `state:`.
                fix: Replace with `state:`
                   | Actor subclass: Stove
                   |   state: heat = 1
            "#]],
        );
        check_program(
            "Object subclass: Larder\n  «field:» shelves = 1",
            expect![[r#"
                `Larder` is neither a value nor an actor: it has no `field:`
                try: Let it inherit from Value or Actor, or declare `classState:`.
            "#]],
        );
        check_program(
            "Actor subclass: Stove native: stove\n  «state:» heat = 1",
            expect![[r#"
                `Stove` is native: it has no `state:`
                why: The Erlang module behind it keeps the state.
                try: Keep the data in the Erlang module, or declare `classState:`.
            "#]],
        );
    }
}
