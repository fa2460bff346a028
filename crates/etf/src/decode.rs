//! Bytes to a term, if they are one and within limits.
//!
//! Reads what `term_to_binary` writes. Refuses what `binary_to_term` refuses, and
//! also compressed terms and bytes after the term. Every length is checked before
//! room is made for it. Recursion goes as deep as the limit and no deeper.

mod atoms;
mod opaque;
mod reader;
#[cfg(test)]
mod tests;

use crate::{Atom, DecodeError, FRAME_LIMIT, Fault, Float, Map, Sign, Term, tag};
use atoms::Atoms;
use reader::Reader;

/// The deepest that anyone may ask for: a term is walked and dropped by recursion.
pub const MAX_DEPTH: usize = 512;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Of the encoded term.
    pub bytes: usize,
    /// How many tuples, lists, maps and funs may stand inside each other; at most
    /// [`MAX_DEPTH`].
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: FRAME_LIMIT, depth: MAX_DEPTH }
    }
}

/// The one term that these bytes are. In memory it takes at most 26 times as many,
/// and what the allocator adds.
pub fn decode(bytes: &[u8], limits: Limits) -> Result<Term, DecodeError> {
    let depth = limits.depth.min(MAX_DEPTH);
    let mut decoder =
        Decoder { reader: Reader::new(bytes), atoms: Atoms::new(), depth, depth_limit: depth };
    if bytes.len() > limits.bytes {
        let fault = Fault::TooLong { length: bytes.len(), limit: limits.bytes };
        return Err(decoder.reader.error(fault));
    }
    match decoder.reader.u8()? {
        tag::VERSION => {}
        found => return Err(decoder.reader.error(Fault::Version(found))),
    }
    if decoder.reader.rest().first() == Some(&tag::COMPRESSED) {
        return Err(decoder.reader.error(Fault::Compressed));
    }
    let term = decoder.term()?;
    match decoder.reader.rest().len() {
        0 => Ok(term),
        count => Err(decoder.reader.error(Fault::Trailing { count })),
    }
}

struct Decoder<'b> {
    reader: Reader<'b>,
    atoms: Atoms,
    /// How much deeper terms may still nest.
    depth: usize,
    depth_limit: usize,
}

impl<'b> Decoder<'b> {
    fn term(&mut self) -> Result<Term, DecodeError> {
        let from = self.reader.rest();
        let tag = self.reader.u8()?;
        match tag {
            tag::SMALL_INTEGER => self.reader.u8().map(|value| Term::Integer(value.into())),
            tag::INTEGER => {
                let bytes = self.reader.array()?;
                Ok(Term::Integer(i32::from_be_bytes(bytes).into()))
            }
            tag::SMALL_BIG => {
                let length = self.reader.count8()?;
                self.big(length)
            }
            tag::LARGE_BIG => {
                let length = self.reader.count32()?;
                self.big(length)
            }
            tag::NEW_FLOAT => {
                let bytes = self.reader.array()?;
                self.float(f64::from_be_bytes(bytes))
            }
            tag::FLOAT => {
                let text = self.reader.array()?;
                self.float(float_from_text(&text).unwrap_or(f64::NAN))
            }
            tag::SMALL_TUPLE => {
                let count = self.reader.count8()?;
                self.tuple(count)
            }
            tag::LARGE_TUPLE => {
                let count = self.reader.count32()?;
                self.tuple(count)
            }
            tag::NIL => Ok(Term::nil()),
            tag::STRING => self.string(),
            tag::LIST => self.nested(Decoder::list),
            tag::MAP => self.nested(Decoder::map),
            tag::BINARY => {
                let length = self.reader.count32()?;
                self.reader.bytes(length).map(Term::binary)
            }
            tag::BIT_BINARY => self.bit_string(),
            _ => match self.atom(tag)? {
                Some(atom) => Ok(Term::Atom(atom)),
                None => self.opaque(tag, from),
            },
        }
    }

    /// A term that has been promised.
    fn element(&mut self) -> Result<Term, DecodeError> {
        self.reader.redeem();
        self.term()
    }

    fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        let Some(depth) = self.depth.checked_sub(1) else {
            return Err(self.reader.error(Fault::TooDeep { limit: self.depth_limit }));
        };
        self.depth = depth;
        let result = read(self);
        self.depth += 1;
        result
    }

    fn tuple(&mut self, count: usize) -> Result<Term, DecodeError> {
        self.nested(|this| {
            this.reader.promise(count)?;
            let mut elements = Vec::with_capacity(count);
            for _ in 0..count {
                elements.push(this.element()?);
            }
            Ok(Term::tuple(elements))
        })
    }

    /// A tail that is a list again goes on with this one, in a loop: cells chained
    /// that way neither nest nor are copied.
    fn list(&mut self) -> Result<Term, DecodeError> {
        let mut elements = Vec::new();
        loop {
            let count = self.reader.count32()?;
            self.reader.promise(count.saturating_add(1))?;
            match elements.is_empty() {
                true => elements.reserve_exact(count),
                false => elements.reserve(count),
            }
            for _ in 0..count {
                elements.push(self.element()?);
            }
            self.reader.redeem();
            match self.reader.rest().first() {
                Some(&tag::LIST) => self.reader.u8()?,
                Some(&tag::NIL) => {
                    self.reader.u8()?;
                    return Ok(Term::list(elements));
                }
                _ => {
                    let tail = self.term()?;
                    return Ok(Term::list_with_tail(elements, tail));
                }
            };
        }
    }

    fn map(&mut self) -> Result<Term, DecodeError> {
        let count = self.reader.count32()?;
        self.reader.promise(count.saturating_mul(2))?;
        let mut pairs = Vec::with_capacity(count);
        for _ in 0..count {
            pairs.push((self.element()?, self.element()?));
        }
        let map = Map::new(pairs);
        match map.has_equal_keys() {
            true => Err(self.reader.error(Fault::EqualKeys)),
            false => Ok(map.into()),
        }
    }

    fn string(&mut self) -> Result<Term, DecodeError> {
        let length = self.reader.count16()?;
        let bytes = self.reader.bytes(length)?;
        Ok(Term::list(bytes.iter().map(|byte| i64::from(*byte).into()).collect::<Vec<_>>()))
    }

    fn big(&mut self, length: usize) -> Result<Term, DecodeError> {
        // Zero is plus, and everything else minus, as OTP reads it.
        let sign = match self.reader.u8()? {
            0 => Sign::Plus,
            _ => Sign::Minus,
        };
        self.reader.bytes(length).map(|magnitude| Term::big(sign, magnitude))
    }

    fn float(&self, value: f64) -> Result<Term, DecodeError> {
        match value.is_finite() {
            true => Ok(Term::Float(Float(value))),
            false => Err(self.reader.error(Fault::BadFloat)),
        }
    }

    fn bit_string(&mut self) -> Result<Term, DecodeError> {
        let length = self.reader.count32()?;
        let bits = self.reader.u8()?;
        let bytes = self.reader.bytes(length)?;
        Term::bit_string(bytes, bits).ok_or_else(|| self.reader.error(Fault::BadBitCount(bits)))
    }

    /// Nothing if the tag is no atom's.
    fn atom(&mut self, tag: u8) -> Result<Option<Atom>, DecodeError> {
        let length = match tag {
            tag::SMALL_ATOM_UTF8 | tag::SMALL_ATOM => self.reader.count8()?,
            tag::ATOM_UTF8 | tag::ATOM => self.reader.count16()?,
            _ => return Ok(None),
        };
        let bytes = self.reader.bytes(length)?;
        let atom = match tag {
            tag::SMALL_ATOM | tag::ATOM => self.atoms.latin1(bytes),
            _ => self.atoms.utf8(bytes),
        };
        atom.map(Some).map_err(|fault| self.reader.error(fault))
    }
}

/// Text as `1.50000000000000000000e+00`, filled up with zero bytes. Rust would
/// read more than OTP does, as `inf` and `1`.
fn float_from_text(text: &[u8; 31]) -> Option<f64> {
    let text = str::from_utf8(text.split(|byte| *byte == 0).next()?).ok()?;
    let (whole, fraction) = text.split_once('.')?;
    match whole.ends_with(|last: char| last.is_ascii_digit())
        && fraction.starts_with(|first: char| first.is_ascii_digit())
    {
        true => text.parse().ok(),
        false => None,
    }
}
