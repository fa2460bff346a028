//! A running port, asked in terms.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use etf::{Frames, Limits, MAX_FRAME_LIMIT, Map, Term};

use crate::vocabulary::assert_known_atoms;

/// Nobody waits longer, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct Port {
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<Term>,
    last_id: i64,
}

impl Port {
    pub(crate) fn start() -> Port {
        Port::start_in(&std::env::temp_dir())
    }

    /// One that works in a folder.
    pub(crate) fn start_in(folder: &Path) -> Port {
        let mut child = Command::new(env!("CARGO_BIN_EXE_beamtalk"))
            .arg("compiler-port")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let mut output = child.stdout.take().unwrap();
        let (tell, answers) = channel();
        thread::spawn(move || {
            let mut frames = Frames::new(MAX_FRAME_LIMIT);
            let mut chunk = vec![0; 1 << 16];
            while let Ok(count @ 1..) = output.read(&mut chunk) {
                frames.push(&chunk[..count]);
                while let Some(frame) = frames.take().unwrap() {
                    let limits = Limits { bytes: MAX_FRAME_LIMIT, ..Limits::default() };
                    if tell.send(etf::decode(frame, limits).unwrap()).is_err() {
                        return;
                    }
                }
            }
        });
        Port { child, input, answers, last_id: 0 }
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn ask(&mut self, command: &str, fields: &[(&str, Term)]) -> Term {
        let id = self.request(command, fields);
        let answer = self.next();
        assert_eq!(answer.get("id"), Some(&Term::Integer(id)), "{}", shown(&answer));
        answer
    }

    /// Sends a request and answers its number.
    pub(crate) fn request(&mut self, command: &str, fields: &[(&str, Term)]) -> i64 {
        self.last_id += 1;
        let head = [("command", Term::atom(command)), ("id", Term::Integer(self.last_id))];
        self.send(&Term::map(head.into_iter().chain(fields.iter().cloned())));
        self.last_id
    }

    /// A frame that is not answered.
    pub(crate) fn tell(&mut self, command: &str, fields: &[(&str, Term)]) {
        let head = [("command", Term::atom(command))];
        self.send(&Term::map(head.into_iter().chain(fields.iter().cloned())));
    }

    pub(crate) fn send(&mut self, term: &Term) {
        self.send_frame(&etf::encode(term));
    }

    pub(crate) fn send_frame(&mut self, payload: &[u8]) {
        self.send_bytes(&[&(payload.len() as u32).to_be_bytes(), payload].concat());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        // One that has ended does not read; its exit status tells more.
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// The next answer, whatever it is for.
    pub(crate) fn next(&mut self) -> Term {
        let answer = self.answers.recv_timeout(PATIENCE).expect("the port does not answer");
        assert_known_atoms(&answer);
        answer
    }

    pub(crate) fn close(mut self) -> (ExitStatus, Duration) {
        self.input = None;
        self.ended()
    }

    /// How it ended, and how long that took.
    pub(crate) fn ended(mut self) -> (ExitStatus, Duration) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status, begun.elapsed());
            }
            assert!(begun.elapsed() < PATIENCE, "the port does not end");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn text(text: &str) -> Term {
    Term::binary(text)
}

pub(crate) fn texts(texts: &[&str]) -> Term {
    Term::list(texts.iter().map(Term::binary).collect::<Vec<Term>>())
}

/// A map from texts.
pub(crate) fn text_map(pairs: &[(&str, Term)]) -> Term {
    Map::new(pairs.iter().map(|(key, value)| (text(key), value.clone())).collect::<Vec<_>>()).into()
}

/// An answer as people read it, without its number: one field to a line.
pub(crate) fn shown(answer: &Term) -> String {
    let Some(map) = answer.as_map() else { return value(answer) };
    let fields = map.pairs().iter().filter(|(key, _)| !key.is_atom("id"));
    fields.map(|(key, it)| format!("{}: {}\n", value(key), value(it))).collect()
}

fn value(term: &Term) -> String {
    let all = |terms: &[Term]| terms.iter().map(value).collect::<Vec<_>>().join(", ");
    match term {
        Term::Integer(number) => number.to_string(),
        Term::Atom(atom) => atom.to_string(),
        Term::List(elements) => format!("[{}]", all(elements)),
        Term::Tuple(elements) => format!("{{{}}}", all(elements)),
        Term::Map(map) => {
            let pairs = map.pairs().iter().map(|(key, it)| format!("{} {}", value(key), value(it)));
            format!("#{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        }
        Term::Binary(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => format!("{text:?}"),
            // A module, of which OTP says whether it is one.
            Err(_) => "<core>".to_owned(),
        },
        other => format!("{other:?}"),
    }
}
