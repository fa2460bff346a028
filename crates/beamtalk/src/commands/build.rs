//! `beamtalk build`: a package, or files without one, to modules on the disk.

use crate::build::{self, Request, Target, Toolchain, Warnings};
use crate::cli::Build;
use crate::compile::Resident;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::home::Home;

pub(crate) fn run(arguments: &Build, console: &mut Console) -> Result<Exit, Failure> {
    let mut request = request(Target::at(&arguments.path)?)?;
    request.is_forced = arguments.force;
    request.warnings = if arguments.no_warnings { Warnings::Hide } else { Warnings::Show };
    request.flags = arguments.strictness.flags();
    let mut compiler = Resident::at(Home::find()?);
    Ok(build::build(&request, &mut compiler, console)?.exit)
}

/// What every command that builds asks for, unless it says otherwise.
pub(crate) fn request(target: Target) -> Result<Request, Failure> {
    Ok(Request::new(target, Toolchain::with(&build::erl()?)?))
}
