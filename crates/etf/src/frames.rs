//! What `{packet, 4}` puts on a pipe: frames, each after its length in four bytes.
//!
//! Takes bytes as they come and gives frames whole. Knows neither pipes nor terms.

use std::error::Error;
use std::fmt;

/// What a frame may have unless someone needs more.
pub const FRAME_LIMIT: usize = 16 << 20;
/// The most that anyone may allow.
pub const MAX_FRAME_LIMIT: usize = 64 << 20;

const HEADER: usize = 4;

/// Splits a stream. Take all frames before pushing more, and it holds at most one
/// frame and one push.
#[derive(Debug)]
pub struct Frames {
    buffer: Vec<u8>,
    /// Where the frame begins that is next.
    start: usize,
    limit: usize,
}

/// A header that claims more than is allowed: the stream cannot be trusted any
/// more, and every further [`Frames::take`] says so again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameTooLong {
    pub length: usize,
    pub limit: usize,
}

/// What stands before a frame of this length.
pub fn frame_header(length: usize) -> Result<[u8; HEADER], FrameTooLong> {
    match u32::try_from(length) {
        Ok(claimed) if length <= MAX_FRAME_LIMIT => Ok(claimed.to_be_bytes()),
        _ => Err(FrameTooLong { length, limit: MAX_FRAME_LIMIT }),
    }
}

impl Default for Frames {
    fn default() -> Frames {
        Frames::new(FRAME_LIMIT)
    }
}

impl Frames {
    pub fn new(limit: usize) -> Frames {
        Frames { buffer: Vec::new(), start: 0, limit: limit.min(MAX_FRAME_LIMIT) }
    }

    pub fn push(&mut self, bytes: &[u8]) {
        // Moving no more than has been taken keeps all moving linear.
        if self.start >= self.unread() {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// The next frame without its header, if it is complete.
    pub fn take(&mut self) -> Result<Option<&[u8]>, FrameTooLong> {
        let rest = self.buffer.get(self.start..).unwrap_or_default();
        let Some((header, rest)) = rest.split_first_chunk::<HEADER>() else { return Ok(None) };
        let length = u32::from_be_bytes(*header) as usize;
        if length > self.limit {
            return Err(FrameTooLong { length, limit: self.limit });
        }
        let frame = rest.get(..length);
        if frame.is_some() {
            self.start += HEADER + length;
        }
        Ok(frame)
    }

    /// How many bytes wait for the rest of their frame. At the end of a stream any
    /// but zero means that it was cut.
    pub fn unread(&self) -> usize {
        self.buffer.len() - self.start
    }
}

impl fmt::Display for FrameTooLong {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FrameTooLong { length, limit } = self;
        write!(out, "a frame of {length} bytes is longer than the {limit} allowed")
    }
}

impl Error for FrameTooLong {}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(bodies: &[&[u8]]) -> Vec<u8> {
        let frame = |body: &&[u8]| [&frame_header(body.len()).unwrap()[..], body].concat();
        bodies.iter().flat_map(frame).collect()
    }

    #[test]
    fn frames_come_whole_however_the_stream_is_cut() {
        let bodies: &[&[u8]] = &[b"one", b"", b"three", &[7; 300]];
        let stream = framed(bodies);
        for size in 1..=stream.len() {
            let mut frames = Frames::default();
            let mut taken = Vec::new();
            for chunk in stream.chunks(size) {
                frames.push(chunk);
                while let Some(frame) = frames.take().unwrap() {
                    taken.push(frame.to_vec());
                }
            }
            assert_eq!(taken, bodies, "in pieces of {size}");
            assert_eq!(frames.unread(), 0);
        }
    }

    #[test]
    fn frames_may_wait_while_more_is_pushed() {
        let mut frames = Frames::default();
        frames.push(&framed(&[b"a", b"b", b"c"]));
        for expected in [b"a", b"b", b"c", b"d", b"e", b"f"] {
            assert_eq!(frames.take(), Ok(Some(&expected[..])));
            frames.push(&framed(&[&[expected[0] + 3]]));
        }
    }

    #[test]
    fn a_cut_frame_is_seen() {
        let mut frames = Frames::default();
        frames.push(&[0, 0, 0, 9, 1]);
        assert_eq!(frames.take(), Ok(None));
        assert_eq!(frames.unread(), 5);
    }

    #[test]
    fn a_frame_beyond_the_limit_is_an_error_before_it_arrives_and_ever_after() {
        let mut frames = Frames::new(10);
        frames.push(&framed(&[&[1; 10]]));
        assert_eq!(frames.take(), Ok(Some(&[1; 10][..])));
        frames.push(&[0, 0, 0, 11]);
        let too_long = Err(FrameTooLong { length: 11, limit: 10 });
        assert_eq!(frames.take(), too_long);
        frames.push(&[0; 100]);
        assert_eq!(frames.take(), too_long);
    }

    #[test]
    fn nobody_may_allow_more_than_the_most() {
        let mut frames = Frames::new(usize::MAX);
        frames.push(b"HTTP/1.1 400 Bad Request");
        assert!(frames.take().is_err());
        assert!(frame_header(MAX_FRAME_LIMIT).is_ok());
        assert!(frame_header(MAX_FRAME_LIMIT + 1).is_err());
    }
}
