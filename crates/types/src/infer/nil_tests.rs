//! `ifTrue:` and its kin, and the tests for nil: their blocks see what the test has
//! shown, and their results join.

use hierarchy::{ClassName, known};

use super::engine::Engine;
use super::environment::Environment;
use super::sends::Sent;
use crate::algebra::{union, without_nil};
use crate::inferred::{DynamicReason, InferredType, Provenance};

impl<'a> Engine<'a> {
    /// A conditional with literal blocks, on what may be a Boolean.
    pub(super) fn conditional(
        &mut self,
        sent: Sent,
        receiver: &InferredType,
        around: &mut Environment<'a>,
    ) -> Option<InferredType> {
        let order: &[bool] = match sent.selector {
            "ifTrue:" => &[true],
            "ifFalse:" => &[false],
            "ifTrue:ifFalse:" => &[true, false],
            _ => return None,
        };
        let is = |class| receiver.is_instance_of(&ClassName::constant(class));
        let is_boolean = receiver.is_dynamic() || ["Boolean", "True", "False"].into_iter().any(is);
        if !is_boolean || sent.arguments.iter().any(|it| self.block_of(*it).is_none()) {
            return None;
        }
        let test = self.test(sent.shown, around);
        let mut types = Vec::new();
        let mut effects = Vec::new();
        for (argument, when) in sent.arguments.iter().zip(order) {
            let block = self.block_of(*argument)?;
            around.enter();
            if let Some(test) = test.as_ref().filter(|it| !self.assigns(*argument, it.key())) {
                test.apply(*when, around);
            }
            let reason = DynamicReason::UnannotatedParam;
            types.push(self.block(*argument, &block, &[], reason, around));
            effects.push(around.leave());
        }
        effects.into_iter().for_each(|branch| around.join(branch));
        let Some(class) = receiver.instance_class() else {
            return Some(InferredType::Dynamic(DynamicReason::DynamicReceiver));
        };
        let is_open = class.simple() == "Boolean";
        let results = types.iter().filter_map(|it| it.arguments().last().cloned());
        Some(match order.len() {
            // The other case answers the receiver.
            1 if is_open => union([self.instance("Boolean", sent.id)].into_iter().chain(results)),
            1 => {
                let found = self.find_method(class, sent.selector);
                self.answer(sent, receiver, found, &types)
            }
            _ => union(results),
        })
    }

    /// `ifNil:` and its kin with literal blocks.
    pub(super) fn nil_test(
        &mut self,
        sent: Sent,
        receiver: &InferredType,
        around: &mut Environment<'a>,
    ) -> Option<InferredType> {
        let order: &[bool] = match sent.selector {
            "ifNil:" => &[true],
            "ifNotNil:" => &[false],
            "ifNil:ifNotNil:" => &[true, false],
            "ifNotNil:ifNil:" => &[false, true],
            _ => return None,
        };
        let is_choice = receiver.alternatives().iter().any(InferredType::is_nil);
        if sent.arguments.iter().any(|it| self.block_of(*it).is_none())
            || matches!(receiver, InferredType::Meta { .. })
            || (order.len() == 1 && !(is_choice && receiver.alternatives().len() > 1))
        {
            return None;
        }
        let value = match receiver.is_nil() {
            true => InferredType::UNKNOWN,
            false => without_nil(receiver),
        };
        let mut results = Vec::new();
        for (argument, when_nil) in sent.arguments.iter().zip(order) {
            let block = self.block_of(*argument)?;
            let offered = if *when_nil { vec![] } else { vec![value.clone()] };
            let reason = DynamicReason::UnannotatedParam;
            let ty = self.block(*argument, &block, &offered, reason, around);
            results.extend(ty.arguments().last().cloned());
        }
        if let [when_nil] = order {
            let rest = match when_nil {
                true => value,
                false => InferredType::class(known::UNDEFINED_OBJECT.clone(), Provenance::NOWHERE),
            };
            results.insert(0, rest);
        }
        Some(union(results))
    }
}
