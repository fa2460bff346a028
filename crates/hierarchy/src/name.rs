//! Names: short texts that are copied often and compared more often.
//!
//! A class name and a selector are types of their own, so that neither can stand
//! where the other is meant. Nothing here knows which names exist.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// Any name: a field, a parameter, a package, a symbol.
#[derive(Clone)]
pub struct Name(Text);

#[derive(Clone)]
enum Text {
    Constant(&'static str),
    Shared(Arc<str>),
}

/// The name of a class, protocol or alias, as written: `Socket` or `net@Socket`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassName(Name);

/// `size`, `+` or `at:put:`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selector(Name);

impl Name {
    pub const fn constant(text: &'static str) -> Self {
        Name(Text::Constant(text))
    }

    pub fn as_str(&self) -> &str {
        match &self.0 {
            Text::Constant(text) => text,
            Text::Shared(text) => text,
        }
    }
}

impl ClassName {
    pub const fn constant(text: &'static str) -> Self {
        ClassName(Name::constant(text))
    }

    /// The package that qualifies the name.
    pub fn package(&self) -> Option<&str> {
        self.rsplit_once('@').map(|(package, _)| package)
    }

    /// The name without its package: what the running system knows the class by.
    pub fn simple(&self) -> &str {
        self.rsplit_once('@').map_or(self, |(_, name)| name)
    }
}

impl Selector {
    /// How many arguments a message of this selector has.
    pub fn arity(&self) -> usize {
        match self.is_binary() {
            true => 1,
            false => self.bytes().filter(|byte| *byte == b':').count(),
        }
    }

    pub fn is_binary(&self) -> bool {
        let is_word = |first: u8| first.is_ascii_alphanumeric() || first == b'_';
        self.bytes().next().is_some_and(|first| first.is_ascii() && !is_word(first))
    }

    /// Whether a message of this selector can be written: a comma parts elements, and stands
    /// for no message.
    pub fn can_be_sent(&self) -> bool {
        &**self != ","
    }

    pub fn is_keyword(&self) -> bool {
        self.ends_with(':')
    }

    /// The keywords, colons included, or the one word or operator there is.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        let whole = (!self.is_keyword()).then_some(&**self);
        let keywords = self.is_keyword().then(|| self.split_inclusive(':'));
        whole.into_iter().chain(keywords.into_iter().flatten())
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Name(Text::Shared(Arc::from(text)))
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Name {}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

// As a `str` hashes, so that maps can be asked with one.
impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl Deref for Name {
    type Target = str;
    fn deref(&self) -> &str {
        self.as_str()
    }
}

/// What all three have in common: they read as the text they are.
macro_rules! reads_as_text {
    ($($ty:ty)*) => {$(
        impl Borrow<str> for $ty {
            fn borrow(&self) -> &str {
                self
            }
        }

        impl PartialEq<str> for $ty {
            fn eq(&self, other: &str) -> bool {
                **self == *other
            }
        }

        impl PartialEq<&str> for $ty {
            fn eq(&self, other: &&str) -> bool {
                **self == **other
            }
        }

        impl fmt::Display for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self)
            }
        }

        impl fmt::Debug for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self)
            }
        }
    )*};
}

macro_rules! wraps_name {
    ($($ty:ident)*) => {$(
        impl Deref for $ty {
            type Target = str;
            fn deref(&self) -> &str {
                self.0.as_str()
            }
        }

        impl From<&str> for $ty {
            fn from(text: &str) -> Self {
                $ty(Name::from(text))
            }
        }

        impl From<Name> for $ty {
            fn from(name: Name) -> Self {
                $ty(name)
            }
        }
    )*};
}

reads_as_text! { Name ClassName Selector }
wraps_name! { ClassName Selector }

/// Classes that the language itself speaks of.
pub mod known {
    use super::ClassName;

    pub static PROTO_OBJECT: ClassName = ClassName::constant("ProtoObject");
    pub static OBJECT: ClassName = ClassName::constant("Object");
    pub static VALUE: ClassName = ClassName::constant("Value");
    pub static ACTOR: ClassName = ClassName::constant("Actor");
    pub static BEHAVIOUR: ClassName = ClassName::constant("Behaviour");
    pub static CLASS: ClassName = ClassName::constant("Class");
    pub static METACLASS: ClassName = ClassName::constant("Metaclass");
    pub static PROTOCOL: ClassName = ClassName::constant("Protocol");
    pub static LIST: ClassName = ClassName::constant("List");
    pub static SYMBOL: ClassName = ClassName::constant("Symbol");
    pub static UNDEFINED_OBJECT: ClassName = ClassName::constant("UndefinedObject");
    pub static TRUE: ClassName = ClassName::constant("True");
    pub static FALSE: ClassName = ClassName::constant("False");
    pub static TEST_CASE: ClassName = ClassName::constant("TestCase");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selector_knows_its_arity() {
        let arities = ["size", "+", "=:=", "->", "at:", "at:put:", "_x", "", ","]
            .map(|text| Selector::from(text).arity());
        assert_eq!(arities, [0, 1, 1, 1, 1, 2, 0, 0, 1]);
    }

    #[test]
    fn keyword_selector_has_parts() {
        let parts = ["size", "=:=", "at:put:"].map(|text| {
            let selector = Selector::from(text);
            selector.parts().map(str::to_owned).collect::<Vec<_>>()
        });
        assert_eq!(parts, [vec!["size"], vec!["=:="], vec!["at:", "put:"]]);
    }

    #[test]
    fn class_name_may_be_qualified() {
        let class = ClassName::from("net@Socket");
        assert_eq!((class.package(), class.simple()), (Some("net"), "Socket"));
        let class = ClassName::from("Socket");
        assert_eq!((class.package(), class.simple()), (None, "Socket"));
    }

    #[test]
    fn constant_and_shared_names_are_alike() {
        let map = std::collections::HashMap::from([(ClassName::from("Object"), 1)]);
        assert_eq!(map.get(&known::OBJECT), Some(&1));
        assert_eq!(map.get("Object"), Some(&1));
    }
}
