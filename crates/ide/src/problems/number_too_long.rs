//! `number-too-long`: an integer that takes too long to read.
//!
//! In: the number. Out: the limit.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use types::limits::INTEGER_DIGITS;

pub(super) static RULE: Rule = Rule {
    code: "number-too-long",
    summary: "An integer is written with at most 100,000 digits.",
    example: "1000…0",
    better: "10 ** 200000",
};

pub(super) fn words(at: Place) -> Diagnostic {
    at.report(&RULE, format!("This number has more than {INTEGER_DIGITS} digits"))
        .hint("Compute it, as in `10 ** 200000`, or read it from a file.")
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::problems::cases::{check_program, expect};
    use types::limits::INTEGER_DIGITS;

    #[test]
    fn the_limit_is_named() {
        assert!(RULE.summary.replace(',', "").contains(&INTEGER_DIGITS.to_string()));
        check_program(
            &format!("«{}»", "7".repeat(INTEGER_DIGITS + 1)),
            expect![[r#"
                This number has more than 100000 digits
                try: Compute it, as in `10 ** 200000`, or read it from a file.
            "#]],
        );
    }
}
