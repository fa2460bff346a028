//! One connection to a node, and the session behind it.
//!
//! Requests are numbered. What comes with the number of a request that nobody waits
//! for any more is dropped; what comes without a number is kept for whoever wants it.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::Trouble;
use super::frame::{self, Garbled, Inbox};
use super::reply::Reply;
use super::skew;
use crate::exit::Failure;
use crate::workspace::Running;

pub(crate) type Fields = Map<String, Value>;

/// A node on this machine accepts at once, or not at all.
const CONNECT_LIMIT: Duration = Duration::from_secs(2);
/// A node that accepts also answers, unless the machine is overloaded.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(10);
/// How long a read lasts at most, so that the user is heard in between.
const TICK: Duration = Duration::from_millis(20);
/// More news than this is not kept for anybody.
const MOST_NEWS: usize = 1000;

#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    inbox: Inbox,
    session: String,
    is_resumed: bool,
    requests: u64,
    /// Set once nothing more can come.
    is_closed: bool,
    /// What the node has told without being asked.
    news: Vec<Fields>,
    /// What is to be said of its version.
    skew: Option<String>,
    pub(super) running: Running,
}

/// What a wait for news has come to.
#[derive(Debug)]
pub(crate) enum Waited {
    News(Fields),
    /// Nothing in time.
    Silence,
    Closed,
}

/// Whether a node is to tell what happens in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum News {
    Wanted,
    Unwanted,
}

/// What a node answers in its own time.
pub(super) enum Heard {
    Message(Fields),
    /// Nothing yet.
    Silence,
    Closed,
}

impl Connection {
    /// Connects, says the token, and waits for a session: the one to resume if it is
    /// still there, else a new one.
    pub(crate) fn open(
        running: &Running,
        kind: &str,
        resume: Option<&str>,
    ) -> Result<Connection, Failure> {
        Connection::open_for(running, kind, resume, News::Wanted)
    }

    pub(super) fn open_for(
        running: &Running,
        kind: &str,
        resume: Option<&str>,
        news: News,
    ) -> Result<Connection, Failure> {
        let stream = TcpStream::connect_timeout(&running.address, CONNECT_LIMIT)
            .map_err(|error| unreachable(running, &error.to_string()))?;
        let failed = |error| Failure::environment("talk to the workspace", error);
        // Each message is one write; waiting for more to send would only cost time.
        stream.set_nodelay(true).map_err(failed)?;
        stream.set_read_timeout(Some(TICK)).map_err(failed)?;
        let mut connection = Connection {
            stream,
            inbox: Inbox::default(),
            session: String::new(),
            is_resumed: false,
            requests: 0,
            is_closed: false,
            news: Vec::new(),
            skew: None,
            running: running.clone(),
        };
        connection.shake_hands(kind, resume, news)?;
        Ok(connection)
    }

    pub(crate) fn session(&self) -> &str {
        &self.session
    }

    /// Whether the session is the one that was to be resumed.
    pub(crate) fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Asks, and waits for the answer as long as it takes.
    pub(crate) fn ask(&mut self, op: &str, fields: Fields) -> Result<Reply, Trouble> {
        let id = self.send(op, fields)?;
        self.answer(&id, None)
    }

    /// Asks, and waits for the answer no longer than this.
    pub(crate) fn ask_within(
        &mut self,
        op: &str,
        fields: Fields,
        limit: Duration,
    ) -> Result<Reply, Trouble> {
        let id = self.send(op, fields)?;
        self.answer(&id, Some(Instant::now() + limit))
    }

    /// What the node has told without being asked, once.
    pub(crate) fn take_news(&mut self) -> Vec<Fields> {
        std::mem::take(&mut self.news)
    }

    /// Waits for what the node tells without being asked, for ever or no longer than this.
    pub(crate) fn wait_for_news(&mut self, limit: Option<Duration>) -> Waited {
        if self.stream.set_read_timeout(limit).is_err() {
            return Waited::Closed;
        }
        loop {
            match self.next() {
                Ok(Heard::Message(message)) if !message.contains_key("id") => {
                    return Waited::News(message);
                }
                Ok(Heard::Message(_)) => {}
                // A signal may end a wait early.
                Ok(Heard::Silence) if limit.is_none() => {}
                Ok(Heard::Silence) => return Waited::Silence,
                Ok(Heard::Closed) | Err(_) => return Waited::Closed,
            }
        }
    }

    /// That the node is of another version than this command, and what to do about it.
    pub(crate) fn skew(&self) -> Option<&str> {
        self.skew.as_deref()
    }

    /// Whether the other side is still there, as far as one can know without speaking.
    pub(crate) fn is_open(&mut self) -> bool {
        if !self.is_closed && self.stream.set_nonblocking(true).is_ok() {
            loop {
                match self.read_some() {
                    Ok(0) => self.is_closed = true,
                    Ok(_) => continue,
                    Err(error) if is_silence(&error) => {}
                    Err(_) => self.is_closed = true,
                }
                break;
            }
            self.is_closed |= self.stream.set_nonblocking(false).is_err();
        }
        !self.is_closed
    }

    /// Sends a request, and answers its number.
    pub(super) fn send(&mut self, op: &str, mut fields: Fields) -> Result<String, Trouble> {
        self.requests += 1;
        let id = self.requests.to_string();
        fields.insert("op".to_owned(), Value::from(op));
        fields.insert("id".to_owned(), Value::from(id.as_str()));
        let bytes = frame::encode(&fields).ok_or_else(too_long)?;
        if !self.is_open() {
            return Err(Trouble::NotSent);
        }
        match self.write(&bytes) {
            Ok(()) => Ok(id),
            Err(written) => {
                self.is_closed = true;
                // A node runs nothing before it has a whole frame.
                Err(if written < bytes.len() { Trouble::NotSent } else { Trouble::Unanswered })
            }
        }
    }

    /// The next message about a request, or what there is instead.
    pub(super) fn hear(&mut self, id: &str) -> Result<Heard, Trouble> {
        loop {
            match self.next()? {
                Heard::Message(message) => match message.get("id").and_then(Value::as_str) {
                    Some(about) if about == id => return Ok(Heard::Message(message)),
                    // An answer that came too late.
                    Some(_) => {}
                    // The node closes the connection after it.
                    None if is_session_down(&message) => {}
                    // The node speaks of a frame that it could not read.
                    None if has_failed(&message) => {
                        return Err(Trouble::Failed(refused(&message)));
                    }
                    None => self.keep(message),
                },
                silence => return Ok(silence),
            }
        }
    }

    fn answer(&mut self, id: &str, until: Option<Instant>) -> Result<Reply, Trouble> {
        loop {
            match self.hear(id)? {
                Heard::Message(fields) if is_final(&fields) => return Ok(Reply { fields }),
                Heard::Message(_) => {}
                Heard::Silence if until.is_some_and(|it| Instant::now() >= it) => {
                    return Err(Trouble::TooLate);
                }
                Heard::Silence => {}
                Heard::Closed => return Err(Trouble::Unanswered),
            }
        }
    }

    fn shake_hands(&mut self, kind: &str, resume: Option<&str>, news: News) -> Result<(), Failure> {
        let mut auth = Fields::new();
        auth.insert("type".to_owned(), "auth".into());
        auth.insert("token".to_owned(), self.running.token.secret().into());
        auth.insert("client".to_owned(), kind.into());
        if news == News::Unwanted {
            auth.insert("push".to_owned(), false.into());
        }
        if let Some(session) = resume {
            auth.insert("resume".to_owned(), session.into());
        }
        // Asked in the same breath: it costs no further journey.
        let health = Fields::from_iter([
            ("op".to_owned(), Value::from("health")),
            ("id".to_owned(), Value::from("0")),
        ]);
        let mut bytes = Vec::new();
        for message in [&auth, &health] {
            bytes.extend(frame::encode(message).unwrap_or_default());
        }
        self.write(&bytes).map_err(|_| unreachable(&self.running, "it closed the connection"))?;
        let until = Instant::now() + HANDSHAKE_LIMIT;
        let health = loop {
            let heard = self.next().map_err(Trouble::into_failure)?;
            let Heard::Message(message) = heard else {
                let is_closed = matches!(heard, Heard::Closed);
                if !is_closed && Instant::now() < until {
                    continue;
                }
                let why = if is_closed { "it closed the connection" } else { "it says nothing" };
                return Err(unreachable(&self.running, why));
            };
            let text = |name: &str| message.get(name).and_then(Value::as_str);
            match (text("type"), text("op"), text("id")) {
                (Some("auth_error"), ..) => return Err(shut_out(&message)),
                (_, Some("session-started"), _) => {
                    self.session = text("session").unwrap_or_default().to_owned();
                }
                (_, _, Some("0")) => break message,
                _ if has_failed(&message) => return Err(refused(&message)),
                (Some("auth_ok"), ..) => {}
                _ => self.keep(message),
            }
        };
        if self.session.is_empty() {
            return Err(Failure::Unavailable("the workspace gave no session".to_owned()));
        }
        self.is_resumed = resume == Some(self.session.as_str());
        self.compare(&health)?;
        self.skew = skew::between(&health)?;
        Ok(())
    }

    /// Whether this is the node that was meant. A port may have changed hands.
    fn compare(&self, health: &Fields) -> Result<(), Failure> {
        let nonce = health.get("nonce").and_then(Value::as_str);
        match (&self.running.nonce, nonce) {
            (Some(expected), Some(nonce)) if expected != nonce => {
                Err(unreachable(&self.running, "another workspace listens there"))
            }
            _ => Ok(()),
        }
    }

    fn keep(&mut self, message: Fields) {
        if self.news.len() < MOST_NEWS {
            self.news.push(message);
        }
    }

    fn next(&mut self) -> Result<Heard, Trouble> {
        loop {
            match self.inbox.take() {
                Ok(Some(message)) => return Ok(Heard::Message(message)),
                Ok(None) => {}
                Err(garbled) => {
                    self.is_closed = true;
                    return Err(Trouble::Failed(unreadable(&garbled)));
                }
            }
            if self.is_closed {
                return Ok(Heard::Closed);
            }
            match self.read_some() {
                Ok(0) => self.is_closed = true,
                Ok(_) => {}
                Err(error) if is_silence(&error) => return Ok(Heard::Silence),
                // A node that was killed may leave in a hurry.
                Err(_) => self.is_closed = true,
            }
        }
    }

    fn read_some(&mut self) -> io::Result<usize> {
        let mut buffer = [0; 1 << 14];
        let length = self.stream.read(&mut buffer)?;
        self.inbox.push(buffer.get(..length).unwrap_or_default());
        Ok(length)
    }

    /// Writes all, or says how much was taken.
    fn write(&mut self, bytes: &[u8]) -> Result<(), usize> {
        let mut written = 0;
        while let Some(rest) = bytes.get(written..).filter(|it| !it.is_empty()) {
            match self.stream.write(rest) {
                Ok(0) => return Err(written),
                Ok(length) => written += length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(written),
            }
        }
        Ok(())
    }
}

/// Tells a node to end. Says whether it has heard.
pub(crate) fn ask_to_end(running: &Running) -> bool {
    let Ok(mut connection) = Connection::open_for(running, "unknown", None, News::Unwanted) else {
        return false;
    };
    let fields = Fields::from_iter([("token".to_owned(), Value::from(running.token.secret()))]);
    match connection.ask_within("shutdown", fields, HANDSHAKE_LIMIT) {
        Ok(reply) => !reply.is_error(),
        // It may end before its answer is out.
        Err(trouble) => matches!(trouble, Trouble::Unanswered),
    }
}

pub(super) fn is_final(message: &Fields) -> bool {
    statuses(message).any(|it| it == "done")
}

pub(super) fn statuses(message: &Fields) -> impl Iterator<Item = &str> {
    let words = message.get("status").and_then(Value::as_array);
    words.into_iter().flatten().filter_map(Value::as_str)
}

fn is_session_down(message: &Fields) -> bool {
    message.get("kind").and_then(Value::as_str) == Some("session_down")
}

fn has_failed(message: &Fields) -> bool {
    message.contains_key("error")
}

fn refused(message: &Fields) -> Failure {
    let text = |name: &str| message.get(name).and_then(Value::as_str);
    let why = text("message").or(text("error")).unwrap_or("no reason was given");
    Failure::Unavailable(format!("the workspace refused us: {why}"))
}

/// The token is not that of the node: somebody has changed the file.
fn shut_out(message: &Fields) -> Failure {
    Failure::Unavailable(format!(
        "{}\n  hint: `beamtalk workspace stop` ends it, and its next start makes a new token",
        refused(message)
    ))
}

fn unreachable(running: &Running, why: &str) -> Failure {
    Failure::Unavailable(format!(
        "the workspace `{}` cannot be reached at {}: {why}\n  \
         hint: `beamtalk workspace list` shows which ones run",
        running.id, running.address
    ))
}

fn unreadable(garbled: &Garbled) -> Failure {
    let what = match garbled {
        Garbled::TooLong(length) => format!("a message of {length} bytes"),
        Garbled::NotJson(why) => format!("no JSON: {why}"),
    };
    Failure::Unavailable(format!("the workspace sent something unreadable: {what}"))
}

fn too_long() -> Trouble {
    Trouble::Failed(Failure::Unavailable(format!(
        "this is more than a workspace takes at once ({} bytes)\n  \
         hint: put it into a file and load that",
        frame::LONGEST_REQUEST
    )))
}

fn is_silence(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}
