//! Integers that need more than 64 bits: a sign and little-endian bytes, as the
//! format has them, and their decimal digits. No arithmetic.

use crate::Term;

/// Beyond this many digits no text is converted: that takes quadratic time, at
/// this length some tenths of a second.
pub const MAX_DECIMAL_DIGITS: usize = 100_000;

/// The bytes that so many digits fill: log 10 / log 256 for each.
const MAX_DECIMAL_BYTES: usize = MAX_DECIMAL_DIGITS * 41_525 / 100_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    Plus,
    Minus,
}

/// An integer outside the range of `i64`, and only such: [`Term::big`] decides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BigInteger {
    sign: Sign,
    /// Least significant first; the last is not zero.
    magnitude: Box<[u8]>,
}

impl BigInteger {
    pub fn sign(&self) -> Sign {
        self.sign
    }

    /// Little-endian and without leading zeros.
    pub fn magnitude(&self) -> &[u8] {
        &self.magnitude
    }

    /// Nothing if there are more than about [`MAX_DECIMAL_DIGITS`].
    pub fn to_decimal(&self) -> Option<String> {
        if self.magnitude.len() > MAX_DECIMAL_BYTES {
            return None;
        }
        let sign = match self.sign {
            Sign::Plus => "",
            Sign::Minus => "-",
        };
        Some(format!("{sign}{}", digits(&self.magnitude)))
    }
}

impl Term {
    /// An integer from little-endian bytes, in the form that its size asks for.
    pub fn big(sign: Sign, magnitude: &[u8]) -> Term {
        let length = magnitude.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        let magnitude = magnitude.get(..length).unwrap_or_default();
        match small(sign, magnitude) {
            Some(value) => Term::Integer(value),
            None => Term::Big(BigInteger { sign, magnitude: magnitude.into() }),
        }
    }

    /// An integer from decimal digits, perhaps after a minus; nothing from other
    /// text or from more than [`MAX_DECIMAL_DIGITS`].
    pub fn from_decimal(text: &str) -> Option<Term> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (Sign::Minus, digits),
            None => (Sign::Plus, text),
        };
        let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_plain || digits.len() > MAX_DECIMAL_DIGITS {
            return None;
        }
        Some(match text.parse() {
            Ok(value) => Term::Integer(value),
            Err(_) => Term::big(sign, &magnitude(digits)),
        })
    }
}

/// The value, if it fits.
fn small(sign: Sign, magnitude: &[u8]) -> Option<i64> {
    let mut bytes = [0; 8];
    bytes.get_mut(..magnitude.len())?.copy_from_slice(magnitude);
    let value = u64::from_le_bytes(bytes);
    match sign {
        Sign::Plus => i64::try_from(value).ok(),
        Sign::Minus => 0_i64.checked_sub_unsigned(value),
    }
}

/// Nineteen digits at a time, the most that 64 bits hold.
fn magnitude(digits: &str) -> Vec<u8> {
    const CHUNK: usize = 19;
    let mut limbs: Vec<u64> = Vec::with_capacity(digits.len() / CHUNK + 1);
    let (first, rest) = digits.as_bytes().split_at(digits.len() % CHUNK);
    for chunk in [first].into_iter().chain(rest.chunks(CHUNK)) {
        let mut carry = chunk.iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0'));
        for limb in &mut limbs {
            let value = u128::from(*limb) * 10_u128.pow(CHUNK as u32) + u128::from(carry);
            *limb = value as u64;
            carry = (value >> 64) as u64;
        }
        if carry > 0 {
            limbs.push(carry);
        }
    }
    limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect()
}

/// Nine digits at a time, so that all division is of 64 bits by a constant.
fn digits(magnitude: &[u8]) -> String {
    const CHUNK: u64 = 1_000_000_000;
    let mut limbs: Vec<u32> = magnitude
        .chunks(4)
        .map(|bytes| bytes.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
        .collect();
    let mut chunks = Vec::with_capacity(limbs.len() * 10 / 9 + 1);
    while !limbs.is_empty() {
        let mut remainder = 0;
        for limb in limbs.iter_mut().rev() {
            let value = remainder << 32 | u64::from(*limb);
            *limb = (value / CHUNK) as u32;
            remainder = value % CHUNK;
        }
        chunks.push(remainder);
        while limbs.pop_if(|limb| *limb == 0).is_some() {}
    }
    let mut chunks = chunks.iter().rev();
    let mut out = chunks.next().map_or("0".to_owned(), u64::to_string);
    for chunk in chunks {
        out.push_str(&format!("{chunk:09}"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(term: &Term) -> String {
        match term {
            Term::Integer(value) => value.to_string(),
            Term::Big(big) => big.to_decimal().unwrap(),
            other => panic!("{other:?} is no integer"),
        }
    }

    #[test]
    fn sixty_four_bits_decide_the_form() {
        assert_eq!(Term::from_decimal("9223372036854775807"), Some(Term::Integer(i64::MAX)));
        assert_eq!(Term::from_decimal("-9223372036854775808"), Some(Term::Integer(i64::MIN)));
        for text in ["9223372036854775808", "-9223372036854775809"] {
            let term = Term::from_decimal(text).unwrap();
            assert!(matches!(term, Term::Big(_)), "{term:?}");
            assert_eq!(decimal(&term), text);
        }
    }

    #[test]
    fn padding_is_dropped() {
        assert_eq!(Term::big(Sign::Minus, &[5, 0, 0, 0, 0, 0, 0, 0, 0, 0]), Term::Integer(-5));
        assert_eq!(Term::big(Sign::Minus, &[]), Term::Integer(0));
        assert_eq!(Term::from_decimal(&format!("{:0>50}", 7)), Some(Term::Integer(7)));
    }

    #[test]
    fn powers_keep_their_zeros() {
        for zeros in [19, 20, 37, 38, 39, 57, 1000] {
            let text = format!("-1{}", "0".repeat(zeros));
            assert_eq!(decimal(&Term::from_decimal(&text).unwrap()), text);
        }
        let two_to_128 = Term::big(Sign::Plus, &[&[0; 16][..], &[1]].concat());
        assert_eq!(decimal(&two_to_128), "340282366920938463463374607431768211456");
    }

    #[test]
    fn what_is_no_integer_is_refused() {
        for text in ["", "-", "+1", "1_000", "12a", "--1", " 1", "٣", "1.0"] {
            assert_eq!(Term::from_decimal(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_longest_converts_both_ways_and_longer_is_refused() {
        let longest = "9".repeat(MAX_DECIMAL_DIGITS);
        assert_eq!(decimal(&Term::from_decimal(&longest).unwrap()), longest);
        assert_eq!(Term::from_decimal(&format!("9{longest}")), None);
        let Term::Big(longer) = Term::big(Sign::Plus, &[1; MAX_DECIMAL_BYTES + 1]) else {
            panic!()
        };
        assert_eq!(longer.to_decimal(), None);
    }
}
