//! Odd files and odd folders: a clear answer, nothing lost, no panic.

use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt as _;

use crate::folder::{Folder, check};
use expect_test::expect;

#[test]
fn folders_are_searched_in_order_and_only_for_source() {
    let mut fixture = String::new();
    let found = ["a.bt", "b/c.btscript", "b/d.bt", "e.bt/f.bt", "z.bt"];
    let passed_over = [
        ".git/x.bt",
        "_build/x.bt",
        "b/node_modules/x.bt",
        "b/target/x.bt",
        "b/x.bt.orig",
        "x.txt",
        "x.beam",
    ];
    for name in found.iter().chain(&passed_over) {
        fixture += &format!("//- {name}\n)\n");
    }
    let answer = Folder::new(&fixture).run("check --json");
    let objects = answer.lines().filter_map(|line| serde_json::from_str(line).ok());
    let mut named: Vec<String> =
        objects.map(|it: serde_json::Value| it["file"].as_str().unwrap().to_owned()).collect();
    named.dedup();
    assert_eq!(named, found);
}

#[test]
fn what_is_named_twice_is_checked_once() {
    let folder = Folder::new("//- a.bt\nx := 1\n//- b/c.bt\nx := 1\n");
    expect![[r#"
        --- stderr
        no problems (2 checked)
        --- exit 0
    "#]]
    .assert_eq(&folder.run("check . a.bt ./b b/c.bt b"));
}

#[test]
fn links_in_a_folder_are_passed_over_and_loops_end() {
    let folder = Folder::new("//- in/a.bt\nx := 1\n//- out/b.bt\n)\n");
    folder.link(".", "in/loop");
    folder.link("../out", "in/out");
    folder.link("../../out/b.bt", "in/b.bt");
    expect![[r#"
        --- stderr
        no problems (1 checked)
        --- exit 0
    "#]]
    .assert_eq(&folder.run("check in"));
}

#[test]
fn a_link_that_is_named_is_followed() {
    let folder = Folder::new("//- out/b.bt\n)\n");
    folder.link("out/b.bt", "b.bt");
    folder.link("out", "folder");
    folder.link("nowhere", "broken.bt");
    assert!(folder.run("check b.bt").contains("1 problem in 1 file (1 checked)"));
    assert!(folder.run("check folder").contains("1 problem in 1 file (1 checked)"));
    expect![[r#"
        --- stderr
        error: there is no file or folder `broken.bt`
        --- exit 2
    "#]]
    .assert_eq(&folder.run("check broken.bt"));
}

#[test]
fn an_empty_file_is_clean() {
    check(
        "//- a.bt\n",
        "check a.bt",
        expect![[r#"
        --- stderr
        no problems (1 checked)
        --- exit 0
    "#]],
    );
    check(
        "//- a.bt\n",
        "fmt --check a.bt",
        expect![[r#"
        --- stderr
        0 files would be formatted, 1 unchanged
        --- exit 0
    "#]],
    );
    check(
        "//- a.bt\n",
        "show tree a.bt",
        expect![[r#"

        --- exit 0
    "#]],
    );
}

#[test]
fn carriage_returns_before_line_feeds_are_white_space() {
    let folder = Folder::new("");
    folder.write("a.bt", b"x := 1\r\ny := (2\r\n");
    expect![[r#"
        error[unclosed-bracket]: Expected ')' to close parenthesis, found the end of the text
         --> a.bt:2:8
          |
        2 | y := (2
          |        ^
          |
          = hint: Write `)` before the end of the text.

        --- stderr
        1 problem in 1 file (1 checked)
        --- exit 1
    "#]]
    .assert_eq(&folder.run("check a.bt"));
}

#[test]
fn a_byte_order_mark_is_named() {
    let folder = Folder::new("");
    folder.write("a.bt", "\u{FEFF}x := 1\n".as_bytes());
    let answer = folder.run("check a.bt");
    assert!(answer.contains("byte order mark") && answer.contains("a.bt:1:1"), "{answer}");
    assert!(answer.ends_with("1 problem in 1 file (1 checked)\n--- exit 1\n"), "{answer}");
}

#[test]
fn control_characters_reach_no_terminal() {
    let folder = Folder::new("");
    folder.write("a.bt", b"x := \x1b[31m\0\x07 )\n");
    folder.write("b.bt", b"x:=\"\x1b[31m\x07\"\n");
    for command in ["check", "fmt --check a.bt", "show tokens a.bt"] {
        let answer = folder.run(command);
        assert!(!answer.contains(['\x1b', '\0', '\x07']), "{command}: {answer:?}");
    }
    let coloured = folder.run("fmt --check --color always b.bt");
    assert!(!coloured.contains('\x07') && coloured.contains("␛[31m"), "{coloured:?}");
}

#[test]
fn bytes_that_are_not_utf8_are_placed_and_kept() {
    let folder = Folder::new("");
    let bytes = b"x := 1\nname := \"\xc3\xa9t\xe9\"\n";
    folder.write("a.bt", bytes);
    expect![[r#"
        error[not-utf8]: This is not UTF-8 text: byte 19, on line 2, is invalid
        --> a.bt:2:12
         = hint: Save the file as UTF-8.

        --- stderr
        1 problem in 1 file (1 checked)
        --- exit 1
    "#]]
    .assert_eq(&folder.run("check a.bt"));
    expect![[r#"
        {"file":"a.bt","line":2,"column":12,"end_line":2,"end_column":12,"code":"not-utf8","severity":"error","message":"This is not UTF-8 text: byte 19, on line 2, is invalid","hint":"Save the file as UTF-8."}
        --- stderr
        1 problem in 1 file (1 checked)
        --- exit 1
    "#]].assert_eq(&folder.run("check --json a.bt"));
    expect![[r#"
        --- stderr
        error[not-utf8]: This is not UTF-8 text: byte 19, on line 2, is invalid
        --> a.bt:2:12
         = hint: Save the file as UTF-8.

        left alone: a.bt (1 problem)
        0 files formatted, 0 unchanged, 1 left alone
        --- exit 1
    "#]]
    .assert_eq(&folder.run("fmt a.bt"));
    expect![[r#"
        --- stderr
        error[not-utf8]: This is not UTF-8 text: byte 19, on line 2, is invalid
        --> a.bt:2:12
         = hint: Save the file as UTF-8.
        --- exit 1
    "#]]
    .assert_eq(&folder.run("show tree a.bt"));
    assert_eq!(fs::read(folder.path("a.bt")).unwrap(), bytes);
}

#[test]
fn odd_names_are_shown_without_harm() {
    let folder = Folder::new("");
    folder.write("two words.bt", b")");
    folder.write("\x1b[31m\n.bt", b")");
    fs::write(folder.path("").join(std::ffi::OsStr::from_bytes(b"\xff.bt")), ")").unwrap();
    let answer = folder.run("check");
    assert!(!answer.contains('\x1b'), "{answer:?}");
    assert!(answer.contains("two words.bt:1:1"), "{answer}");
    assert!(answer.contains("3 problems in 3 files (3 checked)"), "{answer}");
}

#[test]
fn a_file_too_large_to_be_source_is_refused_at_once() {
    let folder = Folder::new("");
    File::create(folder.path("a.bt")).unwrap().set_len(5 << 30).unwrap();
    expect![[r#"
        error[too-large]: A source file may have at most 1 GiB
        --> a.bt:1:1
         = hint: Split it into several files.

        --- stderr
        1 problem in 1 file (1 checked)
        --- exit 1
    "#]]
    .assert_eq(&folder.run("check a.bt"));
    expect![[r#"
        --- stderr
        error[too-large]: A source file may have at most 1 GiB
        --> a.bt:1:1
         = hint: Split it into several files.

        left alone: a.bt (1 problem)
        0 files formatted, 0 unchanged, 1 left alone
        --- exit 1
    "#]]
    .assert_eq(&folder.run("fmt a.bt"));
    assert_eq!(fs::metadata(folder.path("a.bt")).unwrap().len(), 5 << 30);
}

#[test]
fn fifty_megabytes_are_no_trouble() {
    let folder = Folder::new("");
    let line = "total := total + (each price * quantity)  // a comment of usual length\n";
    let names = "total := 0. each := 0. quantity := 0. ";
    let long = names.to_owned() + &line.repeat(50_000_000 / line.len());
    folder.write("long.bt", long.as_bytes());
    let statement = "total := total + (each price * quantity). ";
    let wide = names.to_owned() + &statement.repeat(50_000_000 / statement.len()) + ")";
    folder.write("wide.bt", wide.as_bytes());
    let answer = folder.run("check .");
    assert!(answer.ends_with("1 problem in 1 file (2 checked)\n--- exit 1\n"), "{answer}");
}

#[test]
fn thousands_of_files_are_no_trouble() {
    let folder = Folder::new("");
    for number in 0..5_000 {
        folder.write(&format!("{}/{number}.bt", number % 10), b"x := 1\n");
    }
    expect![[r#"
        --- stderr
        no problems (5000 checked)
        --- exit 0
    "#]]
    .assert_eq(&folder.run("check"));
}

#[test]
fn only_plain_files_are_read() {
    let folder = Folder::new("//- a.bt\nx := 1\n");
    let made = std::process::Command::new("mkfifo").arg(folder.path("pipe.bt")).status().unwrap();
    assert!(made.success());
    expect![[r#"
        --- stderr
        no problems (1 checked)
        --- exit 0
    "#]]
    .assert_eq(&folder.run("check"));
}
