//! When what programs run on is missing, old, broken or refuses: what is said, and what
//! is left.

use std::ffi::OsStr;
use std::process::Command;

use crate::folder::{Folder, answer, real_erl};
use crate::run::PACKAGE;
use expect_test::{Expect, expect};

/// Commands that need a BEAM.
const COMMANDS: [&str; 4] = ["build", "eval 3", "run Pot pour", "test"];

/// All commands say the same with this variable, and nothing is built.
fn check(folder: &Folder, variable: &str, value: impl AsRef<OsStr>, expected: Expect) {
    let before = folder.names("");
    let mut answers: Vec<String> = Vec::new();
    for arguments in COMMANDS {
        let output = folder.command(arguments).env(variable, &value).output().unwrap();
        answers.push(answer(&output).replace(&*folder.path("").to_string_lossy(), ""));
    }
    assert!(answers.iter().all(|it| Some(it) == answers.first()), "{answers:#?}");
    expected.assert_eq(&answers[0]);
    assert_eq!(folder.names(""), before);
}

#[test]
fn without_erlang_it_is_said_how_to_get_it() {
    check(
        &Folder::new(PACKAGE),
        "PATH",
        "/nowhere",
        expect![[r#"
        --- stderr
        error: Erlang was not found: there is no `erl` in PATH
          hint: install Erlang/OTP 25 or newer, for example with `apt install erlang` or `brew install erlang`
        --- exit 3
    "#]],
    );
    check(
        &Folder::new(PACKAGE),
        "PATH",
        "",
        expect![[r#"
        --- stderr
        error: Erlang was not found: there is no `erl` in PATH
          hint: install Erlang/OTP 25 or newer, for example with `apt install erlang` or `brew install erlang`
        --- exit 3
    "#]],
    );
    let folder = Folder::new("");
    let output = folder.command("eval 3").env("PATH", "/nowhere").output().unwrap();
    expect![[r#"
        --- stderr
        error: Erlang was not found: there is no `erl` in PATH
          hint: install Erlang/OTP 25 or newer, for example with `apt install erlang` or `brew install erlang`
        --- exit 3
    "#]].assert_eq(&answer(&output));
}

#[test]
fn an_erlang_that_is_too_old_is_refused() {
    let folder = Folder::new(PACKAGE);
    folder.write("otp/releases/start_erl.data", b"12.3.2 24\n");
    folder.write("otp/releases/24/OTP_VERSION", b"24.3.4\n");
    folder.write_program("otp/bin/erl", "exit 0");
    check(
        &folder,
        "PATH",
        folder.path("otp/bin"),
        expect![[r#"
        --- stderr
        error: Erlang/OTP 25 or newer is needed, and `otp/bin/erl` is 24.3.4
          hint: install a newer one, or put it first in PATH
        --- exit 3
    "#]],
    );
}

/// Nothing beside it says of which release it is, so it is asked.
#[test]
fn an_old_erlang_that_must_be_asked_is_refused() {
    let folder = Folder::new(PACKAGE);
    folder.write_program("bin/erl", "echo 24.12.3.2");
    check(
        &folder,
        "PATH",
        folder.path("bin"),
        expect![[r#"
        --- stderr
        error: Erlang/OTP 25 or newer is needed, and `bin/erl` is 24.12.3.2
          hint: install a newer one, or put it first in PATH
        --- exit 3
    "#]],
    );
}

/// Outside a package nobody asks; the BEAM itself finds out before it loads anything.
/// The real one stands in for an old one: what it is asked for is newer than it is.
#[test]
fn an_old_erlang_that_nobody_asked_refuses_itself() {
    let folder = Folder::new("");
    let real = real_erl();
    let newer = "sed 's/N >= 25/N >= 9999/'";
    folder.write_program(
        "bin/erl",
        &format!(
            "for word; do shift; set -- \"$@\" \"$(printf %s \"$word\" | {newer})\"; done\n\
             exec {} \"$@\"",
            real.display()
        ),
    );
    let path = format!("{}:{}", folder.path("bin").display(), std::env::var("PATH").unwrap());
    let output = folder.command("eval 3").env("PATH", path).output().unwrap();
    let answer = answer(&output);
    let told = "error: Erlang/OTP 25 or newer is needed, and this is ";
    assert!(answer.contains(told), "{answer}");
    assert!(
        answer.contains("\n  hint: install a newer one, or put it first in PATH\n"),
        "{answer}"
    );
    assert!(answer.ends_with("--- exit 3\n"), "{answer}");
}

#[test]
fn an_erlang_that_breaks_is_told() {
    let folder = Folder::new(PACKAGE);
    folder.write_program("bin/erl", "echo no emulator >&2; exit 1");
    check(
        &folder,
        "PATH",
        folder.path("bin"),
        expect![[r#"
        --- stderr
        error: Erlang does not work: `bin/erl` does not tell its release: no emulator
          hint: `bin/erl -noshell -s init stop` shows whether it works by itself
        --- exit 3
    "#]],
    );
    let folder = Folder::new(PACKAGE);
    folder.write("bin/erl", b"#!/bin/sh\n");
    folder.set_mode("bin/erl", 0o644);
    check(
        &folder,
        "PATH",
        folder.path("bin"),
        expect![[r#"
        --- stderr
        error: Erlang cannot be started: `bin/erl` is not executable
          hint: `chmod +x` it, or install Erlang/OTP 25 or newer
        --- exit 3
    "#]],
    );
    let folder = Folder::new(PACKAGE);
    folder.write("bin/erl", b"\x7fELF no");
    folder.set_mode("bin/erl", 0o755);
    check(
        &folder,
        "PATH",
        folder.path("bin"),
        expect![[r#"
        --- stderr
        error: Erlang does not work: `bin/erl` does not tell its release: Exec format error (os error 8)
          hint: `bin/erl -noshell -s init stop` shows whether it works by itself
        --- exit 3
    "#]],
    );
}

#[test]
fn an_erlang_that_ends_at_once_is_told_and_the_project_can_be_built_later() {
    let folder = Folder::new(PACKAGE);
    let path = folder.fake_erlang("exit 7");
    for arguments in COMMANDS {
        let output = folder.command(arguments).env("PATH", &path).output().unwrap();
        let answer = answer(&output);
        assert!(answer.contains("`erl` ended with exit status: 7"), "{arguments}: {answer}");
        assert!(answer.contains("  hint: "), "{arguments}: {answer}");
        assert!(answer.ends_with("--- exit 3\n"), "{arguments}: {answer}");
    }
    assert!(folder.run("run Pot pour").ends_with("4\n--- stderr\nCompiling 1 file\n--- exit 0\n"));
}

#[test]
fn a_home_without_a_runtime_is_told() {
    let folder = Folder::new(PACKAGE);
    check(
        &folder,
        "BEAMTALK_HOME",
        "/nowhere",
        expect![[r#"
        --- stderr
        error: there is no Beamtalk runtime in `/nowhere`, where BEAMTALK_HOME points
          hint: unset BEAMTALK_HOME, or point it to the folder with `lib/beamtalk_runtime`
        --- exit 3
    "#]],
    );
    check(
        &folder,
        "BEAMTALK_HOME",
        "beamtalk.toml",
        expect![[r#"
        --- stderr
        error: there is no Beamtalk runtime in `beamtalk.toml`, where BEAMTALK_HOME points
          hint: unset BEAMTALK_HOME, or point it to the folder with `lib/beamtalk_runtime`
        --- exit 3
    "#]],
    );
}

#[test]
fn a_command_without_its_runtime_is_told() {
    let folder = Folder::new(PACKAGE);
    let copied =
        Command::new("cp").arg(env!("CARGO_BIN_EXE_beamtalk")).arg(folder.path("command")).status();
    assert!(copied.unwrap().success());
    let output = Command::new(folder.path("command"))
        .args(["eval", "3"])
        .env_remove("BEAMTALK_HOME")
        .current_dir(folder.path("test"))
        .output();
    expect![[r#"
        --- stderr
        error: the Beamtalk runtime was not found beside this command
          hint: run `make build` in the source tree, or point BEAMTALK_HOME to an installed `lib/beamtalk`
        --- exit 3
    "#]].assert_eq(&answer(&output.unwrap()));
}

/// A file where a folder is needed stops even the superuser.
#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let folder = Folder::new(PACKAGE);
    folder.write("_build", b"kept");
    for arguments in COMMANDS {
        let answer = folder.run(arguments);
        assert!(answer.contains("error: cannot make the folder `"), "{arguments}: {answer}");
        assert!(answer.contains("  hint: a file is where a folder is needed"), "{answer}");
        assert!(answer.ends_with("--- exit 3\n"), "{arguments}: {answer}");
    }
    assert_eq!(folder.read("_build"), "kept");
}

#[test]
fn no_room_for_temporary_files_is_told() {
    let folder = Folder::new("//- file\n");
    let output = folder.command("eval 3").env("TMPDIR", folder.path("file")).output().unwrap();
    let answer = answer(&output).replace(&*folder.path("").to_string_lossy(), "");
    expect![[r#"
        --- stderr
        error: cannot make a folder in `file`: Not a directory (os error 20)
          hint: a file is where a folder is needed: move it away, or choose another place
        --- exit 3
    "#]]
    .assert_eq(&answer);
}

#[test]
fn no_home_is_needed() {
    let folder = Folder::new(PACKAGE);
    for home in ["/dev/null", "/nowhere", ""] {
        let output = folder.command("run Pot pour").env("HOME", home).output().unwrap();
        let answer = answer(&output);
        assert!(answer.starts_with("4\n") && answer.ends_with("--- exit 0\n"), "{home}: {answer}");
    }
}

/// A limit on the size of files stands in for a full disk.
#[test]
fn a_full_disk_leaves_nothing_broken() {
    let folder = Folder::new(PACKAGE);
    let binary = env!("CARGO_BIN_EXE_beamtalk");
    let script = format!("trap '' XFSZ; ulimit -f 0; {binary} build");
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path("")).output();
    let said = answer(&output.unwrap());
    assert!(said.contains("error: cannot write `"), "{said}");
    assert!(said.contains("File too large"), "{said}");
    assert!(said.ends_with("--- exit 3\n"), "{said}");
    let left = folder.names("_build/dev/ebin");
    assert!(left.iter().all(|it| !it.ends_with(".beam")), "{left:?}");
    assert!(folder.run("run Pot pour").starts_with("4\n"));
}

#[test]
fn results_that_cannot_be_written_are_said() {
    let folder = Folder::new(PACKAGE);
    folder.run("build");
    for arguments in ["eval 3", "test"] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let answer = answer(&folder.command(arguments).stdout(full).output().unwrap());
        assert!(answer.contains("error: cannot write to standard output"), "{arguments}: {answer}");
        assert!(answer.ends_with("--- exit 3\n"), "{arguments}: {answer}");
    }
}
