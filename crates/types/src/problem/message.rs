//! Messages that their receiver does not understand.

use hierarchy::{Name, Selector};
use syntax::{Category, Severity, Span};

use crate::inferred::InferredType;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageProblem {
    /// An instance or a class object; the span is the send.
    NotUnderstood { receiver: InferredType, selector: Selector, meant: Option<Meant> },
    /// Something that is one of several.
    NotUnderstoodByAll {
        union: InferredType,
        /// Those that do not understand it.
        missing: Vec<InferredType>,
        selector: Selector,
        /// Whether none of the others does, for all that is known.
        is_hopeless: bool,
        meant: Option<Meant>,
    },
    /// `value message!`: nobody is there to receive it later.
    CastToValue { receiver: InferredType, selector: Selector },
    /// `Erlang module`
    UnknownModule { module: Name, meant: Option<Meant> },
    /// A function that its module does not export.
    UnknownFunction { module: Name, function: Name, meant: Option<Meant> },
    /// A function that takes other numbers of arguments, which are these.
    OtherArity { module: Name, function: Name, given: usize, taken: Vec<usize> },
}

/// What was probably meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant {
    /// All of it: a selector, a module or a function.
    pub name: Name,
    /// Where one word has to be replaced by which, if that is all.
    pub edit: Option<(Span, Name)>,
}

impl MessageProblem {
    pub fn severity(&self) -> Severity {
        match self {
            MessageProblem::NotUnderstood { .. } => Severity::Hint,
            MessageProblem::NotUnderstoodByAll { is_hopeless, .. } => match is_hopeless {
                true => Severity::Warning,
                false => Severity::Hint,
            },
            MessageProblem::CastToValue { .. } => Severity::Error,
            MessageProblem::UnknownModule { .. }
            | MessageProblem::UnknownFunction { .. }
            | MessageProblem::OtherArity { .. } => Severity::Warning,
        }
    }

    pub fn category(&self) -> Option<Category> {
        Some(match self {
            MessageProblem::NotUnderstood { .. } | MessageProblem::NotUnderstoodByAll { .. } => {
                Category::Dnu
            }
            MessageProblem::CastToValue { .. } => Category::Type,
            MessageProblem::UnknownModule { .. } | MessageProblem::UnknownFunction { .. } => {
                Category::UnresolvedFfi
            }
            MessageProblem::OtherArity { .. } => Category::ArityMismatch,
        })
    }

    /// The places that it knows beside its own.
    pub(super) fn places(&mut self) -> Option<&mut Span> {
        match self {
            MessageProblem::NotUnderstood { meant, .. }
            | MessageProblem::NotUnderstoodByAll { meant, .. }
            | MessageProblem::UnknownModule { meant, .. }
            | MessageProblem::UnknownFunction { meant, .. } => meant.as_mut()?.place(),
            MessageProblem::CastToValue { .. } | MessageProblem::OtherArity { .. } => None,
        }
    }
}

impl Meant {
    pub(super) fn place(&mut self) -> Option<&mut Span> {
        self.edit.as_mut().map(|(span, _)| span)
    }
}
