//! Number tokens. What they are worth, and whether they are right, is for later.

use super::Lexer;
use crate::token::TokenKind;

impl Lexer<'_> {
    /// `12`, `-3`, `16rFF`, `1.5`, `2e3`. A sign takes no radix.
    pub(super) fn number(&mut self, start: usize) {
        let is_negative = self.peek(0) == Some(b'-');
        if is_negative {
            self.position += 1;
        }
        self.digits();
        if !is_negative && self.peek(0) == Some(b'r') {
            self.position += 1;
            self.skip_while(|byte| byte.is_ascii_alphanumeric());
            return self.push(TokenKind::Integer, start);
        }
        let mut kind = TokenKind::Integer;
        if self.peek(0) == Some(b'.') && self.peek(1).is_some_and(|byte| byte.is_ascii_digit()) {
            self.position += 1;
            self.digits();
            kind = TokenKind::Float;
        }
        if matches!(self.peek(0), Some(b'e' | b'E')) {
            self.position += 1;
            if matches!(self.peek(0), Some(b'+' | b'-')) {
                self.position += 1;
            }
            self.digits();
            kind = TokenKind::Float;
        }
        self.push(kind, start);
    }

    fn digits(&mut self) {
        self.skip_while(|byte| byte.is_ascii_digit());
    }
}
