//! Which brackets before a place are still open.
//!
//! In goes a place; out come the brackets opened before it and not yet closed.
//! Reads tokens only, so it may be asked about any text, however broken.

use crate::place::Place;
use syntax::TokenKind;

/// How many bytes back an open bracket is looked for.
const REACH: usize = 4000;

/// The bracket that a place stands in.
pub(crate) fn innermost(at: Place) -> Option<TokenKind> {
    open_before(at).pop()
}

/// Whether a closing bracket at this place would close something.
pub(crate) fn closes_something(at: Place) -> bool {
    open_before(at).into_iter().any(|opener| closer(opener) == Some(at.text()))
}

fn open_before(at: Place) -> Vec<TokenKind> {
    let mut open: Vec<TokenKind> = vec![];
    for (kind, span) in at.tokens_before(REACH) {
        if closer(kind).is_some() {
            open.push(kind);
        } else if open.last().is_some_and(|opener| closer(*opener) == Some(at.at(span).text())) {
            open.pop();
        }
    }
    open
}

/// What closes an opening token; none for every other token.
fn closer(opener: TokenKind) -> Option<&'static str> {
    match opener {
        TokenKind::LeftBracket | TokenKind::ArrayOpen => Some("]"),
        TokenKind::LeftParen | TokenKind::ListOpen => Some(")"),
        TokenKind::LeftBrace | TokenKind::MapOpen => Some("}"),
        TokenKind::LtLt => Some(">>"),
        _ => None,
    }
}
