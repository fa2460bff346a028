//! `missing-method-arrow`: a method header with no `=>` after it.
//!
//! In: the end of the text. Out: `=>` in place of another sign, or after the header.
//! Only for methods edited on their own, so the text begins with the header.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::visible::{code, shown};
use syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "missing-method-arrow",
    summary: "`=>` stands between a method's header and its body.",
    example: "boil -> Integer = 100",
    better: "boil -> Integer => 100",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let diagnostic = at.report(&RULE, "Expected '=>' after the method header");
    let header = header(at);
    if let Some(sign) = header.iter().find(|token| matches!(token.text(), "=" | ":=")) {
        return diagnostic
            .hint(format!("Write `=>` instead of `{}`.", sign.text()))
            .fix(sign.replace("=>"));
    }
    match (header.first(), header.last()) {
        (Some(first), Some(last)) => {
            let written = at.at(Span { start: first.span.start, end: last.span.end }).text();
            diagnostic.hint(format!("Write {}.", code(&format!("{} => …", shown(written)))))
        }
        _ => diagnostic.hint("Write `=>` and then the body."),
    }
}

/// The tokens of the line that the text begins with, without a class before `>>`.
fn header(at: Place) -> Vec<Place> {
    let tokens = at.tokens_before(usize::MAX).into_iter().map(|(_, span)| at.at(span));
    let mut tokens = tokens.filter(|token| !token.is_end()).peekable();
    let line = tokens.peek().map_or(0, |first| first.line_from().len() as u32 + first.span.start);
    let mut header: Vec<Place> = tokens.take_while(|token| token.span.start < line).collect();
    match header.iter().position(|token| token.text() == ">>") {
        Some(class @ 1..) => header.split_off(class + 1),
        _ => header,
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::MissingFatArrow;

    #[test]
    fn other_signs_become_the_arrow() {
        check(
            MissingFatArrow,
            "boil -> Integer = 100«»",
            expect![[r#"
                Expected '=>' after the method header
                try: Write `=>` instead of `=`.
                fix: Replace with `=>`
                   | boil -> Integer => 100
            "#]],
        );
        check(
            MissingFatArrow,
            "/// Of water.\nboil :=\n  heat := 100«»",
            expect![[r#"
                Expected '=>' after the method header
                try: Write `=>` instead of `:=`.
                fix: Replace with `=>`
                   | /// Of water.
                   | boil =>
                   |   heat := 100
            "#]],
        );
    }

    #[test]
    fn otherwise_the_form_is_shown() {
        check(
            MissingFatArrow,
            "pour: cups // of tea\n  cups + 1«»",
            expect![[r#"
                Expected '=>' after the method header
                try: Write `pour: cups => …`.
            "#]],
        );
    }

    #[test]
    fn the_class_is_known() {
        check(
            MissingFatArrow,
            "Pan >> heat«»",
            expect![[r#"
                Expected '=>' after the method header
                try: Write `heat => …`.
            "#]],
        );
    }
}
