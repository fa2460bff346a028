//! The command from outside: what a shell sees, and what is left on the disk.

#![cfg(unix)]

mod check;
mod command;
mod files;
mod fmt;
mod folder;
mod show;
mod system;
