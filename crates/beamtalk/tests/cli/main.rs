//! The command from outside: what a shell sees, and what is left on the disk.

#![cfg(unix)]

mod application;
mod build;
mod check;
mod command;
mod completion_eval;
mod coverage;
mod erlang;
mod eval;
mod files;
mod fmt;
mod folder;
mod interrupted;
mod new;
mod package_check;
mod repository;
mod run;
mod script;
mod show;
mod soundness;
mod system;
mod test;
mod test_docs;
mod test_scripts;
