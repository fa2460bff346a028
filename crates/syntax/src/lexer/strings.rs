//! Strings and the holes in them.
//!
//! `"a {b} c"` gives `"a {`, the tokens of `b`, and `} c"`. While a hole is open
//! its tokens are lexed like any others; only the brace that closes it is told
//! apart, by counting.

use super::Lexer;
use crate::token::{Gap, LexFault, TokenKind, Unterminated};

/// An open `{` in a string.
pub(super) struct Hole {
    /// Where the string began.
    quote: usize,
    brace: usize,
    /// Braces opened and not closed since.
    depth: u32,
    /// How many tokens and faults there were when the hole opened.
    tokens: usize,
    faults: usize,
}

/// How often a text may turn out to have a forgotten `{`. Each one lexes the rest
/// of the text anew, so a bound keeps the whole linear.
const MAX_RETREATS: u32 = 16;

impl Lexer<'_> {
    pub(super) fn string(&mut self, quote: usize) {
        self.position = quote + 1;
        self.string_piece(quote, quote, TokenKind::StringStart, TokenKind::String);
    }

    pub(super) fn open_brace(&mut self, kind: TokenKind, length: usize) {
        if let Some(hole) = self.holes.last_mut() {
            hole.depth += 1;
        }
        self.take(kind, length);
    }

    pub(super) fn close_brace(&mut self, start: usize) {
        match self.holes.last_mut() {
            Some(hole) if hole.depth == 0 => {
                let quote = hole.quote;
                self.holes.pop();
                self.position += 1;
                self.string_piece(quote, start, TokenKind::StringSegment, TokenKind::StringEnd);
            }
            Some(hole) => {
                hole.depth -= 1;
                self.take(TokenKind::RightBrace, 1);
            }
            None => self.take(TokenKind::RightBrace, 1),
        }
    }

    /// The text of a string up to its end or its next hole.
    fn string_piece(
        &mut self,
        quote: usize,
        mut start: usize,
        mut before_hole: TokenKind,
        mut at_end: TokenKind,
    ) {
        loop {
            self.skip_while(|byte| !matches!(byte, b'"' | b'\\' | b'{'));
            match (self.peek(0), self.peek(1)) {
                (None, _) => return self.endless_string(quote, start),
                (Some(b'"'), Some(b'"')) => self.position += 2,
                (Some(b'"'), _) => {
                    self.position += 1;
                    return self.push(at_end, start);
                }
                (Some(b'\\'), _) => self.position = (self.position + 2).min(self.bytes.len()),
                _ => {
                    let brace = self.position;
                    self.position += 1;
                    self.push(before_hole, start);
                    if !self.faulty_hole() {
                        return self.open_hole(quote, brace);
                    }
                    start = self.position;
                    before_hole = TokenKind::StringSegment;
                    at_end = TokenKind::StringEnd;
                    if self.peek(0) == Some(b'}') {
                        self.position += 1;
                    }
                }
            }
        }
    }

    fn open_hole(&mut self, quote: usize, brace: usize) {
        let (tokens, faults) = (self.tokens.len(), self.faults.len());
        self.holes.push(Hole { quote, brace, depth: 0, tokens, faults });
    }

    /// Takes the text of a hole that holds nothing, or another brace, as one error
    /// token, up to the brace that ends it.
    fn faulty_hole(&mut self) -> bool {
        let start = self.position;
        self.skip_while(super::is_white_space);
        if self.peek(0) == Some(b'}') {
            self.push_fault(LexFault::EmptyInterpolation, start);
            return true;
        }
        self.position = start;
        if self.peek(0) != Some(b'{') {
            return false;
        }
        let mut depth = 1;
        while depth > 0 {
            match self.peek(0) {
                Some(b'{') => depth += 1,
                Some(b'}') => depth -= 1,
                Some(b'"') | None => break,
                _ => {}
            }
            self.position += 1;
        }
        if depth == 0 {
            self.position -= 1;
        }
        self.push_fault(LexFault::DoubledBraces, start);
        true
    }

    /// A string that never closes. Inside a hole its quote must have been the end
    /// of the string outside, so the hole was not meant as one.
    fn endless_string(&mut self, quote: usize, start: usize) {
        while self.holes.last().is_some_and(|hole| hole.brace > quote) {
            self.holes.pop();
        }
        match self.holes.pop() {
            Some(hole) if self.retreats < MAX_RETREATS => {
                self.retreats += 1;
                self.tokens.truncate(hole.tokens);
                self.faults.truncate(hole.faults);
                self.gap = Gap(0);
                self.position = quote;
                let fault = LexFault::UnclosedInterpolation(hole.brace as u32);
                self.push_fault(fault, hole.brace + 1);
                self.take(TokenKind::StringEnd, 1);
            }
            _ => {
                self.holes.clear();
                self.position = self.bytes.len();
                let open = LexFault::Unterminated(Unterminated::String, quote as u32);
                self.push_fault(open, start);
            }
        }
    }

    /// The text ends inside a hole: it is merely unfinished.
    pub(super) fn end_inside_hole(&mut self) {
        let quote = self.holes.first().map_or(self.position, |hole| hole.quote);
        self.holes.clear();
        let open = LexFault::Unterminated(Unterminated::Interpolation, quote as u32);
        self.push_fault(open, self.position);
    }
}
