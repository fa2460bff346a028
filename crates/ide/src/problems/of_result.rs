//! The words for: methods that do not answer or take what is declared.

use super::of_meaning::on_side;
use super::{incompatible_override, unverified_result, wrong_result};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use types::ResultProblem;

pub(super) fn words(at: Place, problem: &ResultProblem) -> Diagnostic {
    match problem {
        ResultProblem::Mismatch { class, side, selector, declared, answered, unfit, answer } => {
            let method = format!("{} >> {selector}", on_side(class, *side));
            wrong_result::words(at, &method, declared, answered, unfit, *answer)
        }
        ResultProblem::Unverified { class, side, selector, declared, reason } => {
            let method = format!("{} >> {selector}", on_side(class, *side));
            unverified_result::words(at, &method, declared, *reason)
        }
        ResultProblem::Parameter { class, side, selector, position, name, declared, inherited } => {
            let method = format!("{} >> {selector}", on_side(class, *side));
            let name = name.as_deref();
            incompatible_override::words(at, &method, (*position, name), declared, inherited)
        }
    }
}
