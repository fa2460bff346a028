//! `expected-expression`: a token where a value has to begin.
//!
//! In: the token found. Out: for each sort of token, what usually leads to it being
//! there. Knows the text only, so the advice is about spelling, not meaning.

mod bars;
mod equals;
mod keywords;
mod operators;

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_name};
use crate::visible::{code, shown};

pub(super) static RULE: Rule = Rule {
    code: "expected-expression",
    summary: "A value begins with a name, a literal, `(`, `[` or a collection.",
    example: "pan isHot = true",
    better: "pan isHot =:= true",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let token = at.text();
    let found = if at.is_end() { "<eof>".into() } else { shown(token) };
    let diagnostic = at.report(&RULE, format!("expected expression, found {found}"));
    match token {
        "" => missing(at, diagnostic),
        "=" => equals::equals(at, diagnostic),
        ":=" => equals::assign(at, diagnostic),
        "|" => bars::bar(at, diagnostic),
        "<<" => diagnostic.hint(
            "`<<…>>` is a binary pattern: it stands in an arm of `match:`, not in an expression.",
        ),
        ")" | "]" | "}" => closer(at, diagnostic),
        "." => diagnostic.hint("A period ends a statement; write the statement before it."),
        ";" => diagnostic.hint("`;` goes between two messages to one receiver: `pan heat; stir`."),
        "!" => diagnostic.hint("`!` stands after a message send, as in `pan heat!`."),
        "^" => diagnostic.hint("`^` begins a statement; here, put it inside parentheses."),
        ":" => diagnostic.hint("Block parameters come directly after `[`: `[:each | each heat]`."),
        "::" => diagnostic.hint("A type follows a name: `count :: Integer := 0`."),
        "..." => diagnostic.hint("A spread ends an array pattern: `#[first, ...others] := all`."),
        _ if token.ends_with(':') => keywords::keyword(at, diagnostic),
        _ if is_name(token) => missing(at, diagnostic),
        _ => operators::other(at, diagnostic),
    }
}

/// The text, or the member, ends before the value.
fn missing(at: Place, diagnostic: Diagnostic) -> Diagnostic {
    match at.token_before().text() {
        "" => diagnostic.hint("Write an expression, as in `3 + 4`."),
        last => diagnostic.hint(format!("Write a value after {}.", code(&shown(last)))),
    }
}

fn closer(at: Place, diagnostic: Diagnostic) -> Diagnostic {
    let token = at.text();
    if crate::brackets::closes_something(at) {
        let last = at.token_before();
        return diagnostic.hint(format!("Write a value between {} and `{token}`.", last.found()));
    }
    diagnostic
        .hint(format!("No bracket is open that `{token}` would close: remove it."))
        .fix(at.remove())
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::ExpectedExpression;

    #[test]
    fn a_missing_value_names_what_it_follows() {
        check(
            ExpectedExpression,
            "total := 3 +«» // more\n",
            expect![[r#"
                expected expression, found <eof>
                try: Write a value after `+`.
            "#]],
        );
        check(
            ExpectedExpression,
            "Value subclass: Pan\n  field: heat = 3 +\n  «boil» => 1",
            expect![[r#"
                expected expression, found boil
                try: Write a value after `+`.
            "#]],
        );
    }

    #[test]
    fn closers_need_an_opener_and_a_value() {
        check(
            ExpectedExpression,
            "pan heat«)»",
            expect![[r#"
                expected expression, found )
                try: No bracket is open that `)` would close: remove it.
                fix: Remove `)`
                   | pan heat
            "#]],
        );
        check(
            ExpectedExpression,
            "(pan heat: «)»",
            expect![[r#"
                expected expression, found )
                try: Write a value between `heat:` and `)`.
            "#]],
        );
    }

    #[test]
    fn patterns_are_no_values() {
        check(
            ExpectedExpression,
            "x := «<<»1>>",
            expect![[r#"
                expected expression, found <<
                try: `<<…>>` is a binary pattern: it stands in an arm of `match:`, not in an expression.
            "#]],
        );
    }
}
