//! What a program means, beyond its form.
//!
//! In go a tree, the hierarchy its classes stand in, and what the text is; out
//! come problems, as places and facts. Reads no files, infers nothing yet, and has
//! no words for what it finds.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod ancestors;
mod bodies;
mod check;
mod checks;
mod context;
mod cycles;
mod expectations;
mod findings;
mod home;
mod problem;
mod program;
pub mod scopes;
mod spelling;

pub use bodies::introduced_names;
pub use check::check;
pub use context::Context;
pub use problem::{Definer, NotConstructible, Problem, ProblemKind, Unbound, WrongData, limits};
pub use program::Program;
