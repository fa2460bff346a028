//! `unverifiable-match`: `matchExhaustive:` on a value that can be anything.
//!
//! In: the match, and what is known of the value. Out: what could be verified.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "unverifiable-match",
    summary: "`matchExhaustive:` needs a value that is one of a few things.",
    example: "Value subclass: Stove\n  watts: heat => heat matchExhaustive: [#low -> 200; #high -> \
              900]",
    better: "Value subclass: Stove\n  watts: heat :: #low | #high => heat matchExhaustive: [#low -> \
             200; #high -> 900]",
};

pub(super) fn words(at: Place, value: &InferredType) -> Diagnostic {
    let value = code(&value.for_people().to_string());
    at.report(&RULE, format!("Whether all is matched cannot be verified: the value is {value}"))
        .explanation(
            "Only of symbols, of nil and of classes without subclasses, several of them joined \
             by `|`, is it known that there is nothing else.",
        )
        .hint("Declare such a type for the value, or use `match:` with a last arm `_ -> …`.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn what_is_known_of_the_value_is_said() {
        check_program(
            "Value subclass: Stove\n  watts: heat :: Boolean => «heat matchExhaustive: [_ -> 1]»",
            expect![[r#"
                Whether all is matched cannot be verified: the value is `Boolean`
                why: Only of symbols, of nil and of classes without subclasses, several of them joined by `|`, is it known that there is nothing else.
                try: Declare such a type for the value, or use `match:` with a last arm `_ -> …`.
            "#]],
        );
    }
}
