//! Names that cannot stand beside each other: two declarations of one name, two
//! classes that would become one module, classes of the library, and files whose
//! names cannot be part of a module's name.

use std::collections::BTreeMap;

use hierarchy::{ClassHierarchy, Origin};
use syntax::{Severity, Span};

use super::unit::Unit;
use super::{DUPLICATE_CLASS, FILE_NAME, RESERVED_CLASS};
use crate::report::Finding;

/// Something that is declared: the package, the unit and the place.
struct Declared<'u> {
    name: &'u str,
    /// The module it becomes; protocols and aliases become none.
    module: Option<String>,
    package: &'u str,
    unit: usize,
    span: Span,
}

/// Reports what clashes, in the units themselves. The units of one package stand
/// together with the package's name.
pub(super) fn report(packages: &mut [(&str, &mut [Unit])]) {
    let mut findings: Vec<(usize, usize, Finding)> = Vec::new();
    for (position, (_, units)) in packages.iter().enumerate() {
        for (index, unit) in units.iter().enumerate() {
            let own = file_name(unit).into_iter().chain(library_names(unit));
            findings.extend(own.map(|finding| (position, index, finding)));
        }
    }
    findings.extend(duplicates(packages));
    for (position, unit, finding) in findings {
        if let Some(unit) = packages.get_mut(position).and_then(|(_, units)| units.get_mut(unit)) {
            unit.report(finding);
        }
    }
}

fn file_name(unit: &Unit) -> Option<Finding> {
    let file = unit.path.rsplit('/').next().unwrap_or_default();
    let stem = file.strip_suffix(".bt").unwrap_or(file);
    let is_legal = |it: u8| it.is_ascii_alphanumeric() || it == b'_';
    if !stem.is_empty() && stem.bytes().all(is_legal) {
        return None;
    }
    let message = format!("`{file}` cannot be the name of a source file");
    let hint = "use only letters from A to Z, digits and `_`, as in `TeaHouse.bt`";
    Some(Finding::new(FILE_NAME, Severity::Error, message).with_hint(hint))
}

fn library_names(unit: &Unit) -> Vec<Finding> {
    let library = ClassHierarchy::with_builtins();
    let declared = declared_by(unit, "", 0).into_iter();
    let clashes = declared.filter(|it| {
        let name = it.name.into();
        let is_class = library.origin(&name) == Some(Origin::Builtin);
        is_class || library.protocol(&name).is_some() || library.alias(&name).is_some()
    });
    let findings = clashes.map(|it| {
        let message = format!("`{}` is a name of the class library", it.name);
        let hint = format!(
            "choose another, as in `My{}`; methods are added with `{} >> …`",
            it.name, it.name
        );
        let finding = Finding::new(RESERVED_CLASS, Severity::Error, message);
        finding.with_hint(hint).at(&unit.text, it.span)
    });
    findings.collect()
}

/// Each of two that clash is told of the other, so that neither is compiled.
fn duplicates(packages: &[(&str, &mut [Unit])]) -> Vec<(usize, usize, Finding)> {
    let mut first_named: BTreeMap<&str, (usize, &Declared)> = BTreeMap::new();
    let mut first_module: BTreeMap<&str, (usize, &Declared)> = BTreeMap::new();
    let mut findings = Vec::new();
    let all: Vec<(usize, Vec<Declared>)> = packages
        .iter()
        .enumerate()
        .map(|(position, (package, units))| {
            let units = units.iter().enumerate();
            let declared = units.flat_map(|(index, unit)| declared_by(unit, package, index));
            (position, declared.collect())
        })
        .collect();
    let mut tell = |(position, it): (usize, &Declared), other: (usize, &Declared)| {
        let unit_of = |(position, it): (usize, &Declared)| {
            packages.get(position).and_then(|(_, units)| units.get(it.unit))
        };
        let (Some(unit), Some(there)) = (unit_of((position, it)), unit_of(other)) else { return };
        let finding = Finding::new(DUPLICATE_CLASS, Severity::Error, clash(it, other.1, there));
        let finding = finding.with_hint("rename one of them");
        findings.push((position, it.unit, finding.at(&unit.text, it.span)));
    };
    for (position, declared) in &all {
        for it in declared {
            let here = (*position, it);
            let same_name = *first_named.entry(it.name).or_insert(here);
            let same_module = match &it.module {
                Some(module) => *first_module.entry(module).or_insert(here),
                None => here,
            };
            let others = [same_name, same_module];
            if let Some(other) = others.into_iter().find(|other| !std::ptr::eq(other.1, it)) {
                tell(here, other);
                tell(other, here);
            }
        }
    }
    findings
}

fn clash(it: &Declared, other: &Declared, there: &Unit) -> String {
    let place = match it.package == other.package {
        true => format!("`{}`", there.path),
        false => format!("`{}` of package `{}`", there.path, other.package),
    };
    match (&it.module, it.name == other.name) {
        (Some(module), false) => format!(
            "`{}` becomes the module `{module}`, and so does `{}` in {place}",
            it.name, other.name
        ),
        _ => format!("`{}` is also declared in {place}", it.name),
    }
}

fn declared_by<'u>(unit: &'u Unit, package: &'u str, index: usize) -> Vec<Declared<'u>> {
    let surface = &unit.surface;
    let plain = |name: &'u str, span| Declared { name, module: None, package, unit: index, span };
    let classes =
        surface.classes.iter().zip(&surface.places.classes).map(|(class, places)| Declared {
            module: Some(lower::module_name(class)),
            ..plain(&class.name, places.class.name)
        });
    let protocols = surface.protocols.iter().zip(&surface.places.protocols);
    let protocols = protocols.map(|(it, places)| plain(&it.name, places.protocol.name));
    let aliases = surface.aliases.iter().zip(&surface.places.aliases);
    let aliases = aliases.map(|(it, place)| plain(&it.name, place.name));
    classes.chain(protocols).chain(aliases).collect()
}
