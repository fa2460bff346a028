//! A folder to run the command in, made from a fixture and gone afterwards.
//!
//! In a fixture `//- name.bt` starts a file; the answer of a run is text: standard
//! output, then standard error and the exit status under their own headings.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use expect_test::Expect;

const NOBODY: u32 = 65534;

pub(crate) struct Folder {
    root: PathBuf,
    /// Whether the tests run as somebody whom no permission stops.
    superuser: bool,
}

/// Runs one command on a fixture and compares all it says.
pub(crate) fn check(fixture: &str, arguments: &str, expected: Expect) {
    expected.assert_eq(&Folder::new(fixture).run(arguments));
}

impl Folder {
    pub(crate) fn new(fixture: &str) -> Folder {
        static FOLDERS: AtomicUsize = AtomicUsize::new(0);
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("beamtalk-test-{}-{number}", std::process::id());
        let root = std::env::temp_dir().join(name);
        fs::create_dir_all(&root).unwrap();
        let superuser = fs::metadata(&root).unwrap().uid() == 0;
        let folder = Folder { root, superuser };
        for file in fixture.split("//- ").skip(1) {
            let (name, text) = file.split_once('\n').unwrap();
            folder.write(name, text.as_bytes());
        }
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Names in a folder, in order.
    pub(crate) fn names(&self, name: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(name)).unwrap();
        let mut names: Vec<String> =
            entries.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Changes one piece of a file.
    pub(crate) fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{name} has no {from:?}");
        self.write(name, text.replacen(from, to, 1).as_bytes());
    }

    pub(crate) fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).unwrap();
    }

    /// A search path with an Erlang that says it is of the release of the real one, and
    /// does what this script does when it is started.
    pub(crate) fn fake_erlang(&self, script: &str) -> OsString {
        let erl = fs::canonicalize(real_erl()).unwrap();
        let releases = erl.parent().unwrap().parent().unwrap().join("releases");
        let copied = Command::new("cp")
            .args([OsStr::new("-r"), releases.as_os_str()])
            .arg(self.made("otp"))
            .status();
        assert!(copied.unwrap().success());
        self.write_program("otp/bin/erl", script);
        self.path("otp/bin").into_os_string()
    }

    /// A shell script that can be run.
    pub(crate) fn write_program(&self, name: &str, script: &str) {
        self.write(name, format!("#!/bin/sh\n{script}\n").as_bytes());
        self.set_mode(name, 0o755);
    }

    fn made(&self, folder: &str) -> PathBuf {
        fs::create_dir_all(self.path(folder)).unwrap();
        self.path(folder)
    }

    pub(crate) fn set_mode(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    /// The command with its arguments, split at spaces, ready to be changed or run.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_beamtalk"));
        command.args(arguments.split_whitespace()).current_dir(&self.root).stdin(Stdio::null());
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    pub(crate) fn run(&self, arguments: &str) -> String {
        answer(&self.command(arguments).output().unwrap())
    }

    /// Words that may have spaces in them.
    pub(crate) fn run_words(&self, words: &[&str]) -> String {
        answer(&self.command("").args(words).output().unwrap())
    }

    /// What is said, without how long it took.
    pub(crate) fn run_timeless(&self, arguments: &str) -> String {
        timeless(&self.run(arguments))
    }

    pub(crate) fn run_with_stdin(&self, arguments: &str, input: &[u8]) -> String {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        answer(&child.wait_with_output().unwrap())
    }

    /// Runs as somebody whom permissions stop, even where the tests run as root.
    pub(crate) fn run_unprivileged(&self, arguments: &str) -> String {
        if !self.superuser {
            return self.run(arguments);
        }
        // The binary may lie where only root may go.
        let binary = self.path(".binary");
        // Copied by another process: a file that this one has open for writing, if only in
        // a child that another test is just starting, could not be run.
        let copy = Command::new("cp").arg(env!("CARGO_BIN_EXE_beamtalk")).arg(&binary).status();
        assert!(copy.unwrap().success());
        let mut command = Command::new(binary);
        command.args(arguments.split_whitespace()).current_dir(&self.root);
        answer(&command.uid(NOBODY).gid(NOBODY).output().unwrap())
    }

    /// Gives a file to whom [`Folder::run_unprivileged`] runs as.
    pub(crate) fn give_away(&self, name: &str) {
        if self.superuser {
            std::os::unix::fs::chown(self.path(name), Some(NOBODY), Some(NOBODY)).unwrap();
        }
    }

    pub(crate) fn link(&self, target: impl AsRef<Path>, name: &str) {
        std::os::unix::fs::symlink(target, self.path(name)).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

pub(crate) fn real_erl() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap();
    std::env::split_paths(&path).map(|it| it.join("erl")).find(|it| it.is_file()).unwrap()
}

/// Replaces the digits of durations: `(0.1s)`, `"time":0.1` and `time="0.1"`.
fn timeless(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    let marks = ["\"time\":", "time=\"", " ("];
    while let Some((at, mark)) =
        marks.iter().filter_map(|mark| Some((rest.find(mark)? + mark.len(), mark))).min()
    {
        let (before, after) = rest.split_at(at);
        let end = after.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(after.len());
        let is_time = end > 0 && (*mark != " (" || after[end..].starts_with("s)"));
        shown.push_str(before);
        shown.push_str(if is_time { "N" } else { &after[..end] });
        rest = &after[end..];
    }
    shown + rest
}

pub(crate) fn answer(output: &Output) -> String {
    let mut answer = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.stderr.is_empty() {
        answer.push_str("--- stderr\n");
        answer.push_str(&String::from_utf8_lossy(&output.stderr));
    }
    match output.status.code() {
        Some(code) => answer + &format!("--- exit {code}\n"),
        None => answer + &format!("--- {}\n", output.status),
    }
}
