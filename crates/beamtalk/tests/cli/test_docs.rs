//! The examples of Markdown files: which there are, and how they went.

use crate::folder::{Folder, check};
use crate::run::PACKAGE;
use expect_test::expect;

const GUIDE: &str = "\
//- docs/guide.md
# Tea

<!-- btfixture: fixtures/Kettle.bt -->

```beamtalk
kettle := Kettle new
kettle heat
// => 80
```

What is no example is only read:

```beamtalk
Kettle new boil: #never
```

```sh
$ beamtalk eval 3   // => 4
```

1. Blocks share their variables, and may be indented:

   ```beamtalk
   [:degrees |
     degrees + kettle heat
   ] value: 20   // => 99
   kettle whistle
   // => ERROR: does_not_understand
   ```
//- docs/more/broken.md
```beamtalk
(3 + 4   // => 7
```

```beamtalk
1 + 1   // => 2
undefined + 1   // => 1
kettle   // => 80
```
//- docs/notes.txt
```beamtalk
1   // => 2
```
//- docs/fixtures/Kettle.bt
Value subclass: Kettle
  field: degrees = 80

  heat => self.degrees

TestCase subclass: KettleTest

  testHeat => self assert: Kettle new heat equals: 81
";

#[test]
fn a_document_is_tested_with_its_fixture() {
    let folder = Folder::new(GUIDE);
    let expected = expect![[r#"
          KettleTest: 1 tests, 0 passed, 1 failed ✗
          docs/guide.md: 3 tests, 2 passed, 1 failed ✗

        FAIL KettleTest testHeat: Expected 81, got 80
          at KettleTest>>testHeat (docs/fixtures/Kettle.bt:8)

        FAIL docs/guide.md:24
          [:degrees |
            degrees + kettle heat
          ] value: 20
          expected: 99
          got:      100

        2 file(s), 4 tests, 2 passed, 2 failed (Ns)
        --- exit 1
    "#]];
    let answer = folder.run_timeless("test docs/guide.md");
    expected.assert_eq(&answer);
    assert_eq!(folder.run_timeless("test-docs docs/guide.md"), answer);
}

/// One block that cannot be read costs the others nothing.
#[test]
fn what_is_wrong_with_one_block_fails_alone() {
    expect![[r#"
          docs/more/broken.md: 4 tests, 1 passed, 3 failed ✗

        FAIL docs/more/broken.md:2
          (3 + 4
          expected: 7
          got:      ERROR: unclosed-bracket: Expected ')' to close parenthesis, found the end of the text

        FAIL docs/more/broken.md:7
          undefined + 1
          expected: 1
          got:      ERROR: undefined_variable: Undefined variable 'undefined'

        FAIL docs/more/broken.md:8
          kettle
          expected: 80
          got:      ERROR: undefined_variable: Undefined variable 'kettle'

        1 file(s), 4 tests, 1 passed, 3 failed (Ns)
        --- exit 1
    "#]].assert_eq(&Folder::new(GUIDE).run_timeless("test-docs docs/more/broken.md"));
}

#[test]
fn folders_are_searched_for_documents_by_one_command_only() {
    let folder = Folder::new(GUIDE);
    expect![[r#"
        {"class":"KettleTest","test":"testHeat","status":"fail","message":"Expected 81, got 80","file":"docs/fixtures/Kettle.bt","line":8,"time":N}
        {"class":"docs/guide.md","test":"7","status":"pass","message":null,"file":"docs/guide.md","line":7,"time":N}
        {"class":"docs/guide.md","test":"24","status":"fail","message":"[:degrees |\n  degrees + kettle heat\n] value: 20\nexpected: 99\ngot: 100","file":"docs/guide.md","line":24,"time":N}
        {"class":"docs/guide.md","test":"27","status":"pass","message":null,"file":"docs/guide.md","line":27,"time":N}
        {"class":"docs/more/broken.md","test":"2","status":"fail","message":"(3 + 4\nexpected: 7\ngot: ERROR: unclosed-bracket: Expected ')' to close parenthesis, found the end of the text","file":"docs/more/broken.md","line":2,"time":N}
        {"class":"docs/more/broken.md","test":"6","status":"pass","message":null,"file":"docs/more/broken.md","line":6,"time":N}
        {"class":"docs/more/broken.md","test":"7","status":"fail","message":"undefined + 1\nexpected: 1\ngot: ERROR: undefined_variable: Undefined variable 'undefined'","file":"docs/more/broken.md","line":7,"time":N}
        {"class":"docs/more/broken.md","test":"8","status":"fail","message":"kettle\nexpected: 80\ngot: ERROR: undefined_variable: Undefined variable 'kettle'","file":"docs/more/broken.md","line":8,"time":N}
        --- exit 1
    "#]].assert_eq(&folder.run_timeless("test-docs --json docs"));
    expect![[r#"
          KettleTest: 1 tests, 0 passed, 1 failed ✗

        FAIL KettleTest testHeat: Expected 81, got 80
          at KettleTest>>testHeat (docs/fixtures/Kettle.bt:8)

        1 file(s), 1 tests, 0 passed, 1 failed (Ns)
        --- exit 1
    "#]]
    .assert_eq(&folder.run_timeless("test docs"));
    expect![[r#"
        0 tests, 0 passed, 0 failed
        --- stderr
        there are no tests in `docs/fixtures`
        --- exit 0
    "#]]
    .assert_eq(&folder.run_timeless("test-docs docs/fixtures"));
}

#[test]
fn the_readme_of_a_package_sees_its_classes() {
    let folder = Folder::new(PACKAGE);
    folder.write("README.md", b"```beamtalk\nPot cups   // => 5\n```\n");
    let told = expect![[r#"
          README.md: 1 tests, 0 passed, 1 failed ✗

        FAIL README.md:2
          Pot cups
          expected: 5
          got:      4

        1 file(s), 1 tests, 0 passed, 1 failed (Ns)
        --- stderr
        Compiling 1 file
        Compiling 1 test file
        --- exit 1
    "#]];
    told.assert_eq(&folder.run_timeless("test README.md"));
    folder.edit("README.md", "=> 5", "=> 4");
    expect![[r#"
          README.md: 1 tests, 1 passed ✓

        1 file(s), 1 tests, 1 passed, 0 failed (Ns)
        --- exit 0
    "#]]
    .assert_eq(&folder.run_timeless("test-docs"));
}

#[test]
fn what_cannot_be_read_is_told() {
    check(
        "//- a.md\n<!-- btfixture: gone.bt -->\n",
        "test-docs a.md",
        expect![[r#"
            --- stderr
            error: `a.md` asks for `gone.bt`: there is no file or folder `gone.bt`
            --- exit 2
        "#]],
    );
    let folder = Folder::new("//- b.md\n<!-- btfixture: B.bt -->\n//- B.bt\nObject subclass: (\n");
    expect![[r#"
        --- stderr
        error[missing-name]: Expected a class name after `subclass:`, found `(`
         --> B.bt:1:18
          |
        1 | Object subclass: (
          |                  ^
          |
          = hint: Write the name, as in `Object subclass: Kettle`.
        error[missing-name]: Expected a type parameter after `(`, found the end of the text
         --> B.bt:1:19
          |
        1 | Object subclass: (
          |                   ^
          |
          = hint: Write the parameters, as in `Tray(E)` or `Tray(E :: Sized)`.
        --- exit 1
    "#]]
    .assert_eq(&folder.run("test b.md"));
    folder.write("c.md", b"\xff");
    expect![[r#"
        --- stderr
        error[not-utf8]: This is not UTF-8 text: byte 0, on line 1, is invalid
        --> c.md:1:1
         = hint: Save the file as UTF-8.
        --- exit 1
    "#]]
    .assert_eq(&folder.run("test-docs c.md"));
}
