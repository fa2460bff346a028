//! `beamtalk new`: a package that the other commands have nothing to say about.

use std::process::Command;

use crate::folder::{Folder, answer, check};
use expect_test::expect;

#[test]
fn a_package_is_made_and_is_without_fault() {
    let folder = Folder::new("");
    expect![[r#"
        --- stderr
        Made the package tea_house. Next:
          cd tea_house
          beamtalk test
          beamtalk run TeaHouse hello
        --- exit 0
    "#]]
    .assert_eq(&folder.run("new tea_house"));
    assert_eq!(folder.names(""), ["tea_house"]);
    assert_eq!(
        folder.names("tea_house"),
        [".github", ".gitignore", "README.md", "beamtalk.toml", "src", "test"]
    );
    expect![[r#"
        --- stderr
        no problems (2 checked)
        --- exit 0
    "#]]
    .assert_eq(&folder.run("check tea_house"));
    expect![[r#"
        --- stderr
        0 files would be formatted, 2 unchanged
        --- exit 0
    "#]]
    .assert_eq(&folder.run("fmt --check tea_house"));
    expect![[r#"
        /// Greets. A first class, to be replaced by what tea_house is about.
        Object subclass: TeaHouse

          /// Greets everybody.
          class hello => Transcript show: (self greet: "world"); cr

          /// A greeting for somebody.
          class greet: somebody :: String -> String => "Hello, {somebody}!"
    "#]]
    .assert_eq(&folder.read("tea_house/src/TeaHouse.bt"));
    expect![[r#"
        [package]
        name = "tea_house"
        version = "0.1.0"
        description = "Says hello"
    "#]]
    .assert_eq(&folder.read("tea_house/beamtalk.toml"));
}

#[test]
fn an_application_is_made_and_runs() {
    let folder = Folder::new("");
    expect![[r#"
        --- stderr
        Made the application tea_stall. Next:
          cd tea_stall
          beamtalk test
          beamtalk run .
        --- exit 0
    "#]]
    .assert_eq(&folder.run("new --app tea_stall"));
    assert_eq!(folder.names("tea_stall/src"), ["Main.bt", "TeaStall.bt", "TeaStallAppSup.bt"]);
    expect![[r#"
        --- stderr
        no problems (4 checked)
        --- exit 0
    "#]]
    .assert_eq(&folder.run("check tea_stall"));
    let inside = |arguments: &str| {
        let mut command = folder.command(arguments);
        answer(&command.current_dir(folder.path("tea_stall")).output().unwrap())
    };
    let tested = inside("test");
    assert!(tested.contains("2 tests, 2 passed, 0 failed"), "{tested}");
    expect![[r#"
        Hello, world!
        --- exit 0
    "#]]
    .assert_eq(&inside("run Main run"));
}

#[test]
fn a_name_that_cannot_be_one_is_answered_with_one_that_can() {
    check(
        "",
        "new TeaHouse",
        expect![[r#"
        --- stderr
        error: `TeaHouse` cannot be the name of a package: only lower-case letters from a to z, digits and `_` are allowed
          hint: `beamtalk new tea_house` would do
        --- exit 2
    "#]],
    );
    check(
        "",
        "new ../tea",
        expect![[r#"
        --- stderr
        error: `../tea` cannot be the name of a package: only lower-case letters from a to z, digits and `_` are allowed
          hint: `beamtalk new tea` would do
        --- exit 2
    "#]],
    );
    check(
        "",
        "new kernel",
        expect![[r#"
        --- stderr
        error: `kernel` cannot be the name of a package: Erlang or Beamtalk itself uses that name
          hint: `beamtalk new kernel_app` would do
        --- exit 2
    "#]],
    );
    check(
        "",
        "new 42",
        expect![[r#"
        --- stderr
        error: `42` cannot be the name of a package: it must begin with a letter
        --- exit 2
    "#]],
    );
    check(
        "",
        "new",
        expect![[r#"
        --- stderr
        error: the following required arguments were not provided:
          <NAME>

        Usage: beamtalk new <NAME>

        For more information, try '--help'.
        --- exit 2
    "#]],
    );
}

#[test]
fn what_is_there_stays() {
    let folder = Folder::new("//- tea/kept\nkept\n//- file\n");
    folder.link("nowhere", "gone");
    for name in ["tea", "file", "gone"] {
        let answer = folder.run(&format!("new {name}"));
        assert!(answer.contains(&format!("error: `{name}` is already there")), "{answer}");
        assert!(answer.ends_with("--- exit 2\n"), "{answer}");
    }
    assert_eq!(folder.names("tea"), ["kept"]);
    assert_eq!(folder.names(""), ["file", "gone", "tea"]);
}

#[test]
fn a_folder_that_cannot_be_written_gets_nothing() {
    let folder = Folder::new("");
    folder.set_mode("", 0o555);
    let answer = folder.run_unprivileged("new tea");
    folder.set_mode("", 0o755);
    assert!(answer.contains("error: cannot make the folder `tea`: Permission denied"), "{answer}");
    assert!(answer.ends_with("--- exit 3\n"), "{answer}");
    assert!(folder.names("").iter().all(|it| it == ".binary"), "{:?}", folder.names(""));
}

/// A limit on the size of files stands in for a full disk.
#[test]
fn a_full_disk_gets_nothing() {
    let folder = Folder::new("");
    let script = format!("trap '' XFSZ; ulimit -f 0; {} new tea", env!("CARGO_BIN_EXE_beamtalk"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path("")).output();
    expect![[r#"
        --- stderr
        error: cannot make the folder `tea`: File too large (os error 27)
        --- exit 3
    "#]]
    .assert_eq(&answer(&output.unwrap()));
    assert_eq!(folder.names(""), Vec::<String>::new());
}
