//! Inference once more, after the bodies of some texts have changed.
//!
//! What a body asks for is kept with what it answers. A body that asks for nothing that
//! has changed, and that is in the same circles, answers as before: it is not looked
//! into again. So a change goes exactly as far as results differ, and all is as if all
//! had been inferred anew.

use hierarchy::ClassHierarchy;
use syntax::Tree;

use super::bodies::{BodyId, Demand, Record};
use super::demand::Progress;
use super::engine::Engine;
use super::{Inference, infer_program};
use crate::inferred::{InferredType, Provenance};
use crate::native::NativeSignatures;

/// What a program is after a change.
#[derive(Debug)]
pub struct Rechecked {
    /// One for each text.
    pub inferences: Vec<Inference>,
    /// The texts in which anything was looked into again, by number.
    pub inferred: Vec<usize>,
}

/// Infers a program of which some texts, given by their numbers, have changed since.
///
/// The hierarchy is what it was: a change that reaches the heads of classes or methods
/// may reach everything, and is for [`infer_program`].
pub fn recheck(
    trees: &[&Tree],
    hierarchy: &ClassHierarchy,
    natives: Option<&NativeSignatures>,
    before: Vec<Inference>,
    changed: &[usize],
) -> Rechecked {
    let Some(mut engine) = Engine::new(trees, hierarchy, natives, before, changed) else {
        return Rechecked { inferences: Vec::new(), inferred: Vec::new() };
    };
    if !engine.has_same_methods() {
        let inferences = infer_program(trees, hierarchy, natives);
        return Rechecked { inferred: (0..inferences.len()).collect(), inferences };
    }
    engine.take_over(changed);
    engine.rest()
}

impl Engine<'_> {
    fn has_same_methods(&self) -> bool {
        let is_same = |(tree, before): (usize, &Inference)| {
            let now = self.bodies.of_tree(tree).iter().map(|it| it.key());
            now.eq(before.records.iter().map(|it| it.method.as_ref()))
        };
        self.found.len() == self.before.len() && self.before.iter().enumerate().all(is_same)
    }

    /// Leaves open only what may have come to answer something else.
    fn take_over(&mut self, changed: &[usize]) {
        for (tree, before) in self.before.iter_mut().enumerate() {
            let Some(found) = self.found.get_mut(tree) else { continue };
            found.bindings = std::mem::take(&mut before.bindings);
            found.types = std::mem::take(&mut before.types);
            if changed.contains(&tree) {
                found.types.clear();
            }
        }
        let mut pending: Vec<BodyId> = Vec::new();
        for body in 0..self.bodies.all.len() {
            let is_changed = self.tree_of(body).is_some_and(|it| changed.contains(&it));
            match self.record_before(body).filter(|_| !is_changed) {
                Some(record) => {
                    let answer = record.body.clone();
                    let standing = &mut self.waiting.standings[body];
                    (standing.answer, standing.progress) = (answer, Progress::Done);
                }
                None => pending.push(body),
            }
        }
        let askers = self.askers();
        while let Some(body) = pending.pop() {
            for asker in askers.get(body).into_iter().flatten() {
                let progress = &mut self.waiting.standings[*asker].progress;
                if *progress == Progress::Done {
                    *progress = Progress::Old;
                    pending.push(*asker);
                }
            }
        }
    }

    /// For each body those that have asked for it.
    fn askers(&self) -> Vec<Vec<BodyId>> {
        let mut askers = vec![Vec::new(); self.bodies.all.len()];
        for asker in 0..self.bodies.all.len() {
            for demand in self.record_before(asker).into_iter().flat_map(|it| &it.demands) {
                let wanted = self.bodies.at(demand);
                if let Some(askers) = wanted.and_then(|it| askers.get_mut(it)) {
                    askers.push(asker);
                }
            }
        }
        askers
    }

    /// The answer of a body of which nothing has changed, if all that it asks for is as
    /// it was.
    pub(super) fn answer_as_before(&mut self, body: BodyId) -> Option<InferredType> {
        let record = self.record_before(body)?;
        if record.is_alone {
            return None;
        }
        let answer = record.body.clone();
        let mut number = 0;
        while let Some(demand) = self.record_before(body)?.demands.get(number).copied() {
            let wanted = self.bodies.at(&demand)?;
            self.demand(wanted);
            if self.waiting.is_leaving() || !self.is_as_before(body, wanted, demand) {
                return None;
            }
            number += 1;
        }
        Some(answer)
    }

    fn is_as_before(&self, asker: BodyId, wanted: BodyId, demand: Demand) -> bool {
        let is_circular = self.waiting.are_in_a_circle(asker, wanted);
        let answer = &self.waiting.standings[wanted].answer;
        let before = self.record_before(wanted).map(|it| &it.body);
        is_circular == demand.is_circular
            && (is_circular || before.is_some_and(|it| says_the_same(it, answer)))
    }

    pub(super) fn record_before(&self, body: BodyId) -> Option<&Record> {
        let tree = self.tree_of(body)?;
        self.before.get(tree)?.records.get(body - self.bodies.start(tree))
    }

    fn tree_of(&self, body: BodyId) -> Option<usize> {
        self.bodies.all.get(body).map(|it| it.tree)
    }

    fn rest(self) -> Rechecked {
        let found = self.settled();
        let inferred =
            |(number, (_, is_new)): (usize, &(Inference, bool))| is_new.then_some(number);
        Rechecked {
            inferred: found.iter().enumerate().filter_map(inferred).collect(),
            inferences: found.into_iter().map(|(inference, _)| inference).collect(),
        }
    }
}

/// Whether nobody who sees one instead of the other can tell: more than that they are
/// equal, for aliases and the order of members are shown.
fn says_the_same(one: &InferredType, other: &InferredType) -> bool {
    use InferredType::{Dynamic, Intersection, Known, Meta, Negation, Never, Union};
    let all = |mine: &[InferredType], theirs: &[InferredType]| {
        mine.len() == theirs.len() && mine.iter().zip(theirs).all(|(a, b)| says_the_same(a, b))
    };
    let alias = |ty: &InferredType| match ty.provenance() {
        Some(Provenance::Aliased(alias, _)) => Some(alias.clone()),
        _ => None,
    };
    let is_same = match (one, other) {
        (Known { class_name: one, arguments: mine, .. }, Known { class_name, arguments, .. }) => {
            one == class_name && all(mine, arguments)
        }
        (Union { members: mine, .. }, Union { members, .. })
        | (Intersection { members: mine, .. }, Intersection { members, .. }) => all(mine, members),
        (Negation { base: from, excluded: without, .. }, Negation { base, excluded, .. }) => {
            says_the_same(from, base) && says_the_same(without, excluded)
        }
        (Meta { class_name: one, .. }, Meta { class_name, .. }) => one == class_name,
        (Dynamic(one), Dynamic(other)) => one == other,
        (Never, Never) => true,
        _ => false,
    };
    is_same && alias(one) == alias(other)
}
