//! A session without anybody before it: what a script says goes in, what becomes of it
//! comes out as data instead of on a screen.
//!
//! Inputs are evaluated and commands obeyed as at any other prompt. Questions are
//! answered with no, and what takes too long is interrupted. What is expected of an
//! answer is not known here.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::client::{Link, Reply};
use crate::console::{Console, Kept};
use crate::exit::Failure;
use crate::prompt::candidates::Candidates;
use crate::prompt::commands::{self, Next};
use crate::prompt::image::{Fields, fields, number};
use crate::prompt::lines::Line;
use crate::prompt::linked::Linked;
use crate::prompt::problems;
use crate::prompt::reader::{Read, Reader};
use crate::prompt::session::{Past, Session};
use crate::workspace::Running;

/// As sessions are called in the workspace.
const KIND: &str = "script";
/// As the system numbers what Ctrl-C sends.
const SIGINT: u8 = 2;

pub(crate) struct Unattended {
    link: Link,
    console: Console,
    past: Past,
    project: PathBuf,
    limit: Duration,
}

/// What became of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answered {
    /// The printed value, or what a command said; nothing if it failed.
    pub(crate) value: Option<String>,
    /// Of a failure.
    pub(crate) kind: String,
    pub(crate) message: String,
    pub(crate) warnings: Vec<String>,
    /// What user code printed.
    pub(crate) output: String,
    /// Whether the session is over.
    pub(crate) has_left: bool,
}

impl Unattended {
    /// A new session, in which nothing takes longer than the limit.
    pub(crate) fn open(running: &Running, limit: Duration) -> Result<Unattended, Failure> {
        let link = Link::open(running, KIND)?;
        let project = running.project.clone();
        Ok(Unattended { link, console: Console::keeping(), past: Past::default(), project, limit })
    }

    /// Loads the compiled classes of a folder.
    pub(crate) fn load_modules(&mut self, folder: &Path) -> Result<Answered, Failure> {
        let folder = folder.to_string_lossy().into_owned();
        self.during("load_failed", |session| {
            session.ask("load-modules", fields([("folder", &*folder)]))?;
            Ok(Next::Go)
        })
    }

    /// Loads the classes of files, and of all files of folders.
    pub(crate) fn load(&mut self, paths: &[PathBuf]) -> Result<Answered, Failure> {
        self.during("load_failed", |session| commands::load_paths(session, paths).map(|_| Next::Go))
    }

    /// Does what a line that begins with a colon says.
    pub(crate) fn obey(&mut self, line: &str) -> Result<Answered, Failure> {
        match line.strip_prefix(":complete ").map(str::trim) {
            Some(code) if !code.is_empty() => self.complete(code),
            _ => self.during("command_failed", |session| commands::obey(session, line)),
        }
    }

    pub(crate) fn evaluate(&mut self, code: &str) -> Result<Answered, Failure> {
        let mut answer = None;
        let mut whole = String::new();
        let mut answered = self.during("unanswered", |session| {
            answer = session.answer_to(code)?;
            let Some(answer) = &answer else { return Ok(Next::Go) };
            if let Some(print) = answer.text("print") {
                whole = uncut(session, answer, print)?;
            }
            Ok(number(&answer.fields, "exit_code").map_or(Next::Go, |_| Next::Leave))
        })?;
        let Some(answer) = answer else { return Ok(answered) };
        answered.warnings = answer.texts("warnings").into_iter().map(str::to_owned).collect();
        if !answer.is_error() {
            answered.output = answered.value.take().unwrap_or_default();
            answered.value = Some(whole);
            return Ok(answered);
        }
        answered.value = None;
        answered.kind = answer.kind().unwrap_or_default().to_owned();
        answered.message = problems::messages(&answer);
        // Nobody sits here, so it was us who interrupted, or somebody wants us to end.
        match &*answered.kind {
            "interrupted" if !std::mem::take(&mut self.past.was_too_slow) => {
                Err(Failure::Interrupted(SIGINT))
            }
            "interrupted" => {
                answered.kind = "timeout".to_owned();
                answered.message = format!("it took longer than {} s", self.limit.as_secs());
                Ok(answered)
            }
            _ => Ok(answered),
        }
    }

    /// What may follow a text and a space, in the order of the alphabet.
    fn complete(&mut self, code: &str) -> Result<Answered, Failure> {
        self.during("command_failed", |session| {
            let Candidates { items, reason } = commands::offered(session, &format!("{code} "));
            let mut labels: Vec<String> = items.into_iter().map(|it| it.label).collect();
            labels.sort();
            labels.dedup();
            let shown = reason.map_or_else(|| labels.join(", "), |why| format!("# {why}"));
            session.say(&format!("{shown}\n")).map(|()| Next::Go)
        })
    }

    /// Has a session do something, and says what was written meanwhile. A failure is of
    /// this kind.
    fn during(
        &mut self,
        failure: &str,
        act: impl FnOnce(&mut Session<'_>) -> Result<Next, Failure>,
    ) -> Result<Answered, Failure> {
        let mut image = Linked::new(&mut self.link);
        let failures = Some(vec![]);
        let past = Past { has_failed: false, failures, ..std::mem::take(&mut self.past) };
        let mut session = Session {
            image: &mut image,
            reader: &mut Nobody,
            console: &mut self.console,
            project: self.project.clone(),
            past,
            limit: Some(self.limit),
        };
        let next = act(&mut session);
        self.past = session.past;
        let Kept { results, messages } = self.console.take_kept();
        let has_left = next? != Next::Go;
        let results = results.trim_end().to_owned();
        let messages = messages.trim_end().to_owned();
        if self.past.has_failed {
            let kind = failure.to_owned();
            let message = self.past.failures.take().unwrap_or_default().join("\n");
            return Ok(Answered { kind, message, has_left, ..Answered::default() });
        }
        // What is said beside the results is an answer where there is no other.
        let value = Some(if results.is_empty() { messages } else { results });
        Ok(Answered { value, has_left, ..Answered::default() })
    }
}

/// A printed value, with what was cut from it.
fn uncut(session: &mut Session<'_>, answer: &Reply, print: &str) -> Result<String, Failure> {
    let mut whole = print.to_owned();
    let mut left = number(&answer.fields, "cut").unwrap_or(0);
    if left > 0 {
        whole = whole.strip_suffix('…').unwrap_or(&whole).to_owned();
    }
    while left > 0 {
        let Some(more) = session.ask("more", Fields::new())? else { break };
        whole.push_str(more.text("value").unwrap_or_default());
        let next = number(&more.fields, "left").unwrap_or(0);
        left = if next < left { next } else { 0 };
    }
    Ok(whole)
}

/// Nobody answers questions or types anything.
struct Nobody;

impl Reader for Nobody {
    fn read(&mut self) -> Result<Read, Failure> {
        Ok(Read::End)
    }

    fn line(&mut self, _question: &str) -> Line {
        Line::End
    }

    fn is_interactive(&self) -> bool {
        false
    }
}
