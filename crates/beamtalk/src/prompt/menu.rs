//! Candidates as the line editor's menu takes them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reedline::{Completer, CompletionResult, Span, Suggestion};

use crate::prompt::candidates::{self, Candidate, Candidates, Source};
use crate::prompt::seen::Seen;

pub(crate) struct Menu {
    source: Box<dyn Source + Send>,
    seen: Arc<Mutex<Seen>>,
    /// The last question that had an answer: the editor asks several times for each key.
    last: Option<Asked>,
}

struct Asked {
    turn: u64,
    typed: String,
    items: Vec<Candidate>,
}

impl Menu {
    pub(crate) fn new(source: Box<dyn Source + Send>, seen: Arc<Mutex<Seen>>) -> Menu {
        Menu { source, seen, last: None }
    }

    fn candidates(&mut self, typed: &str) -> Candidates {
        let turn = self.seen().turn;
        if let Some(last) = self.last.as_ref().filter(|it| it.turn == turn && it.typed == typed) {
            return Candidates { items: last.items.clone(), reason: None };
        }
        let found = candidates::at_end(typed, &mut *self.source);
        // Where there was nothing, there may be something the next time.
        self.last = (!found.items.is_empty()).then(|| Asked {
            turn,
            typed: typed.to_owned(),
            items: found.items.clone(),
        });
        found
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Completer for Menu {
    fn complete(&mut self, line: &str, position: usize) -> CompletionResult {
        let typed = line.get(..position).unwrap_or(line).to_owned();
        let found = self.candidates(&typed);
        if found.items.is_empty() {
            self.seen().reason = found.reason.map(|reason| (line.to_owned(), reason));
            // The menu would say that there is nothing; the hint says why.
            return CompletionResult::Pending;
        }
        let suggestions: Vec<Suggestion> =
            found.items.into_iter().map(|it| suggestion(it, position)).collect();
        CompletionResult::fresh(suggestions)
    }
}

fn suggestion(candidate: Candidate, position: usize) -> Suggestion {
    let description = match (candidate.doc.is_empty(), candidate.defined_in.is_empty()) {
        (true, true) => None,
        (true, false) => Some(candidate.defined_in),
        (false, true) => Some(candidate.doc),
        (false, false) => Some(format!("{}: {}", candidate.defined_in, candidate.doc)),
    };
    Suggestion {
        value: candidate.insert,
        display_override: Some(candidate.signature),
        description,
        span: Span::new(candidate.from.min(position), position),
        ..Suggestion::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Reply;
    use serde_json::json;

    /// Answers with how often it was asked.
    struct Counting(u32);

    impl Source for Counting {
        fn complete(&mut self, _: &str) -> Result<Reply, String> {
            self.0 += 1;
            let item = json!({"label": format!("x{}", self.0), "signature": "x -> Integer",
                              "defined_in": "Pot", "doc": "Says x.\nAt length."});
            let fields = json!({"items": [item]}).as_object().cloned().unwrap_or_default();
            Ok(Reply { fields })
        }
    }

    #[test]
    fn an_answer_holds_until_the_next_input() {
        let seen = Arc::new(Mutex::new(Seen::default()));
        let mut menu = Menu::new(Box::new(Counting(0)), seen.clone());
        let mut offered = |line: &str| match menu.complete(line, line.len()) {
            CompletionResult::Fresh { suggestions, .. } => suggestions[0].clone(),
            _ => panic!("nothing is offered"),
        };
        let first = offered("pot x");
        assert_eq!((&*first.value, first.span), ("x1", Span::new(4, 5)));
        assert_eq!(first.description.as_deref(), Some("Pot: Says x."));
        assert_eq!(offered("pot x").value, "x1");
        assert_eq!(offered("pot xy").value, "x2");
        let next = seen.lock().unwrap().next();
        *seen.lock().unwrap() = next;
        assert_eq!(offered("pot xy").value, "x3");
    }
}
