//! The words for: arguments that do not fit what a method declares.

use super::{
    not_conforming, unknown_slot, unverified_conformance, wrong_argument, wrong_erlang_argument,
    wrong_erlang_keyword, wrong_operand, wrong_slot_value,
};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use types::ArgumentProblem;

pub(super) fn words(at: Place, problem: &ArgumentProblem) -> Diagnostic {
    match problem {
        ArgumentProblem::Misfit { argument, expected, got, misfit } => {
            wrong_argument::words(at, argument, expected, got, misfit)
        }
        ArgumentProblem::Operand { operator, receiver, got, is_open } => {
            wrong_operand::words(at, operator, receiver, got, *is_open)
        }
        ArgumentProblem::NotConforming { argument, protocol, got, lacks, is_partial: _ } => {
            not_conforming::words(at, argument, protocol, got, lacks)
        }
        ArgumentProblem::Unverified { argument, protocol, reason } => {
            unverified_conformance::words(at, argument, protocol, *reason)
        }
        ArgumentProblem::UnknownSlot { class, selector, key, meant } => {
            unknown_slot::words(at, class, selector, key, meant.as_ref())
        }
        ArgumentProblem::SlotValue { class, slot, declared, got } => {
            wrong_slot_value::default(at, &format!("{class}.{slot}"), declared, got, &[])
        }
        ArgumentProblem::NativeMisfit { function, position, parameter, expected, got, misfit } => {
            let parameter = (*position, parameter.as_deref());
            wrong_erlang_argument::words(at, function, parameter, (expected, got), misfit)
        }
        ArgumentProblem::NativeKeyword { function, position, keyword, parameter, place } => {
            wrong_erlang_keyword::words(at, function, *position, (keyword, parameter), *place)
        }
    }
}
