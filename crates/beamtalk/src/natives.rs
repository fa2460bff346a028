//! What the functions of Erlang's own modules take and answer, by their specs.
//!
//! Reading the specs takes a second, so the outcome is kept in the user's cache, for
//! the installation of Erlang as it is (`natives/installation.rs`). A cache that is
//! damaged is made again; one that cannot be written costs that second each time, and
//! nothing else. Whoever checks asks only for texts that mention Erlang.

mod cache;
mod installation;

use std::io;
use std::path::Path;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use etf::Term;
use types::native::NativeSignatures;

use crate::build::{self, Digest};
use crate::console::Console;
use crate::erlang::Erlang;
use crate::exit::Failure;
use crate::home::Home;
use installation::Installation;

/// Whoever waits longer wants to know for what.
const PATIENCE: Duration = Duration::from_secs(1);

/// Those of the Erlang in use.
pub(crate) fn signatures(home: &Home, console: &mut Console) -> Result<NativeSignatures, Failure> {
    let installation = Installation::of(&build::erl()?)?;
    let key = installation.fingerprint(home)?;
    let folder = cache::folder();
    let loaded = load(folder.as_deref(), &key, || {
        patiently(
            || make(home, &installation),
            || console.say("Reading what Erlang's functions answer, once for this installation"),
        )
    })?;
    if let (Some(error), Some(folder)) = (loaded.unkept, folder) {
        let folder = folder.display();
        console.say(&format!("note: what was read cannot be kept in `{folder}`: {error}"))?;
    }
    Ok(loaded.signatures)
}

#[derive(Debug)]
struct Loaded {
    signatures: NativeSignatures,
    /// Why the next command will have to make them again.
    unkept: Option<io::Error>,
}

/// What is kept in a folder under a key, or else what is made, which is then kept.
fn load(
    folder: Option<&Path>,
    key: &Digest,
    make: impl FnOnce() -> Result<Vec<u8>, Failure>,
) -> Result<Loaded, Failure> {
    let kept = folder.and_then(|folder| cache::read(folder, key));
    if let Some(signatures) = kept.and_then(|table| NativeSignatures::read(&table)) {
        return Ok(Loaded { signatures, unkept: None });
    }
    let table = make()?;
    let Some(signatures) = NativeSignatures::read(&table) else {
        return Err(Failure::Bug("the signatures of Erlang's functions are no table".to_owned()));
    };
    let unkept = folder.and_then(|folder| cache::keep(folder, key, &table).err());
    Ok(Loaded { signatures, unkept })
}

fn make(home: &Home, installation: &Installation) -> Result<Vec<u8>, Failure> {
    ask(&mut Erlang::start_compiler(home)?, installation)
}

/// Has a BEAM read the specs.
fn ask(erlang: &mut Erlang, installation: &Installation) -> Result<Vec<u8>, Failure> {
    let folders = installation.folders().iter();
    let folders: Vec<Term> = folders.map(|it| Term::binary(it.as_str())).collect();
    let request = [Term::atom("natives"), Term::binary("otp"), Term::list(folders)];
    erlang.send(&Term::tuple(request))?;
    let answer = erlang.receive()?;
    match answer.as_ref().and_then(Term::as_tuple) {
        Some([kind, _, table]) if kind.as_atom() == Some("natives") => {
            Ok(table.as_bytes().unwrap_or_default().to_vec())
        }
        None => Err(Failure::Missing("the BEAM ended while it read specs".to_owned())),
        Some(_) => Err(Failure::Bug(format!("specs could not be read: {answer:?}"))),
    }
}

/// Works, and says so once it takes long.
fn patiently<T: Send>(
    work: impl FnOnce() -> Result<T, Failure> + Send,
    say: impl FnOnce() -> Result<(), Failure>,
) -> Result<T, Failure> {
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let working = scope.spawn(move || {
            let worked = work();
            drop(done);
            worked
        });
        // Nothing is ever sent: the wait ends early when the other side is gone.
        if is_done.recv_timeout(PATIENCE) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            say()?;
        }
        working.join().unwrap_or_else(|_| Err(Failure::Bug("reading specs failed".to_owned())))
    })
}

#[cfg(test)]
mod tests;
