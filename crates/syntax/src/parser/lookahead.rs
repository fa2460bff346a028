//! Deciding what begins here, by looking and not moving.
//!
//! Each scan reads a header's worth of tokens. Where a run of tokens could be
//! scanned again from each of its members, the last result is remembered, so
//! that all scans together stay linear.

use super::{MAX_DEPTH, Parser};
use crate::token::TokenKind;

/// The last runs that were scanned.
#[derive(Default)]
pub(super) struct Scans {
    class_modifiers: Run,
    method_modifiers: Run,
    /// Keyword parts of a header, and where its `=>` was found after them.
    keywords: Run,
    keywords_end: Option<u32>,
}

#[derive(Clone, Copy, Default)]
struct Run {
    start: u32,
    end: u32,
}

impl Run {
    fn covers(self, position: u32) -> bool {
        (self.start..self.end).contains(&position)
    }
}

impl Parser<'_> {
    /// Whether any declaration begins here.
    pub(super) fn at_item_start(&mut self) -> bool {
        match self.kind() {
            TokenKind::Identifier => {
                self.is_alias_start(self.position)
                    || self.is_protocol_start(self.position)
                    || self.is_class_start(self.position)
                    || self.is_extension_start(self.position)
            }
            _ => false,
        }
    }

    /// `[internal] type Name =`
    pub(super) fn is_alias_start(&self, mut position: u32) -> bool {
        if self.is_word_at(position, "internal") {
            position += 1;
        }
        self.is_word_at(position, "type")
            && self.is_upper_at(position + 1)
            && self.is_operator_at(position + 2, "=")
    }

    /// `Protocol define:`
    pub(super) fn is_protocol_start(&self, position: u32) -> bool {
        self.is_word_at(position, "Protocol") && self.is_keyword_at(position + 1, "define:")
    }

    /// Modifiers, a superclass, `subclass:`
    pub(super) fn is_class_start(&mut self, position: u32) -> bool {
        let mut position = self.skip_class_modifiers(position);
        if self.kind_at(position) != TokenKind::Identifier {
            return false;
        }
        position += 1;
        if self.kind_at(position) == TokenKind::At
            && self.kind_at(position + 1) == TokenKind::Identifier
        {
            position += 2;
        }
        if self.kind_at(position) == TokenKind::LeftParen {
            match self.skip_type_list(position, 0) {
                Some(after) => position = after,
                None => return false,
            }
        }
        self.is_keyword_at(position, "subclass:")
    }

    fn skip_class_modifiers(&mut self, start: u32) -> u32 {
        if self.scans.class_modifiers.covers(start) {
            return self.scans.class_modifiers.end;
        }
        let mut end = start;
        while self.kind_at(end) == TokenKind::Identifier
            && matches!(self.text_at(end), "abstract" | "sealed" | "typed" | "internal")
        {
            end += 1;
        }
        if end > start + 1 {
            self.scans.class_modifiers = Run { start, end };
        }
        end
    }

    /// `Class >> header =>`, also qualified and for the class side.
    pub(super) fn is_extension_start(&mut self, mut position: u32) -> bool {
        if self.is_lower_at(position) && self.kind_at(position + 1) == TokenKind::At {
            position += 2;
        }
        if !self.is_upper_at(position) {
            return false;
        }
        position += 1;
        if self.is_word_at(position, "class") {
            position += 1;
        }
        if self.kind_at(position) != TokenKind::GtGt {
            return false;
        }
        position += 1;
        while self.is_extension_modifier(position) {
            position += 1;
        }
        self.header_end(position).is_some()
    }

    /// `sealed`, or `internal` where it is not itself the selector.
    pub(super) fn is_extension_modifier(&self, position: u32) -> bool {
        self.is_word_at(position, "sealed")
            || (self.is_word_at(position, "internal") && !self.completes_header(position + 1))
    }

    /// Whether a method begins here. Damaged headers count, so that what is wrong
    /// with them can be said.
    pub(super) fn is_method_start(&mut self, position: u32) -> bool {
        let selector = match self.kind_at(position) {
            TokenKind::Identifier => self.skip_method_modifiers(position),
            _ => position,
        };
        match self.header_end(selector) {
            Some(arrow) => !self.crosses_member(position, arrow),
            None => false,
        }
    }

    /// Whether what begins inside a body runs into a line where a member begins:
    /// in `go => x⏎  -> y => z` the arrow is not the return type of an `x`.
    fn crosses_member(&self, start: u32, end: u32) -> bool {
        let Some(header_column) = self.place.header_column else { return false };
        let is_member = |at| self.column_at(at).is_some_and(|column| column <= header_column);
        !is_member(start) && (start + 1..=end).any(is_member)
    }

    /// `class` and `internal` are modifiers only where they do not themselves
    /// complete a header; `sealed` always is.
    pub(super) fn is_method_modifier(&self, position: u32) -> bool {
        if self.kind_at(position) != TokenKind::Identifier {
            return false;
        }
        match self.text_at(position) {
            "sealed" => true,
            "class" | "internal" => !self.completes_header(position + 1),
            _ => false,
        }
    }

    fn skip_method_modifiers(&mut self, start: u32) -> u32 {
        if self.scans.method_modifiers.covers(start) {
            return self.scans.method_modifiers.end;
        }
        let mut end = start;
        while self.is_method_modifier(end) {
            end += 1;
        }
        if end > start + 1 {
            self.scans.method_modifiers = Run { start, end };
        }
        end
    }

    /// Whether a header that has had its selector ends here: `=>`, `-> T =>` or
    /// `:: -> T =>`.
    pub(super) fn completes_header(&self, position: u32) -> bool {
        match self.kind_at(position) {
            TokenKind::FatArrow => true,
            TokenKind::Arrow => self.return_type_end(position).is_some(),
            TokenKind::DoubleColon => {
                self.kind_at(position + 1) == TokenKind::Arrow
                    && self.return_type_end(position + 1).is_some()
            }
            _ => false,
        }
    }

    /// From an arrow over its type to `=>`.
    fn return_type_end(&self, arrow: u32) -> Option<u32> {
        let end = match self.kind_at(arrow + 1) {
            TokenKind::FatArrow => arrow + 1,
            _ => self.skip_type(arrow + 1, 0)?,
        };
        (self.kind_at(end) == TokenKind::FatArrow).then_some(end)
    }

    /// Where the `=>` of a header that begins here stands.
    pub(super) fn header_end(&mut self, position: u32) -> Option<u32> {
        match self.kind_at(position) {
            TokenKind::Identifier => self.header_tail(position + 1),
            TokenKind::BinarySelector | TokenKind::Arrow | TokenKind::GtGt => {
                let parameter = self.skip_parameter(position + 1);
                self.header_tail(parameter)
            }
            TokenKind::Keyword => self.keyword_header_end(position),
            _ => None,
        }
    }

    fn keyword_header_end(&mut self, start: u32) -> Option<u32> {
        if self.scans.keywords.covers(start) {
            return self.scans.keywords_end;
        }
        let mut position = start;
        while self.kind_at(position) == TokenKind::Keyword {
            position = self.skip_parameter(position + 1);
        }
        let end = self.header_tail(position);
        self.scans.keywords = Run { start, end: position };
        self.scans.keywords_end = end;
        end
    }

    /// A parameter's name and annotation, or what is left of them.
    fn skip_parameter(&self, mut position: u32) -> u32 {
        if self.kind_at(position) == TokenKind::Identifier {
            position += 1;
        }
        match self.kind_at(position) {
            TokenKind::DoubleColon if self.kind_at(position + 1) == TokenKind::Arrow => position,
            TokenKind::DoubleColon | TokenKind::Colon => {
                self.skip_type(position + 1, 0).unwrap_or(position + 1)
            }
            _ => position,
        }
    }

    /// From behind the parameters to `=>`.
    fn header_tail(&self, mut position: u32) -> Option<u32> {
        match self.kind_at(position) {
            TokenKind::DoubleColon if self.kind_at(position + 1) != TokenKind::Arrow => {
                position = self.skip_type(position + 1, 0).unwrap_or(position + 1);
            }
            TokenKind::DoubleColon => position += 1,
            _ => {}
        }
        match self.kind_at(position) {
            TokenKind::FatArrow => Some(position),
            TokenKind::Arrow => self.return_type_end(position),
            _ => None,
        }
    }

    /// Over a whole type, if one stands here.
    fn skip_type(&self, position: u32, depth: u32) -> Option<u32> {
        let mut position = self.skip_type_atom(position, depth)?;
        while self.is_type_operator(position) {
            position = self.skip_type_atom(position + 1, depth)?;
        }
        Some(position)
    }

    fn is_type_operator(&self, position: u32) -> bool {
        match self.kind_at(position) {
            TokenKind::Pipe => true,
            TokenKind::BinarySelector => matches!(self.text_at(position), "\\" | "\\\\" | "&"),
            _ => false,
        }
    }

    fn skip_type_atom(&self, mut position: u32, depth: u32) -> Option<u32> {
        match self.kind_at(position) {
            TokenKind::Symbol => Some(position + 1),
            TokenKind::LeftParen => self.skip_type_list(position, depth),
            TokenKind::Identifier => {
                position += 1;
                if self.kind_at(position) == TokenKind::At {
                    position += 2;
                }
                let next = self.token_at(position);
                match next.kind {
                    _ if next.begins_line() => Some(position),
                    TokenKind::LeftParen => self.skip_type_list(position, depth),
                    _ if self.is_word_at(position, "class") => Some(position + 1),
                    _ => Some(position),
                }
            }
            _ => None,
        }
    }

    /// `(type, type)`
    fn skip_type_list(&self, open: u32, depth: u32) -> Option<u32> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut position = open + 1;
        if self.kind_at(position) == TokenKind::RightParen {
            return Some(position + 1);
        }
        loop {
            position = self.skip_type(position, depth + 1)?;
            if self.kind_at(position) == TokenKind::RightParen {
                return Some(position + 1);
            }
            if !self.is_operator_at(position, ",") {
                return None;
            }
            position += 1;
        }
    }
}
