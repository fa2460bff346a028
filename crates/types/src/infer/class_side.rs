//! Sends to class objects: decided by the type of the receiver, not by how it is
//! written.

use hierarchy::{ClassName, Side, Type};
use syntax::tree::{Expr, ExprId};

use super::Engine;
use super::environment::Environment;
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
        let found = self.hierarchy().find_class_method(class, sent.selector);
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
                return self.resolver.construct(class, sent.selector, &types, place);
            }
            _ => {}
        }
        if around.side == Some(Side::Class) && info.flags.is_abstract && self.is_self(sent.shown) {
            return InferredType::Dynamic(DynamicReason::DynamicReceiver);
        }
        let Some(found) = found else {
            return InferredType::Dynamic(DynamicReason::UnannotatedReturn);
        };
        let is_tower = found.side == Side::Instance;
        let purpose = Purpose::Send(place);
        match found.method.signature.returns.ty() {
            Some(Type::SelfType | Type::SelfClass) if is_tower => {
                InferredType::meta(class.clone(), Provenance::Inferred(place))
            }
            Some(Type::SelfType) => self.resolver.construct(class, sent.selector, &types, place),
            Some(declared) => {
                // With the blocks, which tell more.
                let mut all = self.resolver.class_side(info, Some(found), &types, place);
                let own = self.resolver.method_parameters(found.method, found.class, &types);
                all.extend(own);
                self.resolver.resolve(declared, &all, purpose)
            }
            None => {
                let side = if is_tower { Side::Instance } else { Side::Class };
                let result = self.result(found.class, side, sent.selector);
                result.unwrap_or(InferredType::Dynamic(DynamicReason::UnannotatedReturn))
            }
        }
    }

    fn is_class_literal(&self, expr: ExprId) -> bool {
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
