//! The `beamtalk` command: arguments in, an exit status out (`exit.rs`).
//!
//! All reading and writing of files happens in this crate. It decides nothing
//! about the language: it asks `syntax`, `types` and `ide`, and shows what they answer.

mod build;
mod cli;
mod client;
mod commands;
mod compile;
mod console;
mod erlang;
mod exit;
mod fence;
#[cfg(test)]
mod fixture;
mod guess;
mod home;
mod inference;
mod launch;
mod layout;
mod loading;
mod manifest;
mod natives;
mod package;
mod policy;
mod port;
mod program;
mod prompt;
mod reading;
mod render;
mod replace;
mod report;
mod running;
mod scaffold;
mod signals;
mod soundness;
mod sources;
mod testing;
mod workers;
mod workspace;

use std::process::ExitCode;

use crate::console::Console;
use crate::exit::{Exit, Failure};

fn main() -> ExitCode {
    fence::install();
    let arguments = cli::Arguments::of_command_line();
    let mut console = Console::new(arguments.color);
    let ended = fence::fenced(|| commands::run(&arguments.command, &mut console))
        .unwrap_or_else(|panic| Err(Failure::Bug(panic)))
        .and_then(|exit| console.finish().map(|()| exit));
    match ended {
        Ok(exit) => exit.into(),
        Err(failure) => {
            console.complain(&failure.to_string());
            Exit::from(&failure).into()
        }
    }
}
