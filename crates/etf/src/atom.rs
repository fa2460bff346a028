//! Names of Erlang: text that is cheap to clone.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// An atom. Making one here costs Erlang nothing; reading it there does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(Arc<str>);

impl Atom {
    /// Erlang has no longer ones.
    pub const MAX_CHARACTERS: usize = 255;

    pub fn new(text: &str) -> Atom {
        Atom(text.into())
    }

    /// Whether Erlang can have an atom of this text. One that it cannot have is
    /// written all the same, and refused by whoever reads it.
    pub fn fits(text: &str) -> bool {
        text.len() <= Self::MAX_CHARACTERS || text.chars().count() <= Self::MAX_CHARACTERS
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Atom {
    fn from(text: &str) -> Atom {
        Atom::new(text)
    }
}

impl From<Arc<str>> for Atom {
    fn from(text: Arc<str>) -> Atom {
        Atom(text)
    }
}

impl Deref for Atom {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Atom {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "'{}'", &*self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_counts_characters_not_bytes() {
        assert!(Atom::fits(&"é".repeat(255)));
        assert!(!Atom::fits(&"é".repeat(256)));
    }
}
