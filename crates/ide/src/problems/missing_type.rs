//! `missing-type`: something else where a type has to stand.
//!
//! In: the token found. Out: what a type looks like, and the sign that asked for
//! one. Does not know which classes exist.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_name};
use crate::visible::code;

pub(super) static RULE: Rule = Rule {
    code: "missing-type",
    summary: "A type is a class name, a symbol, or several of them joined by `|`, `&` or `\\`.",
    example: "Object subclass: Kettle\n  cups -> => 4",
    better: "Object subclass: Kettle\n  cups -> Integer => 4",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let asking = at.token_before();
    let title = match asking.text() {
        "" => format!("Expected a type, found {}", at.found()),
        _ => format!("Expected a type after {}, found {}", asking.found(), at.found()),
    };
    let diagnostic = at.report(&RULE, title);
    let word = at.text().trim_matches('"');
    match asking.text() {
        _ if is_name(word) && word.len() < at.text().len() => {
            diagnostic.hint(format!("Write {} without quotes.", code(word))).fix(at.replace(word))
        }
        "::" | "->" if at.text() == "=>" || at.is_end() => diagnostic
            .hint(format!(
                "Write a class name, as in `{} Integer`, or remove the `{0}`.",
                asking.text()
            ))
            .fix(asking.with_space_before().remove()),
        _ => diagnostic
            .hint("Write a class name such as `Integer`, a symbol, or a type in parentheses."),
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::MissingType;

    #[test]
    fn the_sign_can_go_where_nothing_follows() {
        check(
            MissingType,
            "Object subclass: Kettle\n  cups -> «=>» 4",
            expect![[r#"
                Expected a type after `->`, found `=>`
                try: Write a class name, as in `-> Integer`, or remove the `->`.
                fix: Remove `->`
                   | Object subclass: Kettle
                   |   cups => 4
            "#]],
        );
    }

    #[test]
    fn strings_are_no_types() {
        check(
            MissingType,
            "cups :: «\"Integer\"» := 4",
            expect![[r#"
                Expected a type after `::`, found `"Integer"`
                try: Write `Integer` without quotes.
                fix: Replace with `Integer`
                   | cups :: Integer := 4
            "#]],
        );
        check(
            MissingType,
            "type Size = #small | «3»",
            expect![[r#"
                Expected a type after `|`, found `3`
                try: Write a class name such as `Integer`, a symbol, or a type in parentheses.
            "#]],
        );
    }
}
