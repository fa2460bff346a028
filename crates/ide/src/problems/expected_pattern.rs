//! `expected-pattern`: a token that begins no pattern.
//!
//! In: the token found. Out: what a pattern may be, and the pattern that comes
//! nearest to the value written.

use super::Rule;
use crate::diagnostic::Diagnostic;
use crate::place::{Place, is_name};

pub(super) static RULE: Rule = Rule {
    code: "expected-pattern",
    summary: "A pattern is a name, `_`, a literal, a class test, a constructor, or a tuple, array, \
              map or binary of patterns.",
    example: "pans match: [#(a, b) -> a; _ -> nil]",
    better: "pans match: [#[a, b] -> a; _ -> nil]",
};

pub(super) fn words(at: Place) -> Diagnostic {
    let diagnostic = at.report(&RULE, format!("Expected a pattern, found {}", at.found()));
    match at.text() {
        "#(" => diagnostic.hint("A list cannot be matched; write an array pattern, `#[a, b]`."),
        "(" | "[" => diagnostic
            .hint("A pattern holds no expressions: bind a name and test it with `when: […]`."),
        "->" => diagnostic.hint("Write a pattern before `->`; `_` stands for anything."),
        "#[" | "#{" | "{" | "<<" => diagnostic
            .hint("Nothing nests here: bind a name and take it apart in a `match:` of its own."),
        found if is_name(found) || found.starts_with(|it: char| it.is_ascii_digit()) => {
            diagnostic.hint("A key in a map pattern is a symbol or a string: `#{#cups => n}`.")
        }
        "]" | "" => diagnostic.hint("Write an arm, as in `_ -> nil`, or end the one before."),
        _ => {
            diagnostic.hint("Write a name, `_`, a literal, or a class test such as `n :: Integer`.")
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::problems::cases::{check, expect};
    use syntax::ProblemKind::ExpectedPattern;

    #[test]
    fn values_have_patterns_that_resemble_them() {
        check(
            ExpectedPattern,
            "x match: [«#(»a, b) -> a]",
            expect![[r#"
                Expected a pattern, found `#(`
                try: A list cannot be matched; write an array pattern, `#[a, b]`.
            "#]],
        );
        check(
            ExpectedPattern,
            "x match: [«(»n + 1) -> n]",
            expect![[r#"
                Expected a pattern, found `(`
                try: A pattern holds no expressions: bind a name and test it with `when: […]`.
            "#]],
        );
    }

    #[test]
    fn arms_begin_with_a_pattern() {
        check(
            ExpectedPattern,
            "x match: [«->» 1]",
            expect![[r#"
                Expected a pattern, found `->`
                try: Write a pattern before `->`; `_` stands for anything.
            "#]],
        );
        check(
            ExpectedPattern,
            "x match: [«+» 1]",
            expect![[r#"
                Expected a pattern, found `+`
                try: Write a name, `_`, a literal, or a class test such as `n :: Integer`.
            "#]],
        );
    }

    #[test]
    fn map_patterns_are_flat() {
        check(
            ExpectedPattern,
            "x match: [#{«3» => n} -> n]",
            expect![[r#"
                Expected a pattern, found `3`
                try: A key in a map pattern is a symbol or a string: `#{#cups => n}`.
            "#]],
        );
        check(
            ExpectedPattern,
            "x match: [#{#pans => «#[»n]} -> n]",
            expect![[r#"
                Expected a pattern, found `#[`
                try: Nothing nests here: bind a name and take it apart in a `match:` of its own.
            "#]],
        );
    }
}
