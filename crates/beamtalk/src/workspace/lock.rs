//! One command at a time makes, starts or stops a workspace.
//!
//! The lock goes with the process that holds it, however that ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::thread;

use super::patience::{POLL, Patience};
use super::place::Place;
use crate::exit::Failure;
use crate::signals;

#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

/// Waits until nobody else works on the workspace.
pub(super) fn lock(place: &Place) -> Result<Lock, Failure> {
    let path = place.lock_file();
    let failed = |error| Failure::environment(format!("lock `{}`", path.display()), error);
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(&path)
        .map_err(failed)?;
    let patience = Patience::for_a_start();
    // Asked again and again, because a wait inside the system cannot be interrupted.
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => {}
            // Some network disks know no locks; one command at a time works there as well.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok(Lock { _file: file });
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        signals::check_end()?;
        if patience.is_over() {
            return Err(Failure::Missing(format!(
                "another command has been starting or stopping this workspace for too long\n  \
                 hint: end it; it holds `{}`",
                path.display()
            )));
        }
        thread::sleep(POLL);
    }
}
