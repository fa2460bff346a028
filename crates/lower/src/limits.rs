//! What Erlang cannot hold. Whoever checks programs says so to their authors; what
//! comes here all the same is refused when it runs.

use crate::core_erlang::Expr as Core;
use crate::core_erlang::Line;
use crate::core_erlang::build::{atom, call};

/// Characters of a symbol, and of the selector of a message that is sent.
pub const SYMBOL_CHARACTERS: usize = 255;
/// Characters of a selector, a class or a slot that is declared. Functions, modules
/// and files are named after them, with something added.
pub const DECLARED_NAME_CHARACTERS: usize = 200;
/// Parameters of a method or a block. Functions have some of their own.
pub const PARAMETERS: usize = 200;
/// Variables of a method, those of its blocks included. More may not fit into the
/// parameters of a loop, and OTP's compiler takes very long for fewer.
pub const VARIABLES: usize = 200;
/// Digits of an integer.
pub const INTEGER_DIGITS: usize = 1_000_000;

pub(crate) fn is_symbol(name: &str) -> bool {
    name.len() <= SYMBOL_CHARACTERS || name.chars().count() <= SYMBOL_CHARACTERS
}

/// Code in place of something that there cannot be.
pub(crate) fn refused(line: Line) -> Core {
    call("erlang", "error", [atom("system_limit")], line)
}
