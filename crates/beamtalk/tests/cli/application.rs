//! `beamtalk run .`: a package with a supervision tree runs until it is asked to end.

use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStderr, Stdio};

use crate::folder::{Folder, check};
use crate::interrupted::{END_LIMIT, START_LIMIT, To, group, interrupt, send, until};
use expect_test::expect;

/// Two levels of supervisors, and actors that say how they were ended, on the Transcript too.
const STALL: &str = "\
//- beamtalk.toml
[package]
name = \"stall\"
version = \"1.2.3\"

[application]
supervisor = \"StallAppSup\"
//- src/Worker.bt
abstract Actor subclass: Worker

  class supervisionPolicy -> RestartStrategy => #permanent

  write: text =>
    Transcript show: text; cr
    Erlang file write_file: \"log\" with: text ++ \"; \" with: #(#append)

  terminate: reason => self write: \"{self class name} {reason}\"
//- src/Till.bt
Worker subclass: Till
//- src/Kettle.bt
Worker subclass: Kettle
//- src/Toaster.bt
Worker subclass: Toaster
//- src/Kitchen.bt
Supervisor subclass: Kitchen

  class children -> List => #(Kettle, Toaster)
//- src/StallAppSup.bt
Supervisor subclass: StallAppSup

  class maxRestarts -> Integer => 1

  class children -> List => #(Till, Kitchen)
";

const IN_ORDER: &str = "Toaster shutdown; Kettle shutdown; Till shutdown; ";

struct Running {
    child: Child,
    stderr: BufReader<ChildStderr>,
}

impl Running {
    /// Starts the application and waits until it says that it runs.
    fn start(folder: &Folder) -> Running {
        let mut command = folder.command("run .");
        command.process_group(0).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        while !line.contains(" runs, ") {
            line.clear();
            assert_ne!(stderr.read_line(&mut line).unwrap(), 0, "it did not start");
        }
        assert_eq!(line, "stall 1.2.3 runs, supervised by StallAppSup; Ctrl-C ends it\n");
        Running { child, stderr }
    }

    /// The status it ends with, and what it says from now on.
    fn end(mut self) -> (Option<i32>, String) {
        let mut said = String::new();
        self.stderr.read_to_string(&mut said).unwrap();
        let status = self.child.wait().unwrap();
        until("the BEAM has ended", END_LIMIT, || group(self.child.id()).is_empty());
        (status.code(), said)
    }
}

#[test]
fn a_request_to_end_ends_the_tree_in_order() {
    let folder = Folder::new(STALL);
    let interrupted = if interrupt() == 2 { 130 } else { 0 };
    let ways = [
        (15, To::Command, 0),
        (interrupt(), To::Command, interrupted),
        // As a terminal does; the BEAM is in the group.
        (interrupt(), To::Group, interrupted),
    ];
    for (signal, to, status) in ways {
        let running = Running::start(&folder);
        send(running.child.id(), signal, to);
        assert_eq!(running.end(), (Some(status), String::new()));
        assert_eq!(folder.read("log"), IN_ORDER);
        folder.remove("log");
    }
}

/// An application that a package needs starts before it and ends after it.
#[test]
fn needed_applications_run_too() {
    let folder = Folder::new(STALL);
    folder.edit("beamtalk.toml", "[app", "[dependencies]\nmarket = { path = \"market\" }\n\n[app");
    folder.write(
        "market/beamtalk.toml",
        b"[package]\nname = \"market\"\nversion = \"0.1.0\"\n\n[application]\nsupervisor = \"MarketSup\"\n",
    );
    folder.write(
        "market/src/MarketSup.bt",
        b"Supervisor subclass: MarketSup\n\n  class children -> List => #(Gate)\n",
    );
    folder.write(
        "market/src/Gate.bt",
        folder
            .read("src/Worker.bt")
            .replace("abstract Actor subclass: Worker", "Actor subclass: Gate")
            .as_bytes(),
    );
    let running = Running::start(&folder);
    send(running.child.id(), 15, To::Command);
    assert_eq!(running.end(), (Some(0), String::new()));
    assert_eq!(folder.read("log"), format!("{IN_ORDER}Gate shutdown; "));
}

#[test]
fn a_command_that_is_killed_leaves_an_orderly_end() {
    let folder = Folder::new(STALL);
    let running = Running::start(&folder);
    send(running.child.id(), 9, To::Command);
    assert_eq!(running.end(), (None, String::new()));
    assert_eq!(folder.read("log"), IN_ORDER);
}

#[test]
fn a_second_request_does_not_wait() {
    let folder = Folder::new(STALL);
    folder.edit(
        "src/Worker.bt",
        "  terminate: reason => self",
        "  terminate: reason =>\n    self write: \"begun\"\n    Timer sleep: 60000\n    self",
    );
    let running = Running::start(&folder);
    send(running.child.id(), 15, To::Command);
    until("the tree is being ended", START_LIMIT, || folder.path("log").exists());
    send(running.child.id(), 15, To::Command);
    assert_eq!(running.end(), (Some(143), String::new()));
    assert_eq!(folder.read("log"), "begun; ");
}

#[test]
fn a_tree_that_gives_up_ends_the_command() {
    let folder = Folder::new(STALL);
    folder.edit(
        "src/StallAppSup.bt",
        "  class maxRestarts",
        "  class initialize: _supervisor => Till ruin\n\n  class maxRestarts",
    );
    folder.write(
        "src/Till.bt",
        b"Worker subclass: Till

  class ruin =>
    Erlang erlang spawn: [
      [Erlang filelib is_file: \"go\"] whileFalse: [Timer sleep: 5]
      [StallAppSup current notNil] whileTrue: [
        (StallAppSup current which: Till)
          ifOk: [:till | till isNil ifFalse: [till kill]]
          ifError: [:_e | nil]
      ]
    ]
",
    );
    let running = Running::start(&folder);
    folder.write("go", b"");
    let (status, said) = running.end();
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.ends_with(
            "error: the supervisor `StallAppSup` has given up: its children had to be started again too often\n"
        ),
        "{said}"
    );
}

#[test]
fn a_tree_that_does_not_start_is_told_why() {
    let folder = Folder::new(STALL);
    folder.edit("src/Till.bt", "Till\n", "Till\n\n  initialize => self error: \"no change\"\n");
    let answer = folder.run("run .");
    expect![[r#"
        --- stderr
        Compiling 6 files
        error: supervisor_start_failed error in 'supervise' on StallAppSup
          hint: The child Till did not start: Cannot call 'spawn' on Till: no change
        --- exit 1
    "#]]
    .assert_eq(&answer);
}

#[test]
fn what_cannot_be_run_says_what_to_do() {
    let folder = Folder::new(STALL);
    folder.edit("beamtalk.toml", "StallAppSup", "NoSup");
    expect![[r#"
        --- stderr
        Compiling 6 files
        error: `NoSup` cannot supervise the application: there is no such class in the package
          hint: `[application]` in `beamtalk.toml` names a subclass of Supervisor
        --- exit 1
    "#]]
    .assert_eq(&folder.run("run ."));
    folder.edit("beamtalk.toml", "NoSup", "Till");
    expect![[r#"
        --- stderr
        error: `Till` cannot supervise the application: the class is no supervisor
          hint: `[application]` in `beamtalk.toml` names a subclass of Supervisor
        --- exit 1
    "#]]
    .assert_eq(&folder.run("run ."));
    folder.edit("beamtalk.toml", "\n[application]\nsupervisor = \"Till\"\n", "");
    expect![[r#"
        --- stderr
        error: the package `stall` is no application: its manifest names no supervisor
          hint: send a message to one of its classes (beamtalk run Main run), or add `[application]` with `supervisor = "MainSup"` to `beamtalk.toml`
        --- exit 2
    "#]]
    .assert_eq(&folder.run("run ."));
    expect![[r#"
        --- stderr
        error: an application takes no arguments, and `now` was given
          hint: send a message to a class instead: beamtalk run Main run
        --- exit 2
    "#]]
    .assert_eq(&folder.run("run . now"));
    check(
        "",
        "run .",
        expect![[r#"
            --- stderr
            error: there is no package here: no `beamtalk.toml` in this folder or above it
              hint: name the file with the class: beamtalk run FILE.bt Main run
            --- exit 2
        "#]],
    );
}
