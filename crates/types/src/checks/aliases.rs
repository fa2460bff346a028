//! Type aliases: no alias means itself, and none has parameters.

use std::collections::HashMap;

use hierarchy::{ClassHierarchy, ClassName, Type};
use syntax::tree::{Item, TypeAnnotation, TypeId};
use syntax::{Span, Tree};

use crate::cycles::rings;
use crate::findings::Findings;
use crate::problem::ProblemKind;

/// Single capitals are type parameters, and an alias declares none.
pub(crate) fn parameters(tree: &Tree, id: TypeId, findings: &mut Findings) {
    let nodes = &tree.nodes;
    let parts = match nodes.types[id] {
        TypeAnnotation::Simple(class) => {
            let is_parameter = class.package.is_none() && is_letter(tree.name(class.name));
            if is_parameter {
                findings.report(ProblemKind::UnboundTypeParameter, tree.type_span(id));
            }
            return;
        }
        TypeAnnotation::Generic(_, parts)
        | TypeAnnotation::Union(parts)
        | TypeAnnotation::Difference(parts)
        | TypeAnnotation::Intersection(parts) => parts,
        TypeAnnotation::ClassOf(_)
        | TypeAnnotation::SelfType
        | TypeAnnotation::SelfClass
        | TypeAnnotation::Singleton(_)
        | TypeAnnotation::Error => return,
    };
    nodes.type_lists[parts].iter().for_each(|part| parameters(tree, *part, findings));
}

fn is_letter(name: &str) -> bool {
    matches!(name.as_bytes(), [letter] if letter.is_ascii_uppercase())
}

/// Aliases that mean themselves: each ring once in a program, by the text that
/// defines the first of its aliases by name.
pub(crate) fn cycles(tree: &Tree, hierarchy: &ClassHierarchy, findings: &mut Findings) {
    let mut here: HashMap<ClassName, Span> = HashMap::new();
    for item in &tree.items {
        let Item::Alias(id) = *item else { continue };
        let name = tree.nodes.aliases[id].name;
        let span = tree.tokens.get(name).span();
        here.entry(ClassName::from(tree.name(name))).or_insert(span);
    }
    let named =
        |alias: &ClassName| hierarchy.alias(alias).map_or(Vec::new(), |info| class_names(&info.ty));
    for ring in rings(here.keys().cloned(), named) {
        let place = ring.first().and_then(|first| here.get(first)).copied();
        if let Some(span) = place {
            findings.report(ProblemKind::AliasCycle(ring), span);
        }
    }
}

/// The names in a type that may be aliases.
fn class_names(ty: &Type) -> Vec<ClassName> {
    let mut names = Vec::new();
    let mut types = vec![ty];
    while let Some(ty) = types.pop() {
        if let Type::Class(class) = ty {
            names.push(ClassName::from(class.class.simple()));
        }
        types.extend(ty.parts());
    }
    names
}
