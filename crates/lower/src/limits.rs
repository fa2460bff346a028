//! What Erlang cannot hold. Whoever checks programs says so to their authors; what
//! comes here all the same is refused when it runs.

use crate::core_erlang::Expr as Core;
use crate::core_erlang::Line;
use crate::core_erlang::build::{atom, call};

/// Characters of a symbol, and of the selector of a message that is sent.
pub const SYMBOL_CHARACTERS: usize = 255;
/// Digits of an integer.
pub const INTEGER_DIGITS: usize = 1_000_000;

pub(crate) fn is_symbol(name: &str) -> bool {
    name.len() <= SYMBOL_CHARACTERS || name.chars().count() <= SYMBOL_CHARACTERS
}

/// Code in place of something that there cannot be.
pub(crate) fn refused(line: Line) -> Core {
    call("erlang", "error", [atom("system_limit")], line)
}
