//! `unknown-message`: a message that its receiver does not understand.
//!
//! In: the receiver's type, the selector, and one like it. Out: who lacks what.

use super::Rule;
use super::type_words::{listed, meant, receiver, ty};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::{InferredType, Meant};

pub(super) static RULE: Rule = Rule {
    code: "unknown-message",
    summary: "A message should be one that its receiver understands, as far as its class tells.",
    example: "\"tea\" sise",
    better: "\"tea\" size",
};

pub(super) fn by_one(
    at: Place,
    to: &InferredType,
    selector: &str,
    near: Option<&Meant>,
) -> Diagnostic {
    let title = format!("{} does not understand {}", code(&receiver(to)), code(selector));
    meant(at.report(&RULE, title), at, near)
}

pub(super) fn by_some(
    at: Place,
    union: &InferredType,
    missing: &[InferredType],
    selector: &str,
    near: Option<&Meant>,
) -> Diagnostic {
    let who = listed(missing.iter().map(|it| code(&receiver(it))));
    let verb = if missing.len() == 1 { "does" } else { "do" };
    let title = format!("{who} {verb} not understand {}", code(selector));
    let diagnostic = at.report(&RULE, title).explanation(format!("The receiver is {}.", ty(union)));
    match near {
        Some(_) => meant(diagnostic, at, near),
        None => diagnostic.hint("Find out first which of them it is."),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    const KETTLE: &str = "Actor subclass: Kettle\n  state: litres = 0\n\n  litres => self.litres\n\n  \
                          pour: n into: cup => cup + n\n\n";

    #[track_caller]
    fn check(marked: &str, expected: expect_test::Expect) {
        check_program(&format!("{KETTLE}{marked}"), expected);
    }

    #[test]
    fn the_message_that_was_meant_is_suggested() {
        check(
            "«Kettle spawn litrs»",
            expect![[r#"
            `Kettle` does not understand `litrs`
            try: Did you mean `litres`?
            fix: Replace with `litres`
               | Actor subclass: Kettle
               |   state: litres = 0
               | 
               |   litres => self.litres
               | 
               |   pour: n into: cup => cup + n
               | 
               | Kettle spawn litres
        "#]],
        );
        check(
            "k := Kettle spawn\n«k pour: 1 onto: 2»",
            expect![[r#"
            `Kettle` does not understand `pour:onto:`
            try: Did you mean `pour:into:`?
            fix: Replace with `into:`
               | Actor subclass: Kettle
               |   state: litres = 0
               | 
               |   litres => self.litres
               | 
               |   pour: n into: cup => cup + n
               | 
               | k := Kettle spawn
               | k pour: 1 into: 2
        "#]],
        );
        check(
            "«Kettle spwan»",
            expect![[r#"
            `Kettle class` does not understand `spwan`
            try: Did you mean `spawn`?
            fix: Replace with `spawn`
               | Actor subclass: Kettle
               |   state: litres = 0
               | 
               |   litres => self.litres
               | 
               |   pour: n into: cup => cup + n
               | 
               | Kettle spawn
        "#]],
        );
        check(
            "k := Kettle spawn\n«k pouring: 1 onto: 2»",
            expect![[r#"
            `Kettle` does not understand `pouring:onto:`
        "#]],
        );
        check(
            "«Kettle spawn zork»",
            expect![[r#"
            `Kettle` does not understand `zork`
        "#]],
        );
    }

    #[test]
    fn those_who_do_not_understand_it_are_named() {
        check_program(
            "Value subclass: Shelf\n  of: it :: Integer | String => «it zork»",
            expect![[r#"
                `Integer` and `String` do not understand `zork`
                why: The receiver is `Integer | String`.
                try: Find out first which of them it is.
            "#]],
        );
        check_program(
            "Value subclass: Shelf\n  of: it :: Integer | String => «it isEmpty»",
            expect![[r#"
                `Integer` does not understand `isEmpty`
                why: The receiver is `Integer | String`.
                try: Find out first which of them it is.
            "#]],
        );
    }
}
