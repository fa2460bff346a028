//! Trees to Core Erlang.
//!
//! In go a tree without errors and the hierarchy its classes stand in; out comes a
//! module as data, which OTP's compiler takes: one for each class ([`class`]), one
//! for what stands beside them ([`outside`]), one for statements that are evaluated
//! one after the other ([`evaluations`]). Lowering cannot fail, and knows nothing of
//! files, of processes, or of whether a program makes sense.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod actor;
mod blocks;
mod body;
mod built;
mod checks;
mod construct;
mod control;
pub mod core_erlang;
mod decide;
mod destructuring;
mod evaluation;
mod fallback;
mod frame;
pub mod limits;
mod loops;
mod matching;
mod mentions;
mod meta;
mod method;
mod module;
mod native;
mod operators;
mod outside;
mod patterns;
mod places;
mod protected;
mod receivers;
mod region;
mod segments;
mod sequence;
mod slots;
mod specs;
mod tail;
mod texts;
mod variables;
mod writers;

pub use checks::{Checks, Promise};
pub use evaluation::{Evaluation, evaluations, evaluations_with_checks, traced_evaluations};
pub use meta::meta;
pub use module::{class, class_with_checks, class_with_lines, module_name, snake_case};
pub use outside::{outside, outside_of_script};
