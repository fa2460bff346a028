//! An evaluation: its output as it comes, lines for it to read, and its interruption.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::Trouble;
use super::connection::{Connection, Fields, Heard, News, is_final, statuses};
use super::reply::Reply;
use crate::exit::Failure;

/// Who presses Ctrl-C again within this time no longer waits.
const ABANDON_WITHIN: Duration = Duration::from_secs(2);
/// What ends the input of an evaluation. A line that says the same ends in a line break.
const END_OF_INPUT: &str = "eof";

/// Whoever sits before the evaluation.
pub(crate) trait Evaluating {
    /// Takes what user code prints, as it comes.
    fn output(&mut self, text: &str);

    /// A line for user code that asks for one, without its line break; nothing at the end
    /// of input.
    fn input(&mut self, prompt: &str) -> Option<String>;

    /// Whether the user has asked for an end since this was last asked.
    fn interrupted(&mut self) -> bool;

    /// Takes what the workspace tells everybody.
    fn news(&mut self, _message: &Fields) {}
}

impl Connection {
    /// Evaluates once, and waits for the end of it.
    pub(crate) fn evaluate(
        &mut self,
        code: &str,
        user: &mut dyn Evaluating,
    ) -> Result<Reply, Trouble> {
        let fields = Fields::from_iter([("code".to_owned(), Value::from(code))]);
        self.follow("eval", fields, user)
    }

    /// Asks for something that may print, read and be interrupted, as tests do.
    pub(crate) fn follow(
        &mut self,
        op: &str,
        fields: Fields,
        user: &mut dyn Evaluating,
    ) -> Result<Reply, Trouble> {
        // Whatever was pressed before is not meant for this.
        user.interrupted();
        let id = self.send(op, fields)?;
        let mut interrupted: Option<Instant> = None;
        loop {
            let heard = self.hear(&id)?;
            for message in self.take_news() {
                user.news(&message);
            }
            match heard {
                Heard::Message(message) => {
                    if let Some(text) = message.get("out").and_then(Value::as_str) {
                        user.output(text);
                    }
                    if is_final(&message) {
                        return Ok(Reply { fields: message });
                    }
                    if statuses(&message).any(|it| it == "need-input") {
                        self.give_line(&message, user)?;
                    }
                }
                Heard::Silence => {}
                Heard::Closed => return Err(Trouble::Unanswered),
            }
            if user.interrupted() {
                if interrupted.is_some_and(|it| it.elapsed() < ABANDON_WITHIN) {
                    return Err(Trouble::Abandoned);
                }
                interrupted = Some(Instant::now());
                self.interrupt();
            }
        }
    }

    /// Asks the node to end what the session evaluates, over a connection of its own,
    /// because this one may be waiting. Says whether the node has heard.
    pub(crate) fn interrupt(&self) -> bool {
        let Ok(mut aside) = self.aside() else { return false };
        let session = Value::from(self.session());
        let fields = Fields::from_iter([("session".to_owned(), session)]);
        aside.ask_within("interrupt", fields, ABANDON_WITHIN).is_ok_and(|it| !it.is_error())
    }

    /// Another connection to the same session.
    pub(crate) fn aside(&self) -> Result<Connection, Failure> {
        Connection::open_for(&self.running, "repl", Some(self.session()), News::Unwanted)
    }

    fn give_line(&mut self, message: &Fields, user: &mut dyn Evaluating) -> Result<(), Trouble> {
        let prompt = message.get("prompt").and_then(Value::as_str).unwrap_or_default();
        let value = match user.input(prompt) {
            Some(line) => format!("{line}\n"),
            None => END_OF_INPUT.to_owned(),
        };
        let fields = Fields::from_iter([("value".to_owned(), Value::from(value))]);
        match self.send("stdin", fields) {
            // What is being evaluated has been sent long ago.
            Err(Trouble::NotSent) => Err(Trouble::Unanswered),
            sent => sent.map(drop),
        }
    }
}
