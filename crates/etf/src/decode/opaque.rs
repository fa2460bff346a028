//! Pids, ports, references and funs: checked, then kept as the bytes they were.
//!
//! Their parts are read only to know where they end; which of their numbers a node
//! can have is left to Erlang. No part but a fun's environment may nest.

use super::Decoder;
use crate::{DecodeError, Fault, Opaque, Term, tag};

/// Erlang makes references of 3 words, and of 5 for aliases.
const MAX_REFERENCE_WORDS: usize = 5;

impl<'b> Decoder<'b> {
    /// The term whose tag has just been read from the front of `from`.
    pub(super) fn opaque(&mut self, tag: u8, from: &'b [u8]) -> Result<Term, DecodeError> {
        match tag {
            tag::REFERENCE | tag::PORT => self.node_and(4 + 1)?,
            tag::NEW_PORT => self.node_and(4 + 4)?,
            tag::V4_PORT => self.node_and(8 + 4)?,
            tag::PID | tag::NEW_PID => self.pid(tag)?,
            tag::NEW_REFERENCE => self.reference(1)?,
            tag::NEWER_REFERENCE => self.reference(4)?,
            tag::EXPORT => {
                self.tagged_atom()?;
                self.tagged_atom()?;
                self.tagged_integer()?;
            }
            tag::NEW_FUN => self.fun()?,
            _ => return Err(self.reader.error(Fault::UnknownTag(tag))),
        }
        let length = from.len() - self.reader.rest().len();
        Ok(Term::Opaque(Opaque(from.get(..length).unwrap_or_default().into())))
    }

    fn node_and(&mut self, bytes: usize) -> Result<(), DecodeError> {
        self.tagged_atom()?;
        self.reader.bytes(bytes).map(drop)
    }

    fn pid(&mut self, tag: u8) -> Result<(), DecodeError> {
        match tag {
            tag::PID => self.node_and(4 + 4 + 1),
            tag::NEW_PID => self.node_and(4 + 4 + 4),
            _ => Err(self.reader.error(Fault::MisplacedTag(tag))),
        }
    }

    fn reference(&mut self, creation_bytes: usize) -> Result<(), DecodeError> {
        let words = self.reader.count16()?;
        if words > MAX_REFERENCE_WORDS {
            return Err(self.reader.error(Fault::ReferenceTooLong { words }));
        }
        self.node_and(creation_bytes + 4 * words)
    }

    fn fun(&mut self) -> Result<(), DecodeError> {
        let from = self.reader.rest().len();
        let claimed = self.reader.count32()?;
        // Arity, the module's digest, and the fun's place in it.
        self.reader.bytes(1 + 16 + 4)?;
        let free_variables = self.reader.count32()?;
        self.tagged_atom()?;
        self.tagged_integer()?;
        self.tagged_integer()?;
        let pid_tag = self.reader.u8()?;
        self.pid(pid_tag)?;
        self.nested(|this| {
            this.reader.promise(free_variables)?;
            (0..free_variables).try_for_each(|_| this.element().map(drop))
        })?;
        let found = from - self.reader.rest().len();
        match claimed == found {
            true => Ok(()),
            false => Err(self.reader.error(Fault::FunLength { claimed, found })),
        }
    }

    fn tagged_atom(&mut self) -> Result<(), DecodeError> {
        let tag = self.reader.u8()?;
        match self.atom(tag)? {
            Some(_) => Ok(()),
            None => Err(self.reader.error(Fault::MisplacedTag(tag))),
        }
    }

    fn tagged_integer(&mut self) -> Result<(), DecodeError> {
        match self.reader.u8()? {
            tag::SMALL_INTEGER => self.reader.bytes(1).map(drop),
            tag::INTEGER => self.reader.bytes(4).map(drop),
            tag => Err(self.reader.error(Fault::MisplacedTag(tag))),
        }
    }
}
