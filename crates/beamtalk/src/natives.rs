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
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use etf::Term;
use syntax::Tree;
use types::native::NativeSignatures;

use crate::build::{self, Digest};
use crate::console::Console;
use crate::erlang::Erlang;
use crate::exit::Failure;
use crate::home::Home;
use installation::Installation;

/// Whoever waits longer wants to know for what.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whoever can tell them, asked once at most, and only if a text calls Erlang.
pub(crate) struct Asked<'a> {
    ask: Box<dyn FnMut() -> Result<Option<NativeSignatures>, Failure> + 'a>,
    answer: Option<Option<Arc<NativeSignatures>>>,
}

impl<'a> Asked<'a> {
    pub(crate) fn of(ask: impl FnMut() -> Result<Option<NativeSignatures>, Failure> + 'a) -> Self {
        Asked { ask: Box::new(ask), answer: None }
    }

    /// Those of the Erlang in use; `console` tells whoever waits.
    pub(crate) fn aloud(console: &'a mut Console) -> Self {
        Asked::of(|| known(Home::find, &mut |words| console.say(words)))
    }

    /// What is kept of them, for a program that is about to run: it does not wait until
    /// they are read, and whoever starts it has the words for an Erlang that is not there.
    pub(crate) fn kept() -> Self {
        Asked::of(|| Ok(kept()))
    }

    /// Nobody, where whatever Erlang answers is of no interest.
    pub(crate) fn nobody() -> Self {
        Asked::of(|| Ok(None))
    }

    /// What some texts need to know: nothing if they do not call Erlang.
    pub(crate) fn for_trees(
        &mut self,
        trees: &[&Tree],
    ) -> Result<Option<Arc<NativeSignatures>>, Failure> {
        if !trees.iter().any(|tree| types::native::mentions_erlang(tree)) {
            return Ok(None);
        }
        if self.answer.is_none() {
            self.answer = Some((self.ask)()?.map(Arc::new));
        }
        Ok(self.answer.clone().flatten())
    }
}

impl std::fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asked").field("answer", &self.answer).finish_non_exhaustive()
    }
}

/// Those of the Erlang in use. Without one that can tell, they are simply not known.
pub(crate) fn known(
    home: impl FnOnce() -> Result<Home, Failure>,
    say: &mut dyn FnMut(&str) -> Result<(), Failure>,
) -> Result<Option<NativeSignatures>, Failure> {
    match home().and_then(|home| signatures(&home, say)) {
        Ok(natives) => Ok(Some(natives)),
        Err(failure) => {
            say(&format!("note: what Erlang answers is not known: {failure}"))?;
            Ok(None)
        }
    }
}

/// Nothing if they have not been read yet.
fn kept() -> Option<NativeSignatures> {
    let installation = Installation::of(&build::erl().ok()?).ok()?;
    let key = installation.fingerprint(&Home::find().ok()?).ok()?;
    NativeSignatures::read(&cache::read(&cache::folder()?, &key)?)
}

fn signatures(
    home: &Home,
    say: &mut dyn FnMut(&str) -> Result<(), Failure>,
) -> Result<NativeSignatures, Failure> {
    let installation = Installation::of(&build::erl()?)?;
    let key = installation.fingerprint(home)?;
    let folder = cache::folder();
    let loaded = load(folder.as_deref(), &key, || {
        patiently(
            || make(home, &installation),
            || say("Reading what Erlang's functions answer, once for this installation"),
        )
    })?;
    if let (Some(error), Some(folder)) = (loaded.unkept, folder) {
        let folder = folder.display();
        say(&format!("note: what was read cannot be kept in `{folder}`: {error}"))?;
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
