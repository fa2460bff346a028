//! `beamtalk completions`: a script that teaches a shell our words.

use clap::CommandFactory as _;

use crate::cli::{Arguments, Completions};
use crate::console::Console;
use crate::exit::{Exit, Failure};

pub(crate) fn run(arguments: &Completions, console: &mut Console) -> Result<Exit, Failure> {
    let mut command = Arguments::command();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "beamtalk", &mut script);
    console.result(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Clean)
}
