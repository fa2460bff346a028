//! Bytes taken from the front, and the account of what is promised of the rest.
//!
//! Whoever makes room for `n` terms promises them first. Every term takes at least
//! one byte, so a promise holds only if the bytes left cover it *and* all older
//! promises. Therefore all room ever made is at most one slot for each byte of
//! input. Checking each count against the bytes left alone would not do: 512 nested
//! lists could each claim all of them.

use crate::{DecodeError, Fault};

#[derive(Debug)]
pub(super) struct Reader<'b> {
    rest: &'b [u8],
    length: usize,
    /// Terms promised and not yet begun.
    owed: usize,
}

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { rest: bytes, length: bytes.len(), owed: 0 }
    }

    pub(super) fn rest(&self) -> &'b [u8] {
        self.rest
    }

    #[cold]
    pub(super) fn error(&self, fault: Fault) -> DecodeError {
        DecodeError { offset: self.length - self.rest.len(), fault }
    }

    pub(super) fn promise(&mut self, terms: usize) -> Result<(), DecodeError> {
        self.check(terms)?;
        self.owed += terms;
        Ok(())
    }

    /// Begins a promised term.
    pub(super) fn redeem(&mut self) {
        self.owed = self.owed.saturating_sub(1);
    }

    /// That many bytes, none of which is promised.
    pub(super) fn bytes(&mut self, count: usize) -> Result<&'b [u8], DecodeError> {
        self.check(count)?;
        let (taken, rest) = self.rest.split_at_checked(count).unwrap_or_default();
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        match self.rest.split_first_chunk() {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(*taken)
            }
            None => Err(self.too_short(N)),
        }
    }

    pub(super) fn u8(&mut self) -> Result<u8, DecodeError> {
        self.array().map(|[byte]| byte)
    }

    /// A length or count of one byte.
    pub(super) fn count8(&mut self) -> Result<usize, DecodeError> {
        self.u8().map(usize::from)
    }

    pub(super) fn count16(&mut self) -> Result<usize, DecodeError> {
        self.array().map(|bytes| usize::from(u16::from_be_bytes(bytes)))
    }

    pub(super) fn count32(&mut self) -> Result<usize, DecodeError> {
        self.array().map(|bytes| u32::from_be_bytes(bytes) as usize)
    }

    fn check(&self, claimed: usize) -> Result<(), DecodeError> {
        match claimed.saturating_add(self.owed) <= self.rest.len() {
            true => Ok(()),
            false => Err(self.too_short(claimed)),
        }
    }

    #[cold]
    fn too_short(&self, claimed: usize) -> DecodeError {
        let left = self.rest.len().saturating_sub(self.owed);
        self.error(Fault::TooShort { claimed, left })
    }
}
