//! Types that should be written, or should not.

use hierarchy::{ClassName, Name, Selector, Type};
use syntax::{Category, Severity, Span};

use crate::conformance::Lack;
use crate::inferred::{DynamicReason, InferredType};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnnotationProblem {
    /// In a class that is typed throughout; the span is the method or the declaration.
    Missing { class: ClassName, what: Untyped, suggestion: Option<Suggestion> },
    /// The type of a variable is the one of its value anyway; the span is the type, and
    /// `after` ends where the name does.
    Redundant { ty: InferredType, after: Span },
    /// Type arguments of a class that takes none; the span is the type.
    NotGeneric { class: ClassName },
    /// A type argument that lacks what its parameter asks for; the span is the argument.
    Bound {
        class: ClassName,
        parameter: Name,
        bound: ClassName,
        argument: InferredType,
        lacks: Vec<Lack>,
        /// Of a union only some lack it.
        is_partial: bool,
    },
    /// In a class that is typed throughout, something whose type is not known.
    DynamicExpression { class: ClassName, reason: DynamicReason },
}

/// What has no type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untyped {
    Parameter { name: Name, selector: Selector },
    Result { selector: Selector },
    Slot { name: Name },
    ClassVariable { name: Name },
}

/// The type that was worked out, and where it is to be written: at the end of the span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    pub ty: Type,
    pub after: Span,
}

impl AnnotationProblem {
    pub fn severity(&self) -> Severity {
        match self {
            AnnotationProblem::Redundant { .. } => Severity::Lint,
            AnnotationProblem::Bound { is_partial: true, .. } => Severity::Hint,
            AnnotationProblem::Missing { .. }
            | AnnotationProblem::NotGeneric { .. }
            | AnnotationProblem::Bound { .. }
            | AnnotationProblem::DynamicExpression { .. } => Severity::Warning,
        }
    }

    pub fn category(&self) -> Option<Category> {
        match self {
            AnnotationProblem::Missing { .. } | AnnotationProblem::Redundant { .. } => {
                Some(Category::TypeAnnotation)
            }
            AnnotationProblem::NotGeneric { .. }
            | AnnotationProblem::Bound { .. }
            | AnnotationProblem::DynamicExpression { .. } => Some(Category::Type),
        }
    }

    pub(crate) fn spans(&mut self) -> Option<&mut Span> {
        match self {
            AnnotationProblem::Missing { suggestion, .. } => {
                suggestion.as_mut().map(|it| &mut it.after)
            }
            AnnotationProblem::Redundant { after, .. } => Some(after),
            AnnotationProblem::NotGeneric { .. }
            | AnnotationProblem::Bound { .. }
            | AnnotationProblem::DynamicExpression { .. } => None,
        }
    }
}
