//! `invalid-number`: digits that are no number.
//!
//! In: the number as written, and which rule it breaks. Out: the part that breaks
//! it. Integers have no largest value, so size only matters for floats.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use syntax::NumberFault;

pub(super) static RULE: Rule = Rule {
    code: "invalid-number",
    summary: "A radix is 2 to 36 and has digits of its own; an exponent has digits; a float is \
              finite.",
    example: "mask := 2r1021",
    better: "mask := 3r1021",
};

pub(super) fn words(at: Place, fault: NumberFault) -> Diagnostic {
    let number = at.found();
    let (radix, digits) = at.text().split_once('r').unwrap_or((at.text(), ""));
    match fault {
        NumberFault::RadixOutOfRange => at
            .report(&RULE, format!("The radix of {number} is not between 2 and 36"))
            .hint("Digits go from `0` to `9` and on from `A` to `Z`, as in `16rFF` or `2r1011`."),
        NumberFault::NoRadixDigits => at
            .report(&RULE, format!("Expected digits after the radix in {number}"))
            .hint(format!("Write the digits, as in `{radix}r10`.")),
        NumberFault::DigitOutsideRadix => {
            let title = match stranger(radix, digits) {
                Some(digit) => format!("`{digit}` is not a digit in radix {radix}"),
                None => format!("{number} has a digit that is too large for its radix"),
            };
            at.report(&RULE, title).hint(match highest(radix) {
                Some(highest) => format!("The highest digit in radix {radix} is `{highest}`."),
                None => "Every digit is less than the radix.".into(),
            })
        }
        NumberFault::NoExponentDigits => at
            .report(&RULE, format!("Expected digits after the exponent of {number}"))
            .hint(format!("Write the exponent, as in `{}3`.", at.text())),
        NumberFault::OutOfRange => at
            .report(&RULE, format!("{number} is too large for a float"))
            .hint("The largest float is about `1.8e308`; integers have no limit."),
    }
}

/// The first digit the radix does not have.
fn stranger(radix: &str, digits: &str) -> Option<char> {
    let radix = valid(radix)?;
    digits.chars().find(|digit| !digit.is_digit(radix))
}

fn highest(radix: &str) -> Option<char> {
    char::from_digit(valid(radix)? - 1, 36).map(|digit| digit.to_ascii_uppercase())
}

fn valid(radix: &str) -> Option<u32> {
    radix.parse().ok().filter(|radix| (2..=36).contains(radix))
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::{NumberFault::*, ProblemKind::InvalidNumber};

    #[test]
    fn radix_and_digits_fit_each_other() {
        check(
            InvalidNumber(RadixOutOfRange),
            "«40r12»",
            expect![[r#"
                The radix of `40r12` is not between 2 and 36
                try: Digits go from `0` to `9` and on from `A` to `Z`, as in `16rFF` or `2r1011`.
            "#]],
        );
        check(
            InvalidNumber(NoRadixDigits),
            "«16r»",
            expect![[r#"
                Expected digits after the radix in `16r`
                try: Write the digits, as in `16r10`.
            "#]],
        );
        check(
            InvalidNumber(DigitOutsideRadix),
            "«8r1792»",
            expect![[r#"
                `9` is not a digit in radix 8
                try: The highest digit in radix 8 is `7`.
            "#]],
        );
        check(
            InvalidNumber(DigitOutsideRadix),
            "«12rA1C0»",
            expect![[r#"
                `C` is not a digit in radix 12
                try: The highest digit in radix 12 is `B`.
            "#]],
        );
    }

    #[test]
    fn floats_are_whole_and_finite() {
        check(
            InvalidNumber(NoExponentDigits),
            "«4.5e-»",
            expect![[r#"
                Expected digits after the exponent of `4.5e-`
                try: Write the exponent, as in `4.5e-3`.
            "#]],
        );
        check(
            InvalidNumber(OutOfRange),
            "«1e400»",
            expect![[r#"
                `1e400` is too large for a float
                try: The largest float is about `1.8e308`; integers have no limit.
            "#]],
        );
    }
}
