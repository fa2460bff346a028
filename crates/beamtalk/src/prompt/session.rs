//! The loop of a session: an input is read, evaluated or obeyed, and answered.
//!
//! It is the same for a terminal and for a pipe. What differs is in the [`Reader`]; what
//! is printed goes to the [`Console`].

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::client::{Evaluating, Reply, Trouble};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::prompt::commands::{self, Next};
use crate::prompt::image::{Fields, Image, number};
use crate::prompt::lines::Line;
use crate::prompt::reader::{Read, Reader};
use crate::prompt::{colours, colours::Paint, inputs, problems};
use crate::signals;

pub(crate) struct Session<'s> {
    pub(crate) image: &'s mut dyn Image,
    pub(crate) reader: &'s mut dyn Reader,
    pub(crate) console: &'s mut Console,
    /// The folder of the project.
    pub(crate) project: PathBuf,
    pub(crate) past: Past,
    /// What takes longer is interrupted.
    pub(crate) limit: Option<Duration>,
}

/// What this session has done, for commands that speak of it.
#[derive(Debug, Default)]
pub(crate) struct Past {
    /// Inputs that were evaluated without an error.
    pub(crate) successes: Vec<Success>,
    /// The input before this one, whatever came of it.
    pub(crate) last: Option<String>,
    /// What `:load` has last loaded.
    pub(crate) loaded: Option<PathBuf>,
    pub(crate) has_failed: bool,
    /// What was wrong, in words, if somebody asks for it.
    pub(crate) failures: Option<Vec<String>>,
    /// Whether something was interrupted because it took too long.
    pub(crate) was_too_slow: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Success {
    pub(crate) input: String,
    /// The value as it was printed; nothing where some of it was cut.
    pub(crate) print: Option<String>,
}

impl Session<'_> {
    /// Reads until there is nothing more to read, or somebody leaves.
    pub(crate) fn run(&mut self) -> Result<Exit, Failure> {
        loop {
            let inputs = match self.reader.read()? {
                Read::Inputs(inputs) => inputs,
                Read::Cancelled { lines } => {
                    if lines {
                        self.say("Cancelled\n")?;
                    }
                    continue;
                }
                Read::End => return self.leave(),
            };
            for input in inputs {
                match self.take(&input)? {
                    Next::Go => {}
                    Next::Leave => return self.leave(),
                    Next::Exit(status) => return Ok(Exit::Program(status)),
                }
            }
        }
    }

    /// Obeys or evaluates one input.
    pub(crate) fn take(&mut self, input: &str) -> Result<Next, Failure> {
        if inputs::is_command(input) {
            return commands::obey(self, input.trim_start());
        }
        if inputs::is_nothing(input) {
            return Ok(Next::Go);
        }
        self.evaluate(input)
    }

    /// Evaluates an input and shows what comes of it.
    pub(crate) fn evaluate(&mut self, input: &str) -> Result<Next, Failure> {
        self.past.last = Some(input.trim_end().to_owned());
        let Some(answer) = self.answer_to(input)? else { return Ok(Next::Go) };
        self.show(&answer, input)?;
        if !answer.is_error() {
            let is_whole = number(&answer.fields, "cut").is_none();
            let print = answer.text("print").filter(|_| is_whole).map(str::to_owned);
            self.past.successes.push(Success { input: input.trim_end().to_owned(), print });
        } else if let Some(command) = commands::meant(input) {
            self.note(&format!("  Hint: Commands begin with a colon: {command}"))?;
        }
        let status = number(&answer.fields, "exit_code").and_then(|it| u8::try_from(it).ok());
        Ok(status.map_or(Next::Go, Next::Exit))
    }

    /// Evaluates an input. Nothing if it has no answer, which is a failure.
    pub(crate) fn answer_to(&mut self, input: &str) -> Result<Option<Reply>, Failure> {
        let answer = self.attend(&mut |image, user| image.evaluate(input, user))?;
        if answer.is_none() {
            self.failed("there was no answer");
        }
        Ok(answer)
    }

    /// Asks for something that may print, read and be interrupted. Nothing if the user
    /// does not wait for it, or no longer can.
    pub(crate) fn follow(&mut self, op: &str, fields: Fields) -> Result<Option<Reply>, Failure> {
        self.attend(&mut |image, user| image.follow(op, fields.clone(), user))
    }

    fn attend(&mut self, ask: &mut Asking<'_>) -> Result<Option<Reply>, Failure> {
        loop {
            let mut user = AtPrompt {
                reader: self.reader,
                console: self.console,
                has_printed: false,
                begins_line: true,
                was_interrupted: false,
                until: self.limit.map(|it| Instant::now() + it),
            };
            // Until the answer is here, Ctrl-C is for the evaluation.
            let hold = signals::hold()?;
            let answer = ask(self.image, &mut user);
            drop(hold);
            let (has_printed, begins_line) = (user.has_printed, user.begins_line);
            self.past.was_too_slow |= self.limit.is_some() && user.until.is_none();
            if has_printed && !begins_line {
                self.say("\n")?;
            }
            match answer {
                Ok(answer) => {
                    if let (false, Some(output)) = (has_printed, answer.text("output")) {
                        let end =
                            if output.is_empty() || output.ends_with('\n') { "" } else { "\n" };
                        self.say(&format!("{output}{end}"))?;
                    }
                    return Ok(Some(answer));
                }
                Err(Trouble::Abandoned) => {
                    self.note("It runs on, and nobody waits for it. :interrupt ends it.")?;
                    return Ok(None);
                }
                Err(trouble @ (Trouble::TooLate | Trouble::Failed(_))) => {
                    self.complain(&trouble.to_string())?;
                    return Ok(None);
                }
                // Nothing has run. In a session without its variables it would mean something else.
                Err(Trouble::NotSent) => {
                    if !self.reconnect()? {
                        self.note("The input was not evaluated.")?;
                        return Ok(None);
                    }
                }
                Err(Trouble::Unanswered) => {
                    self.reconnect()?;
                    self.note("The input may or may not have been evaluated.")?;
                    // What comes over a pipe was written before anybody could know of this.
                    if !self.reader.is_interactive() || !self.confirmed("Evaluate it again?") {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Asks, and shows an error if that is the answer.
    pub(crate) fn ask(&mut self, op: &str, fields: Fields) -> Result<Option<Reply>, Failure> {
        let mut answer = self.image.ask(op, fields.clone());
        if matches!(answer, Err(Trouble::NotSent)) {
            self.reconnect()?;
            answer = self.image.ask(op, fields);
        }
        match answer {
            Ok(answer) if answer.is_error() => {
                self.show(&answer, "")?;
                Ok(None)
            }
            Ok(answer) => Ok(Some(answer)),
            Err(Trouble::Unanswered | Trouble::NotSent) => {
                self.reconnect()?;
                self.complain("there was no answer before the connection was lost")?;
                Ok(None)
            }
            Err(Trouble::Abandoned) => Ok(None),
            Err(trouble @ (Trouble::TooLate | Trouble::Failed(_))) => {
                self.complain(&trouble.to_string())?;
                Ok(None)
            }
        }
    }

    /// Shows what an input has come to: warnings, then the value or what is wrong.
    pub(crate) fn show(&mut self, answer: &Reply, source: &str) -> Result<(), Failure> {
        let colour = self.console.err_colour;
        self.mutter(&problems::warnings(answer, colour))?;
        if answer.is_error() {
            self.failed(&problems::messages(answer));
            return self.mutter(&problems::error(answer, source, colour));
        }
        let Some(print) = answer.text("print") else { return Ok(()) };
        let class = answer.text("class").unwrap_or("");
        let value = colours::value(print, class, self.console.out_colour);
        self.say(&format!("{value}\n"))?;
        match number(&answer.fields, "cut") {
            Some(bytes) => self.cut(bytes),
            None => Ok(()),
        }
    }

    /// Says that there is more of a value, and how to see it.
    pub(crate) fn cut(&mut self, bytes: u64) -> Result<(), Failure> {
        let note = format!("… {bytes} bytes more; :more shows them");
        self.note(&Paint::Dim.on(&note, self.console.err_colour))
    }

    /// A question that only a clear yes answers.
    pub(crate) fn confirmed(&mut self, question: &str) -> bool {
        let question =
            if self.reader.is_interactive() { format!("{question} [y/N] ") } else { String::new() };
        match self.reader.line(&question) {
            Line::Text(answer) => matches!(&*answer.trim().to_lowercase(), "y" | "yes"),
            Line::End | Line::Interrupted | Line::Silence => false,
        }
    }

    /// A result, at once.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.console.result(text)?;
        self.console.finish()
    }

    /// Something beside the results.
    pub(crate) fn note(&mut self, text: &str) -> Result<(), Failure> {
        self.console.say(text)
    }

    /// An error that is found on this side.
    pub(crate) fn complain(&mut self, message: &str) -> Result<(), Failure> {
        self.failed(message);
        let text = problems::ours(message, self.console.err_colour);
        self.mutter(&text)
    }

    /// Text for standard error that ends its lines itself.
    fn mutter(&mut self, text: &str) -> Result<(), Failure> {
        match text.strip_suffix('\n') {
            Some(text) => self.console.say(text),
            None => Ok(()),
        }
    }

    fn failed(&mut self, why: &str) {
        self.past.has_failed = true;
        self.past.failures.iter_mut().for_each(|it| it.push(why.to_owned()));
    }

    /// Answers whether the session is the same as before.
    fn reconnect(&mut self) -> Result<bool, Failure> {
        self.note("The connection to the workspace was lost; trying again …")?;
        let session = self.image.reconnect()?;
        match &session {
            None => self.note("Connected again: the session is the same, with its bindings.")?,
            Some(session) => {
                self.note("Connected again, but the session is a new one without bindings.")?;
                self.note(&format!("[beamtalk] session: {session}"))?;
            }
        }
        Ok(session.is_none())
    }

    fn leave(&mut self) -> Result<Exit, Failure> {
        if self.reader.is_interactive() {
            self.say("Goodbye!\n")?;
            return Ok(Exit::Clean);
        }
        Ok(self.exit())
    }

    /// The status for whoever only wants to know whether all went well.
    pub(crate) fn exit(&self) -> Exit {
        if self.past.has_failed { Exit::Problems } else { Exit::Clean }
    }
}

/// A question that the user takes part in.
type Asking<'a> = dyn FnMut(&mut dyn Image, &mut dyn Evaluating) -> Result<Reply, Trouble> + 'a;

/// Whoever sits there while something is evaluated.
struct AtPrompt<'u> {
    reader: &'u mut dyn Reader,
    console: &'u mut Console,
    has_printed: bool,
    begins_line: bool,
    was_interrupted: bool,
    /// When patience ends; nothing once it has.
    until: Option<Instant>,
}

impl Evaluating for AtPrompt<'_> {
    fn output(&mut self, text: &str) {
        // Nobody to print for is no reason to stop the evaluation.
        let _ = self.console.result(text).and_then(|()| self.console.finish());
        self.has_printed |= !text.is_empty();
        if !text.is_empty() {
            self.begins_line = text.ends_with('\n');
        }
    }

    fn input(&mut self, question: &str) -> Option<String> {
        let _ = self.console.finish();
        // Whoever answers ends the line.
        self.begins_line = true;
        match self.reader.line(question) {
            Line::Text(line) => Some(line),
            Line::Interrupted => {
                self.was_interrupted = true;
                None
            }
            Line::End | Line::Silence => None,
        }
    }

    fn interrupted(&mut self) -> bool {
        if self.until.is_some_and(|it| Instant::now() >= it) {
            self.until = None;
            return true;
        }
        let is_interrupted = std::mem::take(&mut self.was_interrupted) | signals::take_interrupt();
        if is_interrupted && self.reader.is_interactive() {
            // The terminal has written `^C` wherever the cursor was.
            self.output("\n");
        }
        is_interrupted
    }
}
