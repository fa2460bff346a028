//! Running a plan on a BEAM: what `beamtalk_command_test` takes, and what its answers
//! mean for the report.

use std::collections::HashMap;
use std::time::Duration;

use etf::Term;

use super::expectation::Outcome;
use super::plan::{Plan, What};
use super::report::{self, Status, Suite, Test, TestReport};
use crate::exit::Failure;
use crate::running::{Frame, Raised, Running};

/// What is told while tests run.
#[derive(Debug)]
pub(crate) enum News<'r> {
    Progress {
        done: usize,
        total: usize,
    },
    /// A suite is done, and so are all before it.
    Suite(&'r Suite),
}

/// Runs it all, telling of each suite as soon as those before it are done.
pub(crate) fn run(
    plan: Plan,
    jobs: u16,
    running: &mut Running,
    tell: &mut dyn FnMut(News) -> Result<(), Failure>,
) -> Result<TestReport, Failure> {
    let Plan { mut report, runs, .. } = plan;
    let mut left: HashMap<usize, usize> = HashMap::new();
    for run in &runs {
        *left.entry(run.suite).or_default() += 1;
    }
    let suites: Vec<Term> = runs.iter().map(|run| suite_term(&run.what)).collect();
    let options = Term::map([("jobs", Term::Integer(i64::from(jobs)))]);
    let total: usize = runs.iter().map(|run| run.what.count()).sum();
    let mut done = 0;
    running.test(suites, options, |event| {
        let Some((kind, event)) = event.split_first() else { return Ok(()) };
        let index = event.first().and_then(Term::as_integer).unwrap_or(0) - 1;
        let Some(run) = usize::try_from(index).ok().and_then(|it| runs.get(it)) else {
            return Ok(());
        };
        match (kind.as_atom(), event) {
            (Some("test"), [_, name, outcome, microseconds, output]) => {
                done += 1;
                tell(News::Progress { done, total })?;
                let duration = microseconds.as_integer().unwrap_or(0);
                let duration = Duration::from_micros(u64::try_from(duration).unwrap_or(0));
                let name = name.as_str().unwrap_or_default();
                let output = output.as_str().unwrap_or_default().to_owned();
                let test = run.what.judged(name, outcome, duration, output);
                if let Some(suite) = report.suites.get_mut(run.suite) {
                    suite.tests.extend(test);
                }
                Ok(())
            }
            (Some("suite_done"), _) => {
                let left = left.entry(run.suite).or_default();
                *left = left.saturating_sub(1);
                if *left > 0 {
                    return Ok(());
                }
                let shown = report.finish(run.suite);
                for suite in report.suites.get(shown).unwrap_or_default() {
                    tell(News::Suite(suite))?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    })?;
    Ok(report)
}

/// As `beamtalk_command_test` takes it.
fn suite_term(what: &What) -> Term {
    match what {
        What::Class { class, tests, .. } => {
            let tests: Vec<Term> = tests.iter().map(|it| Term::atom(it)).collect();
            Term::tuple([Term::atom("class"), Term::atom(class), Term::list(tests)])
        }
        What::Script { name, module, cases, is_serial } => {
            let functions: Vec<Term> = cases.iter().map(|it| Term::atom(&it.function)).collect();
            let head = [Term::atom("script"), Term::binary(name), Term::atom(module)];
            let order = Term::atom(if *is_serial { "serial" } else { "parallel" });
            Term::tuple(head.into_iter().chain([Term::list(functions), order]).collect::<Vec<_>>())
        }
    }
}

impl What {
    fn count(&self) -> usize {
        match self {
            What::Class { tests, .. } => tests.len(),
            What::Script { cases, .. } => cases.len(),
        }
    }

    fn judged(
        &self,
        name: &str,
        outcome: &Term,
        duration: Duration,
        output: String,
    ) -> Option<Test> {
        match self {
            What::Class { places, .. } => {
                let mut test = class_test(name, outcome, duration, output);
                // An error in the last expression of a method leaves no trace of the method.
                let place = places.iter().find(|(selector, _)| selector == name);
                if let (true, Some((_, place))) = (test.line.is_none(), place) {
                    (test.file, test.line) = (Some(place.file.clone()), Some(place.line));
                }
                Some(test)
            }
            What::Script { cases, .. } => {
                let case = cases.iter().find(|case| case.function == name)?;
                let outcome = match outcome.as_tuple() {
                    Some([kind, printed]) if kind.as_atom() == Some("value") => {
                        Outcome::Value(printed.as_str().unwrap_or_default().to_owned())
                    }
                    Some([_, failure]) => {
                        let Raised { kind, message, .. } = Raised::from(failure);
                        Outcome::Raised { kind, message }
                    }
                    _ => Outcome::Value(String::new()),
                };
                case.judged(outcome, duration, output)
            }
        }
    }
}

fn class_test(name: &str, outcome: &Term, duration: Duration, output: String) -> Test {
    let mut test = Test {
        name: name.to_owned(),
        status: Status::Passed,
        duration,
        output,
        file: None,
        line: None,
    };
    match outcome.as_tuple() {
        Some([kind, reason]) if kind.as_atom() == Some("skipped") => {
            let reason = reason.as_str().unwrap_or_default().to_owned();
            test.status = Status::Skipped { reason };
        }
        Some([_, failure]) => {
            let Raised { message, hint, trace, .. } = Raised::from(failure);
            test.file = failure.get("file").and_then(Term::as_str).map(str::to_owned);
            let line = failure.get("line").and_then(Term::as_integer);
            test.line = line.and_then(|line| u32::try_from(line).ok());
            let here =
                |it: &&Frame| Some(&it.file) == test.file.as_ref() && Some(it.line) == test.line;
            let at = trace.iter().find(here).and_then(|frame| frame.method.clone());
            test.status = Status::Failed(report::Failure::Test { message, hint, at });
        }
        _ => {}
    }
    test
}
