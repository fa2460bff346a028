//! Trees to Core Erlang.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod blocks;
mod body;
mod construct;
mod control;
pub mod core_erlang;
mod decide;
mod frame;
mod loops;
mod meta;
mod module;
mod operators;
mod patterns;
mod sequence;
mod slots;
mod variables;

pub use body::Surroundings;
pub use construct::{Construct, construct};
pub use meta::meta;
pub use module::{class, module_name, snake_case};
pub use variables::{Storage, Variable, VariableId, Variables, variables};
