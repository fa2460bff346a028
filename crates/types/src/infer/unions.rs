//! Sends to one of several: each answers in its own way.

use hierarchy::{ClassName, known};

use super::engine::Engine;
use super::environment::Environment;
use super::sends::Sent;
use crate::algebra::union;
use crate::inferred::{DynamicReason, InferredType};
use crate::substitution::Substitution;

impl<'a> Engine<'a> {
    pub(super) fn union_send(
        &mut self,
        sent: Sent,
        receiver: &InferredType,
        around: &mut Environment<'a>,
    ) -> InferredType {
        let mut types = self.arguments(sent.arguments, around);
        let members = receiver.alternatives().to_vec();
        let first = members.iter().filter(|it| !it.is_nil()).find_map(|it| {
            let class = it.instance_class()?;
            Some(self.find_method(class, sent.selector)?.found)
        });
        self.blocks_of(sent, &mut types, first, &Substitution::default(), around);
        if matches!(sent.selector, "==" | "=:=" | "/=" | "=/=") {
            return self.instance("Boolean", sent.id);
        }
        let mut answers = Vec::new();
        for member in members.iter().filter(|it| !it.is_nil()) {
            match member.instance_class().cloned() {
                Some(class) => {
                    let found = self.find_method(&class, sent.selector);
                    match found {
                        Some(_) => answers.push(match self.arithmetic(sent, member, &types) {
                            Some(number) => number,
                            None => self.answer(sent, member, found, &[]),
                        }),
                        None if self.may_understand(&class) => {
                            answers.push(InferredType::Dynamic(DynamicReason::DynamicReceiver));
                        }
                        None => {}
                    }
                }
                None => answers.push(InferredType::Dynamic(DynamicReason::DynamicReceiver)),
            }
        }
        let nil = members.iter().find(|it| it.is_nil()).filter(|_| !answers.is_empty());
        if let Some(nil) = nil
            && let Some(found) = self.find_method(&known::UNDEFINED_OBJECT, sent.selector)
        {
            answers.push(self.answer(sent, nil, Some(found), &[]));
        }
        union(answers)
    }

    /// Whether instances may answer what no method is seen for.
    fn may_understand(&mut self, class: &ClassName) -> bool {
        let is_unknown = self.hierarchy().class(class).is_none();
        let last_resort = self.find_method(class, "doesNotUnderstand:args:");
        is_unknown || last_resort.is_some_and(|it| it.found.class.name != known::PROTO_OBJECT)
    }
}
