//! A workspace of its own for measurements, and a client that speaks the protocol of
//! `docs/protocol.md`: a length of four bytes and one JSON object. The command is the one
//! that `make build` leaves in `bin`.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A home folder that nobody else uses, and the workspace in it.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) home: PathBuf,
}

impl Workspace {
    /// A home where no workspace runs yet.
    pub(crate) fn cold(name: &str) -> Workspace {
        let home =
            std::env::temp_dir().join(format!("beamtalk-bench-{}-{name}", std::process::id()));
        fs::create_dir_all(home.join("project")).expect("a folder for the workspace");
        Workspace { home }
    }

    /// One that runs.
    pub(crate) fn running(name: &str) -> Workspace {
        let workspace = Workspace::cold(name);
        let status = workspace.command(&["repl"]).stdout(Stdio::null()).status();
        assert!(status.expect("the command").success(), "no workspace; has `make build` been run?");
        workspace
    }

    /// The command, in the project of this workspace and with nothing to read.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command
            .args(arguments)
            .current_dir(self.home.join("project"))
            .env("HOME", &self.home)
            .env_remove("BEAMTALK_HOME")
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn connect(&self) -> Client {
        let folders = fs::read_dir(self.home.join(".beamtalk/workspaces")).expect("a workspace");
        let folder = folders.flatten().map(|it| it.path()).find(|it| it.is_dir());
        let folder = folder.expect("the folder of the workspace");
        let said = fs::read_to_string(folder.join("port")).expect("the port");
        let port: u16 = said.lines().next().and_then(|it| it.parse().ok()).expect("a number");
        let token = fs::read_to_string(folder.join("token")).expect("the token");
        Client::open(port, token.trim())
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let stop = self.command(&["workspace", "stop"]).stdout(Stdio::null()).status();
        drop(stop);
        let _ = fs::remove_dir_all(&self.home);
    }
}

fn binary() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../bin/beamtalk")
}

#[derive(Debug)]
pub(crate) struct Client {
    stream: TcpStream,
}

impl Client {
    fn open(port: u16, token: &str) -> Client {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("the workspace listens");
        stream.set_nodelay(true).expect("a socket");
        let mut client = Client { stream };
        client.send(&json!({"type": "auth", "token": token, "client": "repl"}));
        let started = |body: Vec<u8>| String::from_utf8_lossy(&body).contains("session-started");
        while !started(client.receive()) {}
        client
    }

    /// The final answer to a request; pushes and output on the way are passed over.
    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        self.exchange(request).0
    }

    /// The same, and when its last byte came.
    fn exchange(&mut self, request: &Value) -> (Value, Instant) {
        self.send(request);
        loop {
            let (body, came) = (self.receive(), Instant::now());
            let answer: Value = serde_json::from_slice(&body).expect("JSON");
            if answer.get("status").is_some() && answer.get("id") == request.get("id") {
                return (answer, came);
            }
        }
    }

    pub(crate) fn eval(&mut self, code: &str) -> Value {
        let answer = self.ask(&json!({"op": "eval", "id": "1", "code": code}));
        assert!(answer.get("error").is_none(), "{code}: {answer}");
        answer
    }

    /// How long each of so many requests took, sorted.
    pub(crate) fn times(&mut self, request: &Value, count: usize) -> Vec<Duration> {
        let one = |client: &mut Client| {
            let start = Instant::now();
            client.exchange(request).1 - start
        };
        for _ in 0..count / 10 {
            one(self);
        }
        let mut times: Vec<_> = (0..count).map(|_| one(self)).collect();
        times.sort();
        times
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string().into_bytes();
        let length = u32::try_from(body.len()).expect("a short message");
        let frame = [&length.to_be_bytes()[..], &body].concat();
        self.stream.write_all(&frame).expect("the workspace reads");
    }

    fn receive(&mut self) -> Vec<u8> {
        let mut length = [0; 4];
        self.stream.read_exact(&mut length).expect("the workspace answers");
        let mut body = vec![0; u32::from_be_bytes(length) as usize];
        self.stream.read_exact(&mut body).expect("the workspace answers");
        body
    }
}

/// Of sorted times, the one that so many parts in a hundred do not exceed.
pub(crate) fn percentile(times: &[Duration], part: usize) -> Duration {
    times[(times.len() * part / 100).min(times.len() - 1)]
}
