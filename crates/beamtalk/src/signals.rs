//! Being asked to end, by Ctrl-C or by whoever manages processes.
//!
//! [`on_end`]: the first request is handed on, so that what runs can end in order; the
//! second ends this process at once. [`hold`]: requests are kept for whoever asks, as
//! long as somebody holds them; otherwise they end this process as they always do.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, OnceLock};
use std::thread;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
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

/// Requests to end that are kept until somebody asks.
#[derive(Debug)]
pub(crate) struct Hold(());

#[derive(Default)]
struct Kept {
    interrupt: Arc<AtomicBool>,
    terminate: Arc<AtomicBool>,
    /// Whether signals end this process.
    is_free: Arc<AtomicBool>,
    holds: AtomicUsize,
}

static KEPT: OnceLock<Kept> = OnceLock::new();

/// Keeps requests from ending this process, until the answer is dropped.
pub(crate) fn hold() -> Result<Hold, Failure> {
    let kept = match KEPT.get() {
        Some(kept) => kept,
        None => {
            let kept = Kept::listen();
            let kept = kept.map_err(|error| Failure::environment("listen for signals", error))?;
            KEPT.get_or_init(|| kept)
        }
    };
    kept.holds.fetch_add(1, Ordering::SeqCst);
    kept.is_free.store(false, Ordering::SeqCst);
    Ok(Hold(()))
}

/// Whether Ctrl-C was pressed since this was last asked. Only while requests are held.
pub(crate) fn take_interrupt() -> bool {
    KEPT.get().is_some_and(|it| it.interrupt.swap(false, Ordering::SeqCst))
}

/// Fails if somebody has asked us to end.
pub(crate) fn check_end() -> Result<(), Failure> {
    let Some(kept) = KEPT.get() else { return Ok(()) };
    let signal = match () {
        () if kept.interrupt.load(Ordering::SeqCst) => SIGINT,
        () if kept.terminate.load(Ordering::SeqCst) => SIGTERM,
        () => return Ok(()),
    };
    Err(Failure::Interrupted(u8::try_from(signal).unwrap_or(0)))
}

impl Kept {
    fn listen() -> Result<Kept, std::io::Error> {
        let kept = Kept::default();
        for (signal, told) in [(SIGINT, &kept.interrupt), (SIGTERM, &kept.terminate)] {
            flag::register_conditional_default(signal, Arc::clone(&kept.is_free))?;
            flag::register(signal, Arc::clone(told))?;
        }
        Ok(kept)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let Some(kept) = KEPT.get() else { return };
        if kept.holds.fetch_sub(1, Ordering::SeqCst) == 1 {
            kept.is_free.store(true, Ordering::SeqCst);
            // Terminating was only put off. Whoever wanted Ctrl-C has had it.
            if kept.terminate.load(Ordering::SeqCst) {
                let _ = signal_hook::low_level::emulate_default_handler(SIGTERM);
            }
        }
    }
}
