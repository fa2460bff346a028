//! `no-constructor`: a value whose slots make too long a selector.
//!
//! In: the slot from which it is too long. Out: how to make one all the same.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "no-constructor",
    summary: "The slots of a value make the selector of its constructor, unless that would be longer \
              than 249 characters.",
    example: "Value subclass: Form\n  field: theFirstOfThirtyLongNames = nil\n  field: …",
    better: "Value subclass: Form\n  field: person = nil\n  field: address = nil",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("With {} there is no constructor for all slots", at.found()))
        .explanation("Its selector would be longer than the BEAM has room for.")
        .hint("Make instances with `new:` and a dictionary, or group slots in values of their own.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_slot_that_is_too_much_is_marked() {
        let slots: String = (10..34).map(|it| format!("  field: numbered{it} = 0\n")).collect();
        let text = slots.replace("numbered32", "«numbered32»");
        check_program(
            &format!("Value subclass: Form\n{text}"),
            expect![[r#"
                With `numbered32` there is no constructor for all slots
                why: Its selector would be longer than the BEAM has room for.
                try: Make instances with `new:` and a dictionary, or group slots in values of their own.
            "#]],
        );
    }
}
