//! `unreachable-arm`: an arm that is never taken.
//!
//! In: the arm, and what comes before it or what the value is. Out: why.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_name};
use crate::visible::{code, shown};
use types::Unreachable;

pub(super) static RULE: Rule = Rule {
    code: "unreachable-arm",
    summary: "An arm takes something that the arms before it do not.",
    example: "Value subclass: Cup\n  of: x => x match: [1 -> \"one\"; n -> \"many\"; 2 -> \"two\"]",
    better: "Value subclass: Cup\n  of: x => x match: [1 -> \"one\"; 2 -> \"two\"; n -> \"many\"]",
};

pub(super) fn words(at: Place, why: &Unreachable) -> Diagnostic {
    let diagnostic = at.report(&RULE, format!("This arm is never taken: {}", at.found()));
    match why {
        Unreachable::Taken(earlier) => {
            let earlier_text = at.at(*earlier).text();
            let arm = code(&shown(earlier_text));
            let place = at.above(*earlier);
            let diagnostic = diagnostic
                .explanation(format!("The arm {arm} {place} takes every value that fits it."));
            match lone_class(earlier_text) {
                Some(class) => diagnostic.hint(format!(
                    "There {} is a name for any value; to test for the class, write {}.",
                    code(class),
                    code(&format!("it :: {class} -> …"))
                )),
                None => diagnostic.hint("Put it before that arm, or leave it out."),
            }
        }
        Unreachable::Left(left) => {
            let left = code(&left.for_people().to_string());
            diagnostic
                .explanation(format!("Where it is reached, the value is always {left}."))
                .hint("Leave it out, or look at where the value comes from.")
        }
        Unreachable::NothingLeft(value) => {
            let value = code(&value.for_people().to_string());
            diagnostic
                .explanation(format!(
                    "The value is {value}, and the arms before this one take all of that."
                ))
                .hint("Leave it out, or look at where the value comes from.")
        }
    }
}

/// The pattern of an arm that is nothing but the name of a class.
fn lone_class(arm: &str) -> Option<&str> {
    let (pattern, _) = arm.split_once("->")?;
    let name = pattern.trim();
    let is_class = name.starts_with(|it: char| it.is_ascii_uppercase()) && is_name(name);
    (is_class && name.len() <= LONGEST).then_some(name)
}

const LONGEST: usize = 60;

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_arm_that_takes_it_is_named() {
        check_program(
            "Value subclass: Cup\n  of: x => x match: [_ -> 1; «2 -> 3»]",
            expect![[r#"
                This arm is never taken: `2 -> 3`
                why: The arm `_ -> 1` on this line takes every value that fits it.
                try: Put it before that arm, or leave it out.
            "#]],
        );
    }

    #[test]
    fn a_class_alone_is_a_name() {
        check_program(
            "Value subclass: Cup\n  of: x => x match: [Cup -> 1; «_ -> 3»]",
            expect![[r#"
                This arm is never taken: `_ -> 3`
                why: The arm `Cup -> 1` on this line takes every value that fits it.
                try: There `Cup` is a name for any value; to test for the class, write `it :: Cup -> …`.
            "#]],
        );
    }

    #[test]
    fn the_value_is_something_else() {
        check_program(
            "x := 3\nx match: [«s :: String -> s»; _ -> 1]",
            expect![[r#"
                This arm is never taken: `s :: String -> s`
                why: Where it is reached, the value is always `Integer`.
                try: Leave it out, or look at where the value comes from.
            "#]],
        );
        check_program(
            "x := 3\nx match: [n :: Integer -> n; «nil -> 1»]",
            expect![[r#"
                This arm is never taken: `nil -> 1`
                why: The value is `Integer`, and the arms before this one take all of that.
                try: Leave it out, or look at where the value comes from.
            "#]],
        );
    }
}
