//! Sends: who answers them, and with what.

use hierarchy::{ClassName, Found, Side, known};
use syntax::tree::{Cascade, Expr, ExprId, Message, Send};

use super::Engine;
use super::blocks::Offer;
use super::environment::Environment;
use crate::algebra::union;
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
        let offer = Offer { found, substitution, reason };
        self.block_arguments(sent.arguments, types, &offer, around);
    }

    fn instance_send(
        &mut self,
        sent: Sent,
        receiver: &InferredType,
        class: &ClassName,
        around: &mut Environment<'a>,
    ) -> InferredType {
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
        self.answer(sent, receiver, found, &types)
    }

    /// What an instance answers by the method that was found.
    fn answer(
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
                    if found.is_some() {
                        answers.push(self.answer(sent, member, found, &types));
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
            answers.push(self.answer(sent, nil, Some(found), &types));
        }
        union(answers)
    }

    /// Integers stay integers; a float makes floats.
    fn arithmetic(
        &self,
        sent: Sent,
        receiver: &InferredType,
        types: &[InferredType],
    ) -> Option<InferredType> {
        let [argument] = types else { return None };
        let is = |ty: &InferredType, class: &str| ty.is_instance_of(&ClassName::from(class));
        let either = matches!(sent.selector, "max:" | "min:");
        if !either && !matches!(sent.selector, "+" | "-" | "*") {
            return None;
        }
        if is(receiver, "Float") && !either {
            return Some(self.instance("Float", sent.id));
        }
        if !is(receiver, "Integer") {
            return None;
        }
        Some(match () {
            () if is(argument, "Integer") => self.instance("Integer", sent.id),
            () if is(argument, "Float") && either => union([receiver.clone(), argument.clone()]),
            () if is(argument, "Float") => self.instance("Float", sent.id),
            () => self.instance("Number", sent.id),
        })
    }
}

/// What a block answers that is evaluated.
fn block_result(selector: &str, receiver: &InferredType) -> Option<InferredType> {
    let is_value = matches!(selector, "value" | "value:" | "value:value:" | "value:value:value:");
    let is_block = receiver.is_instance_of(&ClassName::from("Block"));
    receiver.arguments().last().filter(|_| is_value && is_block).cloned()
}
