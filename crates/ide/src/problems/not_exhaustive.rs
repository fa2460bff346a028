//! `not-exhaustive`: a match that some values pass through without an arm.
//!
//! In: the match, and what the value is then. Out: the arms that are missing.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "not-exhaustive",
    summary: "A match on one of a few things has an arm for each of them.",
    example: "type Heat = #low | #high\n\nValue subclass: Stove\n  field: heat :: Heat = #low\n\n  \
              watts => self.heat match: [#low -> 200]",
    better: "type Heat = #low | #high\n\nValue subclass: Stove\n  field: heat :: Heat = #low\n\n  \
             watts => self.heat match: [#low -> 200; #high -> 900]",
};

pub(super) fn words(at: Place, left: &InferredType) -> Diagnostic {
    let arms: Vec<String> = left.alternatives().iter().take(MOST).map(arm).collect();
    let more = if left.alternatives().len() > MOST { " …" } else { "" };
    let left = code(&left.for_people().to_string());
    at.report(&RULE, format!("No arm of this match takes {left}"))
        .explanation("A value that no arm takes is an error when the match runs.")
        .hint(format!("Add {}{more}, or `_ -> …` for all that is left.", arms.join(", ")))
}

/// How many arms a hint spells out.
const MOST: usize = 5;

fn arm(ty: &InferredType) -> String {
    let pattern = match (ty.symbol(), ty.instance_class()) {
        (Some(_), _) => ty.to_string(),
        _ if ty.is_nil() => "nil".to_owned(),
        (None, Some(class)) => format!("it :: {class}"),
        (None, None) => "_".to_owned(),
    };
    code(&format!("{pattern} -> …"))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn missing_arms_are_spelled_out() {
        check_program(
            "type Heat = #low | #high | #off\n\nValue subclass: Stove\n  watts: heat :: Heat => \
             «heat match: [#low -> 200]»",
            expect![[r#"
                No arm of this match takes `#high | #off`
                why: A value that no arm takes is an error when the match runs.
                try: Add `#high -> …`, `#off -> …`, or `_ -> …` for all that is left.
            "#]],
        );
        check_program(
            "Value subclass: Stove\n  watts: heat :: Integer | String | Nil => «heat match: [s :: \
             String -> 200]»",
            expect![[r#"
                No arm of this match takes `Integer | Nil`
                why: A value that no arm takes is an error when the match runs.
                try: Add `it :: Integer -> …`, `nil -> …`, or `_ -> …` for all that is left.
            "#]],
        );
    }
}
