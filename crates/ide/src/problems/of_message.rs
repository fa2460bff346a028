//! The words for: messages that their receiver does not understand.

use super::{
    cast_to_value, unknown_erlang_function, unknown_erlang_module, unknown_message,
    wrong_erlang_arity,
};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use types::MessageProblem;

pub(super) fn words(at: Place, problem: &MessageProblem) -> Diagnostic {
    match problem {
        MessageProblem::NotUnderstood { receiver, selector, meant } => {
            unknown_message::by_one(at, receiver, selector, meant.as_ref())
        }
        MessageProblem::NotUnderstoodByAll { union, missing, selector, is_hopeless: _, meant } => {
            unknown_message::by_some(at, union, missing, selector, meant.as_ref())
        }
        MessageProblem::CastToValue { receiver, selector } => {
            cast_to_value::words(at, receiver, selector)
        }
        MessageProblem::UnknownModule { module, meant } => {
            unknown_erlang_module::words(at, module, meant.as_ref())
        }
        MessageProblem::UnknownFunction { module, function, meant } => {
            unknown_erlang_function::words(at, module, function, meant.as_ref())
        }
        MessageProblem::OtherArity { module, function, given, taken } => {
            wrong_erlang_arity::words(at, module, function, *given, taken)
        }
    }
}
