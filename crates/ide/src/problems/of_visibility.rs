//! The words for: what a package keeps to itself, used or shown outside of it.

use super::of_meaning::on_side;
use super::{
    exposed_internal, internal_message, internal_reference, internal_requirement,
    reused_internal_name,
};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use types::VisibilityProblem;

pub(super) fn words(at: Place, problem: &VisibilityProblem) -> Diagnostic {
    match problem {
        VisibilityProblem::Reference { sort, name, package } => {
            internal_reference::words(at, *sort, name, package)
        }
        VisibilityProblem::Send { class, side, selector, package } => {
            internal_message::words(at, &on_side(class, *side), selector, package)
        }
        VisibilityProblem::Exposed { sort, name, by } => {
            exposed_internal::words(at, *sort, name, by)
        }
        VisibilityProblem::Requirement { class, side, selector, protocol } => {
            internal_requirement::words(at, &on_side(class, *side), selector, protocol)
        }
        VisibilityProblem::Reused { class, side, selector, package } => {
            reused_internal_name::words(at, &on_side(class, *side), selector, package)
        }
    }
}
