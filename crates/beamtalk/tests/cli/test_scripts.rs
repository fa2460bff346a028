//! Scripts under `beamtalk test`: they run as if somebody typed them at a prompt.

use expect_test::{Expect, expect};

use crate::folder::Folder;

fn check(fixture: &str, expected: Expect) {
    expected.assert_eq(&Folder::new(fixture).run_timeless("test t"));
}

#[test]
fn warnings_are_those_of_the_prompt() {
    check(
        "//- t/a.btscript
cups :: Integer := \"two\"
// => WARNING: Integer
cups size
// => NO-WARNING: Integer
[3 pour]
// => NO-WARNING: pour
[3 pour]
// => WARNING: pour
",
        expect![[r#"
              t/a.btscript: 4 tests, 3 passed, 1 failed ✗

            FAIL t/a.btscript:5
              [3 pour]
              expected: NO-WARNING: pour
              got:      WARNING: `Integer` does not understand `pour`

            1 file(s), 4 tests, 3 passed, 1 failed (Ns)
            --- exit 1
        "#]],
    );
}

#[test]
fn commands_are_obeyed() {
    check(
        "//- t/a.btscript
:bindings
// => No bindings.
cups := 3 // => 3
:bindings
// => cups = 3
:type cups + 1 // => Integer
:complete cups
// => INCLUDES: isEven
:complete \"tea\" size
// => INCLUDES: abs
:complete \"tea
// => # _
:zork
:browse Zork
// => ERROR: not found
:quit
cups // => 3
",
        expect![[r#"
              t/a.btscript: 11 tests, 9 passed, 2 failed ✗

            FAIL t/a.btscript:13
              :zork
              expected: no error
              got:      ERROR: command_failed: There is no command :zork
              Hint: :help lists all commands

            FAIL t/a.btscript:17
              cups
              expected: 3
              got:      ERROR: session_over: the script has left its session before this line

            1 file(s), 11 tests, 9 passed, 2 failed (Ns)
            --- exit 1
        "#]],
    );
}

#[test]
fn definitions_go_over_several_lines() {
    check(
        "//- t/a.btscript
Object subclass: Kettle
  litres => 2

  // Four to a litre.
  cups => [
    self litres * 4
  ] value
// => Kettle
Kettle new cups // => 8
Kettle >> double =>
  self litres * 2
// => _
Kettle new double // => 4
#(1,

  2) size // => 2
",
        expect![[r#"
              t/a.btscript: 5 tests, 5 passed ✓

            1 file(s), 5 tests, 5 passed, 0 failed (Ns)
            --- exit 0
        "#]],
    );
}

#[test]
fn what_fails_is_told_in_the_order_of_the_lines_and_stops_nothing() {
    check(
        "//- t/a.btscript
zork // => 1
1 // => 2
// @load nowhere.bt
// @load pot.bt
// @load-error ../bad.bt => Undefined variable
// @load-error pot.bt => Undefined variable
(1 + // => 3
4
Pot new cups // => 3
Erlang erlang exit: #kill // => ERROR: kill
//- t/pot.bt
Object subclass: Pot
  cups => 3
//- bad.bt
Object subclass: Bad
  cups => zork
//- t/b.btscript
1 // => 1
",
        expect![[r#"
              t/a.btscript: 9 tests, 3 passed, 6 failed ✗
              t/b.btscript: 1 tests, 1 passed ✓

            FAIL t/a.btscript:1
              zork
              expected: 1
              got:      ERROR: undefined_variable: Undefined variable `zork`

            FAIL t/a.btscript:2
              1
              expected: 2
              got:      1

            FAIL t/a.btscript:3
              @load nowhere.bt
              expected: no error
              got:      ERROR: load_failed: there is no file or folder `t/nowhere.bt`

            FAIL t/a.btscript:6
              @load-error pot.bt
              expected: ERROR: Undefined variable
              got:      no error

            FAIL t/a.btscript:7
              (1 +
              expected: 3
              got:      ERROR: compile_error: expected expression, found <eof>

            FAIL t/a.btscript:8
              4
              expected: an expectation: `// => …` after it
              got:      4

            2 file(s), 10 tests, 4 passed, 6 failed (Ns)
            --- exit 1
        "#]],
    );
}

#[test]
fn a_program_has_no_prompt() {
    let folder = Folder::new("//- a.btscript\n1 // => 1\n:bindings\n");
    expect![[r#"
        --- stderr
        error: `:bindings` at a.btscript:2 needs a prompt
          hint: `beamtalk test a.btscript` runs the script at one
        --- exit 2
    "#]]
    .assert_eq(&folder.run_timeless("run a.btscript"));
    let folder =
        Folder::new("//- a.btscript\ncups :: Integer := \"two\"\n// => WARNING: Integer\n");
    expect![[r#"
        --- exit 0
    "#]]
    .assert_eq(&folder.run_timeless("run a.btscript"));
}
