//! Scripts in a running system: each has a session of its own, as if somebody had typed
//! it at a prompt.
//!
//! In go the scripts and the classes they stand on, out come their tests, in the order
//! of the lines. Whatever fails is a failure of its line: the next one still runs.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use syntax::{LineIndex, Span, parse_script};

use super::expectation::{Evaluation, Expectation, Mismatch, Outcome};
use super::plan::Script;
use super::report::{Failure as Why, Status, Test};
use crate::exit::Failure;
use crate::launch::Ground;
use crate::loading::beside;
use crate::program::Program;
use crate::prompt::{Answered, Unattended};
use crate::workspace::{self, Identity, Options, Running};

/// As long as any other test may take.
const LIMIT: Duration = Duration::from_secs(60);

/// Who hears of the tests of a script.
pub(crate) type Tell<'t> = dyn FnMut(&Script, Vec<Test>) -> Result<(), Failure> + 't;

/// Runs the scripts one after another, telling of the tests of each. The system is
/// theirs alone, and ends with the last.
pub(crate) fn run(
    scripts: &[Script],
    program: &Program,
    ground: &Ground,
    tell: &mut Tell<'_>,
) -> Result<(), Failure> {
    if scripts.is_empty() {
        return Ok(());
    }
    let identity = Identity::of(Path::new("."), None)?;
    let (running, _node) = workspace::foreground(&identity, &Options::default())?;
    prepare(&running, program, ground)?;
    for script in scripts {
        let mut session = Unattended::open(&running, LIMIT)?;
        let tests = steps(&script.text).into_iter().scan(false, |has_left, step| {
            Some(step.run(script, &mut session, has_left).transpose())
        });
        let mut tests: Vec<Test> = tests.flatten().collect::<Result<_, Failure>>()?;
        tests.sort_by_key(|test| test.line);
        tell(script, tests)?;
    }
    Ok(())
}

/// Gives the system the classes of the package, or of the files that are tested.
fn prepare(running: &Running, program: &Program, ground: &Ground) -> Result<(), Failure> {
    let mut session = Unattended::open(running, LIMIT)?;
    let refused = |answered: Answered| match answered.value {
        Some(_) => Ok(()),
        None => Err(Failure::Unavailable(format!(
            "the classes that scripts need cannot be loaded: {}",
            answered.message
        ))),
    };
    for folder in &ground.folders {
        refused(session.load_modules(folder)?)?;
    }
    let files: Vec<PathBuf> = program.unbuilt().map(PathBuf::from).collect();
    if files.is_empty() { Ok(()) } else { refused(session.load(&files)?) }
}

/// One thing that a script says.
struct Step<'s> {
    line: u32,
    /// As a failure shows it.
    shown: String,
    what: What<'s>,
    expected: Option<Expectation>,
}

enum What<'s> {
    Load(&'s str),
    Command(&'s str),
    Expression(&'s str),
}

/// Files first, then inputs and commands as they come.
fn steps(text: &str) -> Vec<Step<'_>> {
    let script = parse_script(text);
    let lines = LineIndex::new(text);
    let step = |at: Span, shown: &str, what, expected| {
        (at.start, Step { line: lines.line(at.start) + 1, shown: shown.to_owned(), what, expected })
    };
    let parsed = |it: Option<Span>| it.map(|it| Expectation::parse(it.of(text)));
    let loads = script.loads.iter().map(|it| {
        let path = it.path.of(text);
        let error = it.error.map(|it| Expectation::Error(it.of(text).to_owned()));
        let word = if error.is_some() { "@load-error" } else { "@load" };
        step(it.path, &format!("{word} {path}"), What::Load(path), error)
    });
    let commands = script.commands.iter().map(|it| {
        let line = it.expression.of(text).trim();
        step(it.expression, line, What::Command(line), parsed(it.expected))
    });
    let cases = script.cases.iter().map(|it| {
        let code = it.expression.of(text);
        step(it.expression, code.trim(), What::Expression(code), parsed(it.expected))
    });
    let mut inputs: Vec<_> = commands.chain(cases).collect();
    inputs.sort_by_key(|(at, _)| *at);
    loads.chain(inputs).map(|(_, step)| step).collect()
}

impl Step<'_> {
    /// Nothing if there was nothing to test: files that load are there for the rest.
    fn run(
        &self,
        script: &Script,
        session: &mut Unattended,
        has_left: &mut bool,
    ) -> Result<Option<Test>, Failure> {
        let begun = Instant::now();
        let answered = match self.what {
            _ if *has_left => over(),
            What::Load(path) => session.load(&[beside(&script.name, path)])?,
            What::Command(line) => session.obey(line)?,
            What::Expression(code) => session.evaluate(code)?,
        };
        *has_left = answered.has_left;
        let output = answered.output.clone();
        let is_silent = matches!(self.what, What::Load(_)) && self.expected.is_none();
        let verdict = self.judged(answered);
        if is_silent && verdict.is_ok() {
            return Ok(None);
        }
        let status = match verdict {
            Ok(()) => Status::Passed,
            Err(Mismatch { expected, got }) => {
                Status::Failed(Why::Case { expression: self.shown.clone(), expected, got })
            }
        };
        Ok(Some(Test {
            name: self.line.to_string(),
            status,
            duration: begun.elapsed(),
            output,
            file: Some(script.name.clone()),
            line: Some(self.line),
        }))
    }

    fn judged(&self, answered: Answered) -> Result<(), Mismatch> {
        let Answered { value, kind, message, warnings, .. } = answered;
        let outcome = match value {
            Some(_) if matches!(self.what, What::Load(_)) => Outcome::Value("no error".to_owned()),
            Some(value) => Outcome::Value(value),
            None => Outcome::Raised { kind, message },
        };
        match (&self.expected, outcome) {
            (Some(expected), outcome) => expected.matches(&Evaluation { outcome, warnings }),
            (None, Outcome::Value(got)) if matches!(self.what, What::Expression(_)) => {
                Err(Mismatch { expected: "an expectation: `// => …` after it".to_owned(), got })
            }
            (None, Outcome::Value(_)) => Ok(()),
            (None, Outcome::Raised { kind, message }) => Err(Mismatch {
                expected: "no error".to_owned(),
                got: format!("ERROR: {kind}: {message}"),
            }),
        }
    }
}

/// What is answered where nobody listens any more.
fn over() -> Answered {
    Answered {
        kind: "session_over".to_owned(),
        message: "the script has left its session before this line".to_owned(),
        has_left: true,
        ..Answered::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_first_and_the_rest_as_it_is_written() {
        let text = "\
1 // => 1
:bindings
// @load a.bt
// @load-error b.bt => no
Object subclass: A
  n => 1
// => A
:help
2
";
        let shown: Vec<String> =
            steps(text).iter().map(|it| format!("{}: {}", it.line, it.shown)).collect();
        assert_eq!(
            shown,
            [
                "3: @load a.bt",
                "4: @load-error b.bt",
                "1: 1",
                "2: :bindings",
                "5: Object subclass: A\n  n => 1",
                "8: :help",
                "9: 2"
            ]
        );
    }
}
