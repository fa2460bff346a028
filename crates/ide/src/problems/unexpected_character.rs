//! `unexpected-character`: a character that begins nothing.
//!
//! In: the character. Out: its name or number, and the plain character it was
//! probably meant to be. Characters inside strings and comments never come here.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible;

pub(super) static RULE: Rule = Rule {
    code: "unexpected-character",
    summary: "Outside strings, characters, quoted symbols and comments, only ASCII has a meaning.",
    example: "total := price × 2",
    better: "total := price * 2",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let Some(character) = at.text().chars().next() else {
        return at.report(&RULE, "expected expression, found <eof>");
    };
    let title = format!("expected expression, found {}", described(character));
    let diagnostic = at.report(&RULE, title);
    if let Some(string) = typographic_string(at) {
        return diagnostic
            .hint("Strings take plain double quotes, `\"`.")
            .fix(string.edit("Replace with plain quotes", &plain_quotes(string.text())));
    }
    match (character, plain(character)) {
        ('\u{FEFF}', _) => diagnostic
            .hint("Save the file as UTF-8 without a byte order mark.")
            .fix(at.edit("Remove the byte order mark", "")),
        (_, Some(" ")) => {
            diagnostic.hint("Use an ordinary space here.").fix(at.edit("Replace with a space", " "))
        }
        (_, Some(plain)) => {
            diagnostic.hint(format!("Write `{plain}` instead.")).fix(at.replace(plain))
        }
        (_, None) if visible::is_hidden(character) => diagnostic
            .hint("Nothing shows at this place, but the character is there: remove it.")
            .fix(at.edit(format!("Remove {}", visible::number(character)), "")),
        (_, None) if character.is_alphabetic() => diagnostic
            .hint("Names use the letters a to z, digits and `_`; other letters go into strings."),
        (_, None) => diagnostic.hint("Remove it, or put it into a string or a comment."),
    }
}

/// `“text”` on one line, if nothing in it would mean something else in a string.
fn typographic_string(at: Place) -> Option<Place> {
    let closer = match at.text() {
        "“" | "„" => ['”', '“'],
        "‘" => ['’', '’'],
        "«" => ['»', '»'],
        _ => return None,
    };
    let (content, _) = at.line_after().split_once(closer)?;
    let is_plain = !content.contains(['"', '\\', '{']);
    let length = at.text().len() + content.len();
    let last = at.line_from().get(length..)?.chars().next()?;
    is_plain.then(|| at.with_length(length + last.len_utf8()))
}

fn plain_quotes(string: &str) -> String {
    let mut characters = string.chars();
    characters.next();
    characters.next_back();
    format!("\"{}\"", characters.as_str())
}

/// The character and its number; the number and a name where nothing shows.
fn described(character: char) -> String {
    let number = visible::number(character);
    match (visible::is_hidden(character), visible::name(character)) {
        (true, Some(name)) => format!("{number} ({name})"),
        (true, None) => number,
        (false, _) if character.is_ascii() => character.to_string(),
        (false, _) => format!("{character} ({number})"),
    }
}

/// What a typographic character stands for in source text.
fn plain(character: char) -> Option<&'static str> {
    Some(match character {
        '“' | '”' | '„' | '«' | '»' | '＂' => "\"",
        '‘' | '’' | '`' => "\"",
        '−' | '–' | '—' | '‐' | '‑' => "-",
        '×' | '·' => "*",
        '÷' | '∕' => "/",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "=/=",
        '→' => "->",
        '⇒' => "=>",
        '←' => ":=",
        '…' => "...",
        '（' => "(",
        '）' => ")",
        '，' => ",",
        '：' => ":",
        '；' => ";",
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => " ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::{LexFault::UnexpectedCharacter, ProblemKind::Lexical};

    #[test]
    fn typographic_characters_have_a_plain_twin() {
        check(
            Lexical(UnexpectedCharacter),
            "price «×» 2",
            expect![[r#"
                expected expression, found × (U+00D7)
                try: Write `*` instead.
                fix: Replace with `*`
                   | price * 2
            "#]],
        );
        check(
            Lexical(UnexpectedCharacter),
            "price«\u{A0}»+ 2",
            expect![[r#"
                expected expression, found U+00A0 (no-break space)
                try: Use an ordinary space here.
                fix: Replace with a space
                   | price + 2
            "#]],
        );
    }

    #[test]
    fn letters_of_other_alphabets_go_into_strings() {
        check(
            Lexical(UnexpectedCharacter),
            "«å»ngstrom := 1",
            expect![[r#"
                expected expression, found å (U+00E5)
                try: Names use the letters a to z, digits and `_`; other letters go into strings.
            "#]],
        );
    }

    #[test]
    fn hidden_characters_are_named() {
        check(
            Lexical(UnexpectedCharacter),
            "«\u{FEFF}»soup stir",
            expect![[r#"
                expected expression, found U+FEFF (byte order mark)
                try: Save the file as UTF-8 without a byte order mark.
                fix: Remove the byte order mark
                   | soup stir
            "#]],
        );
        check(
            Lexical(UnexpectedCharacter),
            "soup «\0»stir",
            expect![[r#"
                expected expression, found U+0000 (null)
                try: Nothing shows at this place, but the character is there: remove it.
                fix: Remove U+0000
                   | soup stir
            "#]],
        );
        check(
            Lexical(UnexpectedCharacter),
            "soup «\u{202E}»stir",
            expect![[r#"
                expected expression, found U+202E (text direction control)
                try: Nothing shows at this place, but the character is there: remove it.
                fix: Remove U+202E
                   | soup stir
            "#]],
        );
    }

    #[test]
    fn typographic_quotes_come_in_pairs() {
        check(
            Lexical(UnexpectedCharacter),
            "log add: «“»leek soup”",
            expect![[r#"
                expected expression, found “ (U+201C)
                try: Strings take plain double quotes, `"`.
                fix: Replace with plain quotes
                   | log add: "leek soup"
            "#]],
        );
    }
}
