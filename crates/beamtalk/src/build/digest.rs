//! Fingerprints: of bytes, and of facts put together so that no two lists of facts
//! read the same.

use std::fmt::{self, Write as _};

use sha2::{Digest as _, Sha256};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Digest([u8; 32]);

/// Takes in facts one after another.
#[derive(Clone)]
pub(crate) struct Digester(Sha256);

impl Digest {
    pub(crate) fn of(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }

    /// Reads what [`fmt::Display`] writes.
    pub(crate) fn parse(hex: &str) -> Option<Digest> {
        let mut bytes = [0; 32];
        if hex.len() != 2 * bytes.len() || !hex.bytes().all(|it| it.is_ascii_hexdigit()) {
            return None;
        }
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(hex.get(2 * index..2 * index + 2)?, 16).ok()?;
        }
        Some(Digest(bytes))
    }
}

impl Digester {
    /// The purpose keeps fingerprints of different things apart.
    pub(crate) fn new(purpose: &str) -> Digester {
        let mut digester = Digester(Sha256::new());
        digester.text(purpose);
        digester
    }

    pub(crate) fn text(&mut self, text: &str) {
        // The length first: otherwise "ab" "c" and "a" "bc" would read the same.
        self.number(text.len());
        self.0.update(text.as_bytes());
    }

    pub(crate) fn number(&mut self, number: usize) {
        self.0.update((number as u64).to_le_bytes());
    }

    pub(crate) fn flags(&mut self, flags: &[bool]) {
        self.number(flags.len());
        flags.iter().for_each(|it| self.number(usize::from(*it)));
    }

    pub(crate) fn option(&mut self, text: Option<&str>) {
        self.flags(&[text.is_some()]);
        text.into_iter().for_each(|it| self.text(it));
    }

    pub(crate) fn digest(&mut self, digest: &Digest) {
        self.0.update(digest.0);
    }

    pub(crate) fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

/// 64 hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut hex = String::with_capacity(64);
        for byte in self.0 {
            write!(hex, "{byte:02x}")?;
        }
        f.pad(&hex)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_reads_as_it_prints() {
        let digest = Digest::of(b"tea");
        assert_eq!(Digest::parse(&digest.to_string()), Some(digest));
        for wrong in ["", "00", &"g".repeat(64), &"é".repeat(32), &"+1".repeat(32)] {
            assert_eq!(Digest::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn facts_keep_their_bounds() {
        let of = |texts: &[&str]| {
            let mut digester = Digester::new("test");
            texts.iter().for_each(|it| digester.text(it));
            digester.finish()
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["a"]), of(&["a", ""]));
        assert_eq!(of(&["a", "b"]), of(&["a", "b"]));
    }
}
