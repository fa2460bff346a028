//! Ending a node: asked first, killed if it does not listen.

use std::thread;

use super::Running;
use super::find::{self, Seen};
use super::identity::Identity;
use super::lock;
use super::patience::{POLL, Patience};
use super::place::Place;
use super::process;
use crate::exit::Failure;
use crate::signals;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// It ended when it was asked to.
    Asked,
    Killed,
    /// Only files of it were left.
    CleanedUp,
    NotRunning,
}

/// Stops the node of a workspace. `ask` tells it to end and says whether it has heard.
pub(crate) fn stop(
    identity: &Identity,
    is_forced: bool,
    ask: impl FnOnce(&Running) -> bool,
) -> Result<Stopped, Failure> {
    let place = Place::of(&identity.id)?;
    if !place.exists() {
        return Ok(Stopped::NotRunning);
    }
    let _lock = lock::lock(&place)?;
    let (pid, has_heard) = match find::look(&place) {
        Seen::Nothing => return Ok(Stopped::NotRunning),
        Seen::Left(left) => {
            left.remove(&place)?;
            return Ok(Stopped::CleanedUp);
        }
        Seen::Running(node) => {
            let pid = node.pid;
            let running = find::running(identity, &place, node, Vec::new())?;
            (pid, !is_forced && ask(&running))
        }
    };
    if has_heard && has_ended(pid, &place)? {
        place.clear();
        return Ok(Stopped::Asked);
    }
    if !process::kill(pid, &place) {
        return Err(Failure::Missing(format!(
            "the node of this workspace cannot be ended: process {pid}\n  \
             hint: end it yourself: kill -9 {pid}"
        )));
    }
    place.clear();
    Ok(Stopped::Killed)
}

fn has_ended(pid: u32, place: &Place) -> Result<bool, Failure> {
    let _hold = signals::hold()?;
    let patience = Patience::for_a_stop();
    while process::is_node(pid, place, None) {
        signals::check_end()?;
        if patience.is_over() {
            return Ok(false);
        }
        thread::sleep(POLL);
    }
    Ok(true)
}
