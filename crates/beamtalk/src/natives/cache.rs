//! The user's cache: files that may vanish at any time and are then made again.
//!
//! A file begins with the fingerprint of what follows, so that a torn or damaged one
//! is no different from none. Files are put in place by renaming.

use std::env;
use std::ffi::OsString;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Read as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::build::Digest;
use crate::replace;

const PREFIX: &str = "natives-";
/// As many installations of Erlang are remembered.
const MOST_FILES: usize = 4;
/// A file of more bytes is surely not ours.
const LARGEST: u64 = 1 << 26;
/// The length of a fingerprint, and a line's end.
const SEAL: usize = 65;

/// Where caches of ours are kept, if there is such a place.
pub(super) fn folder() -> Option<PathBuf> {
    folder_with(env::var_os("XDG_CACHE_HOME"), env::var_os("HOME"))
}

/// A path that depends on the folder one is in is as good as none.
fn folder_with(caches: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    let absolute = |it: Option<OsString>| it.map(PathBuf::from).filter(|it| it.is_absolute());
    let usual = if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" };
    let caches = absolute(caches).or_else(|| absolute(home).map(|home| home.join(usual)));
    Some(caches?.join("beamtalk"))
}

/// What was kept under a key, if it is whole.
pub(super) fn read(folder: &Path, key: &Digest) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let path = file(folder, key);
    // Whatever is no file, a pipe for one, might never end.
    fs::metadata(&path).ok().filter(|it| it.is_file() && it.len() <= LARGEST)?;
    File::open(path).ok()?.take(LARGEST).read_to_end(&mut bytes).ok()?;
    let (seal, contents) = bytes.split_at_checked(SEAL)?;
    (seal == sealed(contents).as_bytes()).then(|| contents.to_vec())
}

pub(super) fn keep(folder: &Path, key: &Digest, contents: &[u8]) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let path = file(folder, key);
    replace::put(&path, &[sealed(contents).as_bytes(), contents].concat())?;
    forget_old(folder, &path);
    Ok(())
}

fn file(folder: &Path, key: &Digest) -> PathBuf {
    folder.join(format!("{PREFIX}{key}"))
}

fn sealed(contents: &[u8]) -> String {
    format!("{}\n", Digest::of(contents))
}

/// Removes the oldest of our files. Failing to harms nobody.
fn forget_old(folder: &Path, newest: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let ours =
        entries.filter(|it| it.file_name().to_str().is_some_and(|it| it.starts_with(PREFIX)));
    let time = |path: &Path| fs::metadata(path).and_then(|it| it.modified()).ok();
    let others = ours.map(|it| it.path()).filter(|path| path != newest);
    let mut others: Vec<(Option<SystemTime>, PathBuf)> =
        others.map(|path| (time(&path), path)).collect();
    others.sort();
    let excess = (others.len() + 1).saturating_sub(MOST_FILES);
    others.iter().take(excess).for_each(|(_, path)| drop(fs::remove_file(path)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(not(target_os = "macos"))]
    #[test]
    fn the_cache_is_where_the_user_says_or_at_home() {
        let cases = [
            (Some("/caches"), Some("/home/me"), Some("/caches/beamtalk")),
            (None, Some("/home/me"), Some("/home/me/.cache/beamtalk")),
            (Some(""), Some("/home/me"), Some("/home/me/.cache/beamtalk")),
            (Some("here"), Some("/home/me"), Some("/home/me/.cache/beamtalk")),
            (None, Some("me"), None),
            (None, None, None),
        ];
        for (caches, home, expected) in cases {
            let found = folder_with(caches.map(OsString::from), home.map(OsString::from));
            assert_eq!(found, expected.map(PathBuf::from), "{caches:?} {home:?}");
        }
    }
}
