//! The client against nodes that behave, and nodes that do not.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::connection::Connection;
use super::server::{NONCE, Part, Peer, Server};
use super::{Evaluating, Fields, Link, Resumed, Trouble};
use crate::exit::{Exit, Failure};

/// A user who writes down what is shown.
#[derive(Default)]
struct User {
    shown: String,
    lines: VecDeque<&'static str>,
    prompts: Vec<String>,
    /// Ctrl-C is pressed once this has been shown.
    stops_at: Option<&'static str>,
    /// And again, this often.
    presses: usize,
    news: Vec<Fields>,
}

impl Evaluating for User {
    fn output(&mut self, text: &str) {
        self.shown.push_str(text);
    }

    fn input(&mut self, prompt: &str) -> Option<String> {
        self.prompts.push(prompt.to_owned());
        self.lines.pop_front().map(str::to_owned)
    }

    fn interrupted(&mut self) -> bool {
        let presses = self.stops_at.is_some_and(|it| self.shown.ends_with(it)) && self.presses > 0;
        self.presses -= usize::from(presses);
        presses
    }

    fn news(&mut self, message: &Fields) {
        self.news.push(message.clone());
    }
}

fn part(part: impl FnOnce(Peer) + Send + 'static) -> Part {
    Box::new(part)
}

/// Welcomes a peer to session `s1`, and goes on.
fn welcomed(then: impl FnOnce(Peer) + Send + 'static) -> Part {
    part(|mut peer| {
        peer.welcome("s1");
        then(peer);
    })
}

fn open(server: &Server) -> Connection {
    Connection::open(&server.running, "repl", None).unwrap()
}

/// Why a connection to a node that does this first cannot be opened.
fn refusal(first: impl FnOnce(Peer) + Send + 'static) -> String {
    let server = Server::with([part(first)]);
    let failure = Connection::open(&server.running, "repl", None).unwrap_err();
    assert_eq!(Exit::from(&failure), Exit::Problems);
    failure.to_string()
}

#[test]
fn a_session_is_given_for_the_token() {
    let server = Server::with([welcomed(Peer::wait)]);
    let connection = open(&server);
    assert_eq!((connection.session(), connection.is_resumed()), ("s1", false));
}

#[test]
fn a_session_is_resumed_by_its_name() {
    let server = Server::with([welcomed(Peer::wait), welcomed(Peer::wait)]);
    let same = Connection::open(&server.running, "repl", Some("s1")).unwrap();
    let other = Connection::open(&server.running, "repl", Some("s0")).unwrap();
    assert!(same.is_resumed());
    assert!(!other.is_resumed());
}

#[test]
fn a_refusal_is_told_in_the_words_of_the_node() {
    let said = refusal(|mut peer| {
        peer.read();
        peer.send(&json!({"type": "auth_error", "message": "The token is wrong"}));
    });
    assert!(said.contains("The token is wrong"), "{said}");
    let said = refusal(|mut peer| {
        peer.read();
        peer.send(&json!({"type": "auth_ok"}));
        peer.send(&json!({"error": "No session could be started", "status": ["done", "error"]}));
    });
    assert!(said.contains("No session could be started"), "{said}");
}

#[test]
fn a_node_that_closes_or_babbles_is_not_waited_for() {
    assert!(refusal(drop).contains("closed the connection"));
    assert!(
        refusal(|mut peer| peer.send_bytes(b"HTTP/1.1 400 Bad Request\r\n")).contains("unreadable")
    );
    assert!(refusal(|mut peer| peer.send_bytes(&[0, 0, 0, 2, b'[', b']'])).contains("unreadable"));
}

#[test]
fn another_node_on_the_same_port_is_recognised() {
    let said = refusal(|mut peer| {
        peer.read();
        peer.send(&json!({"op": "session-started", "session": "s1"}));
        let health = peer.read().unwrap();
        peer.send(&json!({"id": health["id"], "nonce": "another", "status": ["done"]}));
    });
    assert!(said.contains("another workspace"), "{said}");
    assert_ne!(NONCE, "another");
}

#[test]
fn a_port_where_nobody_listens_is_named() {
    let server = Server::with([]);
    let address = server.running.address;
    // The listener goes with its thread, which has nothing to do.
    while std::net::TcpStream::connect(address).is_ok() {}
    let failure = Connection::open(&server.running, "repl", None).unwrap_err();
    assert!(failure.to_string().contains(&address.to_string()), "{failure}");
}

#[test]
fn output_comes_before_the_value_and_in_order() {
    let server = Server::with([welcomed(|mut peer| {
        let eval = peer.read().unwrap();
        for text in ["one ", "two ", "three"] {
            peer.send(&json!({"id": eval["id"], "out": text}));
        }
        peer.done(&eval, "42");
        peer.wait();
    })]);
    let mut user = User::default();
    let reply = open(&server).evaluate("x show", &mut user).unwrap();
    assert_eq!(user.shown, "one two three");
    assert_eq!(reply.text("print"), Some("42"));
    assert!(!reply.is_error());
    assert_eq!(server.request("eval")["code"], "x show");
}

#[test]
fn answers_in_small_pieces_are_put_together() {
    let server = Server::with([welcomed(|mut peer| {
        let eval = peer.read().unwrap();
        let body = json!({"id": eval["id"], "print": "\"grün\"", "status": ["done"]}).to_string();
        let mut bytes = u32::try_from(body.len()).unwrap().to_be_bytes().to_vec();
        bytes.extend(body.as_bytes());
        for byte in bytes {
            peer.send_bytes(&[byte]);
        }
        peer.wait();
    })]);
    let reply = open(&server).evaluate("x", &mut User::default()).unwrap();
    assert_eq!(reply.text("print"), Some("\"grün\""));
}

#[test]
fn a_failure_is_an_answer_too() {
    let server = Server::with([welcomed(|mut peer| {
        let eval = peer.read().unwrap();
        peer.send(&json!({
            "id": eval["id"], "error": "Undefined variable 'x'", "kind": "undefined_variable",
            "status": ["done", "error"],
        }));
        peer.wait();
    })]);
    let reply = open(&server).evaluate("x", &mut User::default()).unwrap();
    assert!(reply.is_error());
    assert_eq!(reply.kind(), Some("undefined_variable"));
}

#[test]
fn lines_are_given_when_they_are_asked_for() {
    let server = Server::with([welcomed(|mut peer| {
        let eval = peer.read().unwrap();
        for prompt in ["name? ", "age? ", "more? "] {
            peer.send(&json!({"id": eval["id"], "prompt": prompt, "status": ["need-input"]}));
            let stdin = peer.read().unwrap();
            peer.done(&stdin, "nil");
        }
        peer.done(&eval, "7");
        peer.wait();
    })]);
    let mut user = User { lines: VecDeque::from(["Ada", "eof"]), ..User::default() };
    let reply = open(&server).evaluate("ask", &mut user).unwrap();
    assert_eq!(reply.text("print"), Some("7"));
    assert_eq!(user.prompts, ["name? ", "age? ", "more? "]);
    // A line that reads like the end of input is not taken for it.
    let given = [(); 3].map(|()| server.request("stdin")["value"].clone());
    assert_eq!(given, ["Ada\n", "eof\n", "eof"].map(Value::from));
}

#[test]
fn an_interrupt_goes_over_a_connection_of_its_own() {
    let (tell, told) = std::sync::mpsc::channel();
    let server = Server::with([
        welcomed(move |mut peer| {
            let eval = peer.read().unwrap();
            peer.send(&json!({"id": eval["id"], "out": "working"}));
            told.recv().unwrap();
            peer.send(&json!({
                "id": eval["id"], "error": "Interrupted", "kind": "interrupted",
                "status": ["done", "error"],
            }));
            peer.wait();
        }),
        welcomed(move |mut peer| {
            let interrupt = peer.read().unwrap();
            peer.done(&interrupt, "ok");
            tell.send(()).unwrap();
            peer.wait();
        }),
    ]);
    let mut user = User { stops_at: Some("working"), presses: 1, ..User::default() };
    let begun = Instant::now();
    let reply = open(&server).evaluate("loop", &mut user).unwrap();
    assert_eq!(reply.kind(), Some("interrupted"));
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    assert_eq!(server.request("interrupt")["session"], "s1");
}

#[test]
fn who_presses_twice_no_longer_waits_and_old_answers_are_ignored() {
    let server = Server::with([
        welcomed(|mut peer| {
            let first = peer.read().unwrap();
            peer.send(&json!({"id": first["id"], "out": "stuck"}));
            let second = peer.read().unwrap();
            peer.send(&json!({"id": first["id"], "out": "late"}));
            peer.done(&first, "late");
            peer.done(&second, "fresh");
            peer.wait();
        }),
        welcomed(|mut peer| {
            let interrupt = peer.read().unwrap();
            peer.done(&interrupt, "ok");
            peer.wait();
        }),
    ]);
    let mut connection = open(&server);
    let mut user = User { stops_at: Some("stuck"), presses: 2, ..User::default() };
    let ended = connection.evaluate("loop", &mut user);
    assert!(matches!(ended, Err(Trouble::Abandoned)), "{ended:?}");
    let mut user = User::default();
    let reply = connection.evaluate("3 + 4", &mut user).unwrap();
    assert_eq!((reply.text("print"), user.shown.as_str()), (Some("fresh"), ""));
}

#[test]
fn a_connection_lost_in_an_evaluation_says_that_it_may_have_run() {
    let server = Server::with([welcomed(|mut peer| {
        let eval = peer.read().unwrap();
        peer.send(&json!({"id": eval["id"], "out": "half"}));
    })]);
    let mut user = User::default();
    let ended = open(&server).evaluate("count: 1", &mut user);
    assert!(matches!(ended, Err(Trouble::Unanswered)), "{ended:?}");
    assert_eq!(user.shown, "half");
}

#[test]
fn a_session_that_dies_in_an_evaluation_is_a_lost_connection() {
    let server = Server::with([welcomed(|mut peer| {
        peer.read();
        peer.send(&json!({
            "error": "The session has ended", "kind": "session_down", "status": ["done", "error"],
        }));
    })]);
    let ended = open(&server).evaluate("die", &mut User::default());
    assert!(matches!(ended, Err(Trouble::Unanswered)), "{ended:?}");
}

#[test]
fn what_was_never_sent_is_said_to_be_so() {
    let server = Server::with([welcomed(drop)]);
    let mut connection = open(&server);
    while connection.is_open() {
        std::thread::yield_now();
    }
    let ended = connection.evaluate("count: 1", &mut User::default());
    assert!(matches!(ended, Err(Trouble::NotSent)), "{ended:?}");
}

/// Whatever happens to the connection, the node sees each evaluation once.
#[test]
fn nothing_is_evaluated_twice() {
    let server = Server::with([
        welcomed(|mut peer| drop(peer.read())),
        welcomed(|mut peer| {
            let eval = peer.read().unwrap();
            peer.done(&eval, "2");
            peer.wait();
        }),
    ]);
    let mut link = Link::open(&server.running, "repl").unwrap();
    let ended = link.evaluate("count: 1", &mut User::default());
    assert!(matches!(ended, Err(Trouble::Unanswered)), "{ended:?}");
    assert_eq!(link.reconnect().unwrap(), Resumed::Same);
    let reply = link.evaluate("count", &mut User::default()).unwrap();
    assert_eq!(reply.text("print"), Some("2"));
    drop(link);
    assert_eq!(server.request("eval")["code"], "count: 1");
    assert_eq!(server.request("eval")["code"], "count");
    assert_eq!(server.count("eval"), 0);
}

#[test]
fn a_new_session_in_place_of_the_old_one_is_told() {
    let server = Server::with([
        welcomed(drop),
        part(|mut peer| {
            peer.welcome("s2");
            peer.wait();
        }),
    ]);
    let mut link = Link::open(&server.running, "repl").unwrap();
    assert_eq!(link.reconnect().unwrap(), Resumed::New);
    assert_eq!(link.session(), "s2");
}

#[test]
fn a_slow_node_is_not_waited_for_where_there_is_a_limit() {
    let server = Server::with([welcomed(|mut peer| {
        let slow = peer.read().unwrap();
        let quick = peer.read().unwrap();
        peer.done(&slow, "slow");
        peer.done(&quick, "quick");
        peer.wait();
    })]);
    let mut connection = open(&server);
    let ended = connection.ask_within("complete", Fields::new(), Duration::from_millis(60));
    assert!(matches!(ended, Err(Trouble::TooLate)), "{ended:?}");
    let reply = connection.ask("complete", Fields::new()).unwrap();
    assert_eq!(reply.text("print"), Some("quick"));
}

#[test]
fn what_is_too_long_is_not_sent_and_the_connection_lives_on() {
    let server = Server::with([welcomed(|mut peer| {
        let eval = peer.read().unwrap();
        peer.done(&eval, "7");
        peer.wait();
    })]);
    let mut connection = open(&server);
    let ended = connection.evaluate(&"x".repeat(2 << 20), &mut User::default());
    assert!(matches!(ended, Err(Trouble::Failed(Failure::Unavailable(_)))), "{ended:?}");
    assert!(connection.evaluate("3 + 4", &mut User::default()).is_ok());
}

#[test]
fn an_answer_that_claims_to_be_huge_ends_the_connection() {
    let server = Server::with([welcomed(|mut peer| {
        peer.read();
        peer.send_bytes(&[0x7f, 0xff, 0xff, 0xff]);
        peer.wait();
    })]);
    let mut connection = open(&server);
    let ended = connection.evaluate("x", &mut User::default());
    assert!(matches!(ended, Err(Trouble::Failed(_))), "{ended:?}");
    assert!(!connection.is_open());
}

#[test]
fn news_reach_whoever_evaluates_and_whoever_asks_for_them() {
    let server = Server::with([welcomed(|mut peer| {
        let eval = peer.read().unwrap();
        peer.send(&json!({"push": "transcript", "text": "hi"}));
        peer.done(&eval, "1");
        let ask = peer.read().unwrap();
        peer.send(&json!({"type": "push", "channel": "classes", "event": "loaded"}));
        peer.done(&ask, "2");
        peer.wait();
    })]);
    let mut connection = open(&server);
    let mut user = User::default();
    connection.evaluate("x", &mut user).unwrap();
    assert_eq!(user.news.len(), 1);
    connection.ask("actors", Fields::new()).unwrap();
    assert_eq!(connection.take_news().len(), 1);
    assert!(connection.take_news().is_empty());
}

#[test]
fn a_node_of_another_version_is_served_and_told_of() {
    let server = Server::with([part(|mut peer| {
        peer.read().unwrap();
        peer.send(&json!({"type": "auth_ok"}));
        peer.send(&json!({"op": "session-started", "session": "s1"}));
        let health = peer.read().unwrap();
        peer.send(&json!({"id": health["id"], "nonce": NONCE, "status": ["done"],
            "versions": {"protocol": "2.0", "beamtalk": "0.0.1"}}));
        peer.wait();
    })]);
    let connection = open(&server);
    assert!(connection.skew().unwrap().contains("v0.0.1"), "{:?}", connection.skew());
    let same = Server::with([welcomed(Peer::wait)]);
    assert_eq!(open(&same).skew(), None);
}
