//! Where the files of a workspace are, and how they are read and written.
//!
//! Everything below `~/.beamtalk/workspaces/ID` is for the user alone. A file is there
//! whole or not at all. What stands in the files is for `metadata.rs` and `node.rs`.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{
    DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
};
use std::path::{Path, PathBuf};

use crate::exit::Failure;
use crate::replace;

/// What nobody else may look into.
const PRIVATE_FOLDER: u32 = 0o700;
const PRIVATE_FILE: u32 = 0o600;
/// No file that is read here is longer.
const LONGEST_FILE: u64 = 1 << 20;

/// What belongs to one start of a node, and goes with it.
const RUNTIME_FILES: [&str; 6] = [NODE_INFO, PORT, PID, TOKEN, STARTING, VM_ARGS];

pub(super) const METADATA: &str = "metadata.json";
pub(super) const NODE_INFO: &str = "node.info";
pub(super) const PORT: &str = "port";
pub(super) const PID: &str = "pid";
pub(super) const TOKEN: &str = "token";
pub(super) const STARTING: &str = "starting";
pub(super) const STARTUP_LOG: &str = "startup.log";
pub(super) const VM_ARGS: &str = "vm.args";

/// The folder of one workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) folder: PathBuf,
}

/// `~/.beamtalk`.
pub(crate) fn user_folder() -> Result<PathBuf, Failure> {
    let home = std::env::home_dir().filter(|it| it.is_absolute());
    home.map(|home| home.join(".beamtalk")).ok_or_else(|| {
        Failure::Missing(
            "there is no home folder to keep workspaces in\n  hint: set HOME to a folder of yours"
                .to_owned(),
        )
    })
}

pub(super) fn workspaces() -> Result<PathBuf, Failure> {
    Ok(user_folder()?.join("workspaces"))
}

impl Place {
    /// The place of a workspace, which need not be there.
    pub(crate) fn of(id: &str) -> Result<Place, Failure> {
        Ok(Place { folder: workspaces()?.join(id) })
    }

    /// The place of a workspace, made if it is not there.
    pub(crate) fn make(id: &str) -> Result<Place, Failure> {
        let place = Place::of(id)?;
        let failed = |error| {
            Failure::environment(format!("make the folder `{}`", place.folder.display()), error)
        };
        DirBuilder::new()
            .recursive(true)
            .mode(PRIVATE_FOLDER)
            .create(&place.folder)
            .map_err(failed)?;
        let found = fs::metadata(&place.folder).map_err(failed)?;
        if found.mode() & 0o077 != 0 {
            let private = fs::Permissions::from_mode(PRIVATE_FOLDER);
            fs::set_permissions(&place.folder, private).map_err(failed)?;
        }
        Ok(place)
    }

    pub(crate) fn exists(&self) -> bool {
        self.folder.is_dir()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Held by whoever makes, starts or stops the workspace. Beside the folder, so that it
    /// outlives it.
    pub(super) fn lock_file(&self) -> PathBuf {
        self.folder.with_extension("lock")
    }

    /// The text of a file; nothing if it is not there or is no text of ours.
    pub(super) fn read(&self, name: &str) -> Option<String> {
        let mut text = String::new();
        let file = fs::File::open(self.path(name)).ok()?;
        file.take(LONGEST_FILE).read_to_string(&mut text).ok()?;
        Some(text)
    }

    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), Failure> {
        write_private(&self.path(name), text)
    }

    pub(super) fn remove(&self, name: &str) {
        let _ = fs::remove_file(self.path(name));
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Removes what a node that has gone has left. Says whether there was anything.
    pub(super) fn clear(&self) -> bool {
        let removed = RUNTIME_FILES.map(|name| fs::remove_file(self.path(name)).is_ok());
        self.sweep_drafts();
        removed.contains(&true)
    }

    /// Whoever was killed while writing has left a draft.
    fn sweep_drafts(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if entry.file_name().to_str().is_some_and(replace::is_draft) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// A file that only the user can read, from its first moment on.
pub(super) fn write_private(path: &Path, text: &str) -> Result<(), Failure> {
    let draft = path.with_file_name(format!(".beamtalk-{}-w.tmp", std::process::id()));
    let written = create_private(&draft)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .and_then(|()| fs::rename(&draft, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&draft);
        Failure::environment(format!("write `{}`", path.display()), error)
    })
}

pub(super) fn create_private(path: &Path) -> io::Result<fs::File> {
    let _ = fs::remove_file(path);
    OpenOptions::new().write(true).create_new(true).mode(PRIVATE_FILE).open(path)
}
