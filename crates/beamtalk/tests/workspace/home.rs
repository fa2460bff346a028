//! A home folder with a project in it, and the nodes that are started there; all gone
//! afterwards.

use std::fs;
use std::io::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A machine that is busy may take its time.
const LIMIT: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(10);

pub(crate) struct Home {
    pub(crate) root: PathBuf,
}

/// What a command has said, and how it ended.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) out: String,
    pub(crate) err: String,
    /// As a shell has it.
    pub(crate) code: Option<i32>,
}

impl From<Output> for Said {
    fn from(output: Output) -> Said {
        Said {
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code().or(output.status.signal().map(|it| 128 + it)),
        }
    }
}

impl Home {
    pub(crate) fn new() -> Home {
        static HOMES: AtomicUsize = AtomicUsize::new(0);
        let number = HOMES.fetch_add(1, Ordering::Relaxed);
        let name = format!("beamtalk-home-{}-{number}", std::process::id());
        let root = std::env::temp_dir().join(name);
        fs::create_dir_all(root.join("project")).unwrap();
        Home { root: fs::canonicalize(root).unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_beamtalk"));
        command
            .args(arguments)
            .current_dir(self.path("project"))
            .env("HOME", &self.root)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        self.command(arguments).output().unwrap().into()
    }

    /// Pipes a text into a prompt.
    pub(crate) fn pipe(&self, arguments: &[&str], input: &str) -> Said {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap().into()
    }

    /// Starts a prompt and leaves its input open.
    pub(crate) fn begin(&self, input: &str) -> Child {
        let mut child = self.command(&["repl"]).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
        child
    }

    /// What is known of the workspaces, by their ids.
    pub(crate) fn list(&self) -> Vec<Value> {
        let said = self.run(&["workspace", "list", "--json"]);
        said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The only workspace there is.
    pub(crate) fn only(&self) -> Value {
        let list = self.list();
        assert_eq!(list.len(), 1, "{list:?}");
        list[0].clone()
    }

    /// The folder of the only workspace there is.
    pub(crate) fn folder(&self) -> PathBuf {
        self.only()["folder"].as_str().unwrap().into()
    }

    pub(crate) fn pid(&self) -> u32 {
        self.only()["pid"].as_u64().unwrap().try_into().unwrap()
    }

    /// A search path that finds this script before the real `erl`.
    pub(crate) fn fake_erl(&self, script: &str) -> String {
        use std::os::unix::fs::PermissionsExt as _;
        self.write("bin/erl", &format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(self.path("bin/erl"), fs::Permissions::from_mode(0o755)).unwrap();
        format!("{}:{}", self.path("bin").display(), std::env::var("PATH").unwrap())
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        for workspace in self.list() {
            self.run(&["workspace", "stop", "--force", workspace["id"].as_str().unwrap()]);
        }
        let _ = fs::remove_dir_all(&self.root);
    }
}

pub(crate) fn signal(pid: u32, signal: &str) {
    let sent = Command::new("kill").args([signal, &pid.to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Whether a process runs. One that is dead and not yet buried does not.
pub(crate) fn lives(pid: u32) -> bool {
    fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|it| !it.is_empty())
}

/// A process and all below it.
pub(crate) fn family(pid: u32) -> Vec<u32> {
    let mut family = vec![pid];
    let mut next = 0;
    while let Some(parent) = family.get(next).copied() {
        let tasks = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
        for task in tasks {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            family.extend(children.split_whitespace().map(|it| it.parse::<u32>().unwrap()));
        }
        next += 1;
    }
    family
}

pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < LIMIT, "waited too long: {what}");
        thread::sleep(POLL);
    }
}

/// The names in a folder, in order.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
