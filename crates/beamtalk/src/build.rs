//! Building: source files in, modules on the disk out, and only what has changed.
//!
//! All files are always read and parsed, which is quick; what is then compiled
//! follows from fingerprints alone (`build/plan.rs`), never from the times of files.
//! Core Erlang is compiled by whoever is handed in as [`CoreCompiler`], who is asked
//! only if there is something to compile.

mod analysis;
mod application;
mod clash;
mod compile;
mod digest;
mod inspection;
mod interface;
mod look;
mod memory;
mod notice;
mod outcome;
mod parts;
mod plan;
mod record;
mod stage;
mod store;
mod toolchain;
mod unit;

use std::ops::ControlFlow;

use crate::console::Console;
use crate::exit::Failure;
use crate::natives::Asked;
use crate::policy::Flags;
use crate::sources::Source;
use crate::workers;

pub(crate) use analysis::Typed;
pub(crate) use compile::{Compiled, CoreCompiler, Job};
pub(crate) use digest::{Digest, Digester};
pub(crate) use inspection::{Inspected, InspectedFile, inspect};
pub(crate) use outcome::Built;
pub(crate) use parts::{PartKind, Target};
pub(crate) use plan::file_module;
pub(crate) use toolchain::{Toolchain, check_release, erl, otp_release};

use notice::Notice;
use parts::Parts;
use stage::{Stage, Stores};
use unit::Unit;

/// What to build, and how.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) target: Target,
    /// Whether the tests of a package are built with it.
    pub(crate) with_tests: bool,
    /// Whether to compile what has not changed as well.
    pub(crate) is_forced: bool,
    /// Whether to be silent about parts where nothing is to be done.
    pub(crate) is_quiet: bool,
    pub(crate) warnings: Warnings,
    /// What the command line says of findings.
    pub(crate) flags: Flags,
    pub(crate) toolchain: Toolchain,
    /// How many threads lower at the same time.
    pub(crate) threads: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Warnings {
    Show,
    Hide,
}

impl Request {
    /// Builds what has changed, without tests, and says what there is to say.
    pub(crate) fn new(target: Target, toolchain: Toolchain) -> Request {
        Request {
            target,
            with_tests: false,
            is_forced: false,
            is_quiet: false,
            warnings: Warnings::Show,
            flags: Flags::default(),
            toolchain,
            threads: workers::threads(),
        }
    }
}

/// The codes of a build's own findings, with what they mean.
pub(crate) const RULES: [(&str, &str); 3] = [
    (
        DUPLICATE_CLASS,
        "Classes, protocols and aliases share one space of names, and each class becomes a module: \
         no two may have one name or become one module. `HTTPServer` and `HttpServer` both become \
         `http_server`.",
    ),
    (
        RESERVED_CLASS,
        "A class of one's own cannot take the name of one in the class library: there is one space of \
         names, and the library relies on its own.",
    ),
    (
        FILE_NAME,
        "The name of a source file can become part of a module's name: only ASCII letters, digits \
         and `_` before `.bt`.",
    ),
];

const DUPLICATE_CLASS: &str = "duplicate-class";
const RESERVED_CLASS: &str = "reserved-class";
const FILE_NAME: &str = "source-file-name";

/// Builds, and says on the console what there is to say.
pub(crate) fn build(
    request: &Request,
    compiler: &mut dyn CoreCompiler,
    console: &mut Console,
) -> Result<Built, Failure> {
    work(request, compiler, &mut |notice| notice::show(&notice, request, console))
}

/// Who is told what happens; its failure ends the build.
type Tell<'t> = dyn FnMut(Notice) -> Result<(), Failure> + 't;

fn work(
    request: &Request,
    compiler: &mut dyn CoreCompiler,
    tell: &mut Tell,
) -> Result<Built, Failure> {
    let parts = parts::parts(&request.target, request.with_tests)?;
    for report in &parts.reports {
        let (file, text, findings) = (&report.file, &report.text, &report.findings);
        tell(Notice::Report { file, text, findings })?;
    }
    if parts.all.is_empty() {
        return Ok(Built::refused());
    }
    let mut told = Ok(());
    let _lock = store::lock(&parts.root, parts.output, &mut || told = tell(Notice::Waiting))?;
    told?;
    let mut units = examine(&parts, &request.flags)?;
    let mut memory = Stores::open(&parts, request.is_forced)?;
    let base = request.toolchain.digest();
    let seen = {
        let ask = || compiler.signatures(&mut |words| tell(Notice::Note(words)));
        let mut natives = Asked::of(ask);
        look::look(&parts, &mut units, (&request.flags, &base), &mut memory, &mut natives)?
    };
    let mut stages = stage::stages(&parts, &units, seen.hierarchies, memory, request);
    for unit in units.iter().flatten().filter(|unit| !unit.findings.is_empty()) {
        let (file, text, findings) = (&unit.source.name, &unit.text, &unit.findings);
        tell(Notice::Report { file, text, findings })?;
    }
    for stage in &stages {
        stage.remove_orphans(tell)?;
    }
    for stage in &stages {
        tell(stage.compiling())?;
    }
    let compiled = stage::compile(&mut stages, request.threads, compiler, tell);
    // What was compiled before something failed need not be compiled again.
    let saved = stages.iter().try_for_each(Stage::save);
    compiled.and(saved)?;
    outcome::finish(stages, tell)
}

/// Reads and parses all files of all parts.
fn examine(parts: &Parts, flags: &Flags) -> Result<Vec<Vec<Unit>>, Failure> {
    let mut examined: Vec<Vec<Unit>> = Vec::new();
    for part in &parts.all {
        let mut units = Vec::new();
        let mut failed = Ok(());
        let policy = part.policy(flags);
        let work = |(path, source): &(String, Source)| {
            unit::examine(source, path.clone(), part.package(), &policy)
        };
        workers::in_order(&part.files, work, |unit| match unit {
            Ok(unit) => {
                units.push(unit);
                ControlFlow::Continue(())
            }
            Err(failure) => {
                failed = Err(failure);
                ControlFlow::Break(())
            }
        });
        failed?;
        examined.push(units);
    }
    let names = parts.all.iter().map(|part| part.package().unwrap_or_default());
    clash::report(&mut names.zip(examined.iter_mut().map(Vec::as_mut_slice)).collect::<Vec<_>>());
    Ok(examined)
}

#[cfg(test)]
mod tests;
