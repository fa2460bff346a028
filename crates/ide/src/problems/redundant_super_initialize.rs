//! `redundant-super-initialize`: `super initialize` in the `initialize` of an actor.
//!
//! In: the send. Out: why it is too much.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "redundant-super-initialize",
    summary: "Every `initialize` that an actor inherits runs before its own, without being sent.",
    example: "Actor subclass: Stove\n  state: heat = 0\n\n  initialize =>\n    super initialize\n    self.heat := 1",
    better: "Actor subclass: Stove\n  state: heat = 0\n\n  initialize => self.heat := 1",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, "The inherited `initialize` has run already")
        .explanation(
            "A new actor is initialised class by class, from the top. Sent once more, it \
                      would run twice.",
        )
        .hint("Remove it.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_send_is_marked() {
        check_program(
            "Actor subclass: Stove\n  initialize =>\n    «super initialize»\n    nil",
            expect![[r#"
                The inherited `initialize` has run already
                why: A new actor is initialised class by class, from the top. Sent once more, it would run twice.
                try: Remove it.
            "#]],
        );
    }
}
