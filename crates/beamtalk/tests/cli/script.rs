//! `beamtalk run` with a script: expressions, held to what they should answer.

use crate::folder::{Folder, check};
use expect_test::expect;

#[test]
fn a_script_that_holds_says_only_what_it_shows() {
    check(
        "//- tea.btscript
cups := 3
// => 3
Transcript show: cups; cr
cups + 1 // => 4
cups brew
// => ERROR: does_not_understand
",
        "run tea.btscript",
        expect![[r#"
            3
            --- exit 0
        "#]],
    );
}

#[test]
fn what_does_not_hold_is_told_with_its_place_and_the_rest_goes_on() {
    check(
        "//- tea.btscript
cups := 3
// => 4
cups + 1
// => 4
cups
// => ERROR: does_not_understand
",
        "run tea.btscript",
        expect![[r#"
            --- stderr
            FAIL tea.btscript:1
                cups := 3
              expected: 4
              got:      3
            FAIL tea.btscript:5
                cups
              expected: ERROR: does_not_understand
              got:      3
            --- exit 1
        "#]],
    );
}

#[test]
fn an_error_that_nobody_expects_ends_it() {
    check(
        "//- tea.btscript\ncups := 3\ncups brew\nTranscript show: \"no\"; cr\n",
        "run tea.btscript",
        expect![[r#"
            --- stderr
            error: Integer does not understand 'brew'
              hint: Check spelling or use 'respondsTo:' to verify method exists
              at tea.btscript:2
            --- exit 1
        "#]],
    );
}

/// A method is there from its line on, in scripts that are run and in those that are tested.
#[test]
fn a_method_takes_effect_where_it_stands() {
    let folder = Folder::new(
        "//- bell.btscript
// @load Bell.bt
bell := Bell spawn // => _
bell ring // => 1
Bell >> ring => self.rings := self.rings + 10
// => _
bell ring // => 11
bell toll // => ERROR: does_not_understand
Bell >> toll => self ring; ring
// => _
bell toll // => 31
Bell class >> motto => #dong // => _
Bell motto // => #dong
//- Bell.bt
Actor subclass: Bell
  state: rings = 0

  ring => self.rings := self.rings + 1
",
    );
    expect![[r#"
        --- exit 0
    "#]]
    .assert_eq(&folder.run("run bell.btscript"));
    expect![[r#"
          bell.btscript: 9 tests, 9 passed ✓

        1 file(s), 9 tests, 9 passed, 0 failed (Ns)
        --- exit 0
    "#]]
    .assert_eq(&folder.run_timeless("test bell.btscript"));
}

#[test]
fn files_beside_a_script_are_loaded() {
    let folder = Folder::new(
        "//- house/tea.btscript
// @load fixtures/Pot.bt
// @load fixtures/Pot.bt
Pot new cups
// => 4
//- house/fixtures/Pot.bt
Value subclass: Pot
  field: cups = 4
//- gone.btscript
// @load Gone.bt
3 // => 3
",
    );
    expect![[r#"
        --- exit 0
    "#]]
    .assert_eq(&folder.run("run house/tea.btscript"));
    expect![[r#"
        --- stderr
        error: `gone.btscript` asks for `Gone.bt`: there is no file or folder `Gone.bt`
        --- exit 2
    "#]]
    .assert_eq(&folder.run("run gone.btscript"));
    expect![[r#"
        --- stderr
        error: a script takes no arguments, and `more` was given
        --- exit 2
    "#]]
    .assert_eq(&folder.run("run house/tea.btscript more"));
}

#[test]
fn a_file_that_should_not_load_is_held_to_the_reason() {
    let folder = Folder::new(
        "//- tea.btscript
// @load-error Broken.bt => close parenthesis
// @load-error Good.bt => close parenthesis
// @load-error Broken.bt => too hot
3 // => 3
//- Broken.bt
Object subclass: Broken

  pour => (1
//- Good.bt
Object subclass: Good
",
    );
    expect![[r#"
        --- stderr
        FAIL tea.btscript:2
            @load-error Good.bt
          expected: ERROR: close parenthesis
          got:      no error
        FAIL tea.btscript:3
            @load-error Broken.bt
          expected: ERROR: too hot
          got:      Expected ')' to close parenthesis, found the end of the text
        --- exit 1
    "#]]
    .assert_eq(&folder.run("run tea.btscript"));
    expect![[r#"
          tea.btscript: 4 tests, 2 passed, 2 failed ✗

        FAIL tea.btscript:2
          @load-error Good.bt
          expected: ERROR: close parenthesis
          got:      no error

        FAIL tea.btscript:3
          @load-error Broken.bt
          expected: ERROR: too hot
          got:      ERROR: load_failed: Expected ')' to close parenthesis, found the end of the text

        1 file(s), 4 tests, 2 passed, 2 failed (Ns)
        --- exit 1
    "#]]
    .assert_eq(&folder.run_timeless("test tea.btscript"));
}
