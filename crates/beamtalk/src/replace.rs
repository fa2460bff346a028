//! New text in the place of a file's old one: all of it, or nothing happens.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Replaces a file that held `old`, keeping its permissions and owner.
///
/// The path itself is replaced: a link that has meanwhile been put there is not
/// followed. A file that somebody has changed since it was read stays as it is.
pub(crate) fn replace(path: &Path, old: &str, new: &str) -> io::Result<()> {
    // Renaming over a write-protected file would work; that is not what its owner wants.
    drop(OpenOptions::new().write(true).open(path)?);
    let (draft, mut file) = draft_beside(path)?;
    let replaced = fill(&mut file, path, new)
        .and_then(|()| still_holds(path, old))
        .and_then(|()| fs::rename(&draft, path));
    if replaced.is_err() {
        let _ = fs::remove_file(&draft);
    }
    replaced
}

/// Puts a file in its place, whatever was there: all of the bytes or none.
///
/// Nothing is forced to the disk. Who reads it back after a crash must be able to
/// tell whether it is whole.
pub(crate) fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (draft, mut file) = draft_beside(path)?;
    let put = file.write_all(bytes).and_then(|()| fs::rename(&draft, path));
    if put.is_err() {
        let _ = fs::remove_file(&draft);
    }
    put
}

/// Whether a file is what an interrupted command of ours has left behind.
pub(crate) fn is_draft(name: &str) -> bool {
    name.starts_with(".beamtalk-") && name.ends_with(".tmp")
}

/// A new file in the same folder, so that renaming it is one step.
fn draft_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    static DRAFTS: AtomicUsize = AtomicUsize::new(0);
    loop {
        let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
        let draft = path.with_file_name(format!(".beamtalk-{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&draft) {
            Ok(file) => return Ok((draft, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

fn fill(file: &mut File, original: &Path, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    let metadata = fs::metadata(original)?;
    keep_owner(file, &metadata);
    file.set_permissions(metadata.permissions())?;
    file.sync_all()
}

/// Only the superuser may give files away; for everybody else it is theirs already,
/// or will be, as with any editor.
#[cfg(unix)]
fn keep_owner(file: &File, metadata: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let _ = fchown(file, Some(metadata.uid()), Some(metadata.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

fn still_holds(path: &Path, old: &str) -> io::Result<()> {
    match fs::read(path)? == old.as_bytes() {
        true => Ok(()),
        false => Err(io::Error::other("it changed while it was being formatted; run again")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_somebody_else_changed_stays_as_it_is() {
        let folder = std::env::temp_dir().join(format!("beamtalk-replace-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.bt");
        fs::write(&path, "theirs").unwrap();
        assert!(replace(&path, "old", "new").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        assert!(replace(&path, "theirs", "new").is_ok());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
