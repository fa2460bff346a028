//! Matches: each arm sees what the arms before it have left of the value.

use syntax::tree::{Arm, Match, Pattern};

use super::engine::Engine;
use super::environment::{Environment, Key};
use crate::algebra::{Classes, difference, union, without_nil};
use crate::inferred::{DynamicReason, InferredType, Provenance};

impl<'a> Engine<'a> {
    /// What the arms answer, together.
    pub(super) fn matched(
        &mut self,
        matching: &Match,
        around: &mut Environment<'a>,
    ) -> InferredType {
        let tree = self.tree;
        let mut residual = self.expr(matching.value, around);
        let key = self.key(matching.value, around).map(|(key, _)| key);
        let mut results = Vec::new();
        let mut effects = Vec::new();
        for arm in &tree.nodes.arms[matching.arms] {
            let shown = self.shown_by(arm, &residual);
            let key = key.filter(|key| !self.assigns(arm.body, *key));
            let (ty, inner) = self.scope(arm.body, around, |engine, inner| {
                engine.enter(arm, key, &shown, inner);
                if let Some(guard) = arm.guard {
                    engine.expr(guard, inner);
                }
                engine.expr(arm.body, inner)
            });
            results.push(ty);
            effects.push(inner);
            if arm.guard.is_none() {
                residual = self.left_by(arm, residual);
            }
        }
        effects.into_iter().for_each(|inner| around.join(inner));
        match results.is_empty() {
            true => InferredType::Dynamic(DynamicReason::AmbiguousControlFlow),
            false => union(results),
        }
    }

    /// Binds the names of an arm, and what its pattern shows.
    fn enter(
        &self,
        arm: &Arm,
        key: Option<Key<'a>>,
        shown: &InferredType,
        inner: &mut Environment<'a>,
    ) {
        if let Some(key) = key {
            inner.narrow(key, shown.clone());
        }
        let tree = self.tree;
        for name in self.pattern_names(arm.pattern) {
            inner.bind(tree.name(name), InferredType::UNKNOWN);
        }
        if let Pattern::ClassTest(test) = tree.nodes.patterns[arm.pattern] {
            inner.bind(tree.name(test.name), shown.clone());
        }
    }

    /// What the value is where the pattern fits.
    fn shown_by(&self, arm: &Arm, residual: &InferredType) -> InferredType {
        match self.tree.nodes.patterns[arm.pattern] {
            Pattern::Nil => InferredType::nil(Provenance::NOWHERE),
            Pattern::ClassTest(test) => self.met(residual, &self.tested(test.class)),
            _ => residual.clone(),
        }
    }

    /// What the value is where the pattern does not fit.
    fn left_by(&self, arm: &Arm, residual: InferredType) -> InferredType {
        match self.tree.nodes.patterns[arm.pattern] {
            Pattern::Nil => without_nil(&residual),
            Pattern::ClassTest(test) => {
                let classes = Classes::Inheritance(self.hierarchy());
                difference(&residual, &self.tested(test.class), classes)
            }
            _ => residual,
        }
    }

    fn tested(&self, class: syntax::TokenId) -> InferredType {
        let span = self.tree.tokens.get(class).span();
        InferredType::class(self.tree.name(class), Provenance::Inferred(span))
    }
}
