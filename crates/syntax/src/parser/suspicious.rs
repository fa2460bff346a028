//! Characters that are allowed in strings and comments but deceive the reader.

use super::Parser;
use crate::problem::ProblemKind;
use crate::span::Span;
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn suspicious_characters(&mut self) {
        self.lone_carriage_return();
        if self.text.is_ascii() {
            return;
        }
        for (at, character) in self.text.char_indices() {
            if is_invisible(character) && !self.is_in_error_token(at as u32) {
                let span = Span { start: at as u32, end: (at + character.len_utf8()) as u32 };
                self.report_at(ProblemKind::InvisibleCharacter, span);
            }
        }
    }

    /// One is enough to say that line ends are not what they seem.
    fn lone_carriage_return(&mut self) {
        let bytes = self.text.as_bytes();
        let mut from = 0;
        while let Some(offset) = self.text.get(from..).and_then(|rest| rest.find('\r')) {
            let at = from + offset;
            if bytes.get(at + 1) != Some(&b'\n') {
                let span = Span { start: at as u32, end: at as u32 + 1 };
                return self.report_at(ProblemKind::LoneCarriageReturn, span);
            }
            from = at + 1;
        }
    }

    fn is_in_error_token(&self, offset: u32) -> bool {
        let after = self.tokens.all.partition_point(|token| token.start <= offset);
        let token = after.checked_sub(1).and_then(|index| self.tokens.all.get(index));
        token.is_some_and(|token| token.kind == TokenKind::Error && offset < token.end)
    }
}

/// Bidirectional controls and line separators that are no line feeds.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}
