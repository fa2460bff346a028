//! Parsing with a marker at the cursor, for completion.
//!
//! The marker is the word the cursor touches or, where it touches none, an
//! identifier of no width. Either way the text is unchanged and all offsets hold.

use crate::lexer::lex;
use crate::parser::{Parse, parse_tokens};
use crate::span::Span;
use crate::token::{Gap, Token, TokenId, TokenKind, Tokens};
use crate::trivia::comments;

/// A parse in which one token stands for what is being typed.
#[derive(Clone, Debug)]
pub struct CursorParse {
    pub parse: Parse,
    /// An identifier, keyword, symbol or directive. `None` where no name can be
    /// typed: in a comment, a string, a number or a character.
    pub marker: Option<TokenId>,
    /// The part of the marker's text before the cursor.
    pub prefix: Span,
}

/// Parses a text for a question about `offset`.
pub fn parse_at(text: &str, offset: u32) -> CursorParse {
    let mut offset = (offset as usize).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let offset = offset as u32;
    let mut tokens = lex(text);
    let marker = match locate(text, &tokens, offset) {
        Cursor::Nowhere => None,
        Cursor::In(token) => Some(token),
        Cursor::Before(token) => {
            insert_marker(text, &mut tokens, token, offset);
            Some(token)
        }
    };
    let start = marker.map_or(offset, |marker| tokens.get(marker).start);
    let prefix = Span { start: start.min(offset), end: offset };
    CursorParse { parse: parse_tokens(text, tokens), marker, prefix }
}

enum Cursor {
    Nowhere,
    In(TokenId),
    /// Between two tokens, of which this is the second.
    Before(TokenId),
}

fn locate(text: &str, tokens: &Tokens, offset: u32) -> Cursor {
    // The first token that ends at the cursor or behind it.
    let index = tokens.all.partition_point(|token| token.end < offset);
    let first = TokenId(index as u32);
    let token = tokens.get(first);
    if token.start >= offset {
        return between(text, tokens, first, offset);
    }
    if is_nameable(token.kind) && !ends_word(text, token, offset) {
        return Cursor::In(first);
    }
    if token.end == offset && !swallows_cursor(text, token) {
        return between(text, tokens, TokenId(first.0 + 1), offset);
    }
    Cursor::Nowhere
}

/// The cursor stands in the gap before `next`, or at its start.
fn between(text: &str, tokens: &Tokens, next: TokenId, offset: u32) -> Cursor {
    let gap = tokens.gap_before(next);
    let inside = comments(text, gap).iter().any(|comment| {
        let is_closed = comment.span.of(text).ends_with("*/");
        comment.span.start < offset
            && (offset < comment.span.end || !is_closed && touches(text, comment.span, offset))
    });
    let token = tokens.get(next);
    match inside {
        true => Cursor::Nowhere,
        false if token.start == offset && is_nameable(token.kind) && !token.span().is_empty() => {
            Cursor::In(next)
        }
        false => Cursor::Before(next),
    }
}

/// Whether the cursor is on the line that a line comment reaches to the end of.
fn touches(text: &str, comment: Span, offset: u32) -> bool {
    let rest = Span { start: comment.end, end: offset.max(comment.end) };
    !rest.of(text).contains('\n')
}

fn is_nameable(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Identifier
            | TokenKind::Keyword
            | TokenKind::Symbol
            | TokenKind::Hash
            | TokenKind::AtPrimitive
            | TokenKind::AtIntrinsic
            | TokenKind::AtExpect
    )
}

/// Behind the colon of a keyword the next word begins.
fn ends_word(text: &str, token: Token, offset: u32) -> bool {
    token.end == offset && token.kind == TokenKind::Keyword && token.span().of(text).ends_with(':')
}

/// Tokens that go on with what is typed behind them.
fn swallows_cursor(text: &str, token: Token) -> bool {
    match token.kind {
        TokenKind::Integer | TokenKind::Float => true,
        TokenKind::Error => !token.span().of(text).starts_with('\''),
        _ => false,
    }
}

fn insert_marker(text: &str, tokens: &mut Tokens, next: TokenId, offset: u32) {
    let gap = tokens.gap_before(next);
    let before = gap_flags(text, Span { start: gap.start, end: offset });
    let after = gap_flags(text, Span { start: offset, end: gap.end.max(offset) });
    if let Some(token) = tokens.all.get_mut(next.index()) {
        token.gap = after;
    }
    let marker = Token { kind: TokenKind::Identifier, gap: before, start: offset, end: offset };
    tokens.all.insert(next.index().min(tokens.all.len()), marker);
    for (token, _) in &mut tokens.faults {
        if *token >= next {
            token.0 += 1;
        }
    }
}

fn gap_flags(text: &str, part: Span) -> Gap {
    let mut flags = Gap(0);
    if part.of(text).contains('\n') {
        flags.0 |= Gap::NEWLINE;
    }
    if !comments(text, part).is_empty() {
        flags.0 |= Gap::COMMENT;
    }
    flags
}

#[cfg(test)]
mod tests {
    //! The cursor is `$0`; the marked token is shown in the tree as it is typed,
    //! an empty one as nothing at all.

    use super::parse_at;
    use crate::{notation, tree::Tree};

    fn check(source: &str, expected: &str) {
        let offset = source.find("$0").unwrap();
        let text = source.replacen("$0", "", 1);
        let found = parse_at(&text, offset as u32);
        let tree: &Tree = &found.parse.tree;
        let marker = found.marker.map(|token| tree.text_of(token));
        let prefix = found.prefix.of(&text);
        let shown = match marker {
            None => "nowhere".to_owned(),
            Some(word) => format!("{} <{prefix}|{}>", notation(tree), &word[prefix.len()..]),
        };
        assert_eq!(shown, expected, "{source}");
    }

    #[test]
    fn message_after_a_receiver() {
        check("\"hello\" size $0", "(send (send \"hello\" size) ) <|>");
        check("\"hello\" si$0ze foo", "(send (send \"hello\" size) foo) <si|ze>");
        check("a + b $0", "(send a + (send b )) <|>");
        check("a foo: b $0", "(send a foo: (send b )) <|>");
        check("a foo: $0", "(send a foo: ) <|>");
        check("a; $0", "(cascade a ()) <|>");
        check(
            "#(1, 2) collect: [:x | x $0",
            "(send (list 1 2) collect: (block (x) (send x ))) <|>",
        );
        check("\"is {n $0", "(interp \"is \" (send n )) <|>");
    }

    #[test]
    fn line_ends_keep_their_meaning() {
        check("a\n$0", "a ¶  <|>");
        check("a $0\nb", "(send a ) ¶ b <|>");
        check("x := $0\ny := 2", "(:= x ) ¶ (:= y 2) <|>");
    }

    #[test]
    fn other_words() {
        check("#fo$0", "#fo <#fo|>");
        check("dict at$0: 1", "(send dict at: 1) <at|:>");
        check("self.$0", "(field self ) <|>");
        check("x :: $0", "x <|>");
    }

    #[test]
    fn no_name_in_comments_strings_and_numbers() {
        check("a // b $0", "nowhere");
        check("a /* b$0 */", "nowhere");
        check("\"a $0 b\"", "nowhere");
        check("12$0", "nowhere");
        check("\"a $0", "nowhere");
    }

    #[test]
    fn behind_a_comment_names_go_on() {
        check("a // b\n$0", "a ¶  <|>");
        check("a /* b */$0", "(send a ) <|>");
    }
}
