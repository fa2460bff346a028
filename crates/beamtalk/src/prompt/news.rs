//! What others show while somebody sits at the prompt: the Transcript of other sessions
//! and of actors, and that the workspace ends.
//!
//! It comes over a connection of its own, in a thread of its own, and goes where it
//! breaks no line that is being typed. What this session shows itself is not told here:
//! it comes with the evaluation.

use std::io::Write as _;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::client::{Connection, Fields, Waited};
use crate::prompt::colours::Paint;
use crate::prompt::image::text;
use crate::prompt::linked::Address;

/// How long a line waits for its end.
const MOMENT: Duration = Duration::from_millis(50);
/// How often one looks whether the session has found its workspace again.
const PAUSE: Duration = Duration::from_millis(200);

/// Where whole lines go.
pub(crate) enum Sink {
    /// Above the line that is being typed.
    Above(SyncSender<String>),
    /// To be shown before the next prompt.
    Later(Arc<Mutex<Vec<String>>>),
    /// To standard error, as it comes: what is piped on is what was asked for.
    Aside,
}

/// Listens as long as the program runs. Without a thread for it nothing is heard, which
/// is no reason to stop.
pub(crate) fn listen(address: Arc<Mutex<Address>>, sink: Sink, colour: bool) {
    let _ = thread::Builder::new().name("news".to_owned()).spawn(move || {
        let mut last = None;
        loop {
            let now = address.lock().unwrap_or_else(PoisonError::into_inner).clone();
            // Where nobody has connected again, asking for the session would begin another.
            if last == Some(now.turn) {
                thread::sleep(PAUSE);
                continue;
            }
            last = Some(now.turn);
            if let Ok(connection) = Connection::open(&now.running, "repl", Some(&now.session)) {
                follow(connection, &now.session, &sink, colour);
            }
        }
    });
}

fn follow(mut connection: Connection, session: &str, sink: &Sink, colour: bool) {
    let mut pending = String::new();
    // What was there when we came is for the greeting.
    connection.take_news();
    loop {
        let limit = (!pending.is_empty()).then_some(MOMENT);
        match connection.wait_for_news(limit) {
            Waited::News(news) => {
                pending.push_str(&shown(&news, session));
                for line in whole_lines(&mut pending) {
                    sink.put(&line, colour);
                }
            }
            Waited::Silence => sink.put(&std::mem::take(&mut pending), colour),
            Waited::Closed => return,
        }
    }
}

impl Sink {
    fn put(&self, line: &str, colour: bool) {
        let line = Paint::Dim.on(&tame(line), colour);
        match self {
            // Without a prompt there is nobody to show it to.
            Sink::Above(lines) => drop(lines.send(line)),
            Sink::Later(lines) => lines.lock().unwrap_or_else(PoisonError::into_inner).push(line),
            Sink::Aside => drop(writeln!(std::io::stderr(), "{line}")),
        }
    }
}

/// What of a piece of news is for people.
fn shown(news: &Fields, session: &str) -> String {
    if text(news, "push") == Some("transcript") {
        let is_ours = text(news, "session") == Some(session);
        return if is_ours { String::new() } else { text(news, "text").unwrap_or("").to_owned() };
    }
    let is_end =
        text(news, "channel") == Some("workspace") && text(news, "event") == Some("stopping");
    let data = news.get("data").and_then(Value::as_object).filter(|_| is_end);
    match data.and_then(|it| text(it, "reason")) {
        Some(reason) => format!("note: the workspace ends: {reason}\n"),
        None => String::new(),
    }
}

fn whole_lines(pending: &mut String) -> Vec<String> {
    let Some(end) = pending.rfind('\n') else { return vec![] };
    let rest = pending.split_off(end + 1);
    let lines = std::mem::replace(pending, rest);
    lines.lines().map(str::to_owned).collect()
}

/// Others must not move our cursor.
fn tame(line: &str) -> String {
    line.chars().map(|it| if it.is_control() && it != '\t' { '\u{fffd}' } else { it }).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields(value: Value) -> Fields {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn what_a_session_shows_is_told_to_others_only() {
        let news = fields(json!({"push": "transcript", "text": "tea\n", "session": "s1"}));
        assert_eq!(shown(&news, "s1"), "");
        assert_eq!(shown(&news, "s2"), "tea\n");
        let actor = fields(json!({"push": "transcript", "text": "tea"}));
        assert_eq!(shown(&actor, "s1"), "tea");
        let class = fields(json!({"type": "push", "channel": "classes", "event": "loaded",
            "data": {"class": "Tea"}}));
        assert_eq!(shown(&class, "s1"), "");
        let end = fields(json!({"type": "push", "channel": "workspace", "event": "stopping",
            "data": {"reason": "it is late"}}));
        assert_eq!(shown(&end, "s1"), "note: the workspace ends: it is late\n");
    }

    #[test]
    fn lines_wait_for_their_ends() {
        let mut pending = "one\n\ntwo\nthr".to_owned();
        assert_eq!(whole_lines(&mut pending), ["one", "", "two"]);
        assert_eq!(pending, "thr");
        assert_eq!(whole_lines(&mut pending), Vec::<String>::new());
    }

    #[test]
    fn nobody_else_moves_the_cursor() {
        assert_eq!(tame("a\tb\x1b[2Jc\r"), "a\tb\u{fffd}[2Jc\u{fffd}");
    }
}
