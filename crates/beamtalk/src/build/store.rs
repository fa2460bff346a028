//! The folder that modules are built into. All writing of a build happens here.
//!
//! Nothing is written outside the folder: what leads to it must be folders, not
//! links, and files are put in place by renaming, which replaces a link and does
//! not follow it. Only files that a build makes are ever removed.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::digest::Digest;
use super::record::Record;
use crate::exit::Failure;
use crate::replace;

const RECORD: &str = ".beamtalk-build.json";
const MEMORY: &str = ".beamtalk-types.json";
const LOCK: &str = ".beamtalk-lock";
/// A record of more bytes is surely not one.
const LARGEST_RECORD: u64 = 1 << 28;

/// Where the modules of one set of files go.
#[derive(Debug)]
pub(super) struct Store {
    folder: PathBuf,
    ebin: PathBuf,
}

/// Keeps other builds out of a folder as long as it lives.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Store {
    /// A store in a folder below `root`, which is there; the folders between are made.
    /// Modules go into `ebin` below that.
    pub(super) fn open(root: &Path, folder: &str, ebin: &str) -> Result<Store, Failure> {
        let folder = make_folders(root, folder)?;
        let ebin = make_folders(&folder, ebin)?;
        let store = Store { folder, ebin };
        store.remove_drafts();
        Ok(store)
    }

    pub(super) fn ebin(&self) -> &Path {
        &self.ebin
    }

    /// What an earlier build has recorded, as far as it can be read.
    pub(super) fn record(&self) -> Option<Record> {
        let mut bytes = Vec::new();
        let file = File::open(self.folder.join(RECORD)).ok()?;
        file.take(LARGEST_RECORD).read_to_end(&mut bytes).ok()?;
        Record::read(&bytes)
    }

    pub(super) fn write_record(&self, record: &Record) -> Result<(), Failure> {
        put_if_changed(&self.folder.join(RECORD), &record.bytes())
    }

    /// What an earlier build has found out, in its bytes.
    pub(super) fn memory(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let file = File::open(self.folder.join(MEMORY)).ok()?;
        file.take(LARGEST_RECORD).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    pub(super) fn write_memory(&self, bytes: &[u8]) -> Result<(), Failure> {
        put_if_changed(&self.folder.join(MEMORY), bytes)
    }

    /// The fingerprint of a module's file as it is now.
    pub(super) fn beam_digest(&self, module: &str) -> Option<Digest> {
        let path = self.beam(module);
        let is_file = fs::symlink_metadata(&path).is_ok_and(|it| it.is_file());
        let bytes = is_file.then(|| fs::read(&path).ok())?;
        bytes.map(|bytes| Digest::of(&bytes))
    }

    pub(super) fn write_beam(&self, module: &str, bytes: &[u8]) -> Result<Digest, Failure> {
        put(&self.beam(module), bytes)?;
        Ok(Digest::of(bytes))
    }

    /// Writes a file that is no module beside them.
    pub(super) fn write_beside(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        put_if_changed(&self.ebin.join(name), bytes)
    }

    /// The modules of ours that have a file here. `prefix` is what all of them begin
    /// with.
    pub(super) fn modules(&self, prefix: &str) -> Result<BTreeSet<String>, Failure> {
        let looking = |error| Failure::environment(looking_into(&self.ebin), error);
        let mut modules = BTreeSet::new();
        for entry in fs::read_dir(&self.ebin).map_err(looking)? {
            let entry = entry.map_err(looking)?;
            if entry.file_type().is_ok_and(|it| it.is_dir()) {
                continue;
            }
            let name = entry.file_name();
            let name = name.to_str().and_then(|it| it.strip_suffix(".beam"));
            modules.extend(name.filter(|it| it.starts_with(prefix)).map(str::to_owned));
        }
        Ok(modules)
    }

    pub(super) fn remove_beam(&self, module: &str) -> Result<(), Failure> {
        let path = self.beam(module);
        fs::remove_file(&path)
            .map_err(|error| Failure::environment(format!("remove `{}`", path.display()), error))
    }

    fn beam(&self, module: &str) -> PathBuf {
        self.ebin.join(format!("{module}.beam"))
    }

    /// A build that was killed leaves drafts behind. Failing to remove one harms nobody.
    fn remove_drafts(&self) {
        for folder in [&self.folder, &self.ebin] {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let drafts =
                entries.filter(|it| it.file_name().to_str().is_some_and(replace::is_draft));
            drafts.for_each(|it| drop(fs::remove_file(it.path())));
        }
    }
}

/// Takes the folder below `root` for one build alone. Where another has it, `waiting`
/// is called once before this waits.
pub(super) fn lock(root: &Path, folder: &str, waiting: &mut dyn FnMut()) -> Result<Lock, Failure> {
    let path = make_folders(root, folder)?.join(LOCK);
    let failed = |error| Failure::environment(format!("lock `{}`", path.display()), error);
    refuse_link(&path)?;
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    // Whoever may only read can still use what is built, as long as nothing has changed.
    let file = file.or_else(|error| match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            File::open(&path).map_err(|_| error)
        }
        _ => Err(error),
    });
    let file = file.map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            waiting();
            file.lock().map_err(failed)?;
        }
        // Some network disks know no locks; one build at a time works there as well.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    Ok(Lock { _file: file })
}

/// The folder at `path` below `root`, made where it is missing.
fn make_folders(root: &Path, path: &str) -> Result<PathBuf, Failure> {
    let mut folder = root.to_owned();
    for part in path.split('/').filter(|it| !it.is_empty()) {
        folder.push(part);
        refuse_link(&folder)?;
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            Err(error) => {
                let doing = format!("make the folder `{}`", folder.display());
                return Err(Failure::environment(doing, error));
            }
            Ok(()) => {}
        }
    }
    Ok(folder)
}

fn refuse_link(path: &Path) -> Result<(), Failure> {
    match fs::symlink_metadata(path).is_ok_and(|it| it.is_symlink()) {
        true => {
            let doing = format!("build into `{}`", path.display());
            let error = io::Error::other("it is a link, which may lead anywhere; remove it");
            Err(Failure::environment(doing, error))
        }
        false => Ok(()),
    }
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace::put(path, bytes)
        .map_err(|error| Failure::environment(format!("write `{}`", path.display()), error))
}

fn put_if_changed(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let is_file = fs::symlink_metadata(path).is_ok_and(|it| it.is_file());
    match is_file && fs::read(path).is_ok_and(|old| old == bytes) {
        true => Ok(()),
        false => put(path, bytes),
    }
}

fn looking_into(folder: &Path) -> String {
    format!("look into `{}`", folder.display())
}
