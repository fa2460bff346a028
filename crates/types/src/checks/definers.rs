//! Who may answer a message.

use hierarchy::{ClassInfo, MethodInfo, MethodOrigin, Origin, Side};

use crate::meaning::{Meaning, Sent, Target};
use crate::world::AnalysisScope;

/// A method and the class that has it.
#[derive(Clone, Copy)]
pub(crate) struct Definer<'a> {
    pub(crate) class: &'a ClassInfo,
    pub(crate) method: &'a MethodInfo,
    pub(crate) side: Side,
}

/// The method that answers; where the receiver is not known, all methods that might, if
/// all classes are seen. None where someone may answer who is not seen.
pub(crate) fn definers<'a>(meaning: &Meaning<'a, '_>, sent: &Sent<'a>) -> Vec<Definer<'a>> {
    match &sent.target {
        Target::Instance { found, .. } | Target::ClassObject { found, .. } => {
            let found =
                found.map(|it| Definer { class: it.class, method: it.method, side: it.side });
            found.into_iter().collect()
        }
        Target::Unknown if sent.receiver.is_dynamic() => anyone(meaning, &sent.selector),
        Target::Unknown | Target::Union => Vec::new(),
    }
}

impl Definer<'_> {
    /// Whether it is a method of the class library.
    pub(crate) fn is_of_library(self, meaning: &Meaning) -> bool {
        meaning.hierarchy.origin(&self.class.name) == Some(Origin::Builtin)
            && self.method.origin != MethodOrigin::Extension
    }
}

fn anyone<'a>(meaning: &Meaning<'a, '_>, selector: &str) -> Vec<Definer<'a>> {
    const ANYTHING: &str = "doesNotUnderstand:args:";
    if meaning.context.scope() != AnalysisScope::WHOLE {
        return Vec::new();
    }
    let mut found = Vec::new();
    for class in meaning.hierarchy.classes() {
        for side in [Side::Instance, Side::Class] {
            for method in meaning.hierarchy.own_methods(&class.name, side) {
                let definer = Definer { class, method, side };
                if method.selector == *ANYTHING && !definer.is_of_library(meaning) {
                    return Vec::new();
                }
                if method.selector == *selector {
                    found.push(definer);
                }
            }
        }
    }
    found
}
