//! `beamtalk check`: what is wrong with the files, and nothing written.

use crate::cli::Check;
use crate::commands::{counted, for_each_file};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::fence::fenced;
use crate::render::{human, json};
use crate::report::{self, Report};
use crate::sources::{self, Source};

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
    let (json, colour) = (arguments.json, console.out_colour);
    let mut tally = Tally::default();
    let exit = for_each_file(
        &found,
        console,
        |source| check(source, json, colour),
        |console, checked| match checked {
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
        },
    )?;
    if !console.reader_left() {
        console.say(&tally.summary())?;
    }
    Ok(exit)
}

/// Our own failure on one file is one finding about that file.
fn check(source: &Source, json: bool, colour: bool) -> Result<Checked, Failure> {
    let limit = if json { usize::MAX } else { SHOWN };
    let render = |report: &Report| match json {
        true => json::findings(&source.name, &report.findings),
        false => for_people(&source.name, report, colour),
    };
    fenced(|| report::examine(source, limit).map(|report| Checked::new(&report, render(&report))))
        .unwrap_or_else(|panic| {
            let report = Report::of(report::internal_error(panic));
            Ok(Checked::new(&report, render(&report)))
        })
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

impl Checked {
    fn new(report: &Report, output: String) -> Checked {
        Checked { output, errors: report.errors, warnings: report.warnings }
    }
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
