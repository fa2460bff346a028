//! Sends: who answers them, and with what.

use hierarchy::{ClassName, Found, Type, known};
use syntax::Span;
use syntax::tree::{Cascade, Expr, ExprId, Message, Send};

use super::blocks::Offer;
use super::engine::Engine;
use super::environment::Environment;
use super::found::{Answer, Answering, leaves_open};
use super::messages::FEW;
use super::particular::block_result;
use crate::algebra::without_nil;
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
        let selector = self.selector(message);
        let (mut few, mut many) = ([id; FEW], Vec::new());
        let arguments = self.arguments_of(message, &mut few, &mut many);
        let sent = Sent { id, shown, selector: &selector, arguments };
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
                let receiver = self.recorded(sent.shown);
                let receiver = receiver.filter(|it| !it.is_nil() && !it.is_unknown());
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
        around.enter();
        around.narrow(key, ty);
        self.block_arguments(sent.arguments, types, &offer, around);
        let inner = around.leave();
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
        let answering = self.find_method(&looked_up, sent.selector);
        let found = answering.map(|it| it.found);
        let mut types = self.arguments(sent.arguments, around);
        let mut substitution = match found {
            Some(it) => self.resolver.inherited(&looked_up, receiver.arguments(), it.class),
            None => Substitution::default(),
        };
        if let Some(it) = found {
            substitution.extend(self.resolver.method_parameters(it.method, it.class, &types));
        }
        self.blocks_of(sent, &mut types, found, &substitution, around);
        self.fed_back(sent, &mut types, found, substitution, around);
        if let Some(number) = self.arithmetic(sent, receiver, &types) {
            return number;
        }
        if let Some(element) = self.element_of_tuple(sent, receiver) {
            return element;
        }
        self.answer(sent, receiver, answering, &types)
    }

    /// What an instance answers by the method that was found.
    pub(super) fn answer(
        &mut self,
        sent: Sent,
        receiver: &InferredType,
        answering: Option<Answering<'a>>,
        types: &[InferredType],
    ) -> InferredType {
        let Some(Answering { found, answer }) = answering else {
            return self.class_of_unknown(sent, receiver);
        };
        let inferred;
        let declared = match answer {
            Answer::Type(declared) => declared,
            Answer::Body(_) | Answer::Unknown => {
                if let Some(block) = block_result(sent.selector, receiver) {
                    return block;
                }
                let Some(result) = self.result(answer) else {
                    return InferredType::Dynamic(DynamicReason::DynamicReceiver);
                };
                if !leaves_open(&result, found) {
                    return result;
                }
                inferred = result.to_type();
                &inferred
            }
        };
        // The proxy passes on everything, so that it is as good as the actor.
        let is_proxy = matches!(declared, Type::Class(it) if it.class.simple() == "TimeoutProxy");
        if sent.selector == "withTimeout:" && is_proxy {
            return receiver.clone();
        }
        if let Some(collection) = self.rebuilt(sent, receiver, found, declared, types) {
            return collection;
        }
        let place = self.place(sent.id);
        if let Some(plain) = self.plain(declared, found, place) {
            return plain;
        }
        let class = receiver.instance_class().unwrap_or(&known::OBJECT);
        let mut substitution = self.resolver.inherited(class, receiver.arguments(), found.class);
        substitution.extend(self.resolver.method_parameters(found.method, found.class, types));
        let substitution = substitution.with_receiver(receiver.clone());
        self.resolver.resolve(declared, &substitution, Purpose::Send(place))
    }

    /// A declared type that is the same whoever asks: a class, and no type parameter or
    /// alias.
    fn plain(&self, declared: &Type, found: Found, place: Span) -> Option<InferredType> {
        let Type::Class(class) = declared else { return None };
        let is_plain = class.arguments.is_empty()
            && found.class.type_parameters.is_empty()
            && self.hierarchy().alias(&class.class).is_none();
        is_plain.then(|| InferredType::class(class.class.clone(), Provenance::Substituted(place)))
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
}
