//! `beamtalk run .`: the application that the package here is, until it is asked to end.

use std::path::Path;

use hierarchy::{ClassHierarchy, ClassName};

use crate::build::Target;
use crate::commands::ground;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::launch;
use crate::manifest::Manifest;
use crate::package;
use crate::policy::Flags;
use crate::running::Served;
use crate::signals;

const ROOTS: [&str; 2] = ["Supervisor", "DynamicSupervisor"];

pub(crate) fn run(console: &mut Console) -> Result<Exit, Failure> {
    let project = package::project_of(Path::new("."), std::env::home_dir().as_deref());
    if !project.has_manifest {
        return Err(ground::no_package(
            "name the file with the class: beamtalk run FILE.bt Main run",
        ));
    }
    let package = package::load(&project.root)?.all.pop();
    let found = ground::on(Target::Package(project.root), false, &Flags::default(), console)?;
    let (Some(package), Some((program, ground))) = (package, found) else {
        return Ok(Exit::Problems);
    };
    let manifest = package.manifest;
    let supervisor = manifest.supervisor.as_deref().ok_or_else(|| no_application(&manifest))?;
    if let Some(fault) = fault(supervisor, program.hierarchy()) {
        console.complain(&fault);
        return Ok(Exit::Problems);
    }
    let mut running = launch::launch_application(&ground)?;
    let ended = running.run(&manifest.name)?;
    let mut stopper = running.stopper()?;
    let asked = signals::on_end(move || stopper.stop())?;
    let served = match ended {
        Some(served) => served,
        None => {
            let Manifest { name, version, .. } = &manifest;
            console.say(&format!(
                "{name} {version} runs, supervised by {supervisor}; Ctrl-C ends it"
            ))?;
            running.wait()?
        }
    };
    match served {
        Served::Stopped => {
            running.finish()?;
            Ok(asked.exit().unwrap_or(Exit::Clean))
        }
        Served::GaveUp(reason) => {
            running.finish()?;
            console.complain(&format!("the supervisor `{supervisor}` has given up: {reason}"));
            Ok(Exit::Problems)
        }
        Served::Ended(ended) => {
            Ok(launch::land(running, ended, &program, console)?.err().unwrap_or(Exit::Clean))
        }
    }
}

fn no_application(manifest: &Manifest) -> Failure {
    Failure::WrongUse(format!(
        "the package `{}` is no application: its manifest names no supervisor\n  \
         hint: send a message to one of its classes (beamtalk run Main run), or add \
         `[application]` with `supervisor = \"MainSup\"` to `beamtalk.toml`",
        manifest.name
    ))
}

/// Why a class cannot be the root.
fn fault(supervisor: &str, hierarchy: &ClassHierarchy) -> Option<String> {
    let name = ClassName::from(supervisor);
    let what = match hierarchy.class(&name) {
        None => "there is no such class in the package",
        Some(_) if ROOTS.iter().any(|it| hierarchy.is_subclass(&name, &ClassName::from(*it))) => {
            return None;
        }
        Some(_) => "the class is no supervisor",
    };
    Some(format!(
        "`{supervisor}` cannot supervise the application: {what}\n  \
         hint: `[application]` in `beamtalk.toml` names a subclass of Supervisor"
    ))
}
