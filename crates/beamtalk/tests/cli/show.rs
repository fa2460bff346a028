//! `beamtalk show`: tokens and trees.

use crate::folder::{Folder, check};
use expect_test::expect;

const CLASS: &str = "//- a.bt\nObject subclass: Ferry\n  -> label => self add: 1 + 2\n";

#[test]
fn tokens_are_listed() {
    check(
        CLASS,
        "show tokens a.bt",
        expect![[r#"
            0..6 Identifier Object
            7..16 Keyword subclass:
            17..22 Identifier Ferry
            25..27 Arrow ->
            28..33 Identifier label
            34..36 FatArrow =>
            37..41 Identifier self
            42..46 Keyword add:
            47..48 Integer 1
            49..50 BinarySelector +
            51..52 Integer 2
            53..53 Eof
            --- exit 0
        "#]],
    );
}

#[test]
fn tokens_are_listed_for_machines() {
    check(
        "//- a.bt\nx := \"é\"\n",
        "show tokens --json a.bt",
        expect![[r#"
            {"kind":"Identifier","start":0,"end":1,"text":"x"}
            {"kind":"Assign","start":2,"end":4,"text":":="}
            {"kind":"String","start":5,"end":9,"text":"\"é\""}
            {"kind":"Eof","start":10,"end":10,"text":""}
            --- exit 0
        "#]],
    );
}

#[test]
fn trees_are_shown() {
    check(
        CLASS,
        "show tree a.bt",
        expect![[r#"
            (class Ferry < Object (method -> (label) (send self add: (send 1 + 2))))
            --- exit 0
        "#]],
    );
    check(
        "//- a.bt\nx := 1\ny -> 2\n",
        "show tree a.bt",
        expect![[r#"
            (:= x 1) ¶ (send y -> 2)
            --- exit 0
        "#]],
    );
}

#[test]
fn a_broken_text_still_has_a_tree() {
    check(
        "//- a.bt\nx := (1 + 2\n",
        "show tree a.bt",
        expect![[r#"
            (:= x (paren (send 1 + 2)))
            --- stderr
            error[unclosed-bracket]: Expected ')' to close parenthesis, found the end of the text
             --> a.bt:1:12
              |
            1 | x := (1 + 2
              |            ^
              |
              = hint: Write `)` before the end of the text.
            --- exit 1
        "#]],
    );
}

#[test]
fn a_script_has_a_tree_for_each_case() {
    check(
        "//- a.btscript\n1 + 2\n// => 3\nx foo // => _\n",
        "show tree a.btscript",
        expect![[r#"
            (send 1 + 2)
            (send x foo)
            --- exit 0
        "#]],
    );
}

#[test]
fn standard_input_is_shown() {
    let folder = Folder::new("");
    expect![[r#"
        (send a foo: b)
        --- exit 0
    "#]]
    .assert_eq(&folder.run_with_stdin("show tree -", b"a foo: b"));
    expect![[r#"
        0..1 Identifier a
        1..1 Eof
        --- exit 0
    "#]]
    .assert_eq(&folder.run_with_stdin("show tokens -", b"a"));
}

#[test]
fn wrong_use_is_said() {
    check(
        CLASS,
        "show tree .",
        expect![[r#"
        --- stderr
        error: `.` is a folder; name one file
        --- exit 2
    "#]],
    );
    check(
        CLASS,
        "show tree --json a.bt",
        expect![[r#"
        --- stderr
        error: `--json` is for `show tokens`; a tree is shown as text
        --- exit 2
    "#]],
    );
    check(
        CLASS,
        "show trees a.bt",
        expect![[r#"
        --- stderr
        error: invalid value 'trees' for '<STAGE>'
          [possible values: tokens, tree]

          tip: a similar value exists: 'tree'

        For more information, try '--help'.
        --- exit 2
    "#]],
    );
    check(
        CLASS,
        "show tree",
        expect![[r#"
        --- stderr
        error: the following required arguments were not provided:
          <FILE>

        Usage: beamtalk show <STAGE> <FILE>

        For more information, try '--help'.
        --- exit 2
    "#]],
    );
}
