//! What a package keeps to itself, used or shown outside of it.

use hierarchy::{ClassName, Name, Selector, Side};
use syntax::{Category, Severity};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VisibilityProblem {
    /// An internal class or alias of another package; the span is its name.
    Reference { sort: Internal, name: ClassName, package: Name },
    /// An internal method of another package; the span is the send.
    Send { class: ClassName, side: Side, selector: Selector, package: Name },
    /// An internal class or alias in what everybody sees; the span is its name.
    Exposed { sort: Internal, name: ClassName, by: Exposed },
    /// An internal method that a protocol asks for; the span is the selector.
    Requirement { class: ClassName, side: Side, selector: Selector, protocol: ClassName },
    /// A method called like an internal one that the class inherits from another
    /// package; the span is the selector.
    Reused { class: ClassName, side: Side, selector: Selector, package: Name },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Internal {
    Class,
    Alias,
}

/// What shows something internal to everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exposed {
    Method(Selector),
    Protocol(ClassName),
    Alias(ClassName),
}

impl VisibilityProblem {
    pub fn severity(&self) -> Severity {
        match self {
            VisibilityProblem::Reused { .. } => Severity::Warning,
            VisibilityProblem::Reference { .. }
            | VisibilityProblem::Send { .. }
            | VisibilityProblem::Exposed { .. }
            | VisibilityProblem::Requirement { .. } => Severity::Error,
        }
    }

    pub fn category(&self) -> Option<Category> {
        Some(Category::Visibility)
    }
}
