//! What is kept of a run: for each text its types, its results, and what each body has
//! asked for.

use std::sync::Arc;

use super::Inference;
use super::bodies::{BodyId, Demand, Record};
use super::engine::{Engine, Found};

impl Engine<'_> {
    /// Looks into all bodies that were not; for each text what is known of it, and
    /// whether anything in it was looked into.
    pub(super) fn settled(mut self) -> Vec<(Inference, bool)> {
        self.settle_all();
        let found = std::mem::take(&mut self.found);
        let mut outcomes = Vec::new();
        for (tree, found) in found.into_iter().enumerate() {
            let is_new = found.is_new;
            outcomes.push((self.inference(tree, found), is_new));
        }
        outcomes
    }

    fn inference(&mut self, tree: usize, found: Found) -> Inference {
        let Found { types, bindings, is_new } = found;
        if let Some(before) = self.before.get_mut(tree).filter(|_| !is_new) {
            return Inference { types, bindings, ..std::mem::take(before) };
        }
        let mut inference = Inference { types, bindings, ..Inference::default() };
        let begin = self.bodies.start(tree);
        for number in 0..self.bodies.of_tree(tree).len() {
            self.add_body(&mut inference, tree, begin + number);
        }
        inference
    }

    fn add_body(&self, inference: &mut Inference, tree: usize, body: BodyId) {
        let Some(of) = self.bodies.all.get(body) else { return };
        let record = self.record_of(body);
        for demand in record.demands.iter().filter(|it| it.tree != tree) {
            let wanted = self.bodies.at(demand).and_then(|it| self.bodies.all.get(it)?.key());
            if let Some(key) = wanted.filter(|it| !inference.uses.contains(&***it)) {
                inference.uses.insert((**key).clone());
            }
        }
        if let Some(key) = of.key().filter(|it| self.bodies.named(it) == Some(body)) {
            inference.methods.insert(Arc::clone(key), inference.records.len());
            let text = self.bodies.trees.get(tree);
            if !record.body.is_dynamic() && text.is_some_and(|it| of.is_open(it)) {
                inference.results.insert((**key).clone(), record.body.clone());
            }
        }
        inference.records.push(record);
    }

    /// One that was not looked into is as it was.
    fn record_of(&self, body: BodyId) -> Record {
        let standing = &self.waiting.standings[body];
        if let Some(before) = self.record_before(body).filter(|_| !standing.is_new) {
            return before.clone();
        }
        let demand = |wanted: &BodyId| {
            let tree = self.bodies.all.get(*wanted)?.tree;
            let is_circular = self.waiting.are_in_a_circle(body, *wanted);
            Some(Demand { tree, number: wanted - self.bodies.start(tree), is_circular })
        };
        Record {
            method: self.bodies.all.get(body).and_then(|it| it.key().cloned()),
            body: standing.answer.clone(),
            demands: standing.asked.iter().filter_map(demand).collect(),
            is_alone: self.waiting.is_alone(body),
        }
    }
}
