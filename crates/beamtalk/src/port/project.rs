//! What the folder that the port works in says: how loud findings are, and what Erlang's
//! functions answer there.
//!
//! Both are read when first needed. The manifest is looked at anew once it has changed;
//! reading the functions takes a second, on a thread of its own, and who is in a hurry
//! goes without.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use etf::Term;
use syntax::Tree;
use types::native::NativeSignatures;

use super::fields::Fields;
use crate::fence::fenced;
use crate::home::Home;
use crate::manifest;
use crate::natives;
use crate::policy::{Flags, Policy};

/// How long a compilation waits for what Erlang's functions answer, once.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Default)]
pub(super) struct Project {
    table: Mutex<Table>,
    natives: Arc<Natives>,
}

/// Whether whoever asks can wait.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hurry {
    Quick,
    Slow,
}

/// The manifest's table, as of the version of the file that it was read from.
#[derive(Default)]
struct Table {
    read: Option<Version>,
    policy: Policy,
}

/// Two texts that were written within the clock's precision differ in length, or else
/// wait for the next change.
type Version = (SystemTime, u64);

#[derive(Default)]
struct Natives {
    known: Mutex<Known>,
    changed: Condvar,
}

#[derive(Default)]
enum Known {
    #[default]
    Unasked,
    Asked,
    Told(Option<Arc<NativeSignatures>>),
}

impl Project {
    pub(super) fn policy(&self, shows_lints: bool) -> Policy {
        let mut table = held(&self.table);
        let version = version(Path::new(manifest::FILE_NAME));
        if table.read != version {
            *table = Table { read: version, policy: read_policy() };
        }
        let flags = Flags { shows_lints, ..Flags::default() };
        Policy { flags, ..table.policy.clone() }
    }

    /// The same for somebody in a hurry, who may bring what is known of the modules that
    /// the text names. All others are then left to whoever asks without.
    pub(super) fn natives_quickly(
        &self,
        tree: &Tree,
        fields: Fields,
    ) -> Option<Arc<NativeSignatures>> {
        let brought = fields.get("natives").and_then(Term::as_bytes);
        let Some(brought) = brought.and_then(NativeSignatures::read) else {
            return self.natives(tree, Hurry::Quick);
        };
        match &*held(&self.natives.known) {
            Known::Told(Some(natives)) => Some(Arc::clone(natives)),
            _ => Some(Arc::new(brought)),
        }
    }

    /// What is known of the functions that a text may call.
    pub(super) fn natives(&self, tree: &Tree, hurry: Hurry) -> Option<Arc<NativeSignatures>> {
        if !types::native::mentions_erlang(tree) {
            return None;
        }
        let mut known = held(&self.natives.known);
        if matches!(*known, Known::Unasked) {
            *known = Known::Asked;
            let natives = Arc::clone(&self.natives);
            let asked = thread::Builder::new().name("natives".to_owned());
            if asked.spawn(move || natives.load()).is_err() {
                *known = Known::Told(None);
            }
        }
        if hurry == Hurry::Slow {
            let is_asked = |known: &mut Known| matches!(known, Known::Asked);
            let waited = self.natives.changed.wait_timeout_while(known, PATIENCE, is_asked);
            known = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        match &*known {
            Known::Told(natives) => natives.clone(),
            Known::Unasked | Known::Asked => None,
        }
    }
}

impl Natives {
    /// Whoever cannot know them goes without, and says nothing: nobody is there to read.
    fn load(&self) {
        let told = fenced(|| natives::known(Home::find, &mut |_| Ok(())));
        let told = told.ok().and_then(Result::ok).flatten().map(Arc::new);
        *held(&self.known) = Known::Told(told);
        self.changed.notify_all();
    }
}

fn version(path: &Path) -> Option<Version> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

fn read_policy() -> Policy {
    let Ok(text) = fs::read_to_string(manifest::FILE_NAME) else { return Policy::default() };
    let (manifest, findings) = manifest::parse(&text);
    match manifest {
        Some(manifest) => Policy { table: manifest.diagnostics, ..Policy::default() },
        None => {
            let why = findings.first().map_or("", |it| it.message.as_str());
            super::complain(&format!("`{}` is not read: {why}", manifest::FILE_NAME));
            Policy::default()
        }
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
