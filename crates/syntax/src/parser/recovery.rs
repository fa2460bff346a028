//! Going on after something unexpected: what to skip, and where to stop.

use super::{MAX_DEPTH, Parser};
use crate::problem::{Bracket, ProblemKind};
use crate::token::{TokenId, TokenKind, Tokens};
use crate::tree::ExprId;

/// Whether some bracket has no partner.
pub(super) fn is_unbalanced(tokens: &Tokens) -> bool {
    let (mut parens, mut brackets, mut braces) = (0i64, 0i64, 0i64);
    for (_, token) in tokens.iter() {
        match token.kind {
            TokenKind::LeftParen | TokenKind::ListOpen => parens += 1,
            TokenKind::RightParen => parens -= 1,
            TokenKind::LeftBracket | TokenKind::ArrayOpen => brackets += 1,
            TokenKind::RightBracket => brackets -= 1,
            TokenKind::LeftBrace | TokenKind::MapOpen => braces += 1,
            TokenKind::RightBrace => braces -= 1,
            _ => {}
        }
    }
    (parens, brackets, braces) != (0, 0, 0)
}

/// A bracket, or a string with holes.
pub(super) fn is_opener(kind: TokenKind) -> bool {
    kind.closer().is_some() || kind == TokenKind::StringStart
}

/// The end of one, or of a hole in such a string.
pub(super) fn is_closer(kind: TokenKind) -> bool {
    kind.is_closer() || matches!(kind, TokenKind::StringSegment | TokenKind::StringEnd)
}

impl Parser<'_> {
    /// Runs `parse` one level deeper, or reports that the limit is reached and
    /// skips what would have nested further.
    pub(super) fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> T,
        too_deep: impl FnOnce(&mut Self, TokenId) -> T,
    ) -> T {
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            let node = parse(self);
            self.depth -= 1;
            return node;
        }
        self.report(ProblemKind::TooDeep);
        let first = self.here();
        self.skip_group();
        too_deep(self, first)
    }

    pub(super) fn nested_expr(&mut self, parse: impl FnOnce(&mut Self) -> ExprId) -> ExprId {
        self.nested(parse, |parser, first| parser.error_expr(first))
    }

    /// Skips whole bracketed groups and what is between them, up to the end of
    /// the bracket around, or where `ends` holds between groups, or where `halts`
    /// holds anywhere.
    pub(super) fn skip_groups(
        &mut self,
        mut halts: impl FnMut(&mut Self) -> bool,
        ends: impl Fn(&Self) -> bool,
    ) {
        let mut level = 0u32;
        while !self.at(TokenKind::Eof) && !halts(self) {
            let kind = self.kind();
            if level == 0 && (is_closer(kind) || ends(self)) {
                return;
            }
            if is_opener(kind) {
                level += 1;
            } else if is_closer(kind) && kind != TokenKind::StringSegment {
                level -= 1;
            }
            self.bump();
        }
    }

    /// Skips to where a statement, an element or a bracket ends.
    fn skip_group(&mut self) {
        let ends = |parser: &Self| {
            matches!(parser.kind(), TokenKind::Period | TokenKind::Bang | TokenKind::Semicolon)
                || parser.at_operator(",")
        };
        self.skip_groups(|_| false, ends);
    }

    /// Takes one token, or a bracketed group that begins here and closes on this
    /// line.
    pub(super) fn skip_token_or_group(&mut self) {
        let closer = match self.kind() {
            TokenKind::StringStart => Some(TokenKind::StringEnd),
            kind => kind.closer(),
        };
        self.bump();
        if let Some(closer) = closer {
            self.skip_to_closer(closer);
        }
    }

    /// After a broken statement: skips the rest of its line, or to what may end a
    /// statement or a bracket.
    pub(super) fn skip_broken_statement(&mut self) {
        let ends = |parser: &Self| {
            matches!(
                parser.kind(),
                TokenKind::Period
                    | TokenKind::Bang
                    | TokenKind::Semicolon
                    | TokenKind::Caret
                    | TokenKind::FatArrow
            )
        };
        self.skip_groups(|parser| parser.begins_line(), ends);
    }

    /// Takes the closer of the bracket that `opener` opened. Where it is missing,
    /// reports that here and looks for it on the rest of the line only.
    pub(super) fn close(&mut self, closer: TokenKind, bracket: Bracket, opener: TokenId) {
        if self.eat(closer).is_none() {
            let opener = self.tokens.get(opener).start;
            self.report(ProblemKind::Unclosed(bracket, opener));
            self.skip_to_closer(closer);
        }
    }

    /// Takes the rest of this line up to and with `closer`, if it is there.
    pub(super) fn skip_to_closer(&mut self, closer: TokenKind) {
        let mut level = 0u32;
        let mut position = self.position;
        loop {
            let token = self.token_at(position);
            if token.kind == TokenKind::Eof || (token.begins_line() && position > self.position) {
                return;
            }
            if level == 0 && token.kind == closer {
                self.position = position + 1;
                return;
            }
            if is_opener(token.kind) {
                level += 1;
            } else if is_closer(token.kind) {
                let Some(outer) = level.checked_sub(1) else { return };
                level = if token.kind == TokenKind::StringSegment { level } else { outer };
            }
            position += 1;
        }
    }

    /// Whether a line begins here that cannot belong to the unfinished
    /// expression before it: the next member, or the next declaration of a text
    /// whose brackets do not match.
    pub(super) fn at_declaration_boundary(&mut self) -> bool {
        let Some(column) = self.column() else { return false };
        if let Some(header_column) = self.place.header_column
            && column <= header_column
            && self.is_method_start(self.position)
        {
            return true;
        }
        self.is_unbalanced && column == 0 && self.at_item_start()
    }
}
