//! `beamtalk new`: the folder of a package, whole or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::New;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::manifest::{package_name_fault, suggested_package_name};
use crate::scaffold::{self, Purpose};

pub(crate) fn run(arguments: &New, console: &mut Console) -> Result<Exit, Failure> {
    let name = arguments.name.as_str();
    if let Some(fault) = package_name_fault(name) {
        return Err(illegal(name, fault));
    }
    let folder = Path::new(name);
    // Even a link that leads nowhere is something that is there.
    if fs::symlink_metadata(folder).is_ok() {
        let text =
            format!("`{name}` is already there; choose another name, or another folder to be in");
        return Err(Failure::WrongUse(text));
    }
    let purpose = if arguments.app { Purpose::Application } else { Purpose::Library };
    create(folder, name, purpose)?;
    let class = scaffold::first_class(name);
    let (what, run) = match purpose {
        Purpose::Library => ("package", format!("{class} hello")),
        Purpose::Application => ("application", ".".to_owned()),
    };
    console.say(&format!(
        "Made the {what} {name}. Next:\n  cd {name}\n  beamtalk test\n  beamtalk run {run}"
    ))?;
    Ok(Exit::Clean)
}

fn illegal(name: &str, fault: &str) -> Failure {
    let shown = name.escape_debug();
    let mut text = format!("`{shown}` cannot be the name of a package: {fault}");
    if let Some(legal) = suggested_package_name(name) {
        text.push_str(&format!("\n  hint: `beamtalk new {legal}` would do"));
    }
    Failure::WrongUse(text)
}

/// Everything is written into a draft beside the folder, which then gets its name.
fn create(folder: &Path, name: &str, purpose: Purpose) -> Result<(), Failure> {
    let draft = PathBuf::from(format!(".beamtalk-new-{}-{name}", std::process::id()));
    let made = fs::create_dir(&draft)
        .and_then(|()| write(&draft, name, purpose))
        .and_then(|()| fs::rename(&draft, folder));
    made.map_err(|error| {
        let _ = fs::remove_dir_all(&draft);
        Failure::environment(format!("make the folder `{name}`"), error)
    })
}

fn write(draft: &Path, name: &str, purpose: Purpose) -> io::Result<()> {
    for (path, text) in scaffold::files(name, purpose) {
        let path = draft.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}
