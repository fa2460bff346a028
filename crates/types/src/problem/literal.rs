//! Literals and blocks that cannot be what a message takes.

use hierarchy::{ClassName, Name, Selector};
use syntax::{Category, Severity, Span};

use crate::inferred::InferredType;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiteralProblem {
    /// The span is the send.
    BlockArity { selector: Selector, takes: usize, expected: usize },
    /// A literal of the wrong kind; the span is the send.
    WrongLiteral {
        selector: Selector,
        /// Who answers the message, where that is known.
        class: Option<ClassName>,
        expected: InferredType,
        found: InferredType,
        is_error: bool,
    },
    /// `fieldAt:put:` to a literal; the span is the send.
    WithoutSlots { found: InferredType },
    /// A name where a symbol is meant; the span is the send.
    NotASymbol { selector: Selector, name: Name, written: Span },
    /// A list that does not end in a list; the span is the literal.
    ImproperList { tail: InferredType },
}

impl LiteralProblem {
    pub fn severity(&self) -> Severity {
        match self {
            LiteralProblem::BlockArity { .. }
            | LiteralProblem::NotASymbol { .. }
            | LiteralProblem::WrongLiteral { is_error: true, .. } => Severity::Error,
            LiteralProblem::WrongLiteral { is_error: false, .. }
            | LiteralProblem::WithoutSlots { .. }
            | LiteralProblem::ImproperList { .. } => Severity::Warning,
        }
    }

    pub fn category(&self) -> Option<Category> {
        Some(Category::Type)
    }

    /// The places it speaks of besides its own.
    pub(crate) fn places(&mut self) -> Option<&mut Span> {
        match self {
            LiteralProblem::NotASymbol { written, .. } => Some(written),
            _ => None,
        }
    }
}
