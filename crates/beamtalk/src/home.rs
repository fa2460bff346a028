//! Where the BEAM files are: the runtime, and the class library once it is compiled.
//!
//! `BEAMTALK_HOME` if the user has set it, else `lib/beamtalk` beside the folder of
//! the command, else the tree that the command was built in.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::exit::Failure;

const VARIABLE: &str = "BEAMTALK_HOME";

/// A folder with an OTP application in each of its folders.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    applications: PathBuf,
}

impl Home {
    pub(crate) fn find() -> Result<Home, Failure> {
        let command = env::current_exe().and_then(fs::canonicalize);
        let command = command.map_err(|error| Failure::environment("find this command", error))?;
        let given = env::var_os(VARIABLE).filter(|it| !it.is_empty()).map(PathBuf::from);
        let tried = match &given {
            Some(home) => vec![home.join("lib")],
            None => candidates(&command),
        };
        let found = tried.iter().find(|it| it.join("beamtalk_runtime/ebin").is_dir());
        match found {
            Some(applications) => Ok(Home { applications: applications.clone() }),
            None => Err(missing(given.as_deref())),
        }
    }

    /// The applications in this folder.
    #[cfg(test)]
    pub(crate) fn at(applications: PathBuf) -> Home {
        Home { applications }
    }

    /// Where each application keeps its modules.
    pub(crate) fn code_folders(&self) -> Result<Vec<PathBuf>, Failure> {
        let doing = || format!("look into `{}`", self.applications.display());
        let entries = fs::read_dir(&self.applications)
            .map_err(|error| Failure::environment(doing(), error))?;
        let folders = entries.flatten().map(|entry| entry.path().join("ebin"));
        let mut folders: Vec<PathBuf> = folders.filter(|folder| folder.is_dir()).collect();
        folders.sort();
        Ok(folders)
    }

    /// Where the classes of the library are, or will be.
    pub(crate) fn library(&self) -> PathBuf {
        self.applications.join("beamtalk_stdlib/ebin")
    }

    /// What the library's application keeps beside its code.
    pub(crate) fn library_data(&self) -> PathBuf {
        self.applications.join("beamtalk_stdlib/priv")
    }
}

/// Installed: `bin/beamtalk` and `lib/beamtalk/lib`. Built: a folder around it is the
/// source tree.
fn candidates(command: &Path) -> Vec<PathBuf> {
    let around = command.ancestors().skip(1);
    let installed = command.ancestors().nth(2).map(|it| it.join("lib/beamtalk/lib"));
    installed.into_iter().chain(around.map(|it| it.join("runtime/apps"))).collect()
}

fn missing(given: Option<&Path>) -> Failure {
    let text = match given {
        Some(home) => format!(
            "there is no Beamtalk runtime in `{}`, where {VARIABLE} points\n  \
             hint: unset {VARIABLE}, or point it to the folder with `lib/beamtalk_runtime`",
            home.display()
        ),
        None => format!(
            "the Beamtalk runtime was not found beside this command\n  \
             hint: run `make build` in the source tree, or point {VARIABLE} to an installed `lib/beamtalk`"
        ),
    };
    Failure::Missing(text)
}
