//! `invalid-pattern-class`: a pattern that tests for a class no value is told by.
//!
//! In: the class, and why. Out: what to test for instead.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::NotTestable;

pub(super) static RULE: Rule = Rule {
    code: "invalid-pattern-class",
    summary: "A pattern tests for a class that has instances of its own and no subclasses.",
    example: "Value subclass: Cup\n  of: x => x match: [n :: Number -> n; _ -> 0]",
    better: "Value subclass: Cup\n  of: x => x match: [n :: Integer -> n; x :: Float -> x; _ -> 0]",
};

pub(super) fn words(at: Place, why: &NotTestable) -> Diagnostic {
    let diagnostic = at.report(&RULE, format!("A pattern cannot test for {}", at.found()));
    match why {
        NotTestable::Abstract => diagnostic
            .explanation("It is abstract: every value is of a class below it.")
            .hint(format!("{BELOW}, or bind a name and ask it in a branch: {KIND}.")),
        NotTestable::Inherited(class) => diagnostic
            .explanation(format!(
                "A pattern tells a class alone, and {} inherits from this one.",
                code(class)
            ))
            .hint(format!("{BELOW}, or bind a name and ask it in a branch: {KIND}.")),
        NotTestable::Character => diagnostic
            .explanation("A character is a number, and cannot be told from other numbers.")
            .hint("Test for `Integer`, or write the characters themselves: `$a -> …`.")
            .fix(at.replace("Integer")),
        NotTestable::Protocol => diagnostic
            .explanation("It is a protocol; a pattern tells classes.")
            .hint("Test for the classes that conform to it, each in an arm of its own."),
        NotTestable::Alias => diagnostic
            .explanation("It is another name for a type; a pattern tells classes.")
            .hint("Test for the things it stands for, each in an arm of its own."),
    }
}

const BELOW: &str = "Test for the classes that inherit from it, each in an arm of its own";
const KIND: &str = "`x -> (x isKindOf: …) ifTrue: […]`";

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn classes_above_others_cannot_be_told() {
        check_program(
            "Value subclass: Cup\n  of: x => x match: [n :: «Number» -> n; _ -> 0]",
            expect![[r#"
                A pattern cannot test for `Number`
                why: It is abstract: every value is of a class below it.
                try: Test for the classes that inherit from it, each in an arm of its own, or bind a name and ask it in a branch: `x -> (x isKindOf: …) ifTrue: […]`.
            "#]],
        );
        check_program(
            "Value subclass: Pan\n\nPan subclass: Wok\n\nValue subclass: Cup\n  of: x => x match: [p :: «Pan» -> p; _ \
             -> 0]",
            expect![[r#"
                A pattern cannot test for `Pan`
                why: A pattern tells a class alone, and `Wok` inherits from this one.
                try: Test for the classes that inherit from it, each in an arm of its own, or bind a name and ask it in a branch: `x -> (x isKindOf: …) ifTrue: […]`.
            "#]],
        );
    }

    #[test]
    fn characters_are_numbers() {
        check_program(
            "Value subclass: Cup\n  of: x => x match: [c :: «Character» -> c; _ -> 0]",
            expect![[r#"
                A pattern cannot test for `Character`
                why: A character is a number, and cannot be told from other numbers.
                try: Test for `Integer`, or write the characters themselves: `$a -> …`.
                fix: Replace with `Integer`
                   | Value subclass: Cup
                   |   of: x => x match: [c :: Integer -> c; _ -> 0]
            "#]],
        );
    }

    #[test]
    fn protocols_and_aliases_are_no_classes() {
        check_program(
            "Value subclass: Cup\n  of: x => x match: [p :: «Printable» -> p; _ -> 0]",
            expect![[r#"
                A pattern cannot test for `Printable`
                why: It is a protocol; a pattern tells classes.
                try: Test for the classes that conform to it, each in an arm of its own.
            "#]],
        );
        check_program(
            "type Heat = #low | #high\n\nValue subclass: Cup\n  of: x => x match: [h :: «Heat» -> h; _ -> 0]",
            expect![[r#"
                A pattern cannot test for `Heat`
                why: It is another name for a type; a pattern tells classes.
                try: Test for the things it stands for, each in an arm of its own.
            "#]],
        );
    }
}
