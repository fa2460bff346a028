//! The files that a script asks for, which are beside it.
//!
//! `// @load FILE` makes a file part of the program; `// @load-error FILE => text` says
//! that a file cannot become one, for a reason whose words contain that text.

use std::path::{Path, PathBuf};

use syntax::LineIndex;

use crate::exit::Failure;
use crate::natives::Asked;
use crate::program::Program;
use crate::reading::{Rules, Whole};
use crate::sources::Source;
use crate::testing::expectation::Mismatch;

/// A file that was to be refused, and whether it was.
pub(crate) struct Refusal {
    /// Of the directive, counted from one.
    pub(crate) line: u32,
    pub(crate) directive: String,
    pub(crate) verdict: Result<(), Mismatch>,
}

/// Reads what a script asks for into a program; what is there already is not read again.
pub(crate) fn load(script: &str, text: &str, program: &mut Program) -> Result<(), Failure> {
    let loads = syntax::parse_script(text).loads;
    for load in loads.iter().filter(|load| load.error.is_none()) {
        let source = asked_for(load.path.of(text), script)?;
        if !program.contains(Path::new(&source.name)) {
            program.read(&source)?;
        }
    }
    Ok(())
}

/// Holds files to the reasons for which a script says that they cannot be loaded into
/// this program.
pub(crate) fn refusals(script: &str, text: &str, program: &Program) -> Vec<Refusal> {
    let lines = LineIndex::new(text);
    let loads = syntax::parse_script(text).loads;
    let refused = loads.iter().filter_map(|load| Some((load.path, load.error?)));
    let refusals = refused.map(|(path, reason)| {
        let (file, reason) = (path.of(text), reason.of(text));
        let got = why_not(&beside(script, file), program);
        let verdict = match got.iter().any(|got| got.contains(reason)) {
            true => Ok(()),
            false => Err(Mismatch {
                expected: format!("ERROR: {reason}"),
                got: if got.is_empty() { "no error".to_owned() } else { got.join("\n") },
            }),
        };
        let directive = format!("@load-error {file}");
        Refusal { line: lines.line(path.start) + 1, directive, verdict }
    });
    refusals.collect()
}

/// Everything that keeps a file from becoming part of a program.
fn why_not(path: &Path, program: &Program) -> Vec<String> {
    let whole = Whole::with(program.hierarchy().clone(), Rules::Program);
    let mut alone = Program::on(whole, Vec::new());
    match Source::named(path).and_then(|source| alone.read(&source)) {
        Ok(()) => match alone.check(&mut Asked::nobody()) {
            Ok(()) => alone.errors(),
            Err(failure) => vec![failure.to_string()],
        },
        Err(failure) => vec![failure.to_string()],
    }
}

/// A file that a text names.
pub(crate) fn asked_for(file: &str, text: &str) -> Result<Source, Failure> {
    Source::named(&beside(text, file)).map_err(|failure| match failure {
        Failure::WrongUse(why) => Failure::WrongUse(format!("`{text}` asks for `{file}`: {why}")),
        other => other,
    })
}

pub(crate) fn beside(script: &str, file: &str) -> PathBuf {
    Path::new(script).parent().unwrap_or(Path::new("")).join(file)
}
