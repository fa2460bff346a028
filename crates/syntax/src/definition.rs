//! How far a class, a protocol or a method of a class goes in a text that holds other
//! things beside it, as at a prompt or in a script. Looks at tokens only.

use crate::lexer::lex;
use crate::token::{TokenId, TokenKind, Tokens};

/// What a text has of a class, a protocol or a method of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Definition {
    /// Indented lines that follow belong to it.
    pub may_grow: bool,
    /// It ends in `=>`.
    pub lacks_body: bool,
    /// Where the next input begins, if there is one.
    pub next: Option<usize>,
}

impl Definition {
    pub fn of(text: &str) -> Definition {
        let tokens = lex(text);
        let mut definition = Definition::default();
        let mut depth = 0_usize;
        let mut head = Head::None;
        for (id, token) in tokens.iter() {
            if token.kind == TokenKind::Eof {
                break;
            }
            if depth == 0 && head == Head::Done && token.begins_line() && !token.kind.is_closer() {
                definition.next = first_column(text, &tokens, id);
                if definition.next.is_some() {
                    return definition;
                }
            }
            if token.kind.closer().is_some() {
                depth += 1;
            } else if token.kind.is_closer() {
                depth = depth.saturating_sub(1);
            }
            let word = token.span().of(text);
            definition.lacks_body = depth == 0 && token.kind == TokenKind::FatArrow;
            head = match (head, token.kind) {
                (Head::None, TokenKind::Keyword) if matches!(word, "subclass:" | "define:") => {
                    Head::Named
                }
                (Head::None, TokenKind::GtGt) if depth == 0 => Head::Method,
                (Head::Method, TokenKind::FatArrow) if depth == 0 => {
                    // A body beside its head is all of it.
                    let next = tokens.get(TokenId(id.0 + 1));
                    if next.begins_line() || next.kind == TokenKind::Eof {
                        definition.may_grow = true;
                        Head::Named
                    } else {
                        return Definition::default();
                    }
                }
                (Head::Named, _) => Head::Done,
                (head, _) => head,
            };
            definition.may_grow |= matches!(head, Head::Named | Head::Done);
        }
        definition
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    None,
    /// `Class >> …`, before the arrow.
    Method,
    /// What comes next still belongs to the head.
    Named,
    Done,
}

/// The first line in the gap before a token that begins in the first column, comments
/// included: a doc comment belongs to what it stands above.
fn first_column(text: &str, tokens: &Tokens, id: TokenId) -> Option<usize> {
    let gap = tokens.gap_before(id);
    let end = gap.end as usize;
    let lines = text.get(gap.start as usize..end)?.match_indices('\n');
    let mut starts = lines.map(|(at, _)| gap.start as usize + at + 1);
    let is_indented =
        |at: usize| text.get(at..).is_none_or(|it| it.starts_with([' ', '\t', '\r', '\n']));
    starts.find(|at| !is_indented(*at)).filter(|_| {
        // The token itself must stand in the first column, whatever comments do.
        text.get(..end).is_some_and(|before| before.ends_with('\n'))
    })
}
