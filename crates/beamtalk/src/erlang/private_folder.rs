//! A folder that only the user can enter, for as long as one command needs it.
//!
//! Whoever is killed leaves it to the next command of the same user.

use std::env;
use std::fs::{self, File};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::exit::Failure;

/// Longer than this, and the path of a socket in it does not fit the system's structure.
const LONGEST_PATH: usize = 98;
const NAME: &str = "beamtalk-";
/// A folder cannot be made and locked in one step: a young one that nobody has locked
/// may be about to be.
const YOUNG: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(crate) struct PrivateFolder {
    pub(crate) path: PathBuf,
    /// The folder, locked for as long as we live: a process id would say nothing to a
    /// command in another container. Some disks know no locks; there nobody sweeps.
    _lock: Option<File>,
}

impl PrivateFolder {
    pub(crate) fn make() -> Result<PrivateFolder, Failure> {
        let name = format!("{NAME}{}-{:x}", std::process::id(), unique());
        let mut parent = env::temp_dir();
        if parent.join(&name).as_os_str().len() > LONGEST_PATH {
            parent = PathBuf::from("/tmp");
        }
        let path = parent.join(name);
        let failed =
            |error| Failure::environment(format!("make a folder in `{}`", parent.display()), error);
        fs::DirBuilder::new().mode(0o700).create(&path).map_err(failed)?;
        let lock = File::open(&path).ok().filter(|it| it.try_lock().is_ok());
        Ok(PrivateFolder { path, _lock: lock })
    }

    /// Removes what commands that were killed have left. Failing to harms nobody.
    pub(super) fn sweep(&self) {
        let Ok(user) = fs::symlink_metadata(&self.path).map(|it| it.uid()) else { return };
        let beside = self.path.parent().map(fs::read_dir);
        for entry in beside.into_iter().flatten().flatten().flatten() {
            let is_ours = entry.file_name().to_str().is_some_and(is_name);
            if is_ours && is_left(&entry.path(), user) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Whether a folder is called as [`PrivateFolder::make`] does: `beamtalk-PID-TIME`.
fn is_name(name: &str) -> bool {
    let numbers = name.strip_prefix(NAME).and_then(|it| it.split_once('-'));
    let is_hex = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_hexdigit());
    numbers.is_some_and(|(process, time)| process.parse::<u32>().is_ok() && is_hex(time))
}

/// Whether a folder of this user belongs to nobody who lives.
fn is_left(folder: &Path, user: u32) -> bool {
    let Ok(metadata) = fs::symlink_metadata(folder) else { return false };
    let age = metadata.modified().ok().and_then(|it| it.elapsed().ok());
    let is_old = age.is_some_and(|age| age > YOUNG);
    let is_candidate = metadata.is_dir() && metadata.uid() == user && is_old;
    is_candidate && File::open(folder).is_ok_and(|it| it.try_lock().is_ok())
}

/// Two commands may have the same process id in two containers that share a folder.
fn unique() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_nanos())
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn only_our_names_are_swept() {
        for name in ["beamtalk-1-0", "beamtalk-4711-18af3"] {
            assert!(is_name(name), "{name}");
        }
        let others = [
            "beamtalk",
            "beamtalk-",
            "beamtalk-12",
            "beamtalk-12-",
            "beamtalk--1",
            "beamtalk-x-1",
            "beamtalk-12-1-2",
            "beamtalk-test-12-1",
            "xbeamtalk-12-1",
        ];
        for name in others {
            assert!(!is_name(name), "{name}");
        }
    }
}
