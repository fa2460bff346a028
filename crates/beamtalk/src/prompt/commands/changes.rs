//! Live changes: what is not in the files yet, and writing it there.

use super::Next;
use crate::exit::Failure;
use crate::prompt::session::Session;

pub(super) fn changes(session: &mut Session<'_>, _: &str) -> Result<Next, Failure> {
    session.evaluate("Workspace changes")
}

pub(super) fn dirty(session: &mut Session<'_>, _: &str) -> Result<Next, Failure> {
    session.evaluate("Workspace changes dirtyMethods")
}

pub(super) fn flush(session: &mut Session<'_>, which: &str) -> Result<Next, Failure> {
    match which.trim() {
        "" => session.evaluate("Workspace flush"),
        which => session.evaluate(&format!("Workspace flush: {}", argument(which))),
    }
}

/// Text leaves files, and files may go: only for who says yes.
pub(super) fn flush_destructive(session: &mut Session<'_>, which: &str) -> Result<Next, Failure> {
    if !session.confirmed("Remove from the files what was removed here?") {
        session.note("Aborted: nothing was written.")?;
        return Ok(Next::Go);
    }
    match which.trim() {
        "" => session.evaluate("Workspace flushIncludingDestructive"),
        which => {
            let which = argument(which);
            session.evaluate(&format!("Workspace flush: {which} confirmDestructive: true"))
        }
    }
}

/// A class that was removed is known by its name only.
fn argument(which: &str) -> String {
    let is_name = which.starts_with(|it: char| it.is_ascii_uppercase())
        && which.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    if is_name { format!("#{which}") } else { format!("({which})") }
}

pub(super) fn recheck(session: &mut Session<'_>, what: &str) -> Result<Next, Failure> {
    if what.trim() != "image" {
        session.complain("Usage: :recheck image")?;
        return Ok(Next::Go);
    }
    session.evaluate("Workspace recheckImage")
}
