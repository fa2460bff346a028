//! How completely is it known what a class understands?
//!
//! Only of a class whose every method is seen may one say that it lacks one.

use hierarchy::{ClassName, LineageEnd, Side, known};

use crate::world::{AnalysisScope, World};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// There is no such class.
    Dynamic,
    /// It may understand more than is seen.
    Open,
    /// It understands what is seen, and nothing else.
    ClosedComplete,
}

/// What is known of one side of a class.
pub fn classify(world: World, class: &ClassName, side: Side) -> Knowledge {
    let lineage = world.hierarchy.lineage(class);
    if lineage.classes.is_empty() {
        return Knowledge::Dynamic;
    }
    let is_incomplete = lineage.classes.iter().any(|info| info.flags.is_incomplete);
    let is_seen = lineage.end == LineageEnd::Root && !is_incomplete && sees_extensions(world);
    match is_seen && !answers_anything(world, class, side) {
        true => Knowledge::ClosedComplete,
        false => Knowledge::Open,
    }
}

/// Whether a class decides at run time what it understands. `ProtoObject` does not:
/// what it does there is to complain. For a class object those count too whose
/// instances all class objects are.
fn answers_anything(world: World, class: &ClassName, side: Side) -> bool {
    const SELECTOR: &str = "doesNotUnderstand:args:";
    let found = match side {
        Side::Instance => world.hierarchy.find_method(class, SELECTOR),
        Side::Class => world.hierarchy.find_class_method(class, SELECTOR),
    };
    found.is_some_and(|found| found.class.name != known::PROTO_OBJECT)
}

fn sees_extensions(world: World) -> bool {
    match world.scope {
        AnalysisScope::ModuleOnly => true,
        AnalysisScope::ProjectComplete { has_unseen_extensions } => !has_unseen_extensions,
    }
}
