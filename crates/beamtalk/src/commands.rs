//! One file for each thing the command can do.

mod application;
pub(crate) mod build;
mod build_stdlib;
mod check;
mod completion_eval;
mod completions;
mod eval;
mod explain;
mod fmt;
mod ground;
mod new;
mod repl;
mod run;
mod script;
mod show;
mod test;
mod type_coverage;
mod workspace;

use std::ops::ControlFlow;

use crate::cli::{Command, Inner};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::port;
use crate::sources::{Found, Source, Wanted};
use crate::workers;

pub(crate) fn run(command: &Command, console: &mut Console) -> Result<Exit, Failure> {
    match command {
        Command::Build(arguments) => build::run(arguments, console),
        Command::New(arguments) => new::run(arguments, console),
        Command::Check(arguments) => check::run(arguments, console),
        Command::TypeCoverage(arguments) => type_coverage::run(arguments, console),
        Command::Fmt(arguments) => fmt::run(arguments, console),
        Command::Show(arguments) => show::run(arguments, console),
        Command::Explain(arguments) => explain::run(arguments, console),
        Command::Run(arguments) => run::run(arguments, console),
        Command::Test(arguments) => test::run(arguments, Wanted::Sources, console),
        Command::TestDocs(arguments) => test::run(arguments, Wanted::Documents, console),
        Command::Eval(arguments) => eval::run(arguments, console),
        Command::Repl(arguments) => repl::run(arguments, console),
        Command::Workspace(arguments) => workspace::run(arguments, console),
        Command::Inner(Inner::BuildStdlib { checked }) => build_stdlib::run(*checked, console),
        Command::Inner(Inner::CompilerPort) => port::run(),
        Command::Inner(Inner::WorkspaceNode { folder, command }) => {
            crate::workspace::become_node(folder, command).map(|never| match never {})
        }
        Command::CompletionEval(arguments) => completion_eval::run(arguments, console),
        Command::Completions(arguments) => completions::run(arguments, console),
    }
}

/// Works on all files at once and takes the answers in the order of the files. What
/// goes wrong with one file is the answer for that file; only a failure of `take`
/// ends it all.
fn for_each_file<'f, R: Send>(
    found: &'f Found,
    console: &mut Console,
    work: impl Fn(&'f Source) -> R + Sync,
    mut take: impl FnMut(&mut Console, R) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Clean;
    for failure in &found.failures {
        console.complain(&failure.to_string());
        exit = exit.max(Exit::from(failure));
    }
    let mut done = 0;
    let mut broken = None;
    workers::in_order(&found.sources, work, |answer| {
        done += 1;
        console.progress(done, found.sources.len(), "file");
        match take(console, answer) {
            Ok(status) => exit = exit.max(status),
            Err(failure) => broken = Some(failure),
        }
        match broken.is_some() || console.reader_left() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    broken.map_or(Ok(exit), Err)
}

/// `1 file`, `2 files`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
