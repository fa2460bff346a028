//! `beamtalk build`: modules on the disk, and only those that must be made.

use crate::folder::{Folder, check};
use crate::run::PACKAGE;
use expect_test::expect;

const THREE: &str = "\
//- beamtalk.toml
[package]
name = \"house\"
version = \"0.1.0\"
//- src/Pot.bt
Value subclass: Pot
  field: cups :: Integer = 4

  pour -> Integer => self.cups
//- src/Samovar.bt
Pot subclass: Samovar

  heat => 80
//- src/Table.bt
Object subclass: Table

  class legs => 4
";

#[test]
fn a_package_becomes_modules() {
    let folder = Folder::new(PACKAGE);
    expect![[r#"
        --- stderr
        Compiling 1 file
        --- exit 0
    "#]]
    .assert_eq(&folder.run("build"));
    expect![[r#"
        bt@house@pot.beam
        house.app"#]]
    .assert_eq(&folder.names("_build/dev/ebin").join("\n"));
    expect![[r#"
        --- stderr
        The only file is unchanged
        --- exit 0
    "#]]
    .assert_eq(&folder.run("build"));
    expect![[r#"
        --- stderr
        Compiling 1 file
        --- exit 0
    "#]]
    .assert_eq(&folder.run("build --force"));
}

#[test]
fn files_without_a_package_become_modules_beside_them() {
    let folder = Folder::new("//- Pot.bt\nObject subclass: Pot\n\nInteger >> cups => self * 2\n");
    expect![[r#"
        --- stderr
        Compiling 1 file
        --- exit 0
    "#]]
    .assert_eq(&folder.run("build"));
    expect![[r#"
        .beamtalk-build.json
        .beamtalk-lock
        .beamtalk-types.json
        bt@file@Pot.beam
        bt@pot.beam"#]]
    .assert_eq(&folder.names("build").join("\n"));
}

#[test]
fn only_what_has_changed_is_compiled_and_what_relies_on_it() {
    let folder = Folder::new(THREE);
    expect![[r#"
        --- stderr
        Compiling 3 files
        --- exit 0
    "#]]
    .assert_eq(&folder.run("build"));
    folder.edit("src/Pot.bt", "=> self.cups", "=> self.cups + 1");
    expect![[r#"
        --- stderr
        Compiling 1 of 3 files (2 unchanged)
        --- exit 0
    "#]]
    .assert_eq(&folder.run("build"));
    folder.edit("src/Pot.bt", "pour -> Integer", "pour -> Object");
    expect![[r#"
        --- stderr
        Compiling 2 of 3 files (1 unchanged)
        --- exit 0
    "#]]
    .assert_eq(&folder.run("build"));
    folder.remove("src/Table.bt");
    expect![[r#"
        --- stderr
        Removed bt@house@table.beam, which has no source any more
        All 2 files are unchanged
        --- exit 0
    "#]]
    .assert_eq(&folder.run("build"));
}

/// An `erl` that breaks when it is started, and whose release is that of the real one.
#[test]
fn where_nothing_has_changed_no_beam_is_started() {
    let folder = Folder::new(THREE);
    let path = folder.fake_erlang("exit 9");
    let build =
        || crate::folder::answer(&folder.command("build").env("PATH", &path).output().unwrap());
    folder.run("build");
    expect![[r#"
        --- stderr
        All 3 files are unchanged
        --- exit 0
    "#]]
    .assert_eq(&build());
    folder.edit("src/Pot.bt", "=> self.cups", "=> self.cups + 1");
    expect![[r#"
        --- stderr
        Compiling 1 of 3 files (2 unchanged)
        error: Erlang did not start: `erl` ended with exit status: 9
          hint: `erl -noshell -s init stop` shows whether Erlang works by itself
        --- exit 3
    "#]]
    .assert_eq(&build().replace(&*folder.path("").to_string_lossy(), ""));
    expect![[r#"
        --- stderr
        Compiling 1 of 3 files (2 unchanged)
        --- exit 0
    "#]]
    .assert_eq(&folder.run("build"));
}

#[test]
fn problems_are_told_and_the_rest_is_compiled() {
    let folder = Folder::new(THREE);
    folder.edit("src/Table.bt", "=> 4", "=> (4");
    expect![[r#"
        --- stderr
        error[unclosed-bracket]: Expected ')' to close parenthesis, found the end of the text
         --> src/Table.bt:3:19
          |
        3 |   class legs => (4
          |                   ^
          |
          = hint: Write `)` before the end of the text.

        Compiling 2 of 3 files (0 unchanged)
        1 error in 1 file
        --- exit 1
    "#]]
    .assert_eq(&folder.run("build"));
    folder.edit("src/Table.bt", "=> (4", "=> chairs");
    expect![[r#"
        --- stderr
        error[undefined-variable]: Undefined variable `chairs`
         --> src/Table.bt:3:17
          |
        3 |   class legs => chairs
          |                 ^^^^^^
          |
          = hint: Write `chairs := …` before it is read; if it is a message, write its receiver before it.

        1 error in 1 file
        --- exit 1
    "#]].assert_eq(&folder.run("build"));
    assert!(folder.names("_build/dev/ebin").contains(&"bt@house@pot.beam".to_owned()));
}

#[test]
fn nothing_to_build_is_said() {
    check(
        "",
        "build",
        expect![[r#"
        --- stderr
        There are no Beamtalk files to compile
        --- exit 0
    "#]],
    );
    check(
        "",
        "build gone",
        expect![[r#"
        --- stderr
        error: there is no file or folder `gone`
        --- exit 2
    "#]],
    );
    check(
        "//- beamtalk.toml\n[package]\nname = 3\n",
        "build",
        expect![[r#"
        --- stderr
        error[invalid-manifest]: `[package]` does not say `version`
         --> beamtalk.toml:1:2
          |
        1 | [package]
          |  ^^^^^^^
          |
          = hint: add a line `version = "…"` below it

        error[invalid-manifest]: `name` must be text, not a whole number
         --> beamtalk.toml:2:8
          |
        2 | name = 3
          |        ^
          |
          = hint: as in `name = "…"`

        --- exit 1
    "#]],
    );
}

/// A clock that jumps, or a checkout that sets times, changes no text.
#[test]
fn the_times_of_files_mean_nothing() {
    let folder = Folder::new(THREE);
    folder.run("build");
    for time in ["200101010000", "203801190000"] {
        let touched = std::process::Command::new("touch")
            .args(["-t", time])
            .args(["src/Pot.bt", "_build/dev/ebin/bt@house@table.beam"].map(|it| folder.path(it)))
            .status();
        assert!(touched.unwrap().success());
        let answer = folder.run("build");
        assert_eq!(answer, "--- stderr\nAll 3 files are unchanged\n--- exit 0\n", "{time}");
    }
}

#[test]
fn a_damaged_module_is_made_again_and_a_damaged_record_forgotten() {
    let folder = Folder::new(THREE);
    folder.run("build");
    folder.write("_build/dev/ebin/bt@house@table.beam", b"FOR1 no");
    let answer = folder.run("build");
    assert_eq!(answer, "--- stderr\nCompiling 1 of 3 files (2 unchanged)\n--- exit 0\n");
    folder.write("_build/dev/.beamtalk-build.json", b"{\"version\":");
    let answer = folder.run("build");
    assert_eq!(answer, "--- stderr\nCompiling 3 files\n--- exit 0\n");
    assert!(folder.run_words(&["eval", "Table legs"]).starts_with("4\n"));
}
