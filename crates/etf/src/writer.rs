//! Terms to bytes, in the shortest forms and as OTP writes them.
//!
//! Knows nothing of whole terms but [`Writer::term`]: who has his data in another
//! shape writes header after header and makes no term of it.
//!
//! Nothing here fails. What Erlang has no room for (an atom of more than 255
//! characters, a float that is not finite, a map with equal keys) is written as
//! told, and refused by whoever reads it.

use crate::{BigInteger, Opaque, Sign, Term, tag};

/// The term as `term_to_binary(Term, [{minor_version, 2}])` gives it.
pub fn encode(term: &Term) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.term(term);
    writer.finish()
}

/// The bytes of one term, growing. The caller sees to it that as many terms follow
/// a header as it says:
///
/// ```
/// let mut out = etf::Writer::new();
/// out.tuple_header(2);
/// out.atom("ok");
/// out.list_header(1);
/// out.integer(7);
/// out.nil();
/// assert_eq!(out.finish(), [131, 104, 2, 119, 2, b'o', b'k', 108, 0, 0, 0, 1, 97, 7, 106]);
/// ```
#[derive(Debug)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Default for Writer {
    fn default() -> Writer {
        Writer::new()
    }
}

impl Writer {
    pub fn new() -> Writer {
        Writer::with_capacity(0)
    }

    pub fn with_capacity(bytes: usize) -> Writer {
        let mut writer = Writer { bytes: Vec::with_capacity(bytes + 1) };
        writer.bytes.push(tag::VERSION);
        writer
    }

    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    pub fn atom(&mut self, text: &str) {
        match u8::try_from(text.len()) {
            Ok(length) => self.bytes.extend([tag::SMALL_ATOM_UTF8, length]),
            Err(_) => return self.long_atom(text),
        }
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Beyond what the length can say the text is cut, still too long to be read.
    fn long_atom(&mut self, text: &str) {
        let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
        let text = text.as_bytes().get(..length.into()).unwrap_or_default();
        self.bytes.push(tag::ATOM_UTF8);
        self.bytes.extend(length.to_be_bytes());
        self.bytes.extend_from_slice(text);
    }

    pub fn integer(&mut self, value: i64) {
        match (u8::try_from(value), i32::try_from(value)) {
            (Ok(value), _) => self.bytes.extend([tag::SMALL_INTEGER, value]),
            (_, Ok(value)) => self.tagged32(tag::INTEGER, value as u32),
            _ => self.eight_byte_integer(value),
        }
    }

    fn eight_byte_integer(&mut self, value: i64) {
        let sign = if value < 0 { Sign::Minus } else { Sign::Plus };
        let bytes = value.unsigned_abs().to_le_bytes();
        let length = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        self.magnitude(sign, bytes.get(..length).unwrap_or_default());
    }

    pub fn big(&mut self, value: &BigInteger) {
        self.magnitude(value.sign(), value.magnitude());
    }

    fn magnitude(&mut self, sign: Sign, magnitude: &[u8]) {
        match u8::try_from(magnitude.len()) {
            Ok(length) => self.bytes.extend([tag::SMALL_BIG, length]),
            Err(_) => self.header(tag::LARGE_BIG, magnitude.len()),
        }
        self.bytes.push((sign == Sign::Minus).into());
        self.bytes.extend_from_slice(magnitude);
    }

    /// An integer of any size from its digits; answers whether it could, under the
    /// terms of [`Term::from_decimal`], and writes nothing if not.
    #[must_use]
    pub fn decimal(&mut self, text: &str) -> bool {
        match Term::from_decimal(text) {
            Some(integer) => self.term(&integer),
            None => return false,
        }
        true
    }

    pub fn float(&mut self, value: f64) {
        self.bytes.push(tag::NEW_FLOAT);
        self.bytes.extend(value.to_be_bytes());
    }

    pub fn binary(&mut self, bytes: &[u8]) {
        self.header(tag::BINARY, bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    /// So many terms must follow.
    pub fn tuple_header(&mut self, count: usize) {
        match u8::try_from(count) {
            Ok(count) => self.bytes.extend([tag::SMALL_TUPLE, count]),
            Err(_) => self.header(tag::LARGE_TUPLE, count),
        }
    }

    /// So many terms must follow, and then the tail: mostly [`Writer::nil`]. Of no
    /// elements there is only the tail.
    pub fn list_header(&mut self, count: usize) {
        if count > 0 {
            self.header(tag::LIST, count);
        }
    }

    /// The empty list.
    pub fn nil(&mut self) {
        self.bytes.push(tag::NIL);
    }

    /// So many pairs of terms must follow, with different keys.
    pub fn map_header(&mut self, pairs: usize) {
        self.header(tag::MAP, pairs);
    }

    /// A list of small integers, which Erlang takes for text.
    pub fn byte_list(&mut self, bytes: &[u8]) {
        match u16::try_from(bytes.len()) {
            Ok(0) => self.nil(),
            Ok(length) => {
                self.bytes.push(tag::STRING);
                self.bytes.extend(length.to_be_bytes());
                self.bytes.extend_from_slice(bytes);
            }
            Err(_) => {
                self.list_header(bytes.len());
                self.bytes.extend(bytes.iter().flat_map(|byte| [tag::SMALL_INTEGER, *byte]));
                self.nil();
            }
        }
    }

    pub fn opaque(&mut self, opaque: &Opaque) {
        self.bytes.extend_from_slice(opaque.encoded());
    }

    pub fn term(&mut self, term: &Term) {
        match term {
            Term::Integer(value) => self.integer(*value),
            Term::Big(value) => self.big(value),
            Term::Float(value) => self.float(value.0),
            Term::Atom(atom) => self.atom(atom),
            Term::Tuple(elements) => {
                self.tuple_header(elements.len());
                self.terms(elements);
            }
            Term::List(elements) => self.list(elements),
            Term::ImproperList(list) => {
                self.list_header(list.elements().len());
                self.terms(list.elements());
                self.term(list.tail());
            }
            Term::Map(map) => {
                self.map_header(map.len());
                for (key, value) in map.pairs() {
                    self.term(key);
                    self.term(value);
                }
            }
            Term::Binary(bytes) => self.binary(bytes),
            Term::BitString(bits) => {
                self.header(tag::BIT_BINARY, bits.bytes().len());
                self.bytes.push(bits.bits());
                self.bytes.extend_from_slice(bits.bytes());
            }
            Term::Opaque(opaque) => self.opaque(opaque),
        }
    }

    fn terms(&mut self, terms: &[Term]) {
        for term in terms {
            self.term(term);
        }
    }

    fn list(&mut self, elements: &[Term]) {
        match bytes_of(elements) {
            Some(bytes) => self.byte_list(&bytes),
            None => {
                self.list_header(elements.len());
                self.terms(elements);
                self.nil();
            }
        }
    }

    /// A length beyond 32 bits is not told truly: that takes four gigabytes, which no
    /// frame carries.
    fn header(&mut self, tag: u8, count: usize) {
        self.tagged32(tag, u32::try_from(count).unwrap_or(u32::MAX));
    }

    fn tagged32(&mut self, tag: u8, value: u32) {
        let [a, b, c, d] = value.to_be_bytes();
        self.bytes.extend([tag, a, b, c, d]);
    }
}

/// The elements, if all are bytes.
fn bytes_of(elements: &[Term]) -> Option<Vec<u8>> {
    let byte = |element: &Term| element.as_integer().and_then(|value| u8::try_from(value).ok());
    elements.iter().map(byte).collect()
}
