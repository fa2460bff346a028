//! The words for: values that do not fit the variable or slot they are given to.

use super::{unrelated_annotation, wrong_slot_value};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use types::AssignmentProblem;

pub(super) fn words(at: Place, problem: &AssignmentProblem) -> Diagnostic {
    match problem {
        AssignmentProblem::Local { declared, value } => {
            unrelated_annotation::words(at, declared, value)
        }
        AssignmentProblem::Slot { class, slot, declared, value, partly, is_default } => {
            let slot = format!("{class}.{slot}");
            match is_default {
                true => wrong_slot_value::default(at, &slot, declared, value, partly),
                false => wrong_slot_value::assigned(at, &slot, declared, value, partly),
            }
        }
    }
}
