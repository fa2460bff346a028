//! A project in a folder of its own, with a home of its own: nothing of the user's is
//! seen or touched, and the workspace ends with the test.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use portable_pty::CommandBuilder;

use crate::terminal::Terminal;

const BINARY: &str = env!("CARGO_BIN_EXE_beamtalk");

pub(crate) struct Project {
    root: PathBuf,
}

impl Project {
    /// `//- name` starts a file.
    pub(crate) fn new(fixture: &str) -> Project {
        static PROJECTS: AtomicUsize = AtomicUsize::new(0);
        let number = PROJECTS.fetch_add(1, Ordering::Relaxed);
        let name = format!("beamtalk-prompt-{}-{number}", std::process::id());
        let root = std::env::temp_dir().join(name);
        let project = Project { root };
        fs::create_dir_all(project.home()).unwrap();
        fs::create_dir_all(project.path("")).unwrap();
        for file in fixture.split("//- ").skip(1) {
            let (name, text) = file.split_once('\n').unwrap();
            let path = project.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        project
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.join("project").join(name)
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    pub(crate) fn history(&self) -> PathBuf {
        self.home().join(".beamtalk/repl_history")
    }

    /// A prompt on a terminal, ready to be typed at.
    pub(crate) fn prompt(&self) -> Terminal {
        let terminal = self.terminal(&[]);
        terminal.prompt();
        terminal
    }

    /// The same with variables of the environment.
    pub(crate) fn terminal(&self, variables: &[(&str, &str)]) -> Terminal {
        let mut command = CommandBuilder::new(BINARY);
        command.args(["repl"]);
        command.cwd(self.path(""));
        command.env("HOME", self.home());
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        for (name, value) in variables {
            command.env(name, value);
        }
        Terminal::start(command)
    }

    /// What becomes of inputs that are piped in.
    pub(crate) fn pipe(&self, input: &str) -> Piped {
        self.pipe_to(&["repl"], input)
    }

    /// A prompt over pipes that stay open.
    pub(crate) fn begin(&self, arguments: &[&str]) -> Talk {
        let child = command(&self.home(), &self.path(""), arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        Talk::with(child.unwrap())
    }

    pub(crate) fn pipe_to(&self, arguments: &[&str], input: &str) -> Piped {
        let mut child = command(&self.home(), &self.path(""), arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        drop(stdin);
        Piped::of(&child.wait_with_output().unwrap())
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let stop = ["workspace", "stop", "--force"];
        let _ = command(&self.home(), &self.path(""), &stop).output();
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn command(home: &Path, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.args(arguments).current_dir(folder).env("HOME", home).env_remove("NO_COLOR");
    command
}

/// A program that is spoken to line by line.
pub(crate) struct Talk {
    child: Child,
    input: ChildStdin,
    out: BufReader<ChildStdout>,
    err: BufReader<ChildStderr>,
}

impl Talk {
    fn with(mut child: Child) -> Talk {
        let input = child.stdin.take().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let err = BufReader::new(child.stderr.take().unwrap());
        Talk { child, input, out, err }
    }

    pub(crate) fn say(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
    }

    /// The next result.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// The next line beside the results that begins like this.
    pub(crate) fn aside(&mut self, beginning: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.err.read_line(&mut line).unwrap(), 0, "nothing begins {beginning}");
            if line.starts_with(beginning) {
                return line.trim_end().to_owned();
            }
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Debug)]
pub(crate) struct Piped {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: Option<i32>,
}

impl Piped {
    fn of(output: &Output) -> Piped {
        Piped {
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
            status: output.status.code(),
        }
    }
}
