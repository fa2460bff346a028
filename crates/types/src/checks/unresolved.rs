//! Classes that nobody knows.
//!
//! Asked only where all of a project is seen. A name of another package is not: which
//! packages there are is for whoever builds to say.

use std::collections::{HashMap, HashSet};

use hierarchy::{ClassHierarchy, ClassName, Name, Origin};
use syntax::tree::{self, Item, TypeAnnotation};
use syntax::{TokenId, Tree};

use crate::inferred::is_letter;
use crate::meaning::Meaning;
use crate::problem::{ClassRole, ProblemKind, ReachProblem};
use crate::spelling::nearest;
use crate::world::AnalysisScope;

/// What has a meaning without being a class of that name.
const WORDS: [&str; 10] =
    ["Self", "Erlang", "Nil", "True", "False", "Dynamic", "Never", "nil", "true", "false"];

/// How many names are compared with a misspelled one.
const COMPARED: usize = 1000;

/// The names there are, for those that are not there.
#[derive(Debug, Default)]
pub(crate) struct Suggestions<'a> {
    /// Filled when first needed: those of the program before those of the library.
    candidates: Vec<&'a str>,
    /// By name, and whether it is of a type, what was meant by it.
    found: HashMap<(&'a str, bool), Option<Name>>,
}

/// A class as an expression.
pub(crate) fn class_reference(meaning: &mut Meaning, class: tree::ClassName) {
    qualified(meaning, class, ClassRole::Object);
}

/// All classes that declarations name. What patterns name is told where they are checked.
pub(crate) fn declarations(meaning: &mut Meaning) {
    let tree = meaning.tree;
    for item in &tree.items {
        match *item {
            Item::Class(id) => {
                if let Some(superclass) = tree.nodes.classes[id].superclass {
                    qualified(meaning, superclass.class, ClassRole::Superclass);
                }
            }
            Item::Extension(id) => {
                qualified(meaning, tree.nodes.extensions[id].class, ClassRole::Extended);
            }
            Item::Protocol(_) | Item::Alias(_) | Item::Statement(_) => {}
        }
    }
    let parameters = type_parameters(tree);
    for (_, ty) in tree.nodes.types.iter() {
        let class = match *ty {
            TypeAnnotation::Simple(class)
            | TypeAnnotation::Generic(class, _)
            | TypeAnnotation::ClassOf(class) => class,
            _ => continue,
        };
        if !parameters.contains(tree.name(class.name)) {
            qualified(meaning, class, ClassRole::Type);
        }
    }
}

/// All names that any definition of a text declares as type parameters.
fn type_parameters(tree: &Tree) -> HashSet<&str> {
    let classes = tree.nodes.classes.iter().flat_map(|(_, class)| &class.type_parameters);
    let protocols = tree.nodes.protocols.iter().flat_map(|(_, protocol)| &protocol.type_parameters);
    classes.chain(protocols).map(|parameter| tree.name(parameter.name)).collect()
}

fn qualified(meaning: &mut Meaning, class: tree::ClassName, role: ClassRole) {
    if class.package.is_none() {
        named(meaning, class.name, role);
    }
}

fn named(meaning: &mut Meaning, token: TokenId, role: ClassRole) {
    if meaning.context.scope() == AnalysisScope::ModuleOnly {
        return;
    }
    let tree = meaning.tree;
    let name = tree.name(token);
    if is_known(meaning.hierarchy, name) {
        return;
    }
    let meant = suggestion(meaning, name, role);
    // A type checks what it can: one of a class that is not there harms nobody. What is
    // told is that it was misspelled.
    if role == ClassRole::Type && meant.is_none() {
        return;
    }
    let span = tree.tokens.get(token).span();
    meaning.report(ProblemKind::Reach(ReachProblem::UnknownClass { role, meant }), span);
}

fn is_known(hierarchy: &ClassHierarchy, name: &str) -> bool {
    let class = ClassName::from(name);
    WORDS.contains(&name)
        || hierarchy::global_class(name).is_some()
        || is_letter(name)
        || hierarchy.class(&class).is_some()
        || hierarchy.protocol(&class).is_some()
        || hierarchy.alias(&class).is_some()
}

fn suggestion<'a>(meaning: &mut Meaning<'a, '_>, name: &'a str, role: ClassRole) -> Option<Name> {
    let key = (name, role == ClassRole::Type);
    if let Some(found) = meaning.suggestions.found.get(&key) {
        return found.clone();
    }
    if !meaning.findings.may_suggest() {
        return None;
    }
    let hierarchy = meaning.hierarchy;
    let suggestions = &mut meaning.suggestions;
    if suggestions.candidates.is_empty() {
        suggestions.candidates = candidates(hierarchy);
    }
    let found = nearest(name, suggestions.candidates.iter().copied());
    let found = match role {
        ClassRole::Type => found.filter(|it| is_slip(name, it)).or_else(|| {
            let aliases = hierarchy.aliases().into_iter().take(COMPARED);
            nearest(name, aliases.map(|alias| alias.name.simple()))
        }),
        _ => found,
    };
    let found = found.map(Name::from);
    suggestions.found.insert(key, found.clone());
    found
}

/// Whether a name is so like another that it is hardly one of its own.
fn is_slip(name: &str, other: &str) -> bool {
    strsim::levenshtein(name, other) <= (name.len() / 4).max(1)
}

fn candidates(hierarchy: &ClassHierarchy) -> Vec<&str> {
    let mut classes = hierarchy.classes();
    classes.sort_by_key(|class| hierarchy.origin(&class.name) == Some(Origin::Builtin));
    let aliases = hierarchy.aliases().into_iter().map(|alias| alias.name.simple());
    let classes = classes.into_iter().map(|class| class.name.simple());
    aliases.chain(classes).chain(hierarchy::global_names()).take(COMPARED).collect()
}
