//! `beamtalk fmt`: what is written, what is left alone.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

use crate::folder::{Folder, check};
use expect_test::expect;

#[test]
fn a_file_is_rewritten_once() {
    let folder = Folder::new("//- a.bt\nx:=1.\ny   :=  2\n");
    expect![[r#"
        --- stderr
        1 file formatted, 0 unchanged
        --- exit 0
    "#]]
    .assert_eq(&folder.run("fmt a.bt"));
    expect![[r#"
        x := 1
        y := 2
    "#]]
    .assert_eq(&folder.read("a.bt"));
    expect![[r#"
        --- stderr
        0 files formatted, 1 unchanged
        --- exit 0
    "#]]
    .assert_eq(&folder.run("fmt a.bt"));
    expect![[r#"
        --- stderr
        0 files would be formatted, 1 unchanged
        --- exit 0
    "#]]
    .assert_eq(&folder.run("fmt --check a.bt"));
}

#[test]
fn a_difference_is_a_patch() {
    let folder = Folder::new("//- a.bt\nx:=1\n//- b.bt\nx := 1\n");
    expect![[r#"
        --- a.bt
        +++ a.bt
        @@ -1 +1 @@
        -x:=1
        +x := 1
        --- stderr
        1 file would be formatted, 1 unchanged
        --- exit 1
    "#]]
    .assert_eq(&folder.run("fmt --check"));
    assert_eq!(folder.read("a.bt"), "x:=1\n");
}

#[test]
fn a_file_with_errors_is_named_and_left_alone() {
    let folder = Folder::new("//- a.bt\nx:=(1\ny:=)\n//- b.bt\nx:=1\n");
    expect![[r#"
        --- stderr
        error[unclosed-bracket]: Expected ')' to close parenthesis, found `y`
         --> a.bt:2:1
          |
        2 | y:=)
          | ^
          |
          = note: `(` on line 1 is still open here.
          = hint: One expression fits in here; `y` does not go on with it.

        left alone: a.bt (1 problem)
        1 file formatted, 0 unchanged, 1 left alone
        --- exit 1
    "#]]
    .assert_eq(&folder.run("fmt"));
    assert_eq!(folder.read("a.bt"), "x:=(1\ny:=)\n");
    assert_eq!(folder.read("b.bt"), "x := 1\n");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::new("");
    expect![[r#"
        x := 1
        --- exit 0
    "#]]
    .assert_eq(&folder.run_with_stdin("fmt -", b"x:=1"));
    expect![[r#"
        --- <stdin>
        +++ <stdin>
        @@ -1 +1 @@
        -x:=1
        \ No newline at end of file
        +x := 1
        --- exit 1
    "#]]
    .assert_eq(&folder.run_with_stdin("fmt --check -", b"x:=1"));
    expect![[r#"
        --- exit 0
    "#]]
    .assert_eq(&folder.run_with_stdin("fmt -", b""));
    expect![[r#"
        --- stderr
        error[unclosed-bracket]: Expected ')' to close parenthesis, found the end of the text
         --> <stdin>:1:6
          |
        1 | x:=(1
          |      ^
          |
          = hint: Write `)` before the end of the text.

        left alone: <stdin> (1 problem)
        --- exit 1
    "#]]
    .assert_eq(&folder.run_with_stdin("fmt -", b"x:=(1"));
    expect![[r#"
        --- stderr
        error[not-utf8]: This is not UTF-8 text: byte 3, on line 1, is invalid
        --> <stdin>:1:4
         = hint: Save the file as UTF-8.

        left alone: <stdin> (1 problem)
        --- exit 1
    "#]]
    .assert_eq(&folder.run_with_stdin("fmt -", b"x:=\xff"));
}

#[test]
fn formatted_text_is_passed_on_byte_for_byte() {
    let text = "x := \"\x1b[31mred\x07\"\n";
    let answer = Folder::new("").run_with_stdin("fmt -", text.as_bytes());
    assert_eq!(answer, format!("{text}--- exit 0\n"));
}

#[test]
fn what_is_not_ours_is_not_rewritten() {
    check(
        "//- notes.txt\nbuy milk\n",
        "fmt notes.txt",
        expect![[r#"
        --- stderr
        error: `notes.txt` is not a .bt file, so it is not rewritten
          hint: `beamtalk fmt - < notes.txt` prints it formatted
        --- exit 2
    "#]],
    );
    check(
        "//- a.bt\nx := 1\n",
        "fmt - a.bt",
        expect![[r#"
        --- stderr
        error: `-` stands alone: name files, or standard input
        --- exit 2
    "#]],
    );
}

#[test]
fn scripts_are_checked_and_never_rewritten() {
    let folder = Folder::new("//- good.btscript\n1   +   2\n// => 3\n//- bad.btscript\n(1\n");
    expect![[r#"
        --- stderr
        error[missing-expectation]: Expected an answer after `(1`
         --> bad.btscript:1:1
          |
        1 | (1
          | ^^
          |
          = hint: Write `// => 7` below it with the answer, or `// => _` to accept any.

        left alone: bad.btscript (2 problems)
        0 files formatted, 1 unchanged, 1 left alone
        --- exit 1
    "#]]
    .assert_eq(&folder.run("fmt"));
    assert_eq!(folder.read("good.btscript"), "1   +   2\n// => 3\n");
    assert_eq!(folder.read("bad.btscript"), "(1\n");
}

#[test]
fn an_unchanged_file_is_not_touched() {
    let folder = Folder::new("//- a.bt\nx := 1\n");
    let before = fs::metadata(folder.path("a.bt")).unwrap();
    folder.run("fmt");
    let after = fs::metadata(folder.path("a.bt")).unwrap();
    assert_eq!(before.modified().unwrap(), after.modified().unwrap());
    assert_eq!(before.ino(), after.ino());
}

#[test]
fn a_rewritten_file_keeps_its_permissions_and_leaves_nothing_behind() {
    let folder = Folder::new("//- a.bt\nx:=1\n");
    folder.set_mode("a.bt", 0o640);
    folder.give_away("a.bt");
    let before = fs::metadata(folder.path("a.bt")).unwrap();
    folder.run("fmt");
    let after = fs::metadata(folder.path("a.bt")).unwrap();
    assert_eq!(folder.read("a.bt"), "x := 1\n");
    assert_eq!(after.permissions().mode() & 0o7777, 0o640);
    assert_eq!((before.uid(), before.gid()), (after.uid(), after.gid()));
    assert_eq!(folder.names(""), ["a.bt"]);
}

#[test]
fn nothing_is_written_through_a_link_in_a_folder() {
    let folder = Folder::new("//- in/a.bt\nx:=1\n//- out/b.bt\nx:=1\n");
    folder.link("../out/b.bt", "in/b.bt");
    folder.link("../out", "in/out");
    expect![[r#"
        --- stderr
        1 file formatted, 0 unchanged
        --- exit 0
    "#]]
    .assert_eq(&folder.run("fmt in"));
    assert_eq!(folder.read("in/a.bt"), "x := 1\n");
    assert_eq!(folder.read("out/b.bt"), "x:=1\n");
}

#[test]
fn a_link_that_is_named_stays_a_link() {
    let folder = Folder::new("//- out/b.bt\nx:=1\n");
    folder.link("out/b.bt", "b.bt");
    expect![[r#"
        --- stderr
        1 file formatted, 0 unchanged
        --- exit 0
    "#]]
    .assert_eq(&folder.run("fmt b.bt"));
    assert_eq!(folder.read("out/b.bt"), "x := 1\n");
    assert!(folder.path("b.bt").is_symlink());
}
