//! `boolean-pattern`: `true` or `false` as a pattern.
//!
//! In: the word. Out: a class test, or a guard inside a constructor, where class
//! tests cannot stand.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, capitalised};

pub(super) static RULE: Rule = Rule {
    code: "boolean-pattern",
    summary: "As a pattern, `true` and `false` would bind a name; a class test tells them apart.",
    example: "pan isHot match: [true -> \"wait\"; _ -> \"serve\"]",
    better: "pan isHot match: [b :: True -> \"wait\"; _ -> \"serve\"]",
};

pub(super) fn alone(at: Place) -> Diagnostic {
    let diagnostic = at.report(&RULE, title(at));
    match at.text() {
        word @ ("true" | "false") => {
            let test = format!("b :: {}", capitalised(word));
            diagnostic
                .hint(format!("Write `{test}`, or `b :: Boolean` for either of the two."))
                .fix(at.replace(&test))
        }
        _ => diagnostic.hint("Write `b :: True`, `b :: False` or `b :: Boolean`."),
    }
}

pub(super) fn argument(at: Place) -> Diagnostic {
    let keyword = match at.token_before().text() {
        keyword if keyword.ends_with(':') => keyword,
        _ => "ok:",
    };
    let value = if at.text() == "false" { "false" } else { "true" };
    at.report(&RULE, title(at))
        .hint(format!("Bind a name and test it: `{keyword} b when: [b =:= {value}] -> …`."))
}

fn title(at: Place) -> String {
    let word = if at.text() == "false" { "false" } else { "true" };
    format!("`{word}` as a pattern binds a name instead of testing for `{word}`")
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::BooleanPattern;

    #[test]
    fn classes_tell_booleans_apart() {
        check(
            BooleanPattern { in_constructor: false },
            "x match: [«false» -> 1]",
            expect![[r#"
                `false` as a pattern binds a name instead of testing for `false`
                try: Write `b :: False`, or `b :: Boolean` for either of the two.
                fix: Replace with `b :: False`
                   | x match: [b :: False -> 1]
            "#]],
        );
    }

    #[test]
    fn constructor_arguments_need_a_guard() {
        check(
            BooleanPattern { in_constructor: true },
            "x match: [Result ok: «true» -> 1]",
            expect![[r#"
                `true` as a pattern binds a name instead of testing for `true`
                try: Bind a name and test it: `ok: b when: [b =:= true] -> …`.
            "#]],
        );
    }
}
