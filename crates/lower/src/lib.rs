//! Trees to Core Erlang.
//!
//! In go a tree without errors and the hierarchy its classes stand in; out comes,
//! for each class, a module as data, which OTP's compiler takes. Lowering cannot
//! fail, and knows nothing of files, of processes, or of whether a program makes
//! sense.

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

pub use meta::meta;
pub use module::{class, module_name, snake_case};
