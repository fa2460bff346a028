//! Calls of Erlang: `Erlang lists` is a module, and what is sent to it is a function of
//! it, whose types its specification tells.

use hierarchy::{ClassName, Type};
use syntax::tree::{Expr, ExprId};

use super::engine::Engine;
use super::environment::Environment;
use super::sends::Sent;
use crate::inferred::{DynamicReason, InferredType, Provenance};
use crate::native::is_class_protocol;
use crate::resolve::Purpose;
use crate::substitution::Substitution;

const MODULE: &str = "ErlangModule";

impl<'a> Engine<'a> {
    /// A module, when the message is sent to `Erlang` by that name.
    pub(super) fn native_module(&self, sent: Sent) -> Option<InferredType> {
        let is_unary = sent.arguments.is_empty() && is_name(sent.selector);
        if !is_unary || is_class_protocol(sent.selector) || !self.is_erlang(sent.shown) {
            return None;
        }
        let provenance = Provenance::Inferred(self.place(sent.id));
        let module = InferredType::class(sent.selector, provenance.clone());
        Some(InferredType::generic(ClassName::constant(MODULE), [module], provenance))
    }

    /// What a function answers that is called by a message to its module.
    pub(super) fn native_call(
        &mut self,
        sent: Sent,
        receiver: &InferredType,
        around: &mut Environment<'a>,
    ) -> Option<InferredType> {
        let [InferredType::Known { class_name: module, .. }] = receiver.arguments() else {
            return None;
        };
        let is_module = receiver.is_instance_of(&ClassName::constant(MODULE));
        if !is_module || !is_name(sent.selector) || is_class_protocol(sent.selector) {
            return None;
        }
        let mut types = self.arguments(sent.arguments, around);
        self.blocks_of(sent, &mut types, None, &Substitution::default(), around);
        let untyped = InferredType::Dynamic(DynamicReason::UntypedFfi);
        let function = sent.selector.split(':').next().unwrap_or_default();
        let natives = self.natives;
        let signature =
            natives.and_then(|it| it.lookup(module.simple(), function, sent.arguments.len()));
        let Some((signature, declared)) = signature.and_then(|it| Some((it, it.returns.ty()?)))
        else {
            return Some(untyped);
        };
        let substitution = Substitution::default();
        let answer = self.resolver.resolve(declared, &substitution, Purpose::Specification);
        let taken: Vec<Option<&Type>> =
            signature.parameters.iter().map(|it| it.slot.ty()).collect();
        Some(match (&*taken, &*types) {
            ([Some(taken)], [given]) => {
                let taken = self.resolver.resolve(taken, &substitution, Purpose::Specification);
                same_elements(&taken, given, answer)
            }
            _ => answer,
        })
    }

    fn is_erlang(&self, expr: ExprId) -> bool {
        match self.tree.nodes.exprs[expr] {
            Expr::ClassReference(class) => {
                self.tree.expr_span(expr).of(&self.tree.text) == self.tree.text_of(class.name)
                    && self.tree.text_of(class.name) == "Erlang"
            }
            _ => false,
        }
    }
}

/// A function from lists to lists, such as one that sorts, is taken to keep what is
/// in them.
fn same_elements(taken: &InferredType, given: &InferredType, answer: InferredType) -> InferredType {
    let class = |ty: &InferredType| match ty {
        InferredType::Known { class_name, .. } => Some(class_name.clone()),
        _ => None,
    };
    let Some(base) = class(&answer) else { return answer };
    let is_same = class(taken).as_ref() == Some(&base) && class(given).as_ref() == Some(&base);
    if !is_same || !answer.arguments().is_empty() {
        return answer;
    }
    InferredType::generic(base, given.arguments().iter().cloned(), Provenance::Extracted)
}

/// No operator.
fn is_name(selector: &str) -> bool {
    selector.starts_with(|first: char| first.is_alphabetic() || first == '_')
}
