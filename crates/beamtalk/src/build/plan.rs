//! Which modules files become, and which of them must be made again.
//!
//! In go examined files, a hierarchy and what an earlier build has recorded; out
//! comes the list of modules, each with a key. Equal keys mean equal modules: a key
//! is a fingerprint of all that a module is made from. Pure data: touches no disk.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use hierarchy::{ClassHierarchy, ClassName};

use super::digest::{Digest, Digester};
use super::interface::{Interfaces, is_known, reach};
use super::record::Record;
use super::unit::Unit;
use crate::inference::Answer;
use crate::workers;

/// What one set of files becomes.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// By unit, and within one in the order of the text.
    pub(super) outputs: Vec<Output>,
    /// Units that cannot be compiled: they have errors, or depend on some that do.
    pub(super) blocked: BTreeSet<usize>,
}

/// A module to be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Output {
    pub(super) module: String,
    /// The position of its file.
    pub(super) unit: usize,
    pub(super) key: Digest,
}

/// Names that files with errors declare or extend. What else such a file would
/// declare is not known, so no name that means nothing can be relied on either.
#[derive(Debug, Default)]
pub(super) struct Broken {
    names: BTreeSet<ClassName>,
    is_any: bool,
}

impl Broken {
    pub(super) fn of<'u>(units: impl IntoIterator<Item = &'u Unit>) -> Broken {
        let mut broken = Broken::default();
        for unit in units.into_iter().filter(|unit| unit.has_errors()) {
            let extended = unit.surface.extensions.iter().map(|it| &it.class);
            let names = unit.declared().chain(extended);
            broken.names.extend(names.map(|it| ClassName::from(it.simple())));
            broken.is_any = true;
        }
        broken
    }
}

/// Plans the files of one package, or of none. `base` is a fingerprint of the tools.
pub(super) fn plan(
    units: &[Unit],
    package: Option<&str>,
    hierarchy: &ClassHierarchy,
    base: &Digest,
    broken: &Broken,
) -> Plan {
    let mut interfaces = Interfaces::of(hierarchy);
    let mut plan = Plan::default();
    for (index, unit) in units.iter().enumerate() {
        let reached = reach(hierarchy, &unit.mentions);
        if unit.has_errors() || relies_on(&reached, unit, hierarchy, broken) {
            plan.blocked.insert(index);
        }
        let key = unit_key(unit, &reached, &mut interfaces, base);
        for module in modules(unit, package) {
            let mut digester = Digester::new("module 1");
            digester.digest(&key);
            digester.text(&module);
            plan.outputs.push(Output { module, unit: index, key: digester.finish() });
        }
    }
    plan
}

/// The outputs that cannot be taken from an earlier build, by position. `on_disk`
/// answers the fingerprint of a module's file as it is now.
pub(super) fn stale(
    plan: &Plan,
    record: &Record,
    on_disk: impl Fn(&str) -> Option<Digest> + Sync,
) -> Vec<usize> {
    let is_fresh = |output: &Output| {
        let recorded = record.module(&output.module);
        recorded
            .is_some_and(|(key, beam)| key == output.key && on_disk(&output.module) == Some(beam))
    };
    let outputs: Vec<(usize, &Output)> = plan.outputs.iter().enumerate().collect();
    let is_stale = |(index, output): &(usize, &Output)| {
        let is_wanted = !plan.blocked.contains(&output.unit) && !is_fresh(output);
        is_wanted.then_some(*index)
    };
    // On all cores: every file is read to the end.
    let mut stale = Vec::new();
    workers::in_order(&outputs, is_stale, |position| {
        stale.extend(position);
        ControlFlow::Continue(())
    });
    stale
}

/// Files of modules that nothing becomes any more, among those `present`. What a file
/// with errors would become is not known, so its old modules stay: `may_become` says
/// whether anything may yet come of a source. Of files that are not recorded, those
/// in a folder of our own are orphans as well.
pub(super) fn orphans(
    present: &BTreeSet<String>,
    plan: &Plan,
    record: &Record,
    may_become: impl Fn(&str) -> bool,
    is_folder_ours: bool,
) -> Vec<String> {
    let expected: BTreeSet<&str> = plan.outputs.iter().map(|it| &*it.module).collect();
    let sources: BTreeMap<&str, &str> = record.modules().collect();
    let is_orphan = |module: &&String| match sources.get(module.as_str()) {
        Some(source) => !may_become(source),
        None => is_folder_ours && plan.blocked.is_empty(),
    };
    let unexpected = present.iter().filter(|it| !expected.contains(it.as_str()));
    unexpected.filter(is_orphan).cloned().collect()
}

/// The module for what stands outside the classes of a file.
pub(crate) fn file_module(path: &str, package: Option<&str>) -> String {
    let path = path.strip_suffix(".bt").unwrap_or(path);
    let mut name = match package {
        Some(package) => format!("bt@{package}@file"),
        None => "bt@file".to_owned(),
    };
    for part in path.split('/') {
        name.push('@');
        for byte in part.bytes() {
            match byte.is_ascii_alphanumeric() || byte == b'_' {
                true => name.push(char::from(byte)),
                // Folders may have any name; no two of them must read the same.
                false => name.push_str(&format!("-{byte:02x}")),
            }
        }
    }
    name
}

fn modules(unit: &Unit, package: Option<&str>) -> Vec<String> {
    let classes = unit.surface.classes.iter().map(lower::module_name);
    let loose = unit.has_loose_code.then(|| file_module(&unit.path, package));
    classes.chain(loose).collect()
}

fn unit_key(
    unit: &Unit,
    reached: &BTreeSet<ClassName>,
    interfaces: &mut Interfaces,
    base: &Digest,
) -> Digest {
    let mut digester = Digester::new("file 2");
    digester.digest(base);
    digester.text(&unit.path);
    digester.digest(&unit.digest);
    digester.number(unit.answers.len());
    unit.answers.iter().flat_map(Answer::parts).for_each(|part| digester.text(part));
    digester.number(reached.len());
    for name in reached {
        digester.text(name);
        digester.digest(&interfaces.digest(name));
    }
    digester.finish()
}

fn relies_on(
    reached: &BTreeSet<ClassName>,
    unit: &Unit,
    hierarchy: &ClassHierarchy,
    broken: &Broken,
) -> bool {
    if !broken.is_any {
        return false;
    }
    let words = type_words(unit);
    reached.iter().any(|name| {
        broken.names.contains(name) || !is_known(hierarchy, name) && !words.contains(&**name)
    })
}

/// Capitalised names that need no class.
fn type_words(unit: &Unit) -> BTreeSet<&str> {
    let classes = unit.surface.classes.iter().map(|it| &it.type_parameters);
    let protocols = unit.surface.protocols.iter().map(|it| &it.type_parameters);
    let declared = classes.chain(protocols).flatten().map(|it| &*it.name);
    let mentions = unit.mentions.iter().map(|it| &**it);
    let parameters = declared.chain(mentions.filter(|it| it.len() == 1));
    parameters.chain(["Self", "Nil", "Never", "Dynamic", "Protocol"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_modules_of_their_own() {
        let rows = [
            ("src/Tea.bt", Some("house"), "bt@house@file@src@Tea"),
            ("src/hot/tea_2.bt", Some("house"), "bt@house@file@src@hot@tea_2"),
            ("src/hot-ish/tea.bt", Some("house"), "bt@house@file@src@hot-2dish@tea"),
            ("src/thé/tea.bt", Some("house"), "bt@house@file@src@th-c3-a9@tea"),
            ("tea.bt", None, "bt@file@tea"),
        ];
        for (path, package, module) in rows {
            assert_eq!(file_module(path, package), module);
        }
    }
}
