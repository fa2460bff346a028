//! `single-quoted-string`: text between single quotes.
//!
//! In: the quoted text. Out: the same as a string, or as a quoted symbol. Cannot
//! know which of the two was meant.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};

pub(super) static RULE: Rule = Rule {
    code: "single-quoted-string",
    summary: "A string takes double quotes; single quotes only belong to quoted symbols.",
    example: "menu add: 'leek soup'",
    better: "menu add: \"leek soup\"",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let title = format!("Strings take double quotes, found {}", code(&shown(at.text())));
    let diagnostic = at.report(&RULE, title);
    let content = at.text().strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
    let Some(content) = content else {
        return diagnostic.hint(
            "An apostrophe outside a string opens a quotation; put the text between `\"` and `\"`.",
        );
    };
    let string = format!("\"{}\"", escaped(content));
    let symbol = format!("#'{content}'");
    let diagnostic = match content.contains('\n') {
        true => diagnostic.hint("Put the text between `\"` and `\"`."),
        false => diagnostic.hint(format!(
            "Write {} for a string, or {} for a symbol.",
            code(&shown(&string)),
            code(&shown(&symbol))
        )),
    };
    // A backslash would pair up with what follows it, so such text is left alone.
    match content.contains('\\') {
        true => diagnostic,
        false => diagnostic.fix(at.replace(&string)).fix(at.replace(&symbol)),
    }
}

fn escaped(content: &str) -> String {
    content.replace('"', "\"\"").replace('{', "\\{").replace('}', "\\}")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::{LexFault::SingleQuoted, ProblemKind::Lexical};

    #[test]
    fn quotes_and_braces_stay_text() {
        check(
            Lexical(SingleQuoted),
            "log add: «'soup'»",
            expect![[r#"
                Strings take double quotes, found `'soup'`
                try: Write `"soup"` for a string, or `#'soup'` for a symbol.
                fix: Replace with `"soup"`
                   | log add: "soup"
                fix: Replace with `#'soup'`
                   | log add: #'soup'
            "#]],
        );
        check(
            Lexical(SingleQuoted),
            "x := «'a {b} \"c\"'»",
            expect![[r#"
                Strings take double quotes, found `'a {b} "c"'`
                try: Write `"a \{b\} ""c"""` for a string, or `#'a {b} "c"'` for a symbol.
                fix: Replace with `"a \{b\} ""c"""`
                   | x := "a \{b\} ""c"""
                fix: Replace with `#'a {b} "c"'`
                   | x := #'a {b} "c"'
            "#]],
        );
    }

    #[test]
    fn a_stray_apostrophe_gets_advice_but_no_edit() {
        check(
            Lexical(SingleQuoted),
            "soup «'s lid»",
            expect![[r#"
                Strings take double quotes, found `'s lid`
                try: An apostrophe outside a string opens a quotation; put the text between `"` and `"`.
            "#]],
        );
    }
}
