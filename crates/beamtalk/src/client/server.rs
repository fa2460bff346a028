//! A node that says what a test wants it to say.

use std::collections::VecDeque;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::workspace::{Running, Token};

pub(super) const TOKEN: &str = "open-sesame";
pub(super) const NONCE: &str = "00ff00ff00ff00ff";
/// A test that waits this long has failed.
const LIMIT: Duration = Duration::from_secs(20);

/// What is done with one peer.
pub(super) type Part = Box<dyn FnOnce(Peer) + Send>;

pub(super) struct Server {
    pub(super) running: Running,
    /// Every request of every peer, in the order in which they came.
    requests: Receiver<Value>,
}

/// A peer, after it has connected.
pub(super) struct Peer {
    stream: TcpStream,
    log: mpsc::Sender<Value>,
}

impl Server {
    /// The first peer gets the first part, and so on; there are no further peers.
    pub(super) fn with(parts: impl IntoIterator<Item = Part>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let running = Running {
            id: "test".to_owned(),
            place: None,
            project: "/".into(),
            address: listener.local_addr().unwrap(),
            token: Token::new(TOKEN),
            nonce: Some(NONCE.to_owned()),
            started: false,
            notices: Vec::new(),
        };
        let (log, requests) = mpsc::channel();
        let mut parts: VecDeque<Part> = parts.into_iter().collect();
        thread::spawn(move || {
            while let Some(part) = parts.pop_front() {
                let (stream, _) = listener.accept().unwrap();
                stream.set_read_timeout(Some(LIMIT)).unwrap();
                let peer = Peer { stream, log: log.clone() };
                thread::spawn(move || part(peer));
            }
        });
        Server { running, requests }
    }

    /// The next request with this `op` that any peer has sent.
    pub(super) fn request(&self, op: &str) -> Value {
        loop {
            let request = self.requests.recv_timeout(LIMIT).unwrap();
            if request["op"] == op {
                return request;
            }
        }
    }

    /// All requests with this `op` so far, after those that were asked for.
    pub(super) fn count(&self, op: &str) -> usize {
        self.requests.try_iter().filter(|it| it["op"] == op).count()
    }
}

impl Peer {
    /// Takes the token and gives a session.
    pub(super) fn welcome(&mut self, session: &str) {
        let auth = self.read().unwrap();
        assert_eq!((&auth["type"], &auth["token"]), (&json!("auth"), &json!(TOKEN)));
        self.send(&json!({"type": "auth_ok"}));
        self.send(&json!({"op": "session-started", "session": session}));
        let health = self.read().unwrap();
        let versions = json!({"protocol": "2.0", "beamtalk": env!("CARGO_PKG_VERSION")});
        let answer = json!({"id": health["id"], "nonce": NONCE, "versions": versions,
            "status": ["done"]});
        self.send(&answer);
    }

    /// The next message; nothing if the peer has gone.
    pub(super) fn read(&mut self) -> Option<Value> {
        let mut header = [0; 4];
        self.stream.read_exact(&mut header).ok()?;
        let mut body = vec![0; u32::from_be_bytes(header) as usize];
        self.stream.read_exact(&mut body).ok()?;
        let message: Value = serde_json::from_slice(&body).unwrap();
        let _ = self.log.send(message.clone());
        Some(message)
    }

    pub(super) fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_bytes(&u32::try_from(body.len()).unwrap().to_be_bytes());
        self.send_bytes(body.as_bytes());
    }

    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes);
    }

    /// Answers a request.
    pub(super) fn done(&mut self, request: &Value, print: &str) {
        self.send(&json!({"id": request["id"], "print": print, "status": ["done"]}));
    }

    /// Reads on until the peer goes.
    pub(super) fn wait(mut self) {
        while self.read().is_some() {}
    }
}
