//! What a text stands on: the classes of the running system, with what the request
//! itself adds to them, and whose text it is.

use std::collections::BTreeSet;

use etf::Term;
use hierarchy::{
    ClassFlags, ClassHierarchy, ClassInfo, ClassName, Name, Origin, STDLIB_PACKAGE, surface,
};
use types::{Bindings, InferredType, Provenance};

use super::classes::Classes;
use super::fields::{Fields, text};
use super::request::Wrong;

pub(super) struct Ground {
    pub(super) hierarchy: ClassHierarchy,
    pub(super) package: Option<String>,
    pub(super) is_library: bool,
    /// The names that are bound before the text.
    pub(super) bound: BTreeSet<Name>,
    /// What some of them hold.
    pub(super) bindings: Bindings,
}

impl Ground {
    pub(super) fn of(fields: Fields, classes: &Classes) -> Result<Ground, Wrong> {
        let mut hierarchy = classes.hierarchy.clone();
        let sent = fields.map("class_hierarchy")?;
        for (_, meta) in sent {
            hierarchy.add_class_from_beam_meta(meta);
        }
        add_stubs(fields, &mut hierarchy)?;
        add_aliases(&mut hierarchy, &fields.texts("known_type_aliases"));
        let is_library = fields.flag("stdlib_mode", false)?;
        fields.flag("workspace_mode", true)?;
        let package = match is_library {
            true => Some(STDLIB_PACKAGE.to_owned()),
            false => fields.optional_text("package")?,
        };
        let bindings = bindings(fields, "binding_types")?;
        let known = fields.texts("known_vars");
        let bound = known.iter().map(|it| Name::from(it.as_str()));
        let bound = bound.chain(bindings.keys().cloned()).collect();
        Ok(Ground { hierarchy, package, is_library, bound, bindings })
    }
}

/// `#{Name => Held}`; what cannot be read is not known.
pub(super) fn bindings(fields: Fields, key: &'static str) -> Result<Bindings, Wrong> {
    Ok(fields.map(key)?.iter().filter_map(binding).collect())
}

fn binding((name, held): &(Term, Term)) -> Option<(Name, InferredType)> {
    Some((Name::from(text(name)?.as_str()), held_type(held, MOST_LEVELS)?))
}

/// How deep types may be nested in what is held.
const MOST_LEVELS: usize = 8;

/// `{instance | class, ClassName}`, or `{instance, ClassName, Arguments}`, where each
/// argument is a list of alternatives, empty if nothing is known of it.
fn held_type(held: &Term, levels: usize) -> Option<InferredType> {
    let levels = levels.checked_sub(1)?;
    let parts = held.as_tuple()?;
    let [side, class, arguments @ ..] = parts else { return None };
    let class = ClassName::from(text(class)?.as_str());
    match (side.as_atom()?, arguments) {
        ("instance", []) => Some(InferredType::class(class, Provenance::NOWHERE)),
        ("class", []) => Some(InferredType::meta(class, Provenance::NOWHERE)),
        ("instance", [arguments]) => {
            let alternatives = |it: &Term| {
                let all: Option<Vec<InferredType>> =
                    it.as_list()?.iter().map(|it| held_type(it, levels)).collect();
                all.map(|it| match it.is_empty() {
                    true => InferredType::UNKNOWN,
                    false => types::union(it),
                })
            };
            let arguments: Option<Vec<InferredType>> =
                arguments.as_list()?.iter().map(alternatives).collect();
            Some(InferredType::generic(class, arguments?, Provenance::NOWHERE))
        }
        _ => None,
    }
}

/// Adds the aliases that texts declare, and tells which declare none.
pub(super) fn add_aliases<'t>(hierarchy: &mut ClassHierarchy, texts: &'t [String]) -> Vec<&'t str> {
    let mut wrong = Vec::new();
    for text in texts {
        let parse = syntax::parse(text);
        let declared = surface(&parse.tree).aliases;
        if parse.has_errors() || declared.is_empty() {
            wrong.push(text.as_str());
            continue;
        }
        declared.into_iter().for_each(|alias| hierarchy.add_alias(alias, Origin::Metadata));
    }
    wrong
}

/// Classes that are known by name alone.
fn add_stubs(fields: Fields, hierarchy: &mut ClassHierarchy) -> Result<(), Wrong> {
    let modules = fields.names("class_module_index")?;
    for (class, superclass) in fields.names("class_superclass_index")? {
        let module = modules.iter().find(|(it, _)| *it == class).map(|(_, module)| module);
        let superclass = Some(superclass).filter(|it| !matches!(it.as_str(), "none" | "nil"));
        let superclass = superclass.map(|it| ClassName::from(it.as_str()));
        let stub = ClassInfo {
            flags: ClassFlags { is_incomplete: true, ..ClassFlags::default() },
            package: module.and_then(|it| package_of(it)).map(Name::from),
            ..ClassInfo::new(ClassName::from(class.as_str()), superclass)
        };
        hierarchy.add_class(stub, Origin::Stub);
    }
    Ok(())
}

/// `bt@package@class`
fn package_of(module: &str) -> Option<&str> {
    let (package, _) = module.strip_prefix("bt@")?.split_once('@')?;
    Some(package)
}
