//! `beamtalk check`: what is wrong with the files, and nothing written.
//!
//! A file of a package is looked at as a build would, in the light of the whole package
//! and of those it needs (`check/packages.rs`); all others together (`check/loose.rs`).

mod loose;
mod packages;
mod tally;

use std::path::Path;

use crate::cli::Check;
use crate::commands::for_each_file;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::fence::fenced;
use crate::natives::Asked;
use crate::policy::{Flags, Policy};
use crate::reading::{Reading, Rules};
use crate::render::{human, json};
use crate::report::{self, Counts, Finding, Report};
use crate::sources::{self, Source};
use loose::Loose;
use packages::{Packages, Place};
use tally::Tally;

/// What anybody reads about one file; machines get everything.
const SHOWN: usize = 100;

pub(crate) fn run(arguments: &Check, console: &mut Console) -> Result<Exit, Failure> {
    let found = sources::find(&arguments.paths)?;
    let flags = Flags { shows_lints: arguments.lint, ..arguments.strictness.flags() };
    let shown = Shown {
        json: arguments.format.is_json(),
        colour: console.out_colour,
        policy: Policy { flags: flags.clone(), ..Policy::default() },
    };
    let mut tally = Tally::default();
    let mut exit = Exit::Clean;
    let rules = rules(arguments);
    // Whether a file is one of a package does not matter to its syntax, nor to the library.
    let places = match arguments.syntax || rules != Rules::Program {
        true => vec![Place::Loose(None); found.sources.len()],
        false => packages::places(&found.sources),
    };
    let mut natives = Asked::aloud(console);
    let packages = Packages::of(&places, &flags, &mut natives);
    let loose = match arguments.syntax {
        true => None,
        false => Some(Loose::of(&found.sources, &places, &packages, rules, &mut natives)?),
    };
    drop(natives);
    for failure in &packages.failures {
        console.complain(&failure.to_string());
        exit = exit.max(Exit::from(failure));
    }
    for report in packages.reports() {
        let file = sources::near(Path::new(&report.file));
        let checked = shown.rendered(&file, &report.text, &report.findings);
        console.result(&checked.output)?;
        exit = exit.max(checked.exit());
        tally.add_manifest(checked.counts);
    }
    let check = |source: &Source| match (packages.file(source), &loose) {
        (Some(file), _) => Ok(shown.rendered(&source.name, &file.text, &file.findings)),
        (None, Some(loose)) => shown.fenced(source, || loose.checked(source)),
        (None, None) => shown.fenced(source, || read(source)),
    };
    let take = |console: &mut Console, checked: Result<Checked, Failure>| match checked {
        Ok(checked) => {
            tally.add(checked.counts);
            console.result(&checked.output)?;
            Ok(checked.exit())
        }
        Err(failure) => {
            tally.unread += 1;
            console.complain(&failure.to_string());
            Ok(Exit::from(&failure))
        }
    };
    exit = exit.max(for_each_file(&found, console, check, take)?);
    if !console.reader_left() {
        console.say(&tally.summary())?;
    }
    Ok(exit)
}

fn rules(arguments: &Check) -> Rules {
    match (arguments.stdlib_mode, arguments.allow_primitives) {
        (true, _) => Rules::Library,
        (false, true) => Rules::ProgramWithPrimitives,
        (false, false) => Rules::Program,
    }
}

/// What became of one source.
enum Outcome {
    Read(Reading),
    /// It is no text, or our own failure on it.
    Finding(Finding),
}

type Answer = Result<Outcome, Failure>;

fn read(source: &Source) -> Answer {
    match Reading::of(source) {
        Ok(reading) => Ok(Outcome::Read(reading)),
        Err(unread) => Ok(Outcome::Finding(report::unreadable(unread)?)),
    }
}

/// One file's share of the answer.
struct Checked {
    output: String,
    counts: Counts,
}

impl Checked {
    fn exit(&self) -> Exit {
        if self.counts.errors > 0 { Exit::Problems } else { Exit::Clean }
    }
}

/// How findings become text.
struct Shown {
    json: bool,
    colour: bool,
    /// Of files without a package.
    policy: Policy,
}

impl Shown {
    /// Our own failure on one file is one finding about that file.
    fn fenced(&self, source: &Source, work: impl FnOnce() -> Answer) -> Result<Checked, Failure> {
        let report = fenced(|| Ok(self.report(work()?)));
        let report = report.unwrap_or_else(|it| Ok(Report::of(report::internal_error(it))))?;
        let Report { text, findings, counts } = report;
        Ok(Checked { output: self.output(&source.name, &text, &findings, counts), counts })
    }

    fn report(&self, outcome: Outcome) -> Report {
        let limit = if self.json { usize::MAX } else { SHOWN };
        match outcome {
            Outcome::Read(reading) => report::report(reading, limit, &self.policy),
            Outcome::Finding(finding) => Report::of(finding),
        }
    }

    /// Findings that are in words already.
    fn rendered(&self, name: &str, text: &str, findings: &[Finding]) -> Checked {
        let counts = Counts::of(findings);
        let limit = if self.json { findings.len() } else { SHOWN.min(findings.len()) };
        let shown = findings.get(..limit).unwrap_or(findings);
        Checked { output: self.output(name, text, shown, counts), counts }
    }

    fn output(&self, name: &str, text: &str, findings: &[Finding], counts: Counts) -> String {
        if self.json {
            return json::findings(name, findings);
        }
        let shown = findings.iter();
        let mut output: String =
            shown.map(|it| human::finding(name, text, it, self.colour)).collect();
        let more = counts.all().saturating_sub(findings.len());
        if more > 0 {
            output.push_str(&format!("… and {more} more in {name}\n\n"));
        }
        output
    }
}
