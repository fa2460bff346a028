//! Text to tokens. Total: what is no token becomes an error token.
//!
//! One pass from left to right. Strings with holes are lexed with a stack of
//! open holes instead of by recursion, so nesting costs nothing. Knows nothing
//! of the grammar: newlines and comments are only noted in the gaps.

pub(crate) mod characters;
mod numbers;
mod strings;

use crate::token::{Gap, LexFault, Token, TokenId, TokenKind, Tokens, Unterminated};
use characters::{is_operator, is_white_space, is_word, is_word_start};
use strings::Hole;

/// Splits a text into tokens, the last of which is the end token.
pub fn lex(text: &str) -> Tokens {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        position: 0,
        gap: Gap(0),
        // Real text has about one token for every five bytes.
        tokens: Vec::with_capacity(text.len() / 5 + 4),
        faults: Vec::new(),
        holes: Vec::new(),
        retreats: 0,
    };
    lexer.run();
    Tokens { all: lexer.tokens, faults: lexer.faults }
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    position: usize,
    /// What has been skipped since the last token.
    gap: Gap,
    tokens: Vec<Token>,
    faults: Vec<(TokenId, LexFault)>,
    /// The interpolation holes that are open, outermost first.
    holes: Vec<Hole>,
    retreats: u32,
}

impl Lexer<'_> {
    fn run(&mut self) {
        loop {
            self.skip_trivia();
            let start = self.position;
            match self.peek(0) {
                Some(first) => self.token(first, start),
                None if self.holes.is_empty() => break,
                None => self.end_inside_hole(),
            }
        }
        self.push(TokenKind::Eof, self.position);
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.position + ahead).copied()
    }

    /// Ends a token that began at `start` here.
    fn push(&mut self, kind: TokenKind, start: usize) {
        self.push_span(kind, start, self.position);
    }

    fn push_span(&mut self, kind: TokenKind, start: usize, end: usize) {
        let gap = std::mem::take(&mut self.gap);
        self.tokens.push(Token { kind, gap, start: start as u32, end: end as u32 });
    }

    fn push_fault(&mut self, fault: LexFault, start: usize) {
        self.faults.push((TokenId(self.tokens.len() as u32), fault));
        self.push(TokenKind::Error, start);
    }

    /// Consumes `length` bytes as one token.
    fn take(&mut self, kind: TokenKind, length: usize) {
        let start = self.position;
        self.position += length;
        self.push(kind, start);
    }

    fn skip_while(&mut self, belongs: impl Fn(u8) -> bool) {
        let rest = self.bytes.get(self.position..).unwrap_or_default();
        self.position += rest.iter().position(|byte| !belongs(*byte)).unwrap_or(rest.len());
    }

    /// White space and comments. A block comment without end stays unread: it
    /// becomes a token.
    fn skip_trivia(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => {
                    self.gap.0 |= Gap::NEWLINE;
                    self.position += 1;
                }
                _ if is_white_space(byte) => self.position += 1,
                b'/' if self.peek(1) == Some(b'/') => {
                    self.gap.0 |= Gap::COMMENT;
                    self.skip_while(|byte| byte != b'\n');
                }
                b'/' if self.peek(1) == Some(b'*') => {
                    let rest = self.text.get(self.position + 2..).unwrap_or("");
                    let Some(length) = rest.find("*/") else { return };
                    self.gap.0 |= Gap::COMMENT;
                    if rest.as_bytes().get(..length).unwrap_or_default().contains(&b'\n') {
                        self.gap.0 |= Gap::NEWLINE;
                    }
                    self.position += length + 4;
                }
                _ => return,
            }
        }
    }

    fn token(&mut self, first: u8, start: usize) {
        match first {
            _ if is_word_start(first) => self.word(start),
            b'0'..=b'9' => self.number(start),
            b'"' => self.string(start),
            b'/' if self.peek(1) == Some(b'*') => self.unterminated(Unterminated::Comment, start),
            _ if is_operator(first) => self.operator(first, start),
            b'#' => self.hash(start),
            b'$' => self.character(start),
            b':' => match self.peek(1) {
                Some(b'=') => self.take(TokenKind::Assign, 2),
                Some(b':') => self.take(TokenKind::DoubleColon, 2),
                _ => self.take(TokenKind::Colon, 1),
            },
            b'.' if self.peek(1) == Some(b'.') && self.peek(2) == Some(b'.') => {
                self.take(TokenKind::Ellipsis, 3);
            }
            b'.' => self.take(TokenKind::Period, 1),
            b'(' => self.take(TokenKind::LeftParen, 1),
            b')' => self.take(TokenKind::RightParen, 1),
            b'[' => self.take(TokenKind::LeftBracket, 1),
            b']' => self.take(TokenKind::RightBracket, 1),
            b'{' => self.open_brace(TokenKind::LeftBrace, 1),
            b'}' => self.close_brace(start),
            b'^' => self.take(TokenKind::Caret, 1),
            b';' => self.take(TokenKind::Semicolon, 1),
            b'!' => self.take(TokenKind::Bang, 1),
            b'|' => self.take(TokenKind::Pipe, 1),
            b'@' => self.at_sign(start),
            b'\'' => {
                self.position += 1;
                self.skip_while(|byte| byte != b'\'');
                self.position = (self.position + 1).min(self.bytes.len());
                self.push_fault(LexFault::SingleQuoted, start);
            }
            _ => {
                self.position += self.character_length();
                self.push_fault(LexFault::UnexpectedCharacter, start);
            }
        }
    }

    /// Bytes of the character at the current position.
    fn character_length(&self) -> usize {
        let rest = self.text.get(self.position..).unwrap_or("");
        rest.chars().next().map_or(1, char::len_utf8)
    }

    /// An identifier, or a keyword where a colon is glued to it that belongs to
    /// neither `:=` nor `::`.
    fn word(&mut self, start: usize) {
        self.skip_while(is_word);
        if self.peek(0) == Some(b':') && !matches!(self.peek(1), Some(b'=' | b':')) {
            self.position += 1;
            self.push(TokenKind::Keyword, start);
        } else {
            self.push(TokenKind::Identifier, start);
        }
    }

    fn operator(&mut self, first: u8, start: usize) {
        match (first, self.peek(1), self.peek(2)) {
            (b'=', Some(b'>'), _) => self.take(TokenKind::FatArrow, 2),
            (b'=', Some(b':' | b'/'), Some(b'=')) => self.take(TokenKind::BinarySelector, 3),
            (b'-', Some(b'>'), _) => self.take(TokenKind::Arrow, 2),
            (b'-', Some(b'0'..=b'9'), _) => self.number(start),
            (b'<', Some(b'<'), _) => self.take(TokenKind::LtLt, 2),
            (b'>', Some(b'>'), _) => self.take(TokenKind::GtGt, 2),
            _ => {
                self.skip_while(is_operator);
                self.push(TokenKind::BinarySelector, start);
            }
        }
    }

    /// `#` and what may be glued to it.
    fn hash(&mut self, start: usize) {
        match self.peek(1) {
            Some(b'{') => self.open_brace(TokenKind::MapOpen, 2),
            Some(b'(') => self.take(TokenKind::ListOpen, 2),
            Some(b'[') => self.take(TokenKind::ArrayOpen, 2),
            Some(b'\'') => self.quoted_symbol(start),
            Some(next) if is_word_start(next) => {
                self.position += 1;
                self.skip_while(is_word);
                while self.peek(0) == Some(b':') && self.peek(1) != Some(b'=') {
                    self.position += 1;
                    if self.peek(0).is_some_and(is_word_start) {
                        self.skip_while(is_word);
                    }
                }
                self.push(TokenKind::Symbol, start);
            }
            Some(next) if is_operator(next) => {
                self.position += 1;
                self.skip_while(is_operator);
                self.push(TokenKind::Symbol, start);
            }
            _ => self.take(TokenKind::Hash, 1),
        }
    }

    /// `#'any text'`, a quote written twice.
    fn quoted_symbol(&mut self, start: usize) {
        self.position += 2;
        loop {
            self.skip_while(|byte| byte != b'\'');
            match (self.peek(0), self.peek(1)) {
                (None, _) => return self.unterminated(Unterminated::QuotedSymbol, start),
                (_, Some(b'\'')) => self.position += 2,
                _ => break,
            }
        }
        self.position += 1;
        self.push(TokenKind::Symbol, start);
    }

    /// `$x` or `$\x`.
    fn character(&mut self, start: usize) {
        self.position += if self.peek(1) == Some(b'\\') { 2 } else { 1 };
        if self.position >= self.bytes.len() {
            return self.unterminated(Unterminated::Character, start);
        }
        self.position += self.character_length();
        self.push(TokenKind::Character, start);
    }

    /// Glued to a word it qualifies a class, otherwise it begins a directive.
    fn at_sign(&mut self, start: usize) {
        let before = start.checked_sub(1).and_then(|at| self.bytes.get(at));
        if before.is_some_and(|byte| is_word(*byte)) {
            return self.take(TokenKind::At, 1);
        }
        self.position += 1;
        self.skip_while(is_word);
        match self.text.get(start + 1..self.position).unwrap_or("") {
            "primitive" => self.push(TokenKind::AtPrimitive, start),
            "intrinsic" => self.push(TokenKind::AtIntrinsic, start),
            "expect" => self.push(TokenKind::AtExpect, start),
            word if word.starts_with(|first: char| first.is_ascii_uppercase()) => {
                self.push_fault(LexFault::MissingPackage, start);
            }
            _ => self.push_fault(LexFault::UnknownDirective, start),
        }
    }

    /// All that is left, as one error token.
    fn unterminated(&mut self, what: Unterminated, start: usize) {
        self.position = self.bytes.len();
        self.push_fault(LexFault::Unterminated(what, start as u32), start);
    }
}

#[cfg(test)]
mod tests;
