//! What a method takes against what the inherited method of its name takes.
//!
//! A parameter may be wider or narrower than the inherited one; that the two have
//! nothing in common is a mistake.

use hierarchy::{ClassInfo, Found, Name, Selector, Side};
use syntax::tree::Method;

use super::annotations::{declared, unless_collapsed};
use crate::inferred::InferredType;
use crate::meaning::Meaning;
use crate::problem::{ProblemKind, ResultProblem};
use crate::relation::is_type_compatible;
use crate::resolve::Purpose;

/// Each class makes its instances from what it needs for them.
const CONSTRUCTORS: [&str; 2] = ["new:", "spawnWith:"];

pub(crate) fn method(meaning: &mut Meaning, method: &Method) {
    let tree = meaning.tree;
    let Some(class) = meaning.around.class else { return };
    let selector = tree.header_selector(&method.header);
    let is_class_side = method.modifiers.is_class_side;
    if is_class_side && CONSTRUCTORS.contains(&&*selector) {
        return;
    }
    let Some(found) = inherited(meaning, class, &selector) else { return };
    let arguments = meaning.resolver.declared(&class.instance_type(), Default::default());
    let above = meaning.resolver.inherited(&class.name, arguments.arguments(), found.class);
    let parameters = tree.parameters(&method.header).into_iter();
    let pairs = parameters.zip(&found.method.signature.parameters).enumerate();
    for (index, (own, above_it)) in pairs {
        let (Some(annotation), Some(ty)) = (own.annotation, &above_it.slot.declared) else {
            continue;
        };
        let purpose = Purpose::Send(tree.type_span(annotation));
        let inherited = unless_collapsed(ty, meaning.resolver.resolve(ty, &above, purpose));
        let own_type = declared(meaning, annotation);
        if have_something_in_common(meaning, &own_type, &inherited) {
            continue;
        }
        let problem = ResultProblem::Parameter {
            class: found.class.name.clone(),
            side: found.side,
            selector: Selector::from(&*selector),
            position: index + 1,
            name: own.name.map(|name| Name::from(tree.name(name))),
            declared: own_type,
            inherited,
        };
        let span = super::results::span(meaning, method);
        meaning.report(ProblemKind::Result(problem), span);
    }
}

/// The method that the method around takes the place of.
pub(crate) fn inherited<'a>(
    meaning: &Meaning<'a, '_>,
    class: &'a ClassInfo,
    selector: &str,
) -> Option<Found<'a>> {
    let (superclass, side) = (&class.superclass.as_ref()?.class, meaning.around.side?);
    match side {
        Side::Instance => meaning.hierarchy.find_method(superclass, selector),
        // What all class objects share has other reasons to have the same name.
        Side::Class => {
            let found = meaning.hierarchy.find_class_method(superclass, selector);
            found.filter(|found| found.side == Side::Class)
        }
    }
}

fn have_something_in_common(meaning: &Meaning, one: &InferredType, other: &InferredType) -> bool {
    let world = meaning.world();
    one.alternatives().iter().any(|one| {
        let mut others = other.alternatives().iter();
        others.any(|it| is_type_compatible(world, one, it) || is_type_compatible(world, it, one))
    })
}
