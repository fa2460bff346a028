//! What a program that is started here stands on: the classes of the package around
//! this folder, if there is one, built and up to date.

use std::path::Path;

use crate::build::{self, Target};
use crate::commands::build::request;
use crate::compile::Resident;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::home::Home;
use crate::launch::Ground;
use crate::package;
use crate::policy::Flags;
use crate::program::Program;
use crate::reading::{Rules, Whole};

/// The package here, or nothing but the library. Nothing at all if the package has
/// errors; they are told.
pub(crate) fn here(console: &mut Console) -> Result<Option<(Program, Ground)>, Failure> {
    let project = package::project_of(Path::new("."), std::env::home_dir().as_deref());
    match project.has_manifest {
        true => on(Target::Package(project.root), false, &Flags::default(), console),
        false => Ok(Some((Program::new(), Ground::default()))),
    }
}

/// The package here. Where there is none, `otherwise` says what would do.
pub(crate) fn package(
    otherwise: &str,
    console: &mut Console,
) -> Result<Option<(Program, Ground)>, Failure> {
    let project = package::project_of(Path::new("."), std::env::home_dir().as_deref());
    match project.has_manifest {
        true => on(Target::Package(project.root), false, &Flags::default(), console),
        false => Err(no_package(otherwise)),
    }
}

pub(crate) fn no_package(otherwise: &str) -> Failure {
    Failure::WrongUse(format!(
        "there is no package here: no `beamtalk.toml` in this folder or above it\n  \
         hint: {otherwise}"
    ))
}

/// Builds a target, with its tests if they are wanted, and stands on it.
pub(crate) fn on(
    target: Target,
    with_tests: bool,
    flags: &Flags,
    console: &mut Console,
) -> Result<Option<(Program, Ground)>, Failure> {
    let mut request = request(target)?;
    request.with_tests = with_tests;
    request.is_quiet = true;
    request.flags = flags.clone();
    let mut compiler = Resident::at(Home::find()?);
    let built = build::build(&request, &mut compiler, console)?;
    if built.exit != Exit::Clean {
        return Ok(None);
    }
    let mut ground = Ground::default();
    let mut sources = Vec::new();
    for part in built.parts {
        sources.extend(part.sources);
        ground.folders.push(part.ebin);
        ground.modules.extend(part.modules);
    }
    let whole = Whole::with(built.hierarchy, Rules::Program);
    Ok(Some((Program::on(whole, sources), ground)))
}
