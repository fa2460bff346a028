//! A quick way to hash short names. Who chooses the names of a program can make them
//! collide, and has only his own program to slow down.

use std::hash::{BuildHasherDefault, Hasher};

/// For maps from names that are asked very often.
pub type Fast = BuildHasherDefault<FastHasher>;

#[derive(Clone, Copy, Debug, Default)]
pub struct FastHasher(u64);

/// An odd number without a pattern, so that every bit of a word reaches the upper bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl FastHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(SPREAD);
    }
}

impl Hasher for FastHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.add(u64::from_le_bytes(*word)));
        let mut last = [0; 8];
        for (to, from) in last.iter_mut().zip(rest) {
            *to = *from;
        }
        self.add(u64::from_le_bytes(last) ^ ((bytes.len() as u64) << 56));
    }

    fn write_u8(&mut self, byte: u8) {
        self.add(u64::from(byte));
    }

    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
