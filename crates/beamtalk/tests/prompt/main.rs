//! The prompt from outside: keys in, screen out. Needs a built runtime.

#![cfg(unix)]

mod changes;
mod commands;
mod completion;
mod editing;
mod errors;
mod interrupts;
mod library;
mod opening;
mod paths;
mod piped;
mod plain;
mod project;
mod sharing;
mod terminal;
