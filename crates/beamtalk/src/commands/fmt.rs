//! `beamtalk fmt`: canonical layout, written in place, shown as a diff, or piped.

use std::path::Path;

use crate::cli::Fmt;
use crate::commands::{counted, for_each_file};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::fence::fenced;
use crate::layout::{self, Refusal};
use crate::render::{diff, human};
use crate::replace::replace;
use crate::report;
use crate::sources::{self, Origin, Source};

#[derive(Clone, Copy)]
enum Mode {
    Write,
    Compare { colour: bool },
}

/// What became of one source.
enum Outcome {
    Unchanged,
    /// With what goes to standard output: a diff, or a text that came from standard input.
    Changed(String),
    /// It has errors; the first of them, rendered, and how many there are.
    LeftAlone(String, usize),
    Failed(Failure),
}

#[derive(Default)]
struct Tally {
    changed: usize,
    unchanged: usize,
    left_alone: usize,
}

pub(crate) fn run(arguments: &Fmt, console: &mut Console) -> Result<Exit, Failure> {
    let mode = match arguments.check {
        true => Mode::Compare { colour: console.out_colour },
        false => Mode::Write,
    };
    let found = sources::find(&arguments.paths)?;
    refuse_strangers(&found.sources)?;
    let colour = console.err_colour;
    let mut tally = Tally::default();
    let exit = for_each_file(
        &found,
        console,
        |source| (source, format(source, mode, colour)),
        |console, (source, outcome)| {
            let exit = outcome.exit(mode);
            tally.add(&outcome);
            tell(source, outcome, console).map(|()| exit)
        },
    )?;
    if found.sources.iter().all(|source| source.origin != Origin::Stdin) {
        console.say(&tally.summary(mode))?;
    }
    Ok(exit)
}

/// Text that happens to parse is not yet Beamtalk: nobody wants `fmt *` to rewrite
/// their notes, or to find two texts on one standard output.
fn refuse_strangers(sources: &[Source]) -> Result<(), Failure> {
    for source in sources {
        let name = &source.name;
        match &source.origin {
            Origin::Stdin if sources.len() > 1 => {
                return Err(Failure::WrongUse(
                    "`-` stands alone: name files, or standard input".to_owned(),
                ));
            }
            Origin::File(_) if !sources::is_ours(Path::new(name)) => {
                return Err(Failure::WrongUse(format!(
                    "`{name}` is not a .bt file, so it is not rewritten\n  \
                     hint: `beamtalk fmt - < {name}` prints it formatted"
                )));
            }
            Origin::Stdin | Origin::File(_) => {}
        }
    }
    Ok(())
}

/// Our own failure on one file leaves that file alone.
fn format(source: &Source, mode: Mode, colour: bool) -> Outcome {
    fenced(|| try_format(source, mode, colour)).unwrap_or_else(|panic| {
        let finding = report::internal_error(panic);
        Outcome::LeftAlone(human::finding(&source.name, "", &finding, colour), 1)
    })
}

fn try_format(source: &Source, mode: Mode, colour: bool) -> Outcome {
    let text = match source.read() {
        Ok(text) => text,
        Err(unread) => {
            return match report::unreadable(unread) {
                Ok(finding) => {
                    Outcome::LeftAlone(human::finding(&source.name, "", &finding, colour), 1)
                }
                Err(failure) => Outcome::Failed(failure),
            };
        }
    };
    let formatted = match canonical(source, &text, colour) {
        Ok(formatted) => formatted,
        Err(outcome) => return outcome,
    };
    match (mode, &source.origin) {
        (Mode::Write, Origin::Stdin) => Outcome::Changed(formatted),
        _ if formatted == text => Outcome::Unchanged,
        (Mode::Compare { colour }, _) => {
            Outcome::Changed(diff::unified(&source.name, &text, &formatted, colour))
        }
        (Mode::Write, Origin::File(path)) => match replace(path, &text, &formatted) {
            Ok(()) => Outcome::Changed(String::new()),
            Err(error) => {
                Outcome::Failed(Failure::environment(format!("write `{}`", source.name), error))
            }
        },
    }
}

/// The canonical text of a source; a script is only checked and is its own.
fn canonical(source: &Source, text: &str, colour: bool) -> Result<String, Outcome> {
    let formatted = match source.is_script() {
        false => layout::canonical(text),
        true => {
            let problems = layout::errors(syntax::parse_script(text).problems);
            if problems.is_empty() { Ok(text.to_owned()) } else { Err(Refusal::Problems(problems)) }
        }
    };
    match formatted {
        Ok(formatted) => Ok(formatted),
        Err(Refusal::Problems(problems)) => {
            let first = report::findings(text, problems.get(..1).unwrap_or(&problems));
            let shown =
                first.iter().map(|it| human::finding(&source.name, text, it, colour)).collect();
            Err(Outcome::LeftAlone(shown, problems.len()))
        }
        Err(Refusal::Unfaithful) => Err(Outcome::Failed(Failure::Bug(format!(
            "formatting `{}` would have changed its meaning, so it was left as it is",
            source.name
        )))),
    }
}

fn tell(source: &Source, outcome: Outcome, console: &mut Console) -> Result<(), Failure> {
    match outcome {
        Outcome::Unchanged => Ok(()),
        Outcome::Changed(diff) => console.result(&diff),
        Outcome::LeftAlone(first, problems) => {
            let problems = counted(problems, "problem");
            console.say(&format!("{first}left alone: {} ({problems})", source.name))
        }
        Outcome::Failed(failure) => {
            console.complain(&failure.to_string());
            Ok(())
        }
    }
}

impl Outcome {
    fn exit(&self, mode: Mode) -> Exit {
        match (self, mode) {
            (Outcome::Unchanged, _) | (Outcome::Changed(_), Mode::Write) => Exit::Clean,
            (Outcome::Changed(_), Mode::Compare { .. }) | (Outcome::LeftAlone(..), _) => {
                Exit::Problems
            }
            (Outcome::Failed(failure), _) => Exit::from(failure),
        }
    }
}

impl Tally {
    fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Unchanged => self.unchanged += 1,
            Outcome::Changed(_) => self.changed += 1,
            Outcome::LeftAlone(..) | Outcome::Failed(_) => self.left_alone += 1,
        }
    }

    fn files(&self) -> usize {
        self.changed + self.unchanged + self.left_alone
    }

    fn summary(&self, mode: Mode) -> String {
        if self.files() == 0 {
            return "no Beamtalk files found".to_owned();
        }
        let changed = counted(self.changed, "file");
        let done = match mode {
            Mode::Write => format!("{changed} formatted"),
            Mode::Compare { .. } => format!("{changed} would be formatted"),
        };
        let left = match self.left_alone {
            0 => String::new(),
            left => format!(", {left} left alone"),
        };
        format!("{done}, {} unchanged{left}", self.unchanged)
    }
}
