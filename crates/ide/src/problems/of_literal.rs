//! The words for: literals and blocks that cannot be what a message takes.

use super::{
    improper_list, literal_without_slots, symbol_required, wrong_block_arity, wrong_literal,
};
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use types::LiteralProblem;

pub(super) fn words(at: Place, problem: &LiteralProblem) -> Diagnostic {
    match problem {
        LiteralProblem::BlockArity { selector, takes, expected } => {
            wrong_block_arity::words(at, selector, *takes, *expected)
        }
        LiteralProblem::WrongLiteral { selector, class, expected, found, .. } => {
            wrong_literal::words(at, selector, class.as_deref(), expected, found)
        }
        LiteralProblem::WithoutSlots { found } => literal_without_slots::words(at, found),
        LiteralProblem::NotASymbol { selector, name, written } => {
            symbol_required::words(at, selector, name, *written)
        }
        LiteralProblem::ImproperList { tail } => improper_list::words(at, tail),
    }
}
