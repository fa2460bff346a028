//! What Erlang has values of, as data.
//!
//! Terms are made whole and then only read. Walking, comparing and dropping one
//! recurses: [`crate::decode`] bounds the depth of what comes from outside, and
//! whoever builds terms by hand bounds his own.

use std::cmp::Ordering;

use crate::{Atom, BigInteger, Map, tag};

/// An Erlang term. Equal terms are those that `=:=` holds equal, with two zeros
/// for floats as from OTP 27. The order is total and no more: not Erlang's.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Term {
    Integer(i64),
    /// One outside the range of `Integer`.
    Big(BigInteger),
    Float(Float),
    Atom(Atom),
    Tuple(Box<[Term]>),
    List(Box<[Term]>),
    ImproperList(Box<ImproperList>),
    Map(Box<Map>),
    Binary(Box<[u8]>),
    /// One whose bits do not fill its last byte.
    BitString(Box<BitString>),
    Opaque(Opaque),
}

/// A float, compared by its bits.
#[derive(Clone, Copy, Debug)]
pub struct Float(pub f64);

/// A list that ends in something else than the empty list: `[1, 2 | 3]`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImproperList {
    /// At least one.
    elements: Box<[Term]>,
    /// No list of either kind.
    tail: Term,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BitString {
    /// At least one; the unused low bits of the last are zero.
    bytes: Box<[u8]>,
    /// How many of the last byte's bits count, from the highest: 1 to 7.
    bits: u8,
}

/// Something that means nothing outside its node, as it was encoded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Opaque(pub(crate) Box<[u8]>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpaqueKind {
    Pid,
    Port,
    Reference,
    Fun,
    /// `fun module:name/arity`
    Export,
}

// ---- Making terms ----

impl Term {
    pub fn atom(text: &str) -> Term {
        Term::Atom(Atom::new(text))
    }

    pub fn float(value: f64) -> Term {
        Term::Float(Float(value))
    }

    /// A binary of these bytes, or of this text in UTF-8.
    pub fn binary(bytes: impl AsRef<[u8]>) -> Term {
        Term::Binary(bytes.as_ref().into())
    }

    pub fn tuple(elements: impl Into<Box<[Term]>>) -> Term {
        Term::Tuple(elements.into())
    }

    pub fn list(elements: impl Into<Box<[Term]>>) -> Term {
        Term::List(elements.into())
    }

    pub fn nil() -> Term {
        Term::list([])
    }

    /// A map from atoms; for other keys see [`Map::new`].
    pub fn map<'k>(pairs: impl IntoIterator<Item = (&'k str, Term)>) -> Term {
        let pairs: Vec<_> =
            pairs.into_iter().map(|(key, value)| (Term::atom(key), value)).collect();
        Map::new(pairs).into()
    }

    /// `[elements | tail]`, which is a proper list if the tail is one.
    pub fn list_with_tail(elements: impl Into<Vec<Term>>, tail: Term) -> Term {
        let mut elements = elements.into();
        match tail {
            Term::List(more) => {
                elements.extend(more);
                Term::list(elements)
            }
            Term::ImproperList(list) => {
                elements.extend(list.elements);
                Term::list_with_tail(elements, list.tail)
            }
            tail if elements.is_empty() => tail,
            tail => Term::ImproperList(ImproperList { elements: elements.into(), tail }.into()),
        }
    }

    /// The bytes, of which the last counts only with its `bits` highest bits; nothing
    /// unless `bits` is 1 to 8, or 0 of no bytes.
    pub fn bit_string(bytes: impl Into<Box<[u8]>>, bits: u8) -> Option<Term> {
        let mut bytes = bytes.into();
        match (bits, bytes.last_mut()) {
            (0, None) | (8, Some(_)) => Some(Term::Binary(bytes)),
            (1..8, Some(last)) => {
                *last &= 0xff << (8 - bits);
                Some(Term::BitString(BitString { bytes, bits }.into()))
            }
            _ => None,
        }
    }
}

impl From<i64> for Term {
    fn from(value: i64) -> Term {
        Term::Integer(value)
    }
}

impl From<bool> for Term {
    fn from(value: bool) -> Term {
        Term::atom(if value { "true" } else { "false" })
    }
}

impl From<Atom> for Term {
    fn from(atom: Atom) -> Term {
        Term::Atom(atom)
    }
}

impl From<Map> for Term {
    fn from(map: Map) -> Term {
        Term::Map(map.into())
    }
}

// ---- Reading terms ----

impl Term {
    /// The text of an atom.
    pub fn as_atom(&self) -> Option<&str> {
        match self {
            Term::Atom(atom) => Some(atom),
            _ => None,
        }
    }

    pub fn is_atom(&self, text: &str) -> bool {
        self.as_atom() == Some(text)
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self.as_atom() {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => None,
        }
    }

    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Term::Integer(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_float(&self) -> Option<f64> {
        match self {
            Term::Float(Float(value)) => Some(*value),
            _ => None,
        }
    }

    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Term::Binary(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The text of a binary in UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        self.as_bytes().and_then(|bytes| str::from_utf8(bytes).ok())
    }

    /// As a slice it matches: `let Some([tag, body]) = term.as_tuple()`.
    pub fn as_tuple(&self) -> Option<&[Term]> {
        match self {
            Term::Tuple(elements) => Some(elements),
            _ => None,
        }
    }

    /// The elements of a proper list.
    pub fn as_list(&self) -> Option<&[Term]> {
        match self {
            Term::List(elements) => Some(elements),
            _ => None,
        }
    }

    /// The elements of a proper list; none of anything else.
    pub fn iter_list(&self) -> std::slice::Iter<'_, Term> {
        self.as_list().unwrap_or_default().iter()
    }

    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Term::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The value of a map at an atom.
    pub fn get(&self, atom: &str) -> Option<&Term> {
        self.as_map()?.get(atom)
    }

    /// As [`Ord`] would compare with that atom, which need not be made for it.
    pub(crate) fn compare_to_atom(&self, text: &str) -> Ordering {
        match self {
            Term::Integer(_) | Term::Big(_) | Term::Float(_) => Ordering::Less,
            Term::Atom(atom) => atom.as_str().cmp(text),
            _ => Ordering::Greater,
        }
    }
}

impl ImproperList {
    pub fn elements(&self) -> &[Term] {
        &self.elements
    }

    pub fn tail(&self) -> &Term {
        &self.tail
    }
}

impl BitString {
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many bits of the last byte count.
    pub fn bits(&self) -> u8 {
        self.bits
    }
}

impl Opaque {
    pub fn kind(&self) -> OpaqueKind {
        match self.0.first() {
            Some(&(tag::PID | tag::NEW_PID)) => OpaqueKind::Pid,
            Some(&(tag::PORT | tag::NEW_PORT | tag::V4_PORT)) => OpaqueKind::Port,
            Some(&tag::EXPORT) => OpaqueKind::Export,
            Some(&tag::NEW_FUN) => OpaqueKind::Fun,
            _ => OpaqueKind::Reference,
        }
    }

    /// The term as it was encoded, without the version byte.
    pub fn encoded(&self) -> &[u8] {
        &self.0
    }
}

impl PartialEq for Float {
    fn eq(&self, other: &Float) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Float {}

impl PartialOrd for Float {
    fn partial_cmp(&self, other: &Float) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Float {
    fn cmp(&self, other: &Float) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decoding promises memory in proportion to this.
    #[test]
    fn a_term_takes_three_words() {
        assert_eq!(size_of::<Term>(), 24);
    }

    #[test]
    fn metadata_reads_pleasantly() {
        let meta = Term::map([
            ("class", Term::atom("Counter")),
            ("line", 12.into()),
            ("sealed", true.into()),
            ("fields", Term::list([Term::tuple([Term::atom("count"), Term::binary("Integer")])])),
        ]);
        assert!(meta.get("class").is_some_and(|class| class.is_atom("Counter")));
        assert_eq!(meta.get("line").and_then(Term::as_integer), Some(12));
        assert_eq!(meta.get("sealed").and_then(Term::as_bool), Some(true));
        for field in meta.get("fields").into_iter().flat_map(Term::iter_list) {
            let Some([name, ty]) = field.as_tuple() else { panic!("{field:?}") };
            assert_eq!((name.as_atom(), ty.as_str()), (Some("count"), Some("Integer")));
        }
        assert_eq!(meta.get("missing"), None);
        assert_eq!(Term::nil().get("class"), None);
    }

    #[test]
    fn tails_that_are_lists_are_joined() {
        let one_two = || Term::list([1.into(), 2.into()]);
        let odd = |elements: &[i64], tail| {
            Term::list_with_tail(elements.iter().map(|e| Term::from(*e)).collect::<Vec<_>>(), tail)
        };
        assert_eq!(odd(&[1], Term::list([2.into()])), one_two());
        assert_eq!(odd(&[1, 2], Term::nil()), one_two());
        assert_eq!(odd(&[1], odd(&[2], 3.into())), odd(&[1, 2], 3.into()));
        assert_eq!(odd(&[], 3.into()), 3.into());
    }

    #[test]
    fn bit_strings_forget_unused_bits_and_full_ones_are_binaries() {
        assert_eq!(Term::bit_string([255], 3), Term::bit_string([0b1110_0001], 3));
        assert_eq!(Term::bit_string([7], 8), Some(Term::binary([7])));
        assert_eq!(Term::bit_string([], 0), Some(Term::binary([])));
        for (bytes, bits) in [(vec![], 1), (vec![1], 0), (vec![1], 9)] {
            assert_eq!(Term::bit_string(bytes, bits), None);
        }
    }
}
