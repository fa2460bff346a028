//! Tests and matches of which types say more than they do.

use hierarchy::{ClassName, Name, Selector};
use syntax::{Category, Severity, Span};

use crate::inferred::InferredType;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchProblem {
    /// Some values have no arm; the span is the whole match.
    NotExhaustive {
        /// What the value is when no arm takes it.
        left: InferredType,
        /// Whether `matchExhaustive:` asks for all.
        is_asserted: bool,
    },
    /// `matchExhaustive:` on what is not one of a few; the span is the whole match.
    NotVerifiable { value: InferredType },
    /// A match on the two sides of a result has one only; the span is the whole match.
    MissingConstructor { class: ClassName, missing: Selector },
    /// The span is the arm.
    UnreachableArm(Unreachable),
    /// A class that no pattern can test for; the span is its name.
    PatternClass(NotTestable),
    /// The span is the name of the class.
    UnknownClass { meant: Option<Name> },
    /// A test for a class that the value never is; the span is the send.
    ImpossibleTest { value: InferredType, class: ClassName },
    /// A symbol that the other side never is; the span is the send.
    ImpossibleComparison {
        symbol: Name,
        /// The place of the symbol.
        written: Span,
        value: InferredType,
        is_negated: bool,
        /// A symbol of the other side that is spelled nearly alike.
        meant: Option<Name>,
    },
}

/// Why an arm is never taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// The arm at this place takes all that it would.
    Taken(Span),
    /// When it is reached, the value is something else.
    Left(InferredType),
    /// All that the value can be was taken before.
    NothingLeft(InferredType),
}

/// Why a pattern cannot test for a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotTestable {
    Abstract,
    /// One of its subclasses.
    Inherited(ClassName),
    /// At run time a character is an integer.
    Character,
    Protocol,
    Alias,
}

impl MatchProblem {
    pub fn severity(&self) -> Severity {
        match self {
            MatchProblem::NotExhaustive { is_asserted: false, .. }
            | MatchProblem::UnreachableArm(_)
            | MatchProblem::UnknownClass { .. } => Severity::Warning,
            MatchProblem::NotExhaustive { is_asserted: true, .. }
            | MatchProblem::NotVerifiable { .. }
            | MatchProblem::MissingConstructor { .. }
            | MatchProblem::PatternClass(_) => Severity::Error,
            MatchProblem::ImpossibleTest { .. } | MatchProblem::ImpossibleComparison { .. } => {
                Severity::Hint
            }
        }
    }

    pub fn category(&self) -> Option<Category> {
        match self {
            MatchProblem::MissingConstructor { .. } => None,
            MatchProblem::UnknownClass { .. } => Some(Category::UnresolvedClass),
            _ => Some(Category::Type),
        }
    }

    /// The places it speaks of besides its own.
    pub(crate) fn places(&mut self) -> Option<&mut Span> {
        match self {
            MatchProblem::UnreachableArm(Unreachable::Taken(span))
            | MatchProblem::ImpossibleComparison { written: span, .. } => Some(span),
            _ => None,
        }
    }
}
