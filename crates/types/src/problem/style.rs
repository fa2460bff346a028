//! What is of no use, or misleads whoever reads it.

use hierarchy::{ClassName, Selector};
use syntax::{Category, Severity, Span};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StyleProblem {
    /// A local that nothing reads; the span is its name where it is introduced.
    UnusedVariable {
        /// Whether it is assigned there and nowhere else.
        is_assigned_once: bool,
    },
    /// Of a method; the span is its name.
    UnusedParameter,
    /// A value that nothing reads; the span is the variable that it is assigned to.
    DeadAssignment,
    /// A parameter of a block that hides a variable; the span is its name.
    ShadowedVariable {
        /// The variable that it hides.
        outer: Span,
    },
    /// Behind a `^`; the span is all that is not reached.
    UnreachableCode,
    /// `x := x`
    SelfAssignment,
    /// A condition that the text decides; the span is the condition.
    ConstantCondition { holds: bool },
    /// `super initialize` in an actor's `initialize`; the span is the send.
    RepeatedInitialize,
    /// A statement that does nothing and whose value is dropped.
    EffectFree,
    /// An extension that is never asked; the span is the selector.
    HiddenExtension { class: ClassName, selector: Selector },
    /// A directive that silences nothing; the span is all of it.
    StaleExpectation,
}

impl StyleProblem {
    pub fn severity(&self) -> Severity {
        match self {
            StyleProblem::EffectFree => Severity::Lint,
            _ => Severity::Warning,
        }
    }

    pub fn category(&self) -> Option<Category> {
        match self {
            StyleProblem::UnusedVariable { .. } | StyleProblem::UnusedParameter => {
                Some(Category::Unused)
            }
            StyleProblem::DeadAssignment => Some(Category::DeadAssignment),
            StyleProblem::ShadowedVariable { .. }
            | StyleProblem::UnreachableCode
            | StyleProblem::SelfAssignment
            | StyleProblem::ConstantCondition { .. }
            | StyleProblem::RepeatedInitialize
            | StyleProblem::EffectFree => Some(Category::Lint),
            StyleProblem::HiddenExtension { .. } => Some(Category::ExtensionConflict),
            StyleProblem::StaleExpectation => None,
        }
    }
}
