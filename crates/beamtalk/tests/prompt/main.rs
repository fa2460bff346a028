//! The prompt from outside: keys in, screen out. Needs a built runtime.

#![cfg(unix)]

mod commands;
mod completion;
mod editing;
mod errors;
mod interrupts;
mod library;
mod piped;
mod plain;
mod project;
mod sharing;
mod terminal;
