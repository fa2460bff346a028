//! Superclasses: not sealed, and never the class itself on the way up.

use std::collections::HashMap;

use hierarchy::{ClassHierarchy, ClassName};
use syntax::tree::{Class, Item};
use syntax::{Span, Tree};

use crate::context::Context;
use crate::cycles::rings;
use crate::findings::Findings;
use crate::problem::ProblemKind;

pub(crate) fn sealed_superclass(
    tree: &Tree,
    class: &Class,
    hierarchy: &ClassHierarchy,
    context: Context,
    findings: &mut Findings,
) {
    let Some(superclass) = class.superclass.filter(|_| !context.is_library()) else { return };
    let name = tree.name(superclass.class.name);
    let is_sealed =
        hierarchy.class(&ClassName::from(name)).is_some_and(|info| info.flags.is_sealed);
    if is_sealed {
        let span = tree.tokens.get(superclass.class.name).span();
        findings.report(ProblemKind::SealedSuperclass, span);
    }
}

/// Classes that inherit from themselves: each ring once in a program, by the text
/// that defines the first of its classes by name.
pub(crate) fn cycles(tree: &Tree, hierarchy: &ClassHierarchy, findings: &mut Findings) {
    let mut here: HashMap<ClassName, Span> = HashMap::new();
    for item in &tree.items {
        let Item::Class(id) = *item else { continue };
        let class = &tree.nodes.classes[id];
        let (Some(name), Some(superclass)) = (class.name, class.superclass) else { continue };
        let span = tree.tokens.get(superclass.class.name).span();
        here.entry(ClassName::from(tree.name(name))).or_insert(span);
    }
    let superclass = |class: &ClassName| {
        let superclass = hierarchy.class(class).and_then(|info| info.superclass.as_ref());
        superclass.map(|it| ClassName::from(it.class.simple())).into_iter().collect()
    };
    for ring in rings(here.keys().cloned(), superclass) {
        let place = ring.first().and_then(|first| here.get(first)).copied();
        if let Some(span) = place {
            findings.report(ProblemKind::SuperclassCycle(ring), span);
        }
    }
}
