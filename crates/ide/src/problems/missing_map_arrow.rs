//! `missing-map-arrow`: a map key with no `=>` after it.
//!
//! In: the token found instead. Out: `=>` in place of another arrow or sign.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::Place;

pub(super) static RULE: Rule = Rule {
    code: "missing-map-arrow",
    summary: "In a map, `=>` stands between a key and its value.",
    example: "#{#cups -> 4}",
    better: "#{#cups => 4}",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let key = at.token_before();
    let title = format!("Expected '=>' after the map key, found {}", at.found());
    let diagnostic = at.report(&RULE, title);
    // `#{#cups: 4}`: the colon became part of the symbol.
    if let Some(symbol) = key.text().strip_suffix(':').filter(|text| text.starts_with('#')) {
        return diagnostic
            .hint(format!("Write `{symbol} => …`."))
            .fix(key.replace(&format!("{symbol} =>")));
    }
    match at.text() {
        "->" | "=" | ":" | ":=" | "::" => {
            diagnostic.hint(format!("Write `=>` instead of `{}`.", at.text())).fix(at.replace("=>"))
        }
        _ => diagnostic.hint("Write `key => value`, as in `#{#cups => 4}`."),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::MissingMapArrow;

    #[test]
    fn other_signs_become_the_arrow() {
        check(
            MissingMapArrow,
            "#{#cups «->» 4}",
            expect![[r#"
                Expected '=>' after the map key, found `->`
                try: Write `=>` instead of `->`.
                fix: Replace with `=>`
                   | #{#cups => 4}
            "#]],
        );
        check(
            MissingMapArrow,
            "#{#cups: «4»}",
            expect![[r#"
                Expected '=>' after the map key, found `4`
                try: Write `#cups => …`.
                fix: Replace with `#cups =>`
                   | #{#cups => 4}
            "#]],
        );
    }

    #[test]
    fn otherwise_the_form_is_shown() {
        check(
            MissingMapArrow,
            "#{#cups«}»",
            expect![[r#"
                Expected '=>' after the map key, found `}`
                try: Write `key => value`, as in `#{#cups => 4}`.
            "#]],
        );
    }
}
