//! Tokens by example: source on the left, kinds and texts on the right.

use crate::{lex, token_listing};
use expect_test::{Expect, expect};

fn check(source: &str, expected: Expect) {
    expected.assert_eq(&token_listing(source, &lex(source)));
}

#[test]
fn arrow_is_a_kind_of_its_own() {
    check(
        "a -> b --> c",
        expect![[r#"
        0..1 Identifier a
        2..4 Arrow ->
        5..6 Identifier b
        7..10 BinarySelector -->
        11..12 Identifier c
        12..12 Eof
    "#]],
    );
}

#[test]
fn strings_nest_through_holes() {
    check(
        r#""a {"b {c}"} d""#,
        expect![[r#"
        0..4 StringStart "a {
        4..8 StringStart "b {
        8..9 Identifier c
        9..11 StringEnd }"
        11..15 StringEnd } d"
        15..15 Eof
    "#]],
    );
}

#[test]
fn forgotten_brace_ends_with_its_string() {
    check(
        "\"set {a\"\nb",
        expect![[r#"
        0..6 StringStart "set {
        6..7 Error a [UnclosedInterpolation(5)]
        7..8 StringEnd "
        9..10 Identifier b
        10..10 Eof
    "#]],
    );
}

#[test]
fn text_that_ends_in_a_hole_keeps_its_tokens() {
    check(
        "\"n is {n",
        expect![[r#"
        0..7 StringStart "n is {
        7..8 Identifier n
        8..8 Error [Unterminated(Interpolation, 0)]
        8..8 Eof
    "#]],
    );
}
