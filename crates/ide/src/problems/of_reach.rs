//! The words for: names of things that are not there, or not for everyone.

use super::{missing_handle_scope, needless_handle_scope, process_bound_handle, unresolved_class};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use types::ReachProblem;

pub(super) fn words(at: Place, problem: &ReachProblem) -> Diagnostic {
    match problem {
        ReachProblem::UnknownClass { role, meant } => {
            unresolved_class::words(at, *role, meant.as_deref())
        }
        ReachProblem::ProcessHandle { class, crossing } => {
            process_bound_handle::words(at, class, *crossing)
        }
        ReachProblem::NeedlessHandleScope(kind) => needless_handle_scope::words(at, *kind),
        ReachProblem::MissingHandleScope => missing_handle_scope::words(at),
    }
}
