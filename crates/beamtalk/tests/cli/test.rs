//! `beamtalk test`: which tests there are, and how they went.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use crate::folder::{Folder, answer, check};
use crate::run::PACKAGE;
use expect_test::expect;

const TESTS: &str = "\
//- t/TeaTest.bt
/// Tests of tea.
///
/// ```beamtalk
/// 3 + 4   // => 7
/// 3 + 5   // => 7
/// ```
TestCase subclass: TeaTest

  testGood => self assert: true

  testBad =>
    self assert: 3 equals: 4
    self assert: true

  testLast => self assert: 3 equals: 4

  testLater => self skip: \"no water\"

  testShown =>
    Transcript show: \"boiling\"; cr
    self deny: true
    nil
//- t/tea.btscript
cups := 3
// => 3
cups + 1
// => 5
";

#[test]
fn classes_examples_and_scripts_are_tests() {
    expect![[r#"
          TeaTest: 5 tests, 1 passed, 1 skipped, 3 failed ✗
          t/TeaTest.bt: 2 tests, 1 passed, 1 failed ✗
          t/tea.btscript: 2 tests, 1 passed, 1 failed ✗

        FAIL TeaTest testBad: Expected 4, got 3
          at TeaTest>>testBad (t/TeaTest.bt:12)

        FAIL TeaTest testLast: Expected 4, got 3
          at TeaTest>>testLast (t/TeaTest.bt:15)

        FAIL TeaTest testShown: Denial failed: expected false, got true
          at TeaTest>>testShown (t/TeaTest.bt:21)
          output:
            boiling

        FAIL t/TeaTest.bt:5
          3 + 5
          expected: 7
          got:      8

        FAIL t/tea.btscript:3
          cups + 1
          expected: 5
          got:      4

        2 file(s), 9 tests, 3 passed, 5 failed, 1 skipped (Ns)
        --- exit 1
    "#]]
    .assert_eq(&Folder::new(TESTS).run_timeless("test t"));
}

#[test]
fn quiet_leaves_out_what_is_fine() {
    expect![[r#"
          TeaTest: 5 tests, 1 passed, 1 skipped, 3 failed ✗

        FAIL TeaTest testBad: Expected 4, got 3
          at TeaTest>>testBad (t/TeaTest.bt:12)

        FAIL TeaTest testLast: Expected 4, got 3
          at TeaTest>>testLast (t/TeaTest.bt:15)

        FAIL TeaTest testShown: Denial failed: expected false, got true
          at TeaTest>>testShown (t/TeaTest.bt:21)
          output:
            boiling

        1 file(s), 5 tests, 1 passed, 3 failed, 1 skipped (Ns)
        --- exit 1
    "#]]
    .assert_eq(&Folder::new(TESTS).run_timeless("test -q t --filter TeaTest>>test"));
    expect![[r#"

        1 file(s), 1 tests, 1 passed, 0 failed (Ns)
        --- exit 0
    "#]]
    .assert_eq(&Folder::new(TESTS).run_timeless("test -q t --filter Good"));
}

#[test]
fn a_machine_gets_one_object_a_line() {
    let folder = Folder::new(TESTS);
    let answer = folder.run_timeless("test --json t");
    expect![[r#"
        {"class":"TeaTest","test":"testBad","status":"fail","message":"Expected 4, got 3","file":"t/TeaTest.bt","line":12,"time":N}
        {"class":"TeaTest","test":"testGood","status":"pass","message":null,"file":"t/TeaTest.bt","line":9,"time":N}
        {"class":"TeaTest","test":"testLast","status":"fail","message":"Expected 4, got 3","file":"t/TeaTest.bt","line":15,"time":N}
        {"class":"TeaTest","test":"testLater","status":"skip","message":"no water","file":"t/TeaTest.bt","line":17,"time":N}
        {"class":"TeaTest","test":"testShown","status":"fail","message":"Denial failed: expected false, got true","file":"t/TeaTest.bt","line":21,"time":N}
        {"class":"t/TeaTest.bt","test":"4","status":"pass","message":null,"file":"t/TeaTest.bt","line":4,"time":N}
        {"class":"t/TeaTest.bt","test":"5","status":"fail","message":"3 + 5\nexpected: 7\ngot: 8","file":"t/TeaTest.bt","line":5,"time":N}
        {"class":"t/tea.btscript","test":"1","status":"pass","message":null,"file":"t/tea.btscript","line":1,"time":N}
        {"class":"t/tea.btscript","test":"3","status":"fail","message":"cups + 1\nexpected: 5\ngot: 4","file":"t/tea.btscript","line":3,"time":N}
        --- exit 1
    "#]].assert_eq(&answer);
    assert_eq!(folder.run_timeless("test --format json t"), answer);
}

#[test]
fn junit_is_written() {
    expect![[r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="9" failures="5" errors="0" skipped="1" time="N">
          <testsuite name="TeaTest" tests="5" failures="3" errors="0" skipped="1" time="N">
            <testcase classname="TeaTest" name="testBad" time="N" file="t/TeaTest.bt" line="12">
              <failure message="Expected 4, got 3">Expected 4, got 3</failure>
            </testcase>
            <testcase classname="TeaTest" name="testGood" time="N" file="t/TeaTest.bt" line="9"/>
            <testcase classname="TeaTest" name="testLast" time="N" file="t/TeaTest.bt" line="15">
              <failure message="Expected 4, got 3">Expected 4, got 3</failure>
            </testcase>
            <testcase classname="TeaTest" name="testLater" time="N" file="t/TeaTest.bt" line="17">
              <skipped message="no water"/>
            </testcase>
            <testcase classname="TeaTest" name="testShown" time="N" file="t/TeaTest.bt" line="21">
              <failure message="Denial failed: expected false, got true">Denial failed: expected false, got true</failure>
              <system-out>boiling
        </system-out>
            </testcase>
          </testsuite>
          <testsuite name="t/TeaTest.bt" tests="2" failures="1" errors="0" skipped="0" time="N">
            <testcase classname="t/TeaTest.bt" name="4" time="N" file="t/TeaTest.bt" line="4"/>
            <testcase classname="t/TeaTest.bt" name="5" time="N" file="t/TeaTest.bt" line="5">
              <failure message="3 + 5">3 + 5
        expected: 7
        got: 8</failure>
            </testcase>
          </testsuite>
          <testsuite name="t/tea.btscript" tests="2" failures="1" errors="0" skipped="0" time="N">
            <testcase classname="t/tea.btscript" name="1" time="N" file="t/tea.btscript" line="1"/>
            <testcase classname="t/tea.btscript" name="3" time="N" file="t/tea.btscript" line="3">
              <failure message="cups + 1">cups + 1
        expected: 5
        got: 4</failure>
            </testcase>
          </testsuite>
        </testsuites>
        --- exit 1
    "#]].assert_eq(&Folder::new(TESTS).run_timeless("test --format junit t"));
}

#[test]
fn a_filter_chooses_tests_and_files() {
    let folder = Folder::new(TESTS);
    expect![[r#"
          TeaTest: 1 tests, 1 passed ✓

        1 file(s), 1 tests, 1 passed, 0 failed (Ns)
        --- exit 0
    "#]]
    .assert_eq(&folder.run_timeless("test t --filter testGood"));
    expect![[r#"
          t/tea.btscript: 2 tests, 1 passed, 1 failed ✗

        FAIL t/tea.btscript:3
          cups + 1
          expected: 5
          got:      4

        1 file(s), 2 tests, 1 passed, 1 failed (Ns)
        --- exit 1
    "#]]
    .assert_eq(&folder.run_timeless("test t --filter btscript"));
    expect![[r#"
        0 tests, 0 passed, 0 failed
        --- stderr
        there are no tests that match `zork` in `t`
        --- exit 0
    "#]]
    .assert_eq(&folder.run_timeless("test t --filter zork"));
    expect![[r#"
        --- stderr
        there are no tests that match `zork` in `t`
        --- exit 0
    "#]]
    .assert_eq(&folder.run_timeless("test t --filter zork --json"));
    expect![[r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="0" failures="0" errors="0" skipped="0" time="N">
        </testsuites>
        --- stderr
        there are no tests that match `zork` in `t`
        --- exit 0
    "#]]
    .assert_eq(&folder.run_timeless("test t --filter zork --format junit"));
}

#[test]
fn a_folder_without_tests_is_said() {
    check(
        "//- Pot.bt\nObject subclass: Pot\n",
        "test",
        expect![[r#"
        0 tests, 0 passed, 0 failed
        --- stderr
        there are no tests in `.`
        --- exit 0
    "#]],
    );
    check(
        "",
        "test gone",
        expect![[r#"
        --- stderr
        error: there is no file or folder `gone`
        --- exit 2
    "#]],
    );
}

#[test]
fn a_test_that_does_not_end_is_ended() {
    expect![[r#"
          SlowTest: 2 tests, 1 passed, 1 failed ✗

        FAIL SlowTest testHang: did not end within 50 ms
          at SlowTest.bt:5

        1 file(s), 2 tests, 1 passed, 1 failed (Ns)
        --- exit 1
    "#]]
    .assert_eq(
        &Folder::new(
            "//- SlowTest.bt
TestCase subclass: SlowTest

  class timeout => 50

  testHang => [true] whileTrue: [1]

  testGood => self assert: true
",
        )
        .run_timeless("test"),
    );
}

#[test]
fn the_tests_of_a_package_see_its_classes() {
    let folder = Folder::new(PACKAGE);
    expect![[r#"
          PotTest: 1 tests, 1 passed ✓

        1 file(s), 1 tests, 1 passed, 0 failed (Ns)
        --- stderr
        Compiling 1 file
        Compiling 1 test file
        --- exit 0
    "#]]
    .assert_eq(&folder.run_timeless("test"));
    expect![[r#"
          PotTest: 1 tests, 1 passed ✓

        1 file(s), 1 tests, 1 passed, 0 failed (Ns)
        --- exit 0
    "#]]
    .assert_eq(&folder.run_timeless("test"));
    folder.edit("src/Pot.bt", "=> 4", "=> 5");
    expect![[r#"
          PotTest: 1 tests, 0 passed, 1 failed ✗

        FAIL PotTest testCups: Expected 4, got 5
          at PotTest>>testCups (test/PotTest.bt:3)

        1 file(s), 1 tests, 0 passed, 1 failed (Ns)
        --- stderr
        Compiling 1 file
        --- exit 1
    "#]]
    .assert_eq(&folder.run_timeless("test"));
    folder.edit("src/Pot.bt", "=> 5", "=> (5");
    expect![[r#"
        --- stderr
        error[unclosed-bracket]: Expected ')' to close parenthesis, found `class`
         --> src/Pot.bt:6:3
          |
        6 |   class pour => Transcript show: self cups; cr
          |   ^^^^^
          |
          = note: `(` on line 4 is still open here.
          = hint: Write `)` before `class`.

        1 error in 1 file; 1 file that relies on them was not compiled
        --- exit 1
    "#]]
    .assert_eq(&folder.run_timeless("test"));
}

#[test]
fn tests_that_cannot_be_read_or_compiled_are_told() {
    let folder = Folder::new("//- ATest.bt\nTestCase subclass: ATest\n\n  testA => (1\n");
    expect![[r#"
        --- stderr
        error[unclosed-bracket]: Expected ')' to close parenthesis, found the end of the text
         --> ATest.bt:3:14
          |
        3 |   testA => (1
          |              ^
          |
          = hint: Write `)` before the end of the text.
        --- exit 1
    "#]]
    .assert_eq(&folder.run_timeless("test"));
    let folder = Folder::new("");
    folder.write("a.btscript", b"3 // => \xff\n");
    expect![[r#"
        --- stderr
        error[not-utf8]: This is not UTF-8 text: byte 8, on line 1, is invalid
        --> a.btscript:1:9
         = hint: Save the file as UTF-8.
        --- exit 1
    "#]]
    .assert_eq(&folder.run_timeless("test"));
}

#[test]
fn a_test_that_ends_the_system_is_told() {
    let fixture = "//- ATest.bt\nTestCase subclass: ATest\n\n  testA => Erlang erlang halt: 0\n";
    expect![[r#"
        --- stderr
        error: the BEAM ended while it ran the tests
          hint: does one of them end the whole system?
        --- exit 3
    "#]]
    .assert_eq(&Folder::new(fixture).run_timeless("test"));
}

#[test]
fn a_new_package_passes_its_tests() {
    let folder = Folder::new("");
    folder.run("new tea");
    let hello = folder.command("run Tea hello").current_dir(folder.path("tea")).output().unwrap();
    expect![[r#"
        Hello, world!
        --- stderr
        Compiling 1 file
        --- exit 0
    "#]]
    .assert_eq(&answer(&hello));
    expect![[r#"
          TeaTest: 1 tests, 1 passed ✓

        1 file(s), 1 tests, 1 passed, 0 failed (Ns)
        --- stderr
        Compiling 1 test file
        --- exit 0
    "#]]
    .assert_eq(&folder.run_timeless("test tea"));
}

/// What the build has compiled is not loaded a second time.
#[test]
fn scripts_of_a_package_load_what_is_built_already() {
    let folder = Folder::new(PACKAGE);
    folder.write("test/fixtures/Lid.bt", b"Value subclass: Lid\n  field: holes = 1\n");
    folder.write(
        "test/lid.btscript",
        b"// @load fixtures/Lid.bt\nLid new holes + Pot cups\n// => 5\n",
    );
    expect![[r#"
          PotTest: 1 tests, 1 passed ✓
          test/lid.btscript: 1 tests, 1 passed ✓

        2 file(s), 2 tests, 2 passed, 0 failed (Ns)
        --- stderr
        Compiling 1 file
        Compiling 2 test files
        --- exit 0
    "#]]
    .assert_eq(&folder.run_timeless("test test"));
}

/// A suite is told of as soon as it is done, to a pipe too: here the second waits until
/// somebody has read of the first.
#[test]
fn suites_are_told_of_while_others_run() {
    let folder = Folder::new(
        "//- FirstTest.bt
TestCase subclass: FirstTest

  testA => self assert: true
//- SecondTest.bt
TestCase subclass: SecondTest

  class timeout => 30000

  testB =>
    [(Erlang filelib is_file: \"read\")] whileFalse: [Erlang timer sleep: 5]
    self assert: true
",
    );
    for (arguments, first) in [
        ("test -j 1", "  FirstTest: 1 tests, 1 passed ✓"),
        ("test -j 1 --json", r#"{"class":"FirstTest","test":"testA","status":"pass""#),
    ] {
        let mut child = folder.command(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.next().unwrap().unwrap();
        assert!(line.starts_with(first), "{line}");
        folder.write("read", b"");
        assert!(lines.next().unwrap().unwrap().contains("SecondTest"));
        lines.for_each(drop);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        folder.remove("read");
    }
}
