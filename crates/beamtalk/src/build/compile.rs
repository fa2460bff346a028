//! Files to modules: lowering on all cores, and whoever compiles Core Erlang.
//!
//! In go files whose modules are wanted; lowered modules stream to a
//! [`CoreCompiler`] as they are ready, and what it answers is handed on at once.
//! Touches no disk.

use std::collections::BTreeSet;
use std::sync::Mutex;

use hierarchy::{ClassHierarchy, ClassName};
use lower::core_erlang;
use syntax::LineIndex;
use types::native::NativeSignatures;

use super::plan::file_module;
use super::unit::Unit;
use crate::exit::Failure;
use crate::fence::fenced;
use crate::workers;

/// A module to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) module: String,
    /// The external format of the term that OTP's compiler takes.
    pub(crate) core: Vec<u8>,
}

/// What became of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compiled {
    pub(crate) module: String,
    /// The bytes of the compiled module, or what the compiler says is wrong.
    pub(crate) outcome: Result<Vec<u8>, String>,
}

/// Whoever turns Core Erlang into modules.
pub(crate) trait CoreCompiler {
    /// Compiles all jobs and tells of each once, in any order. Called only if there
    /// is at least one job; taking the next may wait until it is lowered. A failure
    /// of `done` ends the work and is answered.
    fn compile(
        &mut self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        done: &mut dyn FnMut(Compiled) -> Result<(), Failure>,
    ) -> Result<(), Failure>;

    /// What Erlang's functions answer, if that can be known; `say` tells whoever waits.
    fn signatures(
        &mut self,
        _say: &mut dyn FnMut(&str) -> Result<(), Failure>,
    ) -> Result<Option<NativeSignatures>, Failure> {
        Ok(None)
    }
}

/// A file and those of its modules that are wanted.
#[derive(Debug)]
pub(super) struct Task<'p> {
    pub(super) unit: &'p Unit,
    pub(super) package: Option<&'p str>,
    pub(super) hierarchy: &'p ClassHierarchy,
    pub(super) modules: BTreeSet<&'p str>,
}

/// Compiles the modules of all tasks. Answers the tasks that could not be lowered,
/// by position, with the reason: those are bugs of ours, and hold up no other file.
pub(super) fn compile(
    tasks: &[Task],
    threads: usize,
    compiler: &mut dyn CoreCompiler,
    done: &mut dyn FnMut(Compiled) -> Result<(), Failure>,
) -> Result<Vec<(usize, String)>, Failure> {
    if tasks.is_empty() {
        return Ok(Vec::new());
    }
    let failed = Mutex::new(Vec::new());
    let numbered: Vec<(usize, &Task)> = tasks.iter().enumerate().collect();
    let work = |(index, task): &(usize, &Task)| match fenced(|| lower(task)) {
        Ok(jobs) => jobs,
        Err(panic) => {
            failed.lock().unwrap_or_else(|it| it.into_inner()).push((*index, panic));
            Vec::new()
        }
    };
    workers::as_ready(&numbered, threads, work, |lowered| {
        let mut jobs = lowered.flatten().peekable();
        // All may have failed to lower; then there is nothing to compile.
        match jobs.peek().is_some() {
            true => compiler.compile(&mut jobs, done),
            false => Ok(()),
        }
    })?;
    let mut failed = failed.into_inner().unwrap_or_else(|it| it.into_inner());
    failed.sort();
    Ok(failed)
}

/// The wanted modules of a file, in the order of the text.
fn lower(task: &Task) -> Vec<Job> {
    let tree = syntax::parse(&task.unit.text).tree;
    let lines = LineIndex::new(&task.unit.text);
    let mut jobs = Vec::new();
    for (_, class) in tree.nodes.classes.iter() {
        let Some(name) = class.name else { continue };
        let Some(info) = task.hierarchy.class(&ClassName::from(tree.name(name))) else { continue };
        let module = lower::module_name(info);
        if task.modules.contains(module.as_str()) {
            let file = &task.unit.path;
            let core = lower::class_with_lines(&tree, class, task.hierarchy, file, &lines);
            jobs.push(Job { module, core: core_erlang::encode(&core) });
        }
    }
    let module = file_module(&task.unit.path, task.package);
    if task.modules.contains(module.as_str()) {
        let file = &task.unit.path;
        let outside = lower::outside(&tree, task.hierarchy, &module, task.package, file);
        let core = outside.as_ref().map(core_erlang::encode);
        jobs.extend(core.map(|core| Job { module, core }));
    }
    jobs
}
