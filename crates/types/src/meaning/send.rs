//! One message: to what, with what, and who answers it.

use hierarchy::{ClassName, Found, known};
use syntax::Span;
use syntax::tree::{Expr, ExprId, Message};

use super::Meaning;
use crate::inferred::InferredType;

/// A message and the types around it.
pub(crate) struct Sent<'a> {
    /// What a problem of it points at: the whole send, or its part of a cascade.
    pub(crate) span: Span,
    /// The receiver as it is written.
    pub(crate) shown: ExprId,
    pub(crate) receiver: InferredType,
    pub(crate) message: &'a Message,
    pub(crate) selector: String,
    pub(crate) arguments: Vec<ExprId>,
    pub(crate) types: Vec<InferredType>,
    pub(crate) target: Target<'a>,
}

/// Who is asked.
#[derive(Clone, Debug)]
pub(crate) enum Target<'a> {
    /// An instance; of a singleton its class, which is `Symbol`.
    Instance { class: ClassName, found: Option<Found<'a>> },
    /// A class object.
    ClassObject {
        class: ClassName,
        found: Option<Found<'a>>,
        /// Whether the class is written out.
        is_literal: bool,
    },
    /// One of several; each is looked at by itself.
    Union,
    /// Nobody knows.
    Unknown,
}

impl<'a> Meaning<'a, '_> {
    pub(super) fn sent(&self, shown: ExprId, message: &'a Message, span: Span) -> Sent<'a> {
        let selector = self.tree.selector(message);
        let arguments = self.tree.arguments(message);
        let types = arguments.iter().map(|it| self.type_of(*it)).collect();
        // What is excluded from a type does not change what it understands.
        let receiver = match self.type_of(shown) {
            InferredType::Negation { base, .. } => (*base).clone(),
            receiver => receiver,
        };
        let target = self.target(&receiver, shown, &selector);
        Sent { span, shown, receiver, message, selector, arguments, types, target }
    }

    /// Who answers a message.
    pub(crate) fn target(
        &self,
        receiver: &InferredType,
        shown: ExprId,
        selector: &str,
    ) -> Target<'a> {
        match receiver {
            InferredType::Meta { class_name, .. } => Target::ClassObject {
                class: class_name.clone(),
                found: self.hierarchy.find_class_method(class_name, selector),
                is_literal: matches!(
                    self.tree.nodes.exprs[self.bare(shown)],
                    Expr::ClassReference(_)
                ),
            },
            InferredType::Known { class_name, .. } => {
                let class = match receiver.symbol() {
                    Some(_) => known::SYMBOL.clone(),
                    None => class_name.clone(),
                };
                let found = self.hierarchy.find_method(&class, selector);
                Target::Instance { class, found }
            }
            InferredType::Union { .. } => Target::Union,
            _ => Target::Unknown,
        }
    }
}

impl<'a> Target<'a> {
    pub(crate) fn found(&self) -> Option<Found<'a>> {
        match self {
            Target::Instance { found, .. } | Target::ClassObject { found, .. } => *found,
            Target::Union | Target::Unknown => None,
        }
    }
}
