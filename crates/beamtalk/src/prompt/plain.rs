//! Inputs from a terminal that can only print: prompts and lines, no editing of our own.

use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use crate::exit::Failure;
use crate::prompt::history::History;
use crate::prompt::inputs::{self, Manner};
use crate::prompt::lines::{Line, Lines};
use crate::prompt::reader::{CONTINUATION, PROMPT, Read, Reader};

#[derive(Debug)]
pub(crate) struct Plain {
    lines: Lines,
    history: History,
    /// What others have shown since the last prompt.
    news: Arc<Mutex<Vec<String>>>,
}

impl Plain {
    pub(crate) fn new(lines: Lines, history: History, news: Arc<Mutex<Vec<String>>>) -> Plain {
        Plain { lines, history, news }
    }

    fn show_news(&mut self) {
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        for line in news.drain(..) {
            let _ = writeln!(io::stdout(), "{line}");
        }
    }
}

impl Reader for Plain {
    fn read(&mut self) -> Result<Read, Failure> {
        self.show_news();
        let mut text = String::new();
        let mut count = 0;
        loop {
            let line = self.line(if count == 0 { PROMPT } else { CONTINUATION });
            match line {
                Line::Text(line) if count == 0 => text = line,
                Line::Text(line) => text = format!("{text}\n{line}"),
                Line::End if text.trim().is_empty() => return Ok(Read::End),
                Line::End => break,
                Line::Interrupted | Line::Silence => {
                    println_quietly();
                    return Ok(Read::Cancelled { lines: count > 0 });
                }
            }
            count += 1;
            if inputs::is_finished(&text, Manner::Typed) {
                break;
            }
        }
        // A history that cannot be written is no reason to stop.
        let _ = self.history.add(&text);
        Ok(Read::Inputs(inputs::split(&text).into_iter().map(str::to_owned).collect()))
    }

    fn line(&mut self, question: &str) -> Line {
        let _ = io::stdout().write_all(question.as_bytes());
        let _ = io::stdout().flush();
        self.lines.next(None)
    }

    fn is_interactive(&self) -> bool {
        true
    }
}

/// The terminal has shown `^C` behind the prompt.
fn println_quietly() {
    let _ = io::stdout().write_all(b"\n");
}
