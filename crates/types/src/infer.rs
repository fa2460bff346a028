//! What type every expression of a program has.
//!
//! In go trees and the hierarchy that their classes stand in; out come the types of all
//! expressions, and what the methods answer that declare nothing. Nothing is run and
//! nothing is reported: what is not known is Dynamic, with the reason.
//!
//! The body of a method is looked into when its result is first asked for, in whatever
//! tree it stands. Methods that wait for each other in a circle see each other as
//! Dynamic, so that no result hangs on where one began.

mod arms;
mod at;
mod blocks;
mod bodies;
mod class_side;
mod demand;
mod engine;
mod environment;
mod expressions;
mod feedback;
mod found;
mod messages;
mod names;
mod narrowing;
mod native_calls;
mod nil_tests;
mod outcome;
mod particular;
mod rebuilt;
mod recheck;
mod search;
mod sends;
mod unions;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use hierarchy::{ClassHierarchy, ClassName, Name, Side};
use syntax::Tree;
use syntax::tree::ExprId;

use crate::inferred::InferredType;
use crate::native::NativeSignatures;
pub use at::{Place, Sight, infer_at};
use bodies::Record;
use engine::Engine;
use hierarchy::Fast;
pub use recheck::{Rechecked, recheck};

/// The types of a text.
#[derive(Clone, Debug, Default)]
pub struct Inference {
    /// One for each expression.
    types: Vec<InferredType>,
    /// Its methods in order, and last what stands outside of them.
    records: Vec<Record>,
    /// Of several methods of one name the one that counts.
    methods: HashMap<Arc<MethodKey>, usize, Fast>,
    results: BTreeMap<MethodKey, InferredType>,
    uses: BTreeSet<MethodKey>,
    bindings: BTreeMap<Name, InferredType>,
}

/// A method of a class, on one side of it.
pub type MethodKey = (ClassName, Side, String);

/// Variables and what they hold.
pub type Bindings = BTreeMap<Name, InferredType>;

impl Inference {
    /// Nothing for what is Dynamic without a reason.
    pub fn type_of(&self, expr: ExprId) -> Option<&InferredType> {
        self.types.get(expr.index()).filter(|it| !it.is_unknown())
    }

    /// What the methods of the text answer that declare nothing; those that are Dynamic
    /// are left out.
    pub fn results(&self) -> &BTreeMap<MethodKey, InferredType> {
        &self.results
    }

    /// What the body of any method of the text answers, whatever it declares. Nothing
    /// for what is Dynamic without a reason.
    pub fn body(&self, method: &MethodKey) -> Option<&InferredType> {
        let record = self.records.get(*self.methods.get(method)?)?;
        Some(&record.body).filter(|it| !it.is_unknown())
    }

    /// The methods of other texts whose results were asked for.
    pub fn uses(&self) -> &BTreeSet<MethodKey> {
        &self.uses
    }

    /// What the variables hold that stand outside of all classes, at the end.
    pub fn bindings(&self) -> &Bindings {
        &self.bindings
    }
}

/// Infers all of a text that stands alone.
pub fn infer(
    tree: &Tree,
    hierarchy: &ClassHierarchy,
    natives: Option<&NativeSignatures>,
) -> Inference {
    infer_with(tree, hierarchy, natives, &Bindings::new())
}

/// The same where some variables are bound before the first statement.
pub fn infer_with(
    tree: &Tree,
    hierarchy: &ClassHierarchy,
    natives: Option<&NativeSignatures>,
    bindings: &Bindings,
) -> Inference {
    let Some(mut engine) = Engine::new(&[tree], hierarchy, natives, Vec::new(), &[]) else {
        return Inference::default();
    };
    engine.bindings = Some(bindings);
    engine.all().into_iter().next().unwrap_or_default()
}

/// Infers texts that know of each other: one answer for each, in their order.
pub fn infer_program(
    trees: &[&Tree],
    hierarchy: &ClassHierarchy,
    natives: Option<&NativeSignatures>,
) -> Vec<Inference> {
    Engine::new(trees, hierarchy, natives, Vec::new(), &[]).map_or_else(Vec::new, Engine::all)
}
