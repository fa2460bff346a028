//! `beamtalk check`: what is wrong with the files, and nothing written.
//!
//! All files are read first and checked then, because what one declares decides
//! what is right in another.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use crate::cli::Check;
use crate::commands::{counted, for_each_file};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::fence::fenced;
use crate::reading::{Reading, Rules, Whole};
use crate::render::{human, json};
use crate::report::{self, Finding, Report};
use crate::sources::{self, Source};
use crate::workers;

/// What anybody reads about one file; machines get everything.
const SHOWN: usize = 100;

/// One file's share of the answer.
struct Checked {
    output: String,
    errors: usize,
    warnings: usize,
}

#[derive(Default)]
struct Tally {
    errors: usize,
    warnings: usize,
    files_with_findings: usize,
    files: usize,
    unread: usize,
}

pub(crate) fn run(arguments: &Check, console: &mut Console) -> Result<Exit, Failure> {
    let found = sources::find(&arguments.paths)?;
    let shown = Shown { json: arguments.json, colour: console.out_colour };
    let mut tally = Tally::default();
    let take = |console: &mut Console, checked: Result<Checked, Failure>| match checked {
        Ok(checked) => {
            tally.add(&checked);
            console.result(&checked.output)?;
            Ok(if checked.errors > 0 { Exit::Problems } else { Exit::Clean })
        }
        Err(failure) => {
            tally.unread += 1;
            console.complain(&failure.to_string());
            Ok(Exit::from(&failure))
        }
    };
    let exit = match arguments.syntax {
        true => {
            for_each_file(&found, console, |source| shown.fenced(source, || read(source)), take)
        }
        false => {
            let readings = read_all(&found.sources);
            let whole = whole(arguments, &found.sources, &readings);
            let check = |source: &Source| {
                let reading = readings.of(&found.sources, source);
                shown.fenced(source, || {
                    let mut reading = reading?;
                    if let Outcome::Read(reading) = &mut reading {
                        reading.check(&source.name, &whole);
                    }
                    Ok(reading)
                })
            };
            for_each_file(&found, console, check, take)
        }
    }?;
    if !console.reader_left() {
        console.say(&tally.summary())?;
    }
    Ok(exit)
}

/// What became of one source.
enum Outcome {
    Read(Reading),
    /// It is no text, or our own failure on it.
    Finding(Finding),
}

type Answer = Result<Outcome, Failure>;

/// All sources after the first pass, in their order; each is taken once.
struct Readings(Vec<Mutex<Option<Answer>>>);

fn read(source: &Source) -> Answer {
    match Reading::of(source) {
        Ok(reading) => Ok(Outcome::Read(reading)),
        Err(unread) => Ok(Outcome::Finding(report::unreadable(unread)?)),
    }
}

fn read_all(sources: &[Source]) -> Readings {
    let mut readings = Vec::with_capacity(sources.len());
    let read = |source| {
        fenced(|| read(source))
            .unwrap_or_else(|panic| Ok(Outcome::Finding(report::internal_error(panic))))
    };
    workers::in_order(sources, read, |answer| {
        readings.push(Mutex::new(Some(answer)));
        ControlFlow::Continue(())
    });
    Readings(readings)
}

/// What all files declare together, in the order of their names.
fn whole(arguments: &Check, sources: &[Source], readings: &Readings) -> Whole {
    let rules = match (arguments.stdlib_mode, arguments.allow_primitives) {
        (true, _) => Rules::Library,
        (false, true) => Rules::ProgramWithPrimitives,
        (false, false) => Rules::Program,
    };
    let mut whole = Whole::new(rules);
    for (source, reading) in sources.iter().zip(&readings.0) {
        let reading = reading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Ok(Outcome::Read(reading))) = &*reading
            && let Ok(Some(surface)) = fenced(|| reading.surface())
        {
            whole.add(&source.name, surface);
        }
    }
    whole
}

impl Readings {
    fn of(&self, sources: &[Source], source: &Source) -> Answer {
        let reading = sources.binary_search(source).ok().and_then(|at| self.0.get(at));
        let taken = reading
            .and_then(|reading| reading.lock().unwrap_or_else(PoisonError::into_inner).take());
        taken.unwrap_or_else(|| Err(Failure::Bug(format!("`{}` was not read", source.name))))
    }
}

/// How findings become text.
#[derive(Clone, Copy)]
struct Shown {
    json: bool,
    colour: bool,
}

impl Shown {
    /// Our own failure on one file is one finding about that file.
    fn fenced(self, source: &Source, work: impl FnOnce() -> Answer) -> Result<Checked, Failure> {
        fenced(|| Ok(self.rendered(source, &self.report(work()?)))).unwrap_or_else(|panic| {
            let report = Report::of(report::internal_error(panic));
            Ok(self.rendered(source, &report))
        })
    }

    fn report(self, outcome: Outcome) -> Report {
        let limit = if self.json { usize::MAX } else { SHOWN };
        match outcome {
            Outcome::Read(reading) => report::report(reading, limit),
            Outcome::Finding(finding) => Report::of(finding),
        }
    }

    fn rendered(self, source: &Source, report: &Report) -> Checked {
        let output = match self.json {
            true => json::findings(&source.name, &report.findings),
            false => for_people(&source.name, report, self.colour),
        };
        Checked { output, errors: report.errors, warnings: report.warnings }
    }
}

fn for_people(name: &str, report: &Report, colour: bool) -> String {
    let shown = report.findings.iter();
    let mut output: String =
        shown.map(|it| human::finding(name, &report.text, it, colour)).collect();
    let more = (report.errors + report.warnings).saturating_sub(report.findings.len());
    if more > 0 {
        output.push_str(&format!("… and {more} more in {name}\n\n"));
    }
    output
}

impl Tally {
    fn add(&mut self, checked: &Checked) {
        self.errors += checked.errors;
        self.warnings += checked.warnings;
        self.files += 1;
        self.files_with_findings += usize::from(checked.errors + checked.warnings > 0);
    }

    fn summary(&self) -> String {
        let files = counted(self.files_with_findings, "file");
        let mut checked = format!("{} checked", self.files);
        if self.unread > 0 {
            checked.push_str(&format!(", {} not read", self.unread));
        }
        match (self.errors, self.warnings) {
            (0, 0) if self.files + self.unread == 0 => "no Beamtalk files found".to_owned(),
            (0, 0) => format!("no problems ({checked})"),
            (errors, 0) => format!("{} in {files} ({checked})", counted(errors, "problem")),
            (0, warnings) => format!("{} in {files} ({checked})", counted(warnings, "warning")),
            (errors, warnings) => format!(
                "{} and {} in {files} ({checked})",
                counted(errors, "problem"),
                counted(warnings, "warning")
            ),
        }
    }
}
