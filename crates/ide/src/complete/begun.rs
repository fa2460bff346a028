//! Heads outside of a class body that are not finished: `Ferry >> go -> ` is no expression
//! and `abstract Val` is no message. What is missing is put behind the cursor, and then the
//! tree tells the place. Knows tokens, no classes.

use syntax::{TokenId, TokenKind};

use super::cursor::Cursor;
use super::headers;
use super::position::{Nowhere, Position, TypePlace};

/// A place in such a head.
pub(super) fn place(cursor: &Cursor) -> Option<Position> {
    if is_behind_modifiers(cursor) {
        return Some(Position::TypeName(TypePlace::Superclass));
    }
    let selector = selector_of_extension(cursor)?;
    let marker = cursor.marker?;
    // The selector itself may as well be that of a method that is there.
    if marker <= selector || has_arrow_behind(cursor) {
        return None;
    }
    let found = headers::mended(cursor).into_iter().find_map(|it| in_extension(&it));
    let is_typed = (selector.0..marker.0)
        .any(|it| matches!(cursor.kind(TokenId(it)), TokenKind::Arrow | TokenKind::DoubleColon));
    found.or(is_typed.then_some(Position::Nothing(Nowhere::Head)))
}

/// Whether nothing but modifiers of a class stands before the cursor in its line, and no more
/// behind it.
fn is_behind_modifiers(cursor: &Cursor) -> bool {
    let Some(marker) = cursor.marker else { return false };
    let tree = cursor.tree();
    let first = cursor.line_start(marker);
    let is_modifier = |token: TokenId| {
        matches!(tree.text_of(token), "abstract" | "sealed" | "typed" | "internal")
    };
    let behind = tree.tokens.get(TokenId(marker.0 + 1));
    first < marker
        && cursor.column(first) == 0
        && cursor.kind(marker) == TokenKind::Identifier
        && (behind.kind == TokenKind::Eof || behind.begins_line())
        && (first.0..marker.0).map(TokenId).all(is_modifier)
}

/// Where the selector stands in a line that begins with `Class >>` or `Class class >>`.
fn selector_of_extension(cursor: &Cursor) -> Option<TokenId> {
    let tree = cursor.tree();
    let mut at = cursor.line_start(cursor.marker?);
    if cursor.column(at) > 0 {
        return None;
    }
    let mut next = |is_next: &dyn Fn(TokenId) -> bool| {
        let found = at.0 < tree.tokens.len() as u32 && is_next(at);
        at.0 += u32::from(found);
        found
    };
    let is_kind = |kind| move |at| cursor.kind(at) == kind;
    let is_word = |at: TokenId| cursor.kind(at) == TokenKind::Identifier;
    let is_name = next(&is_word);
    if next(&is_kind(TokenKind::At)) {
        next(&is_word);
    }
    next(&|at| tree.text_of(at) == "class");
    if !is_name || !next(&is_kind(TokenKind::GtGt)) {
        return None;
    }
    while next(&|at| matches!(tree.text_of(at), "sealed" | "internal")) {}
    matches!(
        cursor.kind(at),
        TokenKind::Identifier | TokenKind::Keyword | TokenKind::BinarySelector
    )
    .then_some(at)
}

/// What is finished is read as it stands.
fn has_arrow_behind(cursor: &Cursor) -> bool {
    let Some(marker) = cursor.marker else { return false };
    let first = cursor.line_start(marker);
    let in_line = |token: &TokenId| {
        cursor.kind(*token) != TokenKind::Eof
            && (*token <= marker || !cursor.tree().tokens.get(*token).begins_line())
    };
    let mut line = (first.0..).map(TokenId).take_while(in_line);
    line.any(|it| cursor.kind(it) == TokenKind::FatArrow)
}

fn in_extension(cursor: &Cursor) -> Option<Position> {
    let marker = cursor.marker?;
    let mut extensions = cursor.tree().nodes.extensions.iter();
    let is_in = extensions
        .any(|(_, it)| it.method.tokens.first <= marker && marker <= it.method.tokens.last);
    is_in.then(|| headers::declared(cursor)).flatten()
}
