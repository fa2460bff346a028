//! Methods that do not answer or take what is declared.

use hierarchy::{ClassName, Name, Selector, Side};
use syntax::{Category, Severity, Span};

use crate::inferred::{DynamicReason, InferredType};

/// The span is the method: what a method promises is a matter of all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultProblem {
    /// The body answers something else.
    Mismatch {
        class: ClassName,
        side: Side,
        selector: Selector,
        declared: InferredType,
        answered: InferredType,
        /// Of a union that is answered, what does not fit.
        unfit: Vec<InferredType>,
        /// Where it is answered.
        answer: Option<Span>,
    },
    /// In a class that is typed throughout: it is not known what the body answers.
    Unverified {
        class: ClassName,
        side: Side,
        selector: Selector,
        declared: InferredType,
        reason: DynamicReason,
    },
    /// A parameter that has nothing in common with the one of the inherited method.
    Parameter {
        /// Whose method it overrides.
        class: ClassName,
        side: Side,
        selector: Selector,
        /// Counted from one.
        position: usize,
        name: Option<Name>,
        declared: InferredType,
        inherited: InferredType,
    },
}

impl ResultProblem {
    pub fn severity(&self) -> Severity {
        match self {
            ResultProblem::Mismatch { .. } | ResultProblem::Parameter { .. } => Severity::Warning,
            ResultProblem::Unverified { .. } => Severity::Hint,
        }
    }

    pub fn category(&self) -> Option<Category> {
        Some(Category::Type)
    }

    pub(crate) fn spans(&mut self) -> Option<&mut Span> {
        match self {
            ResultProblem::Mismatch { answer, .. } => answer.as_mut(),
            ResultProblem::Unverified { .. } | ResultProblem::Parameter { .. } => None,
        }
    }
}
