//! How a session begins: what is said, loaded and evaluated before the first prompt.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::client::{Fields, Link};
use crate::console::Console;
use crate::exit::Failure;
use crate::prompt::commands::load_path;
use crate::prompt::image::{fields, text};
use crate::prompt::session::Session;

/// What is done before the first input is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Load the compiled classes of a package from a folder.
    Modules(PathBuf),
    /// Evaluate a file. Its value is not shown.
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
        if link.running().started {
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
    pub(crate) fn step(&mut self, step: &Step) -> Result<(), Failure> {
        match step {
            Step::Modules(folder) => {
                let folder = folder.to_string_lossy().into_owned();
                self.ask("load-modules", fields([("folder", &*folder)])).map(drop)
            }
            Step::Load(path) => load_path(self, path).map(drop),
            Step::Startup(path) => {
                let text = fs::read_to_string(path);
                match text {
                    Ok(text) => self.start_up(&text),
                    Err(error) => {
                        let doing = format!("read `{}`", path.display());
                        self.complain(&Failure::environment(doing, error).to_string())
                    }
                }
            }
            Step::Evaluate(code) => self.take(code).map(drop),
        }
    }

    fn start_up(&mut self, text: &str) -> Result<(), Failure> {
        let Some(mut answer) = self.follow("eval", fields([("code", text)]))? else {
            return Ok(());
        };
        answer.fields.remove("print");
        self.show(&answer, text)
    }
}

/// An actor that was there before us.
fn actor(news: &Fields) -> Option<String> {
    let is_actor =
        text(news, "channel") == Some("actors") && text(news, "event") == Some("spawned");
    let data = news.get("data").and_then(Value::as_object).filter(|_| is_actor)?;
    Some(format!("  - {} ({})", text(data, "class")?, text(data, "pid")?))
}
