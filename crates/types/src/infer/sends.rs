//! Sends: who answers them, and with what.

use hierarchy::{ClassName, Found, Side, Type, known};
use syntax::tree::{Cascade, Expr, ExprId, Message, Send};

use super::Engine;
use super::blocks::Offer;
use super::environment::Environment;
use super::particular::block_result;
use crate::algebra::{union, without_nil};
use crate::inferred::{DynamicReason, InferredType, Provenance};
use crate::resolve::Purpose;
use crate::substitution::Substitution;

/// A message, where it stands and to what.
#[derive(Clone, Copy)]
pub(super) struct Sent<'m> {
    pub(super) id: ExprId,
    /// The receiver as it is written.
    pub(super) shown: ExprId,
    pub(super) selector: &'m str,
    pub(super) arguments: &'m [ExprId],
}

impl<'a> Engine<'a> {
    pub(super) fn send(
        &mut self,
        id: ExprId,
        send: &Send,
        receiver: InferredType,
        around: &mut Environment<'a>,
    ) -> InferredType {
        let answer = self.message(id, send.receiver, receiver, &send.message, around);
        if send.is_cast { InferredType::nil(Provenance::NOWHERE) } else { answer }
    }

    pub(super) fn cascade(
        &mut self,
        id: ExprId,
        cascade: &Cascade,
        around: &mut Environment<'a>,
    ) -> InferredType {
        let Expr::Send(first) = self.tree.nodes.exprs[cascade.first] else {
            return self.expr(cascade.first, around);
        };
        let receiver = self.expr(first.receiver, around);
        let answer = self.send(cascade.first, &first, receiver.clone(), around);
        self.record(cascade.first, &answer);
        let mut last = answer;
        for message in &self.tree.nodes.messages[cascade.messages] {
            last = self.message(id, first.receiver, receiver.clone(), message, around);
        }
        last
    }

    fn message(
        &mut self,
        id: ExprId,
        shown: ExprId,
        receiver: InferredType,
        message: &Message,
        around: &mut Environment<'a>,
    ) -> InferredType {
        let selector = self.tree.selector(message);
        let arguments = self.tree.arguments(message);
        let sent = Sent { id, shown, selector: &selector, arguments: &arguments };
        let receiver = match receiver {
            InferredType::Negation { base, .. } => (*base).clone(),
            receiver => receiver,
        };
        if let Some(answer) = self.conditional(sent, &receiver, around) {
            return answer;
        }
        if let Some(answer) = self.nil_test(sent, &receiver, around) {
            return answer;
        }
        if let ("asType:", [class]) = (sent.selector, sent.arguments) {
            self.expr(*class, around);
            return self.class_named(*class).unwrap_or(receiver);
        }
        match &receiver {
            InferredType::Meta { class_name, .. } => self.class_send(sent, class_name, around),
            InferredType::Known { class_name, .. } => {
                let class = class_name.clone();
                self.instance_send(sent, &receiver, &class, around)
            }
            InferredType::Union { .. } => self.union_send(sent, &receiver, around),
            _ => {
                let mut types = self.arguments(sent.arguments, around);
                self.blocks_of(sent, &mut types, None, &Substitution::default(), around);
                InferredType::Dynamic(DynamicReason::DynamicReceiver)
            }
        }
    }

    pub(super) fn blocks_of(
        &mut self,
        sent: Sent,
        types: &mut [InferredType],
        found: Option<Found<'a>>,
        substitution: &Substitution,
        around: &mut Environment<'a>,
    ) {
        let reason = match found {
            Some(_) => DynamicReason::UnannotatedParam,
            None => DynamicReason::DynamicReceiver,
        };
        let given = match (sent.selector, sent.arguments) {
            ("on:do:", [class, _]) => self.class_named(*class).map(|it| (1, it)),
            ("ifNotNil:", _) => {
                let receiver = self.types.get(&sent.shown).filter(|it| !it.is_nil());
                receiver.map(|it| (0, without_nil(it)))
            }
            _ => None,
        };
        let offer = Offer { found, substitution, reason, given };
        let shown = match sent.selector {
            "and:" => self.shown_not_nil(sent.shown, around),
            _ => None,
        };
        let Some((key, ty)) = shown else {
            return self.block_arguments(sent.arguments, types, &offer, around);
        };
        let mut inner = around.inner();
        inner.narrow(&key, ty);
        self.block_arguments(sent.arguments, types, &offer, &mut inner);
        around.join(inner);
    }

    fn instance_send(
        &mut self,
        sent: Sent,
        receiver: &InferredType,
        class: &ClassName,
        around: &mut Environment<'a>,
    ) -> InferredType {
        if let Some(answer) = self.native_call(sent, receiver, around) {
            return answer;
        }
        let looked_up = match receiver.symbol() {
            Some(_) => known::SYMBOL.clone(),
            None => class.clone(),
        };
        let found = self.hierarchy().find_method(&looked_up, sent.selector);
        let mut types = self.arguments(sent.arguments, around);
        let mut substitution = match found {
            Some(it) => self.resolver.inherited(&looked_up, receiver.arguments(), it.class),
            None => Substitution::default(),
        };
        if let Some(it) = found {
            substitution.extend(self.resolver.method_parameters(it.method, it.class, &types));
        }
        self.blocks_of(sent, &mut types, found, &substitution, around);
        if let Some(number) = self.arithmetic(sent, receiver, &types) {
            return number;
        }
        if let Some(element) = self.element_of_tuple(sent, receiver) {
            return element;
        }
        self.answer(sent, receiver, found, &types)
    }

    /// What an instance answers by the method that was found.
    pub(super) fn answer(
        &mut self,
        sent: Sent,
        receiver: &InferredType,
        found: Option<Found<'a>>,
        types: &[InferredType],
    ) -> InferredType {
        let unknown = InferredType::Dynamic(DynamicReason::DynamicReceiver);
        let Some(found) = found else { return self.class_of_unknown(sent, receiver) };
        let Some(declared) = found.method.signature.returns.ty() else {
            if let Some(block) = block_result(sent.selector, receiver) {
                return block;
            }
            let result = self.result(found.class, Side::Instance, sent.selector);
            return result.unwrap_or(unknown);
        };
        let class = receiver.instance_class().cloned().unwrap_or_else(|| known::OBJECT.clone());
        // The proxy passes on everything, so that it is as good as the actor.
        let is_proxy = matches!(declared, Type::Class(it) if it.class.simple() == "TimeoutProxy");
        if sent.selector == "withTimeout:" && is_proxy {
            return receiver.clone();
        }
        let mut substitution = self.resolver.inherited(&class, receiver.arguments(), found.class);
        substitution.extend(self.resolver.method_parameters(found.method, found.class, types));
        let substitution = substitution.with_receiver(receiver.clone());
        self.resolver.resolve(declared, &substitution, Purpose::Send(self.place(sent.id)))
    }

    /// A class object of a class that is not known has instances of some kind.
    fn class_of_unknown(&self, sent: Sent, receiver: &InferredType) -> InferredType {
        let is_class = [&known::BEHAVIOUR, &known::CLASS, &known::METACLASS]
            .iter()
            .any(|it| receiver.is_instance_of(it));
        match sent.selector {
            "new" | "new:" | "basicNew" if is_class => self.instance("Object", sent.id),
            // It asks the class that it describes.
            _ if receiver.is_instance_of(&known::METACLASS) => InferredType::UNKNOWN,
            _ => InferredType::Dynamic(DynamicReason::DynamicReceiver),
        }
    }

    fn union_send(
        &mut self,
        sent: Sent,
        receiver: &InferredType,
        around: &mut Environment<'a>,
    ) -> InferredType {
        let mut types = self.arguments(sent.arguments, around);
        let members = receiver.alternatives().to_vec();
        let first = members.iter().filter(|it| !it.is_nil()).find_map(|it| {
            let class = it.instance_class()?;
            self.hierarchy().find_method(class, sent.selector)
        });
        self.blocks_of(sent, &mut types, first, &Substitution::default(), around);
        if matches!(sent.selector, "==" | "=:=" | "/=" | "=/=") {
            return self.instance("Boolean", sent.id);
        }
        let mut answers = Vec::new();
        for member in members.iter().filter(|it| !it.is_nil()) {
            match member.instance_class().cloned() {
                Some(class) => {
                    let found = self.hierarchy().find_method(&class, sent.selector);
                    match found {
                        Some(_) => answers.push(self.answer(sent, member, found, &[])),
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
            && let Some(found) =
                self.hierarchy().find_method(&known::UNDEFINED_OBJECT, sent.selector)
        {
            answers.push(self.answer(sent, nil, Some(found), &[]));
        }
        union(answers)
    }

    /// Whether instances may answer what no method is seen for.
    fn may_understand(&self, class: &ClassName) -> bool {
        let is_unknown = self.hierarchy().class(class).is_none();
        let last_resort = self.hierarchy().find_method(class, "doesNotUnderstand:args:");
        is_unknown || last_resort.is_some_and(|it| it.class.name != known::PROTO_OBJECT)
    }
}
