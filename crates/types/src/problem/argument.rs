//! Arguments that do not fit what a method declares.

use hierarchy::{ClassName, Name, Selector};
use syntax::{Category, Severity, Span};

use super::message::Meant;
use crate::conformance::Lack;
use crate::inferred::{DynamicReason, InferredType};

/// The span is the send, or its part of a cascade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentProblem {
    Misfit {
        argument: Argument,
        expected: InferredType,
        got: InferredType,
        misfit: Misfit,
    },
    /// `3 + "s"`, `"a" ++ 3`
    Operand {
        operator: Selector,
        receiver: InferredType,
        got: InferredType,
        /// Whether it is a type parameter, of which nobody knows what it is.
        is_open: bool,
    },
    NotConforming {
        argument: Argument,
        protocol: ClassName,
        got: InferredType,
        lacks: Vec<Lack>,
        /// Whether others of a union do conform.
        is_partial: bool,
    },
    /// Something of which nothing is known, for a protocol.
    Unverified {
        argument: Argument,
        protocol: ClassName,
        reason: DynamicReason,
    },
    /// A key of a literal map for `spawnWith:` or `new:`.
    UnknownSlot {
        class: ClassName,
        selector: Selector,
        key: Name,
        meant: Option<Meant>,
    },
    /// What `spawnWith:` gives a slot.
    SlotValue {
        class: ClassName,
        slot: Name,
        declared: InferredType,
        got: InferredType,
    },
    /// What an Erlang function is given.
    NativeMisfit {
        function: NativeFunction,
        position: usize,
        /// Not where nobody has named it.
        parameter: Option<Name>,
        expected: InferredType,
        got: InferredType,
        misfit: Misfit,
    },
    /// A keyword that is not the name of the parameter.
    NativeKeyword {
        function: NativeFunction,
        position: usize,
        keyword: Name,
        parameter: Name,
        /// The keyword without its colon.
        place: Span,
    },
}

/// Which argument, of which message, to whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// From one.
    pub position: usize,
    pub selector: Selector,
    /// An instance or a class object.
    pub receiver: InferredType,
}

/// How far something does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// Not at all.
    Whole,
    /// A union of which only these do not fit.
    Some(Vec<InferredType>),
    /// A type parameter: nobody knows.
    Open,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeFunction {
    pub module: Name,
    pub name: Name,
    pub arity: usize,
}

impl ArgumentProblem {
    pub fn severity(&self) -> Severity {
        let is_hint = match self {
            ArgumentProblem::Misfit { misfit, .. }
            | ArgumentProblem::NativeMisfit { misfit, .. } => *misfit != Misfit::Whole,
            ArgumentProblem::Operand { is_open, .. } => *is_open,
            ArgumentProblem::NotConforming { is_partial, .. } => *is_partial,
            ArgumentProblem::Unverified { .. }
            | ArgumentProblem::UnknownSlot { .. }
            | ArgumentProblem::SlotValue { .. }
            | ArgumentProblem::NativeKeyword { .. } => false,
        };
        if is_hint { Severity::Hint } else { Severity::Warning }
    }

    pub fn category(&self) -> Option<Category> {
        Some(Category::Type)
    }

    /// The places that it knows beside its own.
    pub(super) fn places(&mut self) -> Option<&mut Span> {
        match self {
            ArgumentProblem::UnknownSlot { meant, .. } => meant.as_mut()?.place(),
            ArgumentProblem::NativeKeyword { place, .. } => Some(place),
            _ => None,
        }
    }
}

impl std::fmt::Display for NativeFunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}/{}", self.module, self.name, self.arity)
    }
}
