//! Answers for people and editors: the words of every diagnostic.
//!
//! In go a text and what is wrong with it, as data; out come words and edits.
//! Reads no files, prints nothing, and finds no problems of its own.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod brackets;
pub mod complete;
mod diagnostic;
mod place;
mod problem;
mod problems;
mod receiver;
mod spelling;
mod visible;

pub use complete::complete;
pub use diagnostic::{Diagnostic, Fix};
pub use problem::Problem;
pub use problems::{Rule, diagnose, explain, rules};
pub use receiver::{Receiver, receiver, receiver_of};
