//! `beamtalk eval`: a value, or why there is none.

use crate::folder::Folder;
use expect_test::{Expect, expect};

fn check(expression: &str, expected: Expect) {
    let folder = Folder::new("");
    expected.assert_eq(&folder.run_words(&["eval", expression]));
}

#[test]
fn the_value_is_printed() {
    check(
        "\"hello\" size",
        expect![[r#"
        5
        --- exit 0
    "#]],
    );
    check(
        "\"hello\"",
        expect![[r#"
        "hello"
        --- exit 0
    "#]],
    );
    check(
        "-3 abs",
        expect![[r#"
        3
        --- exit 0
    "#]],
    );
}

#[test]
fn of_several_statements_the_last_counts() {
    check(
        "pots := 3. cups := pots * 4. cups + 1",
        expect![[r#"
        13
        --- exit 0
    "#]],
    );
    check(
        "pots := 3\npots + 1",
        expect![[r#"
        4
        --- exit 0
    "#]],
    );
}

#[test]
fn words_make_one_expression() {
    expect![[r#"
        7
        --- exit 0
    "#]]
    .assert_eq(&Folder::new("").run("eval 3 + 4"));
}

#[test]
fn what_a_program_shows_comes_before_its_value() {
    check(
        "Transcript show: \"tea\"; cr. 5",
        expect![[r#"
        tea
        5
        --- exit 0
    "#]],
    );
}

#[test]
fn an_error_is_told_with_its_hint_and_place() {
    check(
        "3 brew",
        expect![[r#"
        --- stderr
        error: Integer does not understand 'brew'
          hint: Check spelling or use 'respondsTo:' to verify method exists
          at <expression>:1
        --- exit 1
    "#]],
    );
    check(
        "1\n(3 / 0) + 1",
        expect![[r#"
        --- stderr
        error: bad arithmetic operation
          hint: Arithmetic needs numbers: an operand is not a number, or the divisor is zero
          at <expression>:2
        --- exit 1
    "#]],
    );
}

#[test]
fn a_text_that_cannot_be_compiled_is_not_run() {
    check(
        "Transcript show: \"no\". pot + 1",
        expect![[r#"
        --- stderr
        error[undefined-variable]: Undefined variable `pot`
         --> <expression>:1:24
          |
        1 | Transcript show: "no". pot + 1
          |                        ^^^
          |
          = hint: Write `pot := …` before it is read; if it is a message, write its receiver before it.
        --- exit 1
    "#]],
    );
    check(
        "(1 + ",
        expect![[r#"
        --- stderr
        error[expected-expression]: expected expression, found <eof>
         --> <expression>:1:5
          |
        1 | (1 + 
          |     ^
          |
          = hint: Write a value after `+`.
        --- exit 1
    "#]],
    );
}

#[test]
fn nothing_is_no_expression() {
    check(
        " ",
        expect![[r#"
        --- stderr
        error: there is nothing to evaluate
          hint: beamtalk eval '3 + 4'
        --- exit 2
    "#]],
    );
}

#[test]
fn a_program_may_end_itself() {
    check(
        "Erlang erlang halt: 3",
        expect![[r#"
        --- exit 3
    "#]],
    );
}

#[test]
fn the_classes_of_the_package_here_are_known() {
    let folder = Folder::new(crate::run::PACKAGE);
    expect![[r#"
        4
        --- stderr
        Compiling 1 file
        --- exit 0
    "#]]
    .assert_eq(&folder.run_words(&["eval", "Pot cups"]));
}

#[test]
fn a_class_that_is_misspelt_is_guessed_at() {
    check(
        "Dictionry new",
        expect![[r#"
        --- stderr
        error: Class 'Dictionry' not found
          hint: did you mean `Dictionary`?
          at <expression>:1
        --- exit 1
    "#]],
    );
    check(
        "Zork new",
        expect![[r#"
        --- stderr
        error: Class 'Zork' not found
          at <expression>:1
        --- exit 1
    "#]],
    );
}
