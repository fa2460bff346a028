//! What literal tokens are worth, from their text.

use std::borrow::Cow;

use crate::lexer::characters::{is_operator, is_word, is_word_start};
use crate::problem::NumberFault;

/// Beyond this many digits a number is not converted to another radix: that
/// takes quadratic time.
const MAX_CONVERTED_DIGITS: usize = 4096;

/// Whether an integer token means something.
pub fn check_integer(text: &str) -> Result<(), NumberFault> {
    let Some((radix, digits)) = text.split_once('r') else { return Ok(()) };
    let radix = match radix.parse::<u32>() {
        Ok(radix @ 2..=36) => radix,
        _ => return Err(NumberFault::RadixOutOfRange),
    };
    if digits.is_empty() {
        return Err(NumberFault::NoRadixDigits);
    }
    match digits.chars().all(|digit| digit.is_digit(radix)) {
        true => Ok(()),
        false => Err(NumberFault::DigitOutsideRadix),
    }
}

/// Whether a float token means something.
pub fn check_float(text: &str) -> Result<(), NumberFault> {
    if !text.ends_with(|last: char| last.is_ascii_digit()) {
        return Err(NumberFault::NoExponentDigits);
    }
    match float_value(text) {
        Some(value) if value.is_finite() => Ok(()),
        _ => Err(NumberFault::OutOfRange),
    }
}

pub fn float_value(text: &str) -> Option<f64> {
    text.parse().ok()
}

/// The decimal digits of an integer token, sign included. Text that is no valid
/// integer, or too long to convert, comes back as it is.
pub fn decimal(text: &str) -> Cow<'_, str> {
    let Some((radix, digits)) = text.split_once('r') else { return plain_decimal(text) };
    if check_integer(text).is_err() || digits.len() > MAX_CONVERTED_DIGITS {
        return Cow::Borrowed(text);
    }
    let radix = radix.parse::<u64>().unwrap_or(10);
    // Limbs of nine decimal digits, least significant first.
    let mut limbs: Vec<u64> = vec![0];
    for digit in digits.chars() {
        let mut carry = u64::from(digit.to_digit(36).unwrap_or(0));
        for limb in &mut limbs {
            let value = *limb * radix + carry;
            *limb = value % 1_000_000_000;
            carry = value / 1_000_000_000;
        }
        if carry > 0 {
            limbs.push(carry);
        }
    }
    let mut out = String::new();
    for limb in limbs.iter().rev() {
        match out.is_empty() {
            true => out = limb.to_string(),
            false => out.push_str(&format!("{limb:09}")),
        }
    }
    Cow::Owned(out)
}

fn plain_decimal(text: &str) -> Cow<'_, str> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let trimmed = digits.trim_start_matches('0');
    match (trimmed.is_empty(), trimmed.len() == digits.len()) {
        (_, true) => Cow::Borrowed(text),
        (true, _) => Cow::Borrowed("0"),
        _ => Cow::Owned(format!("{sign}{trimmed}")),
    }
}

/// The text of a string token, or of a piece of one, without its delimiters and
/// with its escapes resolved.
pub fn string_value(token: &str) -> Cow<'_, str> {
    let body = token.strip_prefix(['"', '}']).unwrap_or(token);
    let body = body.strip_suffix(['"', '{']).unwrap_or(body);
    if !body.contains(['"', '\\']) {
        return Cow::Borrowed(body);
    }
    let mut out = String::with_capacity(body.len());
    let mut characters = body.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('"', Some('"')) => {
                characters.next();
                out.push('"');
            }
            ('\\', Some('{' | '}')) => out.extend(characters.next()),
            // A pair stays a pair, so that its second half escapes nothing.
            ('\\', _) => {
                out.push('\\');
                out.extend(characters.next());
            }
            _ => out.push(character),
        }
    }
    Cow::Owned(out)
}

/// The character of a `$x` or `$\x` token.
pub fn character_value(token: &str) -> Option<char> {
    let mut characters = token.strip_prefix('$')?.chars();
    match (characters.next()?, characters.next()) {
        ('\\', Some('n')) => Some('\n'),
        ('\\', Some('t')) => Some('\t'),
        ('\\', Some('r')) => Some('\r'),
        ('\\', Some(escaped)) => Some(escaped),
        (plain, _) => Some(plain),
    }
}

/// The name that a symbol token stands for, without `#` and quotes.
pub fn symbol_value(token: &str) -> Cow<'_, str> {
    let body = token.strip_prefix('#').unwrap_or(token);
    let Some(quoted) = body.strip_prefix('\'') else { return Cow::Borrowed(body) };
    let quoted = quoted.strip_suffix('\'').unwrap_or(quoted);
    match quoted.contains("''") {
        true => Cow::Owned(quoted.replace("''", "'")),
        false => Cow::Borrowed(quoted),
    }
}

/// Whether a symbol can be written without quotes and read back the same.
pub fn is_bare_symbol(value: &str) -> bool {
    let bytes = value.as_bytes();
    match bytes.first() {
        Some(first) if is_word_start(*first) => bytes
            .iter()
            .zip(bytes.iter().skip(1).map(Some).chain([None]))
            .all(|(byte, next)| match byte {
                b':' => next.is_none_or(|next| *next == b':' || is_word_start(*next)),
                _ => is_word(*byte),
            }),
        Some(_) => bytes.iter().all(|byte| is_operator(*byte)),
        None => false,
    }
}
