//! Inputs from a pipe or a file: no prompts, and no blank lines needed.
//!
//! A definition goes on over blank lines as long as indented lines follow. Whoever writes
//! into a pipe and waits for an answer gets it after a blank line, when nothing follows it
//! for a moment.

use std::time::Duration;

use crate::exit::Failure;
use crate::prompt::inputs::{self, Manner};
use crate::prompt::lines::{Line, Lines};
use crate::prompt::reader::{Read, Reader};

/// As the system numbers what Ctrl-C sends.
const SIGINT: u8 = 2;
/// How long a definition that a blank line ends waits for more.
const MOMENT: Duration = Duration::from_millis(150);

#[derive(Debug)]
pub(crate) struct Piped {
    lines: Lines,
    /// A line that belongs to the next input.
    next: Option<String>,
}

impl Piped {
    pub(crate) fn new(lines: Lines) -> Piped {
        Piped { lines, next: None }
    }
}

impl Reader for Piped {
    fn read(&mut self) -> Result<Read, Failure> {
        let mut text = String::new();
        loop {
            let limit = may_end(&text).then_some(MOMENT);
            let line = match self.next.take().map_or_else(|| self.lines.next(limit), Line::Text) {
                Line::Text(line) => line,
                Line::End if inputs::is_nothing(&text) => return Ok(Read::End),
                Line::Interrupted => return Err(Failure::Interrupted(SIGINT)),
                Line::End | Line::Silence => break,
            };
            if text.is_empty() && line.trim().is_empty() {
                continue;
            }
            let longer = if text.is_empty() { line } else { format!("{text}\n{line}") };
            if let [first, rest @ ..] = &*inputs::split(&longer)
                && !rest.is_empty()
            {
                self.next = Some(rest.concat());
                text = (*first).to_owned();
                break;
            }
            text = longer;
            // A comment may belong to what comes next.
            if inputs::is_nothing(&text) {
                continue;
            }
            if inputs::is_finished(&text, Manner::Whole) && !inputs::may_grow(&text) {
                break;
            }
        }
        Ok(Read::Inputs(vec![text]))
    }

    fn line(&mut self, _question: &str) -> Line {
        match self.next.take() {
            Some(line) => Line::Text(line),
            None => self.lines.next(None),
        }
    }

    fn is_interactive(&self) -> bool {
        false
    }
}

/// Whether a definition could be all there is.
fn may_end(text: &str) -> bool {
    let ends_blank = text.rsplit_once('\n').is_some_and(|(_, last)| last.trim().is_empty());
    ends_blank && inputs::is_finished(text, Manner::Whole)
}
