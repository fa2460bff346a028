//! The partner of the bracket at the cursor.
//!
//! In goes a text and a cursor; out come the places of a bracket beside the cursor and of
//! its partner. Brackets inside strings and comments are text, because tokens decide.

use std::ops::Range;

use syntax::{TokenKind, lex};

/// The bracket just before the cursor or else just after it, and its partner.
pub(crate) fn partners(text: &str, cursor: usize) -> Option<[Range<usize>; 2]> {
    let tokens = lex(text);
    let mut open: Vec<(Range<usize>, TokenKind)> = vec![];
    let mut found = None;
    for (_, token) in tokens.iter() {
        let range = token.span().range();
        if let Some(closer) = token.kind.closer() {
            open.push((range, closer));
        } else if open.last().is_some_and(|(_, closer)| *closer == token.kind) {
            let Some((opener, _)) = open.pop() else { continue };
            if range.end == cursor || opener.end == cursor {
                return Some([opener, range]);
            }
            if range.start == cursor || opener.start == cursor {
                found = Some([opener, range]);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::partners;

    #[test]
    fn a_bracket_finds_its_partner() {
        let cases = [
            ("(1)|", Some((0, 2))),
            ("|(1)", Some((0, 2))),
            ("(|1)", Some((0, 2))),
            ("(1|)", Some((0, 2))),
            ("([1])|", Some((0, 4))),
            ("([1]|)", Some((1, 3))),
            ("#(1, #[2]|)", Some((5, 8))),
            ("(\")\" size)|", Some((0, 9))),
            ("(1]|", None),
            ("1 + 2|", None),
            ("(1|", None),
        ];
        for (marked, expected) in cases {
            let cursor = marked.find('|').unwrap();
            let text = marked.replacen('|', "", 1);
            let found = partners(&text, cursor).map(|[one, other]| (one.start, other.start));
            assert_eq!(found, expected, "{marked}");
        }
    }
}
