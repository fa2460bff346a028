//! How a session begins: what is said, loaded and evaluated before the first prompt.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use syntax::LineIndex;

use crate::client::{Fields, Link};
use crate::console::Console;
use crate::exit::Failure;
use crate::prompt::commands::{Next, load_paths};
use crate::prompt::image::{fields, number, text};
use crate::prompt::inputs;
use crate::prompt::session::Session;

/// What is done before the first input is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Load the compiled classes of a package from a folder.
    Modules(PathBuf),
    /// Evaluate the inputs of a file. Their values are not shown, and what fails in it
    /// is no failure of what comes after.
    Startup(PathBuf),
    /// Load the classes of a file.
    Load(PathBuf),
    /// Evaluate, and show the value.
    Evaluate(String),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Opening {
    /// Shown first, beside the results.
    pub(crate) banner: Vec<String>,
    pub(crate) steps: Vec<Step>,
    /// Whether inputs are read after the steps.
    pub(crate) stays: bool,
}

impl Opening {
    /// The banner, and who is there already.
    pub(crate) fn greet(&self, link: &mut Link, console: &mut Console) -> Result<(), Failure> {
        for line in &self.banner {
            console.say(line)?;
        }
        // Whoever wants a value does not ask who else is there.
        if link.running().started || !self.stays {
            return Ok(());
        }
        for actor in link.connection().take_news().iter().filter_map(actor) {
            console.say(&actor)?;
        }
        Ok(())
    }
}

impl Session<'_> {
    /// Whether it succeeds is remembered for the exit status.
    pub(crate) fn step(&mut self, step: &Step) -> Result<Next, Failure> {
        match step {
            Step::Evaluate(code) => return self.take(code),
            Step::Modules(folder) => {
                let folder = folder.to_string_lossy().into_owned();
                self.ask("load-modules", fields([("folder", &*folder)]))?;
            }
            Step::Load(path) => drop(load_paths(self, std::slice::from_ref(path))?),
            Step::Startup(path) => {
                let text = fs::read_to_string(path);
                match text {
                    Ok(text) => self.start_up(path, &text)?,
                    Err(error) => {
                        let doing = format!("read `{}`", path.display());
                        self.complain(&Failure::environment(doing, error).to_string())?;
                    }
                }
            }
        }
        Ok(Next::Go)
    }

    fn start_up(&mut self, path: &Path, text: &str) -> Result<(), Failure> {
        let failed_before = self.past.has_failed;
        for (start, input) in inputs::of_file(text) {
            let next = match inputs::is_command(input) {
                true => self.take(input)?,
                false => self.evaluate_in(path, text, start, input)?,
            };
            if next != Next::Go {
                break;
            }
        }
        self.past.has_failed = failed_before;
        Ok(())
    }

    /// Evaluates a part of a file. What is wrong is told with its place in the file.
    fn evaluate_in(
        &mut self,
        path: &Path,
        text: &str,
        start: usize,
        input: &str,
    ) -> Result<Next, Failure> {
        // Blanks stand for what comes before, so that all places are those of the file.
        let before = text.get(..start).unwrap_or_default();
        let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
        let padded: String = before.bytes().map(blank).chain(input.chars()).collect();
        let Some(mut answer) = self.answer_to(&padded)? else { return Ok(Next::Go) };
        answer.fields.remove("print");
        let file = path.to_string_lossy().into_owned();
        for field in ["diagnostics", "warning_details"] {
            let rows = answer.fields.get_mut(field).and_then(Value::as_array_mut);
            for row in rows.into_iter().flatten().filter_map(Value::as_object_mut) {
                row.insert("path".to_owned(), file.as_str().into());
            }
        }
        self.show(&answer, text)?;
        if answer.is_error() && answer.list("diagnostics").is_empty() {
            let begun = input.len() - input.trim_start().len();
            let first = LineIndex::new(text).line((start + begun) as u32) + 1;
            let line = number(&answer.fields, "line").unwrap_or(first.into());
            self.note(&format!("  at {file}:{line}"))?;
        }
        Ok(Next::Go)
    }
}

/// An actor that was there before us.
fn actor(news: &Fields) -> Option<String> {
    let is_actor =
        text(news, "channel") == Some("actors") && text(news, "event") == Some("spawned");
    let data = news.get("data").and_then(Value::as_object).filter(|_| is_actor)?;
    Some(format!("  - {} ({})", text(data, "class")?, text(data, "pid")?))
}
