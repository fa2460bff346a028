//! `unrelated-annotation`: a variable declared as what its value cannot be.
//!
//! In: both types. Out: which of the two to change.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::code;
use types::InferredType;

pub(super) static RULE: Rule = Rule {
    code: "unrelated-annotation",
    summary: "The type of a variable may say more or less than is known of its value, but not \
              something else.",
    example: "size :: Integer := \"large\"",
    better: "size :: Object := \"large\"",
};

pub(super) fn words(at: Place, declared: &InferredType, value: &InferredType) -> Diagnostic {
    let (declared, value) = (declared.for_people().to_string(), value.for_people().to_string());
    let title = format!("{} cannot be {}", code(&value), code(&declared));
    at.report(&RULE, title).hint("Change the type after `::`, or the value.")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check_program, expect};

    #[test]
    fn an_alias_is_shown_with_what_it_means() {
        check_program(
            "type Heat = #low | #high\n«heat :: Heat := #hihg»\nheat",
            expect![[r#"
            `#hihg` cannot be `Heat (#low | #high)`
            try: Change the type after `::`, or the value.
        "#]],
        );
    }
}
