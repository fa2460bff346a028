//! Lines of standard input, without ever waiting deaf.
//!
//! A wait ends with a line, with the end of the input, when time is over, or when somebody
//! presses Ctrl-C. Nothing is read ahead of what was asked for beyond what the system hands
//! over at once, so that a line editor or an external editor can take turns with it.

use std::io;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::signals;

/// A signal ends the wait by itself; this is only for one that comes just before.
const GLANCE: Duration = Duration::from_millis(50);

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Text(String),
    End,
    Interrupted,
    /// Nothing came in time.
    Silence,
}

#[derive(Debug, Default)]
pub(crate) struct Lines {
    held: Vec<u8>,
    has_ended: bool,
}

impl Lines {
    /// The next line, without its end. Waits for ever if no limit is given.
    pub(crate) fn next(&mut self, limit: Option<Duration>) -> Line {
        // If signals cannot be held, Ctrl-C ends us, as it does elsewhere.
        let _hold = signals::hold();
        let deadline = limit.map(|it| Instant::now() + it);
        loop {
            if let Some(line) = self.held_line() {
                return Line::Text(line);
            }
            if self.has_ended {
                return Line::End;
            }
            if signals::take_interrupt() {
                // A terminal forgets an unfinished line at Ctrl-C, and so do we.
                self.held.clear();
                return Line::Interrupted;
            }
            if signals::check_end().is_err() {
                return Line::End;
            }
            if deadline.is_some_and(|it| Instant::now() >= it) {
                return Line::Silence;
            }
            if is_readable() {
                self.fill();
            }
        }
    }

    fn held_line(&mut self) -> Option<String> {
        let end = match self.held.iter().position(|byte| *byte == b'\n') {
            Some(end) => end + 1,
            None if self.has_ended && !self.held.is_empty() => self.held.len(),
            None => return None,
        };
        let line: Vec<u8> = self.held.drain(..end).collect();
        let text = String::from_utf8_lossy(&line);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        Some(text.strip_suffix('\r').unwrap_or(text).to_owned())
    }

    fn fill(&mut self) {
        let mut bytes = [0; 8192];
        // Unbuffered: what standard input held back, nobody else would see.
        match rustix::io::read(io::stdin(), &mut bytes) {
            Ok(0) => self.has_ended = true,
            Ok(count) => self.held.extend(bytes.iter().take(count)),
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Err(_) => self.has_ended = true,
        }
    }
}

fn is_readable() -> bool {
    let stdin = io::stdin();
    let mut waiting = [PollFd::new(&stdin, PollFlags::IN)];
    let limit = Timespec { tv_sec: 0, tv_nsec: GLANCE.as_nanos() as i64 };
    // Whatever is wrong with standard input, reading it says so.
    poll(&mut waiting, Some(&limit)).is_ok_and(|count| count > 0)
}
