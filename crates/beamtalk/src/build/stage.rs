//! One part on its way through a build: planned, compiled, recorded.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use hierarchy::ClassHierarchy;

use super::analysis::Analysis;
use super::compile::{self, Compiled, CoreCompiler, Task};
use super::digest::Digest;
use super::look::Memory;
use super::memory::{self, Known};
use super::notice::Notice;
use super::parts::{Part, PartKind, Parts};
use super::plan::{self, Broken, Output, Plan};
use super::record::Record;
use super::store::Store;
use super::unit::Unit;
use super::{Request, Tell};
use crate::exit::Failure;
use crate::report::{self, Finding};

/// What every module of ours begins with.
const PREFIX: &str = "bt@";

pub(super) struct Stage<'p> {
    pub(super) part: &'p Part,
    pub(super) units: &'p [Unit],
    pub(super) hierarchy: ClassHierarchy,
    pub(super) plan: Plan,
    pub(super) store: Store,
    root: PathBuf,
    /// Positions of units by their paths.
    paths: BTreeMap<&'p str, usize>,
    /// What an earlier build has recorded.
    old: Record,
    /// Positions in the plan of what must be compiled.
    stale: Vec<usize>,
    /// Positions in the plan of what was, with the fingerprints of the files.
    pub(super) compiled: BTreeMap<usize, Digest>,
    /// Bugs of ours that kept a file from being compiled, by unit.
    pub(super) bugs: Vec<(usize, Finding)>,
    empty: Record,
    /// What is to be remembered of its files, if that is anything new.
    memory: Option<Vec<u8>>,
}

/// The folders of all parts, and what is remembered there.
pub(super) struct Stores {
    stores: Vec<Store>,
    /// What is to be remembered from now on, by part.
    kept: Vec<Option<Vec<u8>>>,
    is_forced: bool,
}

impl Stores {
    pub(super) fn open(parts: &Parts, is_forced: bool) -> Result<Stores, Failure> {
        let open = |part: &Part| Store::open(&parts.root, &part.folder, part.ebin);
        let stores = parts.all.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        Ok(Stores { kept: vec![None; stores.len()], stores, is_forced })
    }
}

impl Memory for Stores {
    fn recall(&self, part: usize, key: &Digest, files: usize) -> Option<Vec<Known>> {
        let store = self.stores.get(part).filter(|_| !self.is_forced)?;
        memory::read(&store.memory()?, key, files)
    }

    fn keep(&mut self, part: usize, key: &Digest, analyses: &[Analysis]) {
        if let Some(kept) = self.kept.get_mut(part) {
            *kept = memory::bytes(key, analyses);
        }
    }
}

/// Plans all parts.
pub(super) fn stages<'p>(
    parts: &'p Parts,
    units: &'p [Vec<Unit>],
    hierarchies: Vec<ClassHierarchy>,
    stores: Stores,
    request: &Request,
) -> Vec<Stage<'p>> {
    let base = request.toolchain.digest();
    let broken = Broken::of(units.iter().flatten());
    let empty = Record::new(&request.toolchain.beamtalk, &request.toolchain.otp);
    let stores = stores.stores.into_iter().zip(stores.kept);
    let planned = parts.all.iter().zip(units).zip(hierarchies).zip(stores);
    let planned = planned.map(|(((part, own), hierarchy), (store, memory))| {
        let plan = plan::plan(own, part.package(), &hierarchy, &base, &broken);
        let old = store.record().unwrap_or_else(|| empty.clone());
        let trusted = if request.is_forced { &empty } else { &old };
        let stale = plan::stale(&plan, trusted, |module| store.beam_digest(module));
        Stage {
            part,
            units: own,
            hierarchy,
            plan,
            store,
            root: parts.root.clone(),
            paths: own.iter().enumerate().map(|(index, unit)| (&*unit.path, index)).collect(),
            old,
            stale,
            compiled: BTreeMap::new(),
            bugs: Vec::new(),
            empty: empty.clone(),
            memory,
        }
    });
    planned.collect()
}

/// Compiles what is stale in any part, and writes each module as soon as it is there.
pub(super) fn compile(
    stages: &mut [Stage],
    threads: usize,
    compiler: &mut dyn CoreCompiler,
    tell: &mut Tell,
) -> Result<(), Failure> {
    let mut written: Vec<(usize, usize, Digest)> = Vec::new();
    let mut bugs: Vec<(usize, usize, String)> = Vec::new();
    let ended = run(stages, threads, compiler, tell, &mut written, &mut bugs);
    for (stage, output, digest) in written {
        if let Some(stage) = stages.get_mut(stage) {
            stage.compiled.insert(output, digest);
        }
    }
    for (stage, unit, text) in bugs {
        if let Some(stage) = stages.get_mut(stage) {
            stage.bugs.push((unit, report::internal_error(text)));
        }
    }
    ended
}

fn run(
    stages: &[Stage],
    threads: usize,
    compiler: &mut dyn CoreCompiler,
    tell: &mut Tell,
    written: &mut Vec<(usize, usize, Digest)>,
    bugs: &mut Vec<(usize, usize, String)>,
) -> Result<(), Failure> {
    let mut tasks: Vec<Task> = Vec::new();
    // The stage and unit of each task, and what is still to come for it.
    let mut places: Vec<(usize, usize)> = Vec::new();
    let mut waiting: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    for (index, stage) in stages.iter().enumerate() {
        for (unit, outputs) in stage.stale_by_unit() {
            let Some(of) = stage.units.get(unit) else { continue };
            let modules = outputs.iter().map(|(_, output)| &*output.module).collect();
            for (position, output) in outputs {
                waiting.insert(&output.module, (index, position, tasks.len()));
            }
            let package = stage.part.package();
            tasks.push(Task { unit: of, package, hierarchy: &stage.hierarchy, modules });
            places.push((index, unit));
        }
    }
    let mut left: Vec<usize> = tasks.iter().map(|task| task.modules.len()).collect();
    let mut done = 0;
    let mut take = |compiled: Compiled| {
        let Compiled { module, outcome } = compiled;
        let Some((index, position, task)) = waiting.remove(&*module) else {
            return Err(Failure::Bug(format!("`{module}` was compiled, but nobody asked for it")));
        };
        match (outcome, stages.get(index), places.get(task)) {
            (Ok(beam), Some(stage), _) => {
                written.push((index, position, stage.store.write_beam(&module, &beam)?));
            }
            (Err(text), _, Some((_, unit))) => bugs.push((
                index,
                *unit,
                format!("The Erlang compiler refused the module {module}: {text}"),
            )),
            _ => {}
        }
        if let Some(left) = left.get_mut(task) {
            *left -= 1;
            done += usize::from(*left == 0);
        }
        tell(Notice::Progress { done, total: tasks.len() })
    };
    let failed = compile::compile(&tasks, threads, compiler, &mut take)?;
    for (task, text) in failed {
        waiting.retain(|_, (_, _, other)| *other != task);
        bugs.extend(places.get(task).map(|(stage, unit)| (*stage, *unit, text)));
    }
    match waiting.keys().next() {
        None => Ok(()),
        Some(module) => {
            Err(Failure::Bug(format!("`{module}` was not compiled, and nobody said why")))
        }
    }
}

impl Stage<'_> {
    /// The stale outputs with their positions, by unit.
    fn stale_by_unit(&self) -> BTreeMap<usize, Vec<(usize, &Output)>> {
        let mut by_unit: BTreeMap<usize, Vec<(usize, &Output)>> = BTreeMap::new();
        let outputs = self.stale.iter().filter_map(|it| Some((*it, self.plan.outputs.get(*it)?)));
        for (position, output) in outputs {
            by_unit.entry(output.unit).or_default().push((position, output));
        }
        by_unit
    }

    /// How much there is to do, counting files that become modules or may.
    pub(super) fn compiling(&self) -> Notice<'_> {
        let outputs = self.plan.outputs.iter().map(|output| output.unit);
        let files: BTreeSet<usize> = outputs.chain(self.plan.blocked.iter().copied()).collect();
        Notice::Compiling {
            part: self.part.package().unwrap_or_default(),
            kind: self.part.kind,
            changed: self.stale_by_unit().len(),
            blocked: self.plan.blocked.len(),
            total: files.len(),
        }
    }

    pub(super) fn remove_orphans(&self, tell: &mut Tell) -> Result<(), Failure> {
        let present = self.store.modules(PREFIX)?;
        let is_folder_ours = self.part.kind != PartKind::Loose;
        let may_become = |source: &str| self.may_become(source);
        let orphans = plan::orphans(&present, &self.plan, &self.old, may_become, is_folder_ours);
        for module in orphans {
            self.store.remove_beam(&module)?;
            tell(Notice::Removed(&module))?;
        }
        Ok(())
    }

    /// Writes down what was compiled and what still holds.
    pub(super) fn save(&self) -> Result<(), Failure> {
        let mut record = self.empty.clone();
        for (module, source) in self.old.modules() {
            if self.may_become(source) {
                record.keep(module, &self.old);
            }
        }
        for (position, output) in self.plan.outputs.iter().enumerate() {
            let source = self.units.get(output.unit).map_or("", |unit| unit.path.as_str());
            match (self.compiled.get(&position), self.old.module(&output.module)) {
                (Some(beam), _) => record.insert(&output.module, source, &output.key, beam),
                (None, Some((key, beam))) => record.insert(&output.module, source, &key, &beam),
                (None, None) => {}
            }
        }
        self.store.write_record(&record)?;
        self.memory.as_deref().map_or(Ok(()), |memory| self.store.write_memory(memory))
    }

    /// Whether modules that are not planned may yet come of a source: it has errors,
    /// or it lies in a folder without a package and was not looked at.
    fn may_become(&self, source: &str) -> bool {
        match self.paths.get(source) {
            Some(unit) => self.plan.blocked.contains(unit),
            None => self.part.kind == PartKind::Loose && self.root.join(source).is_file(),
        }
    }

    /// Units that were not compiled although they should have been.
    pub(super) fn lost(&self) -> BTreeSet<usize> {
        self.plan.blocked.iter().copied().chain(self.bugs.iter().map(|(unit, _)| *unit)).collect()
    }
}
