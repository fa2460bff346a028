//! Values that do not fit the variable or slot they are given to.

use hierarchy::{ClassName, Name};
use syntax::{Category, Severity};

use crate::inferred::InferredType;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssignmentProblem {
    /// A variable declared as something that the value can never be; the span is the
    /// assignment.
    Local { declared: InferredType, value: InferredType },
    /// The span is the assignment, or the declaration of a slot that begins so.
    Slot {
        class: ClassName,
        slot: Name,
        declared: InferredType,
        value: InferredType,
        /// Of a union only these do not fit.
        partly: Vec<InferredType>,
        is_default: bool,
    },
}

impl AssignmentProblem {
    pub fn severity(&self) -> Severity {
        match self {
            AssignmentProblem::Slot { partly, .. } if !partly.is_empty() => Severity::Hint,
            AssignmentProblem::Local { .. } | AssignmentProblem::Slot { .. } => Severity::Warning,
        }
    }

    pub fn category(&self) -> Option<Category> {
        Some(Category::Type)
    }
}
