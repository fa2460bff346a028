//! A command that is stopped from outside: it ends, so does its BEAM, and the next one
//! finds everything in order.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::folder::{Folder, answer, real_erl};

/// A machine that is busy may take its time to start.
pub(crate) const START_LIMIT: Duration = Duration::from_secs(60);
/// It takes less than a tenth of this, unless the machine is very busy.
pub(crate) const END_LIMIT: Duration = Duration::from_secs(3);
const POLL: Duration = Duration::from_millis(10);

const LOOP: &str = "\
//- Loop.bt
Object subclass: Loop

  class run =>
    Transcript show: \"begun\"; cr
    [true] whileTrue: [1]
//- t/LoopTest.bt
TestCase subclass: LoopTest

  testLoop =>
    Erlang file write_file: \"begun\" with: \"\"
    [true] whileTrue: [1]
";

/// Who is sent the signal.
#[derive(Clone, Copy)]
pub(crate) enum To {
    /// As a terminal does.
    Group,
    Command,
}

#[test]
fn a_program_that_loops_ends_with_the_command() {
    let folder = Folder::new(LOOP);
    let interrupt = interrupt();
    let ways =
        [(interrupt, To::Group), (interrupt, To::Command), (15, To::Command), (9, To::Command)];
    for (signal, to) in ways {
        let mut child = start(&folder, "run Loop.bt Loop run");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "begun\n");
        end(child, signal, to);
    }
}

#[test]
fn a_test_that_hangs_ends_with_the_command() {
    let folder = Folder::new(LOOP);
    for (signal, to) in [(interrupt(), To::Group), (9, To::Command)] {
        let child = start(&folder, "test t");
        until("the test has begun", START_LIMIT, || folder.path("begun").exists());
        end(child, signal, to);
        folder.remove("begun");
    }
}

#[test]
fn a_build_that_is_interrupted_goes_on_later() {
    let mut fixture =
        "//- beamtalk.toml\n[package]\nname = \"house\"\nversion = \"0.1.0\"\n".to_owned();
    for number in 0..120 {
        let method =
            |it| format!("\n  class cups{it} => #({it}, {it} + 1) collect: [:n | n * {it}]\n");
        let methods: String = (0..40).map(method).collect();
        fixture += &format!("//- src/Pot{number}.bt\nObject subclass: Pot{number}\n{methods}");
    }
    let folder = Folder::new(&fixture);
    let modules = || std::fs::read_dir(folder.path("_build/dev/ebin")).map_or(0, |it| it.count());
    for (signal, to) in [(interrupt(), To::Group), (9, To::Command), (15, To::Command)] {
        let before = modules();
        let child = start(&folder, "build");
        until("modules are written", START_LIMIT, || modules() > before);
        end(child, signal, to);
    }
    let answer = folder.run("build");
    assert!(answer.ends_with("--- exit 0\n"), "{answer}");
    let answer = folder.run_words(&["eval", "Pot119 cups3"]);
    assert!(answer.starts_with("#(9, 12)\n"), "{answer}");
    let left = folder.names("_build/dev/ebin");
    let is_module = |it: &String| it.ends_with(".beam") || it.ends_with(".app");
    assert!(left.iter().all(is_module), "{left:?}");
}

/// A command that is killed while its BEAM starts has no chance to clean up; the BEAM has.
#[test]
fn a_command_that_is_killed_early_leaves_no_folder() {
    let folder = Folder::new("//- tmp/kept\n");
    let real = real_erl();
    let gate = "touch begun; while [ ! -e go ]; do sleep 0.01; done";
    let path = folder.fake_erlang(&format!("{gate}; exec {} \"$@\"", real.display()));
    let path = format!("{}:{}", path.display(), std::env::var("PATH").unwrap());
    let mut command = folder.command("eval 3");
    command.env("PATH", path).env("TMPDIR", folder.path("tmp")).process_group(0);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("Erlang is started", START_LIMIT, || folder.path("begun").exists());
    assert_eq!(folder.names("tmp").len(), 2, "{:?}", folder.names("tmp"));
    child.kill().unwrap();
    child.wait().unwrap();
    folder.write("go", b"");
    until("the BEAM has ended", START_LIMIT, || group(child.id()).is_empty());
    assert_eq!(folder.names("tmp"), ["kept"]);
}

/// Where the BEAM was killed as well, the next command cleans up: what nobody has locked,
/// is no link, and is not so young that somebody may be about to lock it.
#[test]
fn what_was_left_is_swept_by_the_next_command() {
    let folder = Folder::new("//- tmp/beamtalk-9-f11e\n//- tmp/kept/s\n");
    for name in ["beamtalk-1-left", "beamtalk-2-1a", "beamtalk-3-2b", "beamtalk-4-3c"] {
        folder.write(&format!("tmp/{name}/s"), b"");
    }
    folder.link(folder.path("tmp/kept"), "tmp/beamtalk-5-4d");
    let an_hour_ago = SystemTime::now() - Duration::from_secs(3600);
    let age = |name: &str| {
        let file = File::open(folder.path(name)).unwrap();
        file.set_modified(an_hour_ago).unwrap();
        file
    };
    for name in ["tmp/kept", "tmp/beamtalk-9-f11e", "tmp/beamtalk-1-left", "tmp/beamtalk-2-1a"] {
        age(name);
    }
    let locked = age("tmp/beamtalk-3-2b");
    locked.lock().unwrap();
    let run = || {
        let output = folder.command("eval 3").env("TMPDIR", folder.path("tmp")).output().unwrap();
        assert_eq!(answer(&output), "3\n--- exit 0\n");
        folder.names("tmp")
    };
    let young = "beamtalk-4-3c";
    let others = ["beamtalk-5-4d", "beamtalk-9-f11e", "kept"];
    assert_eq!(run(), [&["beamtalk-1-left", "beamtalk-3-2b", young], &others[..]].concat());
    drop(locked);
    assert_eq!(run(), [&["beamtalk-1-left", young], &others[..]].concat());
    assert_eq!(folder.names("tmp/kept"), ["s"]);
}

/// The signal of Ctrl-C. Whatever a shell starts in the background ignores it, and so do
/// all programs that come of it: then a request to terminate must do.
pub(crate) fn interrupt() -> i32 {
    const INTERRUPT: i32 = 2;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|it| u64::from_str_radix(it.trim(), 16).ok()).unwrap_or(0);
    if ignored & 1 << (INTERRUPT - 1) == 0 { INTERRUPT } else { 15 }
}

fn start(folder: &Folder, arguments: &str) -> Child {
    let mut command = folder.command(arguments);
    command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// Sends the signal; the command dies of it, and nothing of its group is left.
fn end(mut child: Child, signal: i32, to: To) {
    let pid = child.id();
    send(pid, signal, to);
    assert_eq!(child.wait().unwrap().signal(), Some(signal));
    until("the BEAM has ended", END_LIMIT, || group(pid).is_empty());
}

pub(crate) fn send(pid: u32, signal: i32, to: To) {
    let target = match to {
        To::Group => format!("-{pid}"),
        To::Command => pid.to_string(),
    };
    // The shell's own `kill`, because not every machine has another.
    let kill = format!("kill -{signal} {target}");
    let sent = Command::new("sh").args(["-c", &kill]).status();
    assert!(sent.unwrap().success());
}

pub(crate) fn until(what: &str, limit: Duration, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < limit, "not within {limit:?}: {what}");
        thread::sleep(POLL);
    }
}

/// The programs that run in a process group. Read from the kernel: not every machine
/// has a `ps`.
pub(crate) fn group(leader: u32) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let stats = processes.filter_map(|it| std::fs::read_to_string(it.path().join("stat")).ok());
    let members = stats.filter_map(|stat| {
        // `pid (name) state parent group …`, where a name may hold anything.
        let (head, rest) = stat.rsplit_once(')')?;
        let mut words = rest.split_whitespace();
        let is_alive = words.next()? != "Z";
        let is_member = words.nth(1)? == leader.to_string();
        (is_alive && is_member).then(|| head.to_owned())
    });
    members.collect()
}
