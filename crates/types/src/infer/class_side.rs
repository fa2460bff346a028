//! Sends to class objects: decided by the type of the receiver, not by how it is
//! written.

use hierarchy::{ClassName, Side, Type};
use syntax::Span;
use syntax::tree::{Expr, ExprId};

use super::engine::Engine;
use super::environment::Environment;
use super::found::{Answer, Answering, leaves_open};
use super::sends::Sent;
use crate::inferred::{DynamicReason, InferredType, Provenance};
use crate::resolve::Purpose;
use crate::substitution::Substitution;

impl<'a> Engine<'a> {
    pub(super) fn class_send(
        &mut self,
        sent: Sent,
        class: &ClassName,
        around: &mut Environment<'a>,
    ) -> InferredType {
        if let Some(module) = self.native_module(sent) {
            return module;
        }
        let place = self.place(sent.id);
        let mut types = self.arguments(sent.arguments, around);
        let Some(info) = self.hierarchy().class(class) else {
            self.blocks_of(sent, &mut types, None, &Substitution::default(), around);
            return InferredType::UNKNOWN;
        };
        let answering = self.find_class_method(class, sent.selector);
        let found = answering.map(|it| it.found);
        let mut substitution = self.resolver.class_side(info, found, &types, place);
        if let Some(it) = found {
            substitution.extend(self.resolver.method_parameters(it.method, it.class, &types));
        }
        self.blocks_of(sent, &mut types, found, &substitution, around);
        match sent.selector {
            "==" | "=:=" | "/=" | "=/=" => return self.instance("Boolean", sent.id),
            "class" if self.is_class_literal(sent.shown) => {
                return InferredType::meta(class.clone(), Provenance::Inferred(place));
            }
            "class" => return self.instance("Metaclass", sent.id),
            "new" | "new:" | "basicNew" | "spawn" | "spawnWith:" => {
                let made = self.resolver.construct(class, sent.selector, &types, place);
                return self.answers_other(class, answering).unwrap_or(made);
            }
            _ => {}
        }
        if around.side == Some(Side::Class) && info.flags.is_abstract && self.is_self(sent.shown) {
            return InferredType::Dynamic(DynamicReason::DynamicReceiver);
        }
        let Some(answering) = answering else {
            return InferredType::Dynamic(DynamicReason::UnannotatedReturn);
        };
        let made = self.made(class, sent.selector, answering, &types, place);
        self.list_as_it_is(sent, class, answering, (&types, &made)).unwrap_or(made)
    }

    /// What a class object answers by the method that was found.
    pub(super) fn made(
        &mut self,
        class: &ClassName,
        selector: &str,
        Answering { found, answer }: Answering<'a>,
        types: &[InferredType],
        place: Span,
    ) -> InferredType {
        let Some(info) = self.hierarchy().class(class) else { return InferredType::UNKNOWN };
        let is_tower = found.side == Side::Instance;
        let purpose = Purpose::Send(place);
        let inferred;
        let declared = match answer {
            Answer::Type(declared) => declared,
            Answer::Body(_) | Answer::Unknown => match self.result(answer) {
                None => return InferredType::Dynamic(DynamicReason::UnannotatedReturn),
                Some(result) if !leaves_open(&result, found) => return result,
                Some(result) => {
                    inferred = result.to_type();
                    &inferred
                }
            },
        };
        match declared {
            Type::SelfType | Type::SelfClass if is_tower => {
                InferredType::meta(class.clone(), Provenance::Inferred(place))
            }
            Type::SelfType => self.resolver.construct(class, selector, types, place),
            declared => {
                // With the blocks, which tell more.
                let mut all = self.resolver.class_side(info, Some(found), types, place);
                let own = self.resolver.method_parameters(found.method, found.class, types);
                all.extend(own);
                self.resolver.resolve(declared, &all, purpose)
            }
        }
    }

    /// What a class's own constructor answers, if that is no instance of the class.
    fn answers_other(
        &mut self,
        class: &ClassName,
        answering: Option<Answering<'a>>,
    ) -> Option<InferredType> {
        let Answering { found, answer } = answering?;
        let is_own = found.side == Side::Class;
        if is_own && matches!(answer, Answer::Type(Type::Never)) {
            return Some(InferredType::Never);
        }
        let result = self.result(answer)?;
        let of = result.instance_class()?;
        let is_other = of.starts_with('#') || !self.hierarchy().is_subclass(class, of);
        (is_own && is_other).then_some(result)
    }

    pub(super) fn is_class_literal(&self, expr: ExprId) -> bool {
        match self.tree.nodes.exprs[expr] {
            Expr::Paren(inner) => self.is_class_literal(inner),
            Expr::ClassReference(_) => true,
            _ => false,
        }
    }

    pub(super) fn is_self(&self, expr: ExprId) -> bool {
        matches!(self.tree.nodes.exprs[expr], Expr::Identifier(it)
            if self.tree.text_of(it) == "self")
    }
}
