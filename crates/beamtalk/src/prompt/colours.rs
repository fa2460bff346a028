//! What each piece of a text is, for whoever shows it in colour.
//!
//! In goes a text, out come its pieces in order with their paint, and all of it: comments
//! and white space as well. The one lexer decides. What a paint looks like is said once,
//! here; who may see colour is not decided here.

use std::ops::Range;

use syntax::{TokenKind, lex};

use crate::prompt::inputs;

/// What a piece of text is shown as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Plain,
    Number,
    Text,
    Symbol,
    /// `true`, `false`, `nil`, `self`, `super` and `^`.
    Constant,
    Class,
    Comment,
    Fault,
    Command,
    /// An object that has no notation.
    Opaque,
    Warning,
    Error,
    Dim,
    /// A bracket and its partner.
    Partner,
}

impl Paint {
    /// The parameters of the sequence that a terminal knows it by.
    pub(crate) fn sequence(self) -> &'static str {
        match self {
            Paint::Plain => "",
            Paint::Number | Paint::Warning => "33",
            Paint::Text => "32",
            Paint::Symbol | Paint::Opaque => "36",
            Paint::Constant => "1;34",
            Paint::Class => "35",
            Paint::Comment | Paint::Dim => "90",
            Paint::Fault | Paint::Error => "1;31",
            Paint::Command => "1;36",
            Paint::Partner => "1;4",
        }
    }

    /// A text in this paint, where colour is wanted.
    pub(crate) fn on(self, text: &str, colour: bool) -> String {
        match (colour, self.sequence()) {
            (false, _) | (true, "") => text.to_owned(),
            (true, sequence) => format!("\x1b[{sequence}m{text}\x1b[0m"),
        }
    }
}

/// The pieces of a text as it is typed: source, or a command with its argument.
pub(crate) fn of_input(text: &str) -> Vec<(Range<usize>, Paint)> {
    if !inputs::is_command(text) {
        return of_source(text);
    }
    let start = text.len() - text.trim_start().len();
    let rest = text.get(start..).unwrap_or("");
    let end = start + rest.find(char::is_whitespace).unwrap_or(rest.len());
    let mut pieces = vec![(0..start, Paint::Plain), (start..end, Paint::Command)];
    pieces.push((end..text.len(), Paint::Plain));
    pieces.retain(|(range, _)| !range.is_empty());
    pieces
}

/// The pieces of source.
pub(crate) fn of_source(text: &str) -> Vec<(Range<usize>, Paint)> {
    let tokens = lex(text);
    let mut pieces = vec![];
    for (id, token) in tokens.iter() {
        push_gap(text, tokens.gap_before(id).range(), &mut pieces);
        let range = token.span().range();
        pieces.push((range, paint(token.kind, token.span().of(text))));
    }
    pieces.retain(|(range, _)| !range.is_empty());
    pieces
}

/// The same as text for a terminal.
pub(crate) fn painted(text: &str, pieces: &[(Range<usize>, Paint)], colour: bool) -> String {
    if !colour {
        return text.to_owned();
    }
    pieces
        .iter()
        .map(|(range, paint)| paint.on(text.get(range.clone()).unwrap_or(""), true))
        .collect()
}

/// A printed value: with the colours of its notation where it has one.
pub(crate) fn value(print: &str, class: &str, colour: bool) -> String {
    if !colour {
        return print.to_owned();
    }
    if LITERAL.contains(&class) {
        return painted(print, &of_source(print), true);
    }
    let is_class = class.ends_with(" class") || class == "Metaclass";
    let paint = if is_class { Paint::Class } else { Paint::Opaque };
    paint.on(print, true)
}

/// Classes whose values are printed as they are written.
const LITERAL: [&str; 14] = [
    "Integer",
    "Float",
    "String",
    "Symbol",
    "Character",
    "Boolean",
    "True",
    "False",
    "UndefinedObject",
    "Nil",
    "List",
    "Array",
    "Dictionary",
    "Tuple",
];

fn paint(kind: TokenKind, word: &str) -> Paint {
    match kind {
        TokenKind::Integer | TokenKind::Float => Paint::Number,
        TokenKind::String
        | TokenKind::StringStart
        | TokenKind::StringSegment
        | TokenKind::StringEnd
        | TokenKind::Character => Paint::Text,
        TokenKind::Symbol => Paint::Symbol,
        TokenKind::Caret => Paint::Constant,
        TokenKind::Error => Paint::Fault,
        TokenKind::Identifier => match word {
            "true" | "false" | "nil" | "self" | "super" => Paint::Constant,
            _ if word.starts_with(char::is_uppercase) => Paint::Class,
            _ => Paint::Plain,
        },
        _ => Paint::Plain,
    }
}

/// White space and comments between two tokens.
fn push_gap(text: &str, gap: Range<usize>, pieces: &mut Vec<(Range<usize>, Paint)>) {
    let Some(between) = text.get(gap.clone()) else { return };
    let begin = between.find('/').unwrap_or(between.len());
    let end = between.trim_end().len().max(begin);
    pieces.push((gap.start..gap.start + begin, Paint::Plain));
    pieces.push((gap.start + begin..gap.start + end, Paint::Comment));
    pieces.push((gap.start + end..gap.end, Paint::Plain));
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let pieces = of_input(text);
        let whole: String = pieces.iter().map(|(range, _)| &text[range.clone()]).collect();
        assert_eq!(whole, text, "a piece is missing");
        let shown = pieces.iter().filter(|(_, paint)| *paint != Paint::Plain);
        let shown: Vec<String> =
            shown.map(|(range, paint)| format!("{:?} {}", paint, &text[range.clone()])).collect();
        expected.assert_eq(&shown.join("\n"));
    }

    #[test]
    fn every_kind_of_token_has_its_paint() {
        check(
            "^ Pot at: 3 put: \"tea\" // warm\n  #hot self nil 2.5 $a",
            expect![[r#"
                Constant ^
                Class Pot
                Number 3
                Text "tea"
                Comment // warm
                Symbol #hot
                Constant self
                Constant nil
                Number 2.5
                Text $a"#]],
        );
    }

    #[test]
    fn what_is_wrong_is_seen_while_it_is_typed() {
        check(
            "pot 'tea' \"open",
            expect![[r#"
                Fault 'tea'
                Fault "open"#]],
        );
        check("/* open", expect!["Fault /* open"]);
    }

    #[test]
    fn a_command_is_its_name() {
        check("  :help Pot 3", expect!["Command :help"]);
        check(":", expect!["Command :"]);
    }

    #[test]
    fn values_are_coloured_by_their_notation() {
        let cases = [
            ("42", "Integer", "\x1b[33m42\x1b[0m"),
            ("\"42\"", "String", "\x1b[32m\"42\"\x1b[0m"),
            ("#foo", "Symbol", "\x1b[36m#foo\x1b[0m"),
            ("a Pot", "Pot", "\x1b[36ma Pot\x1b[0m"),
            ("Pot", "Pot class", "\x1b[35mPot\x1b[0m"),
        ];
        for (print, class, expected) in cases {
            assert_eq!(value(print, class, true), expected);
            assert_eq!(value(print, class, false), print);
        }
    }
}
