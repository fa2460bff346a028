//! Names of things that are not there, or not for everyone.

use hierarchy::{ClassName, Kind, Name};
use syntax::{Category, Severity};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReachProblem {
    /// The span is the name.
    UnknownClass {
        role: ClassRole,
        /// A name like it.
        meant: Option<Name>,
    },
    /// A handle that is of no use in the process it goes to; the span is what carries it.
    ProcessHandle { class: ClassName, crossing: Crossing },
    /// `handleScope:` of a class that wraps nothing; the span is the scope.
    NeedlessHandleScope(Kind),
    /// A class that wraps what Erlang gives and does not say how far it reaches; the
    /// span is the name of the class.
    MissingHandleScope,
}

/// What a class that nobody knows is named for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassRole {
    /// To be sent a message, or handed on.
    Object,
    /// To inherit from.
    Superclass,
    /// To be extended.
    Extended,
    /// As a type, where an alias or a protocol would do too.
    Type,
}

/// How a value gets to another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// With a message to an actor.
    Argument,
    /// In the first state of an actor.
    FirstState,
    /// In a variable of a block that is evaluated elsewhere.
    Captured,
}

impl ReachProblem {
    pub fn severity(&self) -> Severity {
        match self {
            ReachProblem::MissingHandleScope => Severity::Hint,
            _ => Severity::Warning,
        }
    }

    pub fn category(&self) -> Option<Category> {
        match self {
            ReachProblem::UnknownClass { .. } => Some(Category::UnresolvedClass),
            ReachProblem::ProcessHandle { .. }
            | ReachProblem::NeedlessHandleScope(_)
            | ReachProblem::MissingHandleScope => Some(Category::Sendability),
        }
    }
}
