//! When the system refuses: permissions, full disks, readers that go away.

use std::fs::{self, File};
use std::io::Read as _;
use std::process::{Command, Stdio};

use crate::folder::{Folder, answer};
use expect_test::expect;

#[test]
fn an_unreadable_file_is_named_and_the_others_are_checked() {
    let folder = Folder::new("//- a.bt\nx := 1\n//- b.bt\nx := 1\n");
    folder.set_mode("a.bt", 0o000);
    expect![[r#"
        --- stderr
        error: cannot read `a.bt`: Permission denied (os error 13)
          hint: check who may read and write it (`ls -l`)
        no problems (1 checked, 1 not read)
        --- exit 3
    "#]]
    .assert_eq(&folder.run_unprivileged("check"));
    expect![[r#"
        --- stderr
        error: cannot read `a.bt`: Permission denied (os error 13)
          hint: check who may read and write it (`ls -l`)
        --- exit 3
    "#]]
    .assert_eq(&folder.run_unprivileged("show tree a.bt"));
}

#[test]
fn an_unreadable_folder_is_named_and_the_others_are_checked() {
    let folder = Folder::new("//- a.bt\nx := 1\n//- b/c.bt\nx := 1\n");
    folder.set_mode("b", 0o000);
    expect![[r#"
        --- stderr
        error: cannot look into `b`: Permission denied (os error 13)
          hint: check who may read and write it (`ls -l`)
        no problems (1 checked)
        --- exit 3
    "#]]
    .assert_eq(&folder.run_unprivileged("check"));
    expect![[r#"
        --- stderr
        error: cannot open `b/c.bt`: Permission denied (os error 13)
          hint: check who may read and write it (`ls -l`)
        --- exit 3
    "#]]
    .assert_eq(&folder.run_unprivileged("check b/c.bt"));
    folder.set_mode("b", 0o755);
}

#[test]
fn a_write_protected_file_stays_as_it_is() {
    let folder = Folder::new("//- a.bt\nx:=1\n");
    folder.give_away("a.bt");
    folder.give_away("");
    folder.set_mode("a.bt", 0o444);
    expect![[r#"
        --- stderr
        error: cannot write `a.bt`: Permission denied (os error 13)
          hint: check who may read and write it (`ls -l`)
        0 files formatted, 0 unchanged, 1 left alone
        --- exit 3
    "#]]
    .assert_eq(&folder.run_unprivileged("fmt"));
    assert_eq!(folder.read("a.bt"), "x:=1\n");
}

#[test]
fn a_write_protected_folder_stays_as_it_is() {
    let folder = Folder::new("//- b/a.bt\nx:=1\n");
    folder.give_away("b/a.bt");
    folder.give_away("b");
    folder.set_mode("b", 0o555);
    expect![[r#"
        --- stderr
        error: cannot write `b/a.bt`: Permission denied (os error 13)
          hint: check who may read and write it (`ls -l`)
        0 files formatted, 0 unchanged, 1 left alone
        --- exit 3
    "#]]
    .assert_eq(&folder.run_unprivileged("fmt"));
    folder.set_mode("b", 0o755);
    assert_eq!(folder.read("b/a.bt"), "x:=1\n");
    assert_eq!(folder.names("b"), ["a.bt"]);
}

/// A limit on the size of files stands in for a full disk: writing fails half way.
#[test]
fn a_full_disk_loses_nothing() {
    let folder = Folder::new("");
    let text = "x:=1\n".repeat(10_000);
    folder.write("a.bt", text.as_bytes());
    let script = format!("trap '' XFSZ; ulimit -f 8; {} fmt", env!("CARGO_BIN_EXE_beamtalk"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path("")).output();
    expect![[r#"
        --- stderr
        error: cannot write `a.bt`: File too large (os error 27)
        0 files formatted, 0 unchanged, 1 left alone
        --- exit 3
    "#]]
    .assert_eq(&answer(&output.unwrap()));
    assert_eq!(folder.read("a.bt"), text);
    assert_eq!(folder.names(""), ["a.bt"]);
}

#[test]
fn output_that_cannot_be_written_is_said() {
    let folder = Folder::new("//- a.bt\nx := )\n");
    for arguments in ["check", "check --json", "show tree a.bt", "completions bash"] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let answer = answer(&folder.command(arguments).stdout(full).output().unwrap());
        assert!(answer.contains("error: cannot write to standard output"), "{arguments}: {answer}");
        assert!(answer.ends_with("--- exit 3\n"), "{arguments}: {answer}");
    }
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let folder = Folder::new("");
    folder.write("a.bt", "x := )\n".repeat(20_000).as_bytes());
    folder.write("b.bt", "x := )\n".repeat(20_000).as_bytes());
    for arguments in ["check", "check --json", "show tree a.bt", "show tokens a.bt"] {
        let mut command = folder.command(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut start = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut start).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.code().is_some(), "{arguments} was killed: {}", output.status);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked") && !said.contains("pipe"), "{arguments}: {said}");
    }
}

#[test]
fn closed_streams_are_survived() {
    let folder = Folder::new("//- a.bt\nx := )\n");
    let binary = env!("CARGO_BIN_EXE_beamtalk");
    for closed in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
        let script = format!("{binary} check {closed}");
        let run = Command::new("sh").args(["-c", &script]).current_dir(folder.path("")).status();
        assert_eq!(run.unwrap().code(), Some(1), "{closed}");
    }
}

#[test]
fn no_home_no_terminal_and_no_locale_are_needed() {
    let folder = Folder::new("//- a.bt\nx := \"é\"\n");
    let output = folder.command("check a.bt").env_clear().output().unwrap();
    expect![[r#"
        --- stderr
        no problems (1 checked)
        --- exit 0
    "#]]
    .assert_eq(&answer(&output));
}

#[test]
fn a_folder_deeper_than_the_system_allows_ends() {
    let folder = Folder::new("//- a.bt\nx := 1\n");
    let mut path = folder.path("");
    let name = "d".repeat(200);
    while fs::create_dir(path.join(&name)).is_ok() {
        path.push(&name);
    }
    assert!(folder.run("check").ends_with("no problems (1 checked)\n--- exit 0\n"));
}
