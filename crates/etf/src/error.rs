//! Why bytes are no term.

use std::error::Error;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// How many bytes had been read.
    pub offset: usize,
    pub fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// More bytes in all than the caller allows.
    TooLong {
        length: usize,
        limit: usize,
    },
    /// More terms inside each other than allowed.
    TooDeep {
        limit: usize,
    },
    /// Something claims more bytes than are left to it. An element counts as one,
    /// and so does each that an enclosing term still waits for.
    TooShort {
        claimed: usize,
        left: usize,
    },
    /// Bytes after the term.
    Trailing {
        count: usize,
    },
    /// The first byte is not the version that this format begins with.
    Version(u8),
    /// A deflated term, which a few bytes can make as large as they like.
    Compressed,
    UnknownTag(u8),
    /// A tag that cannot stand where it does, as a pid's node that is no atom.
    MisplacedTag(u8),
    AtomNotUtf8,
    AtomTooLong {
        characters: usize,
    },
    /// A float that is not finite, or text that is none.
    BadFloat,
    /// A bit string whose last byte has no such number of bits.
    BadBitCount(u8),
    /// Two keys of a map are equal.
    EqualKeys,
    ReferenceTooLong {
        words: usize,
    },
    /// A fun that is not as long as it says.
    FunLength {
        claimed: usize,
        found: usize,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "no Erlang term: {} (at byte {})", self.fault, self.offset)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::TooLong { length, limit } => {
                write!(out, "{length} bytes are more than the {limit} allowed")
            }
            Fault::TooDeep { limit } => write!(out, "nested more than {limit} deep"),
            Fault::TooShort { claimed, left } => {
                write!(out, "{claimed} bytes or elements are claimed, and {left} bytes are left")
            }
            Fault::Trailing { count } => write!(out, "{count} bytes stand after the term"),
            Fault::Version(found) => write!(out, "the first byte is {found} instead of 131"),
            Fault::Compressed => write!(out, "compressed terms are not read"),
            Fault::UnknownTag(tag) => write!(out, "no term begins with {tag}"),
            Fault::MisplacedTag(tag) => write!(out, "a term of tag {tag} cannot stand here"),
            Fault::AtomNotUtf8 => write!(out, "an atom's text is not UTF-8"),
            Fault::AtomTooLong { characters } => {
                write!(out, "an atom has {characters} characters, and 255 is the most")
            }
            Fault::BadFloat => write!(out, "a float is not a finite number"),
            Fault::BadBitCount(bits) => write!(out, "a last byte cannot have {bits} bits"),
            Fault::EqualKeys => write!(out, "two keys of a map are equal"),
            Fault::ReferenceTooLong { words } => {
                write!(out, "a reference has {words} words, and 5 is the most")
            }
            Fault::FunLength { claimed, found } => {
                write!(out, "a fun claims {claimed} bytes and has {found}")
            }
        }
    }
}

impl Error for DecodeError {}
