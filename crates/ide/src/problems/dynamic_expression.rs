//! `dynamic-expression`: in a typed class something whose type is not known.
//!
//! In: the class, and why it is not known. Out: what would tell it.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::DynamicReason;

pub(super) static RULE: Rule = Rule {
    code: "dynamic-expression",
    summary: "In a `typed` class the type of every expression is known, or is said to be \
              `Dynamic`.",
    example: "Object subclass: Shop\n  class open: pan => pan size\n\n\
              typed Object subclass: Till\n  count: n :: Integer -> Nil =>\n    Shop open: n\n    nil",
    better: "Object subclass: Shop\n  class open: pan -> Integer => pan size\n\n\
             typed Object subclass: Till\n  count: n :: Integer -> Nil =>\n    Shop open: n\n    nil",
};

pub(super) fn words(at: Place, class: &str, reason: DynamicReason) -> Diagnostic {
    let title = format!("The type of {} is not known", at.found());
    let hint = match reason {
        DynamicReason::UnannotatedParam => "Give the parameter a type.",
        DynamicReason::UnannotatedReturn => {
            "Give the method that answers it a return type, or assign it to a variable with a \
             type."
        }
        DynamicReason::UntypedFfi => {
            "Nothing is known of the Erlang function: assign the result to a variable with a type."
        }
        _ => "See that every way through it ends in a value.",
    };
    let why = reason.words().map_or(String::new(), |why| format!(" ({why})"));
    at.report(&RULE, title)
        .explanation(format!("It is Dynamic{why}, and {} is typed.", code(class)))
        .hint(hint)
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn the_reason_is_told() {
        let marked = RULE.example.replace("Shop open: n\n", "«Shop open: n»\n");
        check_program(
            &marked,
            expect![[r#"
                The type of `Shop open: n` is not known
                why: It is Dynamic (unannotated return), and `Till` is typed.
                try: Give the method that answers it a return type, or assign it to a variable with a type.
            "#]],
        );
    }
}
