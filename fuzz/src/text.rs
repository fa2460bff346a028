//! Bytes to text, in one of four ways. Bytes that are not marked are the text
//! itself, so source files can be used as they are and a finding can be read.

use crate::choices::Choices;
use crate::{code, program, soup};

/// A first byte that no source file begins with: the rest chooses tokens.
pub const SOUP: u8 = 1;
/// The same for choices that make a program.
pub const PROGRAM: u8 = 2;
/// The same for choices that make code with something to lower in it.
pub const CODE: u8 = 3;

pub fn from_bytes(bytes: &[u8]) -> String {
    match bytes {
        [SOUP, rest @ ..] => soup::text(rest),
        [PROGRAM, rest @ ..] => program::text(&mut Choices::new(rest)),
        [CODE, rest @ ..] => code::text(&mut Choices::new(rest)),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}
