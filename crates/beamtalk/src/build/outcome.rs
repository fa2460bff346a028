//! What a build has come to, for whoever runs it next.

use std::collections::BTreeSet;
use std::path::PathBuf;

use hierarchy::{AliasInfo, ClassHierarchy, ClassInfo, ClassName};
use syntax::{LineIndex, Severity};

use super::notice::Notice;
use super::parts::PartKind;
use super::stage::Stage;
use super::unit::Unit;
use super::{Tell, application};
use crate::exit::{Exit, Failure};

#[derive(Debug)]
pub(crate) struct Built {
    /// `Clean` if every module is there and as it should be, else `Problems`.
    pub(crate) exit: Exit,
    /// Those that others need first.
    pub(crate) parts: Vec<BuiltPart>,
    /// Every class of every part, and the library.
    pub(crate) hierarchy: ClassHierarchy,
}

#[derive(Debug)]
pub(crate) struct BuiltPart {
    pub(crate) kind: PartKind,
    /// The folder of its modules.
    pub(crate) ebin: PathBuf,
    /// In an order in which they can be loaded: superclasses first.
    pub(crate) classes: Vec<BuiltClass>,
    /// The sources, by their whole paths.
    pub(crate) sources: Vec<PathBuf>,
    /// Those that could not be compiled for something in themselves.
    pub(crate) broken: Vec<PathBuf>,
    /// Every module, those of classes in the order of the classes.
    pub(crate) modules: Vec<String>,
}

/// A class and where it stands. What it is, the hierarchy knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BuiltClass {
    pub(crate) name: ClassName,
    pub(crate) module: String,
    /// Below the root of its package.
    pub(crate) file: String,
    /// From one.
    pub(crate) line: u32,
}

impl Built {
    /// A manifest has errors, and nothing was looked at.
    pub(super) fn refused() -> Built {
        let hierarchy = ClassHierarchy::with_builtins();
        Built { exit: Exit::Problems, parts: Vec::new(), hierarchy }
    }
}

/// Writes what is written last, tells what has failed, and sums up.
pub(super) fn finish(stages: Vec<Stage>, tell: &mut Tell) -> Result<Built, Failure> {
    let (mut errors, mut files, mut dependents) = (0, 0, 0);
    for stage in &stages {
        for (unit, finding) in &stage.bugs {
            let Some(unit) = stage.units.get(*unit) else { continue };
            let findings = std::slice::from_ref(finding);
            tell(Notice::Report { file: &unit.source.name, text: &unit.text, findings })?;
        }
        for unit in stage.units {
            let count = unit.findings.iter().filter(|it| it.severity == Severity::Error).count();
            errors += count;
            files += usize::from(count > 0);
        }
        errors += stage.bugs.len();
        files += stage.lost().len() - stage.plan.blocked.len();
        let broken = stage.units.iter().filter(|unit| unit.has_errors()).count();
        dependents += stage.plan.blocked.len() - broken;
        if stage.lost().is_empty() {
            write_application(stage)?;
        }
    }
    if errors > 0 {
        tell(Notice::Failed { errors, files, dependents })?;
    }
    let exit = if errors > 0 { Exit::Problems } else { Exit::Clean };
    let hierarchy = stages.last().map(|it| it.hierarchy.clone()).unwrap_or_default();
    Ok(Built { exit, parts: stages.iter().map(built_part).collect(), hierarchy })
}

fn write_application(stage: &Stage) -> Result<(), Failure> {
    let (PartKind::Package | PartKind::Dependency, Some(manifest)) =
        (stage.part.kind, &stage.part.manifest)
    else {
        return Ok(());
    };
    let mut modules: Vec<&str> = stage.plan.outputs.iter().map(|it| &*it.module).collect();
    modules.sort_unstable();
    let mut classes: Vec<&ClassInfo> =
        stage.units.iter().flat_map(|unit| &unit.surface.classes).collect();
    classes.sort_by(|one, other| one.name.cmp(&other.name));
    let mut aliases: Vec<&AliasInfo> =
        stage.units.iter().flat_map(|unit| &unit.surface.aliases).collect();
    aliases.sort_by(|one, other| one.name.cmp(&other.name));
    let text = application::resource(manifest, &modules, &classes, &aliases, &stage.hierarchy);
    stage.store.write_beside(&format!("{}.app", manifest.name), text.as_bytes())
}

fn built_part(stage: &Stage) -> BuiltPart {
    let mut classes: Vec<(usize, BuiltClass)> = Vec::new();
    for unit in stage.units {
        let lines = LineIndex::new(&unit.text);
        for (class, places) in unit.surface.classes.iter().zip(&unit.surface.places.classes) {
            let depth = stage.hierarchy.superclasses(&class.name).count();
            let built = BuiltClass {
                name: class.name.clone(),
                module: lower::module_name(class),
                file: unit.path.clone(),
                line: lines.line(places.class.name.start) + 1,
            };
            classes.push((depth, built));
        }
    }
    classes.sort_by(|one, other| (one.0, &one.1.name).cmp(&(other.0, &other.1.name)));
    let classes: Vec<BuiltClass> = classes.into_iter().map(|(_, class)| class).collect();
    let of_classes: BTreeSet<&str> = classes.iter().map(|class| &*class.module).collect();
    let outputs = stage.plan.outputs.iter().map(|output| &*output.module);
    let of_files = outputs.filter(|it| !of_classes.contains(it));
    let modules = classes.iter().map(|class| &*class.module).chain(of_files);
    let modules = modules.map(str::to_owned).collect();
    let path = |unit: &Unit| PathBuf::from(&unit.source.name);
    let sources = stage.units.iter().map(path).collect();
    let has_bug = |index: usize| stage.bugs.iter().any(|(unit, _)| *unit == index);
    let units = stage.units.iter().enumerate();
    let broken = units.filter(|(index, unit)| unit.has_errors() || has_bug(*index));
    let broken = broken.map(|(_, unit)| path(unit)).collect();
    let ebin = stage.store.ebin().to_owned();
    BuiltPart { kind: stage.part.kind, ebin, classes, sources, broken, modules }
}
