//! Erlang terms and a bounded codec for their external format.
//!
//! In go bytes that anyone may have written; out come a [`Term`] or a
//! [`DecodeError`], in time and memory proportional to the bytes, whatever they
//! claim. Out again go bytes as OTP writes them, from a term or piece by piece
//! through a [`Writer`]. Knows nothing of classes, of Core Erlang, or of pipes.
//!
//! ```
//! use etf::{Limits, Term};
//!
//! let class = Term::map([("name", Term::atom("Counter")), ("doc", Term::binary("Counts."))]);
//! let read = etf::decode(&etf::encode(&class), Limits::default()).unwrap();
//! assert_eq!(read.get("name").and_then(Term::as_atom), Some("Counter"));
//! assert_eq!(read.get("doc").and_then(Term::as_str), Some("Counts."));
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod atom;
mod big;
mod decode;
mod error;
mod frames;
mod map;
mod tag;
mod term;
mod writer;

pub use atom::Atom;
pub use big::{BigInteger, MAX_DECIMAL_DIGITS, Sign};
pub use decode::{Limits, MAX_DEPTH, decode};
pub use error::{DecodeError, Fault};
pub use frames::{FRAME_LIMIT, FrameTooLong, Frames, MAX_FRAME_LIMIT, frame_header};
pub use map::Map;
pub use term::{BitString, Float, ImproperList, Opaque, OpaqueKind, Term};
pub use writer::{Writer, encode};
