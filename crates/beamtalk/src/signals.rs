//! Being asked to end, by Ctrl-C or by whoever manages processes.
//!
//! The first request is handed on, so that what runs can end in order; the second ends
//! this process at once.

use std::process;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::exit::{Exit, Failure};

/// What a shell says of a process that Ctrl-C has ended.
const INTERRUPTED: u8 = 130;

/// Where the first request is told, as the status that it leads to.
#[derive(Debug)]
pub(crate) struct Asked(Receiver<Exit>);

impl Asked {
    /// What whoever asked expects to see; nothing if nobody has.
    pub(crate) fn exit(&self) -> Option<Exit> {
        self.0.try_recv().ok()
    }
}

/// Calls `stop` once somebody asks. From now on a signal no longer ends this process by
/// itself.
pub(crate) fn on_end(mut stop: impl FnMut() + Send + 'static) -> Result<Asked, Failure> {
    let failed = |error| Failure::environment("listen for signals", error);
    let mut signals = Signals::new([SIGINT, SIGTERM]).map_err(failed)?;
    let (tell, asked) = mpsc::channel();
    let listen = move || {
        let mut signals = signals.forever();
        let exit = match signals.next() {
            Some(SIGINT) => Exit::Program(INTERRUPTED),
            _ => Exit::Clean,
        };
        let _ = tell.send(exit);
        stop();
        if let Some(signal) = signals.next() {
            process::exit(128 + signal);
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(listen).map_err(failed)?;
    Ok(Asked(asked))
}
