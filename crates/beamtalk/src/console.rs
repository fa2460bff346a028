//! The two streams: results on standard output, everything else on standard error.
//!
//! Decides about colour once. Writes results byte for byte, so that what is piped
//! on is what was made. A reader that goes away ends the output, not the program.

use std::env;
use std::io::{self, BufWriter, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use anstream::AutoStream;
use clap::ColorChoice;

use crate::commands::counted;
use crate::exit::Failure;

const PROGRESS_AFTER: Duration = Duration::from_secs(1);
const PROGRESS_EVERY: Duration = Duration::from_millis(100);
const BAR_WIDTH: usize = 20;

#[derive(Debug)]
pub(crate) struct Console {
    out: BufWriter<io::Stdout>,
    /// Whether results and messages carry colour.
    pub(crate) out_colour: bool,
    pub(crate) err_colour: bool,
    reader_left: bool,
    /// When progress may be drawn next; `None` where nobody would see it.
    next_progress: Option<Instant>,
    progress_shown: bool,
    /// Where both streams are kept instead, for whoever asks what was written.
    kept: Option<Kept>,
}

/// What was written to a console that keeps it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) results: String,
    pub(crate) messages: String,
}

impl Console {
    pub(crate) fn new(choice: ColorChoice) -> Console {
        // Left alone, anstream looks at NO_COLOR, CLICOLOR and the terminal, and where CI is set
        // it colours even a terminal that can only print.
        match choice {
            ColorChoice::Auto if only_prints() && env::var_os("CLICOLOR_FORCE").is_none() => {
                anstream::ColorChoice::Never.write_global();
            }
            ColorChoice::Auto => {}
            ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
            ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
        }
        let progress = io::stderr().is_terminal().then(|| Instant::now() + PROGRESS_AFTER);
        Console {
            out: BufWriter::new(io::stdout()),
            out_colour: AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
            err_colour: AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never,
            reader_left: false,
            next_progress: progress,
            progress_shown: false,
            kept: None,
        }
    }

    /// A console that shows nothing and keeps everything.
    pub(crate) fn keeping() -> Console {
        Console {
            out: BufWriter::new(io::stdout()),
            out_colour: false,
            err_colour: false,
            reader_left: false,
            next_progress: None,
            progress_shown: false,
            kept: Some(Kept::default()),
        }
    }

    /// What was written since this was last asked, if it is kept.
    pub(crate) fn take_kept(&mut self) -> Kept {
        self.kept.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Writes without colour from now on.
    pub(crate) fn without_colour(&mut self) {
        anstream::ColorChoice::Never.write_global();
        self.out_colour = false;
        self.err_colour = false;
    }

    /// Whether nobody reads our results any more, as after `| head`.
    pub(crate) fn reader_left(&self) -> bool {
        self.reader_left
    }

    /// Writes a result, exactly as it is.
    pub(crate) fn result(&mut self, text: &str) -> Result<(), Failure> {
        if text.is_empty() || self.reader_left {
            return Ok(());
        }
        if let Some(kept) = &mut self.kept {
            kept.results.push_str(text);
            return Ok(());
        }
        self.clear_progress();
        let written = self.out.write_all(text.as_bytes());
        self.absorb(written)
    }

    /// Writes out what is still held back.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        self.clear_progress();
        if self.reader_left {
            return Ok(());
        }
        let written = self.out.flush();
        self.absorb(written)
    }

    /// Says something beside the results, after all results so far.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        if let Some(kept) = &mut self.kept {
            kept.messages.push_str(&format!("{text}\n"));
            return Ok(());
        }
        self.finish()?;
        write_error(&format!("{text}\n"));
        Ok(())
    }

    /// Says that something failed. Never fails itself: it is the last resort.
    pub(crate) fn complain(&mut self, text: &str) {
        if let Some(kept) = &mut self.kept {
            kept.messages.push_str(&format!("error: {text}\n"));
            return;
        }
        let _ = self.finish();
        let label = if self.err_colour { "\x1b[1m\x1b[91merror\x1b[0m" } else { "error" };
        write_error(&format!("{label}: {text}\n"));
    }

    /// Draws how far long work has come, for whoever watches a terminal.
    pub(crate) fn progress(&mut self, done: usize, total: usize, noun: &str) {
        let now = Instant::now();
        if self.next_progress.is_some_and(|next| now >= next) {
            write_error(&format!("\r{}", bar(done, total, noun)));
            self.progress_shown = true;
            self.next_progress = Some(now + PROGRESS_EVERY);
        }
    }

    fn clear_progress(&mut self) {
        if self.progress_shown {
            write_error("\r\x1b[K");
            self.progress_shown = false;
        }
    }

    fn absorb(&mut self, written: io::Result<()>) -> Result<(), Failure> {
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.reader_left = true;
                Ok(())
            }
            Err(error) => {
                // What could not be written must not be tried again on the way out.
                self.reader_left = true;
                Err(Failure::environment("write to standard output", error))
            }
            Ok(()) => Ok(()),
        }
    }
}

/// `[#####     ] 3 of 6 files`. It only ever grows, so the next one covers it.
fn bar(done: usize, total: usize, noun: &str) -> String {
    let full = (BAR_WIDTH * done.min(total)).checked_div(total).unwrap_or(BAR_WIDTH);
    let bar = "#".repeat(full);
    format!("[{bar:BAR_WIDTH$}] {done} of {}", counted(total, noun))
}

/// `eprint!` panics when standard error is gone; that is no reason to stop.
fn write_error(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Whether the terminal has neither colours nor a cursor that moves.
pub(crate) fn only_prints() -> bool {
    env::var_os("TERM").is_none_or(|it| it.is_empty() || it == "dumb")
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn a_bar_shows_how_far_it_is() {
        let cases = [
            (0, 8, "[                    ] 0 of 8 tests"),
            (1, 8, "[##                  ] 1 of 8 tests"),
            (8, 8, "[####################] 8 of 8 tests"),
            (9, 8, "[####################] 9 of 8 tests"),
            (1, 1, "[####################] 1 of 1 test"),
            (0, 0, "[####################] 0 of 0 tests"),
        ];
        for (done, total, expected) in cases {
            assert_eq!(bar(done, total, "test"), expected);
        }
    }
}
