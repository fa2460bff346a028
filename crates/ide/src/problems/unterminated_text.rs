//! `unterminated-text`: something opened and still open where the text ends.
//!
//! In: what is open, from where it began. Out: its first line, and what closes it.
//! Cannot know where it was meant to end.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};
use syntax::Unterminated;

pub(super) static RULE: Rule = Rule {
    code: "unterminated-text",
    summary: "A string, quoted symbol, character or block comment ends before the text does.",
    example: "menu add: \"leek soup",
    better: "menu add: \"leek soup\"",
};

pub(super) fn words(at: Place, what: Unterminated) -> Diagnostic {
    let (name, advice) = described(what);
    let title = match what {
        Unterminated::Character => format!("Expected a character after {}", at.found()),
        _ => format!("The {name} {} is not closed", code(&shown(at.text()))),
    };
    let diagnostic = at.report(&RULE, title).hint(advice).fix(closed(at, what));
    match at.text().contains('\n') {
        true => diagnostic.explanation(format!(
            "It begins on line {} and takes in everything to the end of the text.",
            at.line()
        )),
        false => diagnostic,
    }
}

fn described(what: Unterminated) -> (&'static str, &'static str) {
    match what {
        Unterminated::String => {
            ("string", "Close it with `\"`; a quote inside a string is written twice, `\"\"`.")
        }
        Unterminated::Interpolation => (
            "interpolated string",
            "Close the interpolation with `}` and the string with `\"`; a brace that is only text \
             is written `\\{`.",
        ),
        Unterminated::Comment => ("comment", "Close it with `*/`; block comments do not nest."),
        Unterminated::QuotedSymbol => {
            ("quoted symbol", "Close it with `'`; a quote inside it is written twice, `''`.")
        }
        Unterminated::Character => {
            ("character", "Write the character after `$`, as in `$a`, or `$\\n` for a line feed.")
        }
    }
}

/// Closing at the very end is right when everything stands on one line.
fn closed(at: Place, what: Unterminated) -> Option<crate::Fix> {
    let text = at.text();
    if text.contains('\n') || text.ends_with('\\') {
        return None;
    }
    let closer = match what {
        Unterminated::String => "\"",
        Unterminated::QuotedSymbol => "'",
        Unterminated::Comment => " */",
        Unterminated::Interpolation | Unterminated::Character => return None,
    };
    at.end().insert_before(closer)
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::{LexFault, ProblemKind, ProblemKind::Lexical, Unterminated};

    fn open(what: Unterminated, start: u32) -> ProblemKind {
        Lexical(LexFault::Unterminated(what, start))
    }

    #[test]
    fn strings_close_with_a_quote() {
        check(
            open(Unterminated::String, 5),
            "menu «\"leek»",
            expect![[r#"
                The string `"leek` is not closed
                try: Close it with `"`; a quote inside a string is written twice, `""`.
                fix: Insert `"`
                   | menu "leek"
            "#]],
        );
        check(
            open(Unterminated::String, 5),
            "menu «\"leek\nmenu close\n»",
            expect![[r#"
                The string `"leek…` is not closed
                why: It begins on line 1 and takes in everything to the end of the text.
                try: Close it with `"`; a quote inside a string is written twice, `""`.
            "#]],
        );
    }

    #[test]
    fn interpolations_show_the_whole_string() {
        check(
            open(Unterminated::Interpolation, 0),
            "«\"serves {count»",
            expect![[r#"
                The interpolated string `"serves {count` is not closed
                try: Close the interpolation with `}` and the string with `"`; a brace that is only text is written `\{`.
            "#]],
        );
    }

    #[test]
    fn comments_symbols_and_characters_close_their_own_way() {
        check(
            open(Unterminated::Comment, 5),
            "soup «/* to do»",
            expect![[r#"
                The comment `/* to do` is not closed
                try: Close it with `*/`; block comments do not nest.
                fix: Insert `*/`
                   | soup /* to do */
            "#]],
        );
        check(
            open(Unterminated::QuotedSymbol, 0),
            "«#'leek soup»",
            expect![[r#"
                The quoted symbol `#'leek soup` is not closed
                try: Close it with `'`; a quote inside it is written twice, `''`.
                fix: Insert `'`
                   | #'leek soup'
            "#]],
        );
        check(
            open(Unterminated::Character, 0),
            "«$»",
            expect![[r#"
                Expected a character after `$`
                try: Write the character after `$`, as in `$a`, or `$\n` for a line feed.
            "#]],
        );
    }
}
