//! Whether a prompt should ask for another line. Looks at tokens only.

use crate::lexer::lex;
use crate::token::{LexFault, TokenId, TokenKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// To be read as it is, right or wrong.
    Complete,
    /// More must follow.
    Incomplete,
    /// A declaration that more may follow; a blank line ends it.
    UntilBlankLine,
}

pub fn completeness(text: &str) -> Completeness {
    let tokens = lex(text);
    if tokens.faults().iter().any(|(_, fault)| LexFault::is_incomplete(*fault)) {
        return Completeness::Incomplete;
    }
    let mut open = Open::default();
    let mut last = TokenKind::Eof;
    let (mut has_subclass, mut has_arrow, mut has_protocol) = (false, false, false);
    for (id, token) in tokens.iter().take(tokens.len() - 1) {
        last = token.kind;
        open.count(token.kind);
        match token.kind {
            TokenKind::FatArrow => has_arrow |= open.is_none(),
            TokenKind::Keyword => match token.span().of(text) {
                "subclass:" => has_subclass = true,
                "define:" => {
                    let before = TokenId(id.0.saturating_sub(1));
                    has_protocol |= tokens.get(before).span().of(text) == "Protocol";
                }
                _ => {}
            },
            _ => {}
        }
    }
    let expects_more = matches!(
        last,
        TokenKind::Keyword
            | TokenKind::BinarySelector
            | TokenKind::Arrow
            | TokenKind::GtGt
            | TokenKind::Assign
            | TokenKind::Semicolon
            | TokenKind::Caret
    );
    if !open.is_none() || expects_more {
        return Completeness::Incomplete;
    }
    match has_protocol || (has_subclass && !has_arrow) {
        true => Completeness::UntilBlankLine,
        false => Completeness::Complete,
    }
}

/// Brackets opened and not closed. Surplus closers count for nothing.
#[derive(Default)]
struct Open {
    parens: u32,
    brackets: u32,
    braces: u32,
    binaries: u32,
}

impl Open {
    fn count(&mut self, kind: TokenKind) {
        match kind {
            TokenKind::LeftParen | TokenKind::ListOpen => self.parens += 1,
            TokenKind::LeftBracket | TokenKind::ArrayOpen => self.brackets += 1,
            TokenKind::LeftBrace | TokenKind::MapOpen => self.braces += 1,
            TokenKind::LtLt => self.binaries += 1,
            TokenKind::RightParen => self.parens = self.parens.saturating_sub(1),
            TokenKind::RightBracket => self.brackets = self.brackets.saturating_sub(1),
            TokenKind::RightBrace => self.braces = self.braces.saturating_sub(1),
            TokenKind::GtGt => self.binaries = self.binaries.saturating_sub(1),
            _ => {}
        }
    }

    fn is_none(&self) -> bool {
        (self.parens, self.brackets, self.braces, self.binaries) == (0, 0, 0, 0)
    }
}
