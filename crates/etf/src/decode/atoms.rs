//! Text to atoms, each made once while it comes often.

use crate::{Atom, Fault};

/// Enough for the keys of class metadata.
const SLOTS: usize = 128;

/// The last atom read for each of a few hashes. Bounded, unlike an interner: what
/// a sender makes up takes no more room than what he sends.
#[derive(Debug)]
pub(super) struct Atoms([Option<Atom>; SLOTS]);

impl Atoms {
    pub(super) fn new() -> Atoms {
        Atoms([const { None }; SLOTS])
    }

    pub(super) fn utf8(&mut self, bytes: &[u8]) -> Result<Atom, Fault> {
        let slot = self.0.get_mut(hash(bytes) % SLOTS);
        if let Some(Some(atom)) = &slot
            && atom.as_bytes() == bytes
        {
            return Ok(atom.clone());
        }
        let atom = from_text(str::from_utf8(bytes).map_err(|_| Fault::AtomNotUtf8)?)?;
        if let Some(slot) = slot {
            *slot = Some(atom.clone());
        }
        Ok(atom)
    }

    pub(super) fn latin1(&mut self, bytes: &[u8]) -> Result<Atom, Fault> {
        match bytes.is_ascii() {
            true => self.utf8(bytes),
            false => from_text(&bytes.iter().map(|byte| char::from(*byte)).collect::<String>()),
        }
    }
}

fn from_text(text: &str) -> Result<Atom, Fault> {
    match Atom::fits(text) {
        true => Ok(Atom::new(text)),
        false => Err(Fault::AtomTooLong { characters: text.chars().count() }),
    }
}

/// Names that differ mostly differ in length, at an end or in the middle.
fn hash(bytes: &[u8]) -> usize {
    let at = |index: usize| bytes.get(index).map_or(0, |byte| usize::from(*byte));
    let length = bytes.len();
    length ^ at(0) << 2 ^ at(length / 2) << 1 ^ at(length.wrapping_sub(1)) << 3
}
