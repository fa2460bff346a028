//! Laws that hold for any term and for any bytes.
//!
//! A term is read back as it was written. Bytes that anyone may have written give
//! a term or an error: no panic, no stack used up, and no more memory than they
//! pay for, whatever they claim.

// The room itself reads no clock; its tests time it.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod terms;

use std::thread;
use std::time::{Duration, Instant};

use etf::{DecodeError, Fault, Frames, Limits, Map, Sign, Term, decode, encode, frame_header};
use proptest::collection::vec;
use proptest::prelude::*;
use terms::{damaged, hostile_byte, term};

/// Memory for each byte read: a term has 24 bytes and takes one at least, and a
/// place in a map's order takes half of 4.
const COST: usize = 26;

/// Decodes, and holds the outcome to what any bytes are promised.
fn hold_laws(bytes: &[u8]) -> Result<Term, DecodeError> {
    let outcome = decode(bytes, Limits::default());
    match &outcome {
        Ok(term) => {
            assert!(weight(term) <= COST * bytes.len(), "{} for {bytes:?}", weight(term));
            let written = encode(term);
            assert_eq!(decode(&written, Limits::default()).as_ref(), Ok(term));
            assert!(written.len() <= bytes.len() * 2, "{written:?} for {bytes:?}");
        }
        Err(error) => {
            assert!(error.offset <= bytes.len(), "{error:?} in {} bytes", bytes.len());
            assert!(!error.to_string().is_empty());
        }
    }
    outcome
}

/// The memory that a term takes, without what the allocator adds.
fn weight(term: &Term) -> usize {
    let all = |terms: &[Term]| terms.iter().map(weight).sum::<usize>();
    size_of::<Term>()
        + match term {
            Term::Integer(_) | Term::Float(_) => 0,
            Term::Big(big) => big.magnitude().len(),
            // Shared, so that its header is paid by the first.
            Term::Atom(atom) => atom.len(),
            Term::Tuple(elements) | Term::List(elements) => all(elements),
            Term::ImproperList(list) => {
                size_of_val(&**list) - size_of::<Term>()
                    + all(list.elements())
                    + weight(list.tail())
            }
            Term::Map(map) => {
                let pairs = map.pairs().iter();
                let pairs: usize = pairs.map(|(key, value)| weight(key) + weight(value)).sum();
                size_of::<Map>() + pairs + 4 * map.len()
            }
            Term::Binary(bytes) => bytes.len(),
            Term::BitString(bits) => size_of_val(&**bits) + bits.bytes().len(),
            Term::Opaque(opaque) => opaque.encoded().len(),
        }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_term_is_read_as_it_was_written(term in term()) {
        let written = encode(&term);
        let read = hold_laws(&written);
        prop_assert_eq!(read.as_ref(), Ok(&term));
        prop_assert_eq!(encode(&term.clone()), written);
    }

    #[test]
    fn any_bytes_are_a_term_or_an_error(bytes in vec(any::<u8>(), 0..200)) {
        drop(hold_laws(&bytes));
        drop(hold_laws(&[&[131], &bytes[..]].concat()));
    }

    #[test]
    fn any_tags_are_a_term_or_an_error(bytes in vec(hostile_byte(), 0..100)) {
        drop(hold_laws(&[&[131], &bytes[..]].concat()));
    }

    #[test]
    fn a_damaged_term_is_a_term_or_an_error(bytes in damaged()) {
        drop(hold_laws(&bytes));
    }

    #[test]
    fn every_beginning_of_a_term_is_too_short(term in term()) {
        let bytes = encode(&term);
        for length in 0..bytes.len() {
            let error = decode(&bytes[..length], Limits::default()).unwrap_err();
            prop_assert!(matches!(error.fault, Fault::TooShort { .. }), "{error:?}");
        }
    }

    #[test]
    fn digits_become_the_number_and_come_back(number in any::<i128>(), more in "[1-9][0-9]{0,400}") {
        for text in [number.to_string(), more.clone(), format!("-{more}")] {
            let decimal = match Term::from_decimal(&text) {
                Some(Term::Integer(value)) => Some(value.to_string()),
                Some(Term::Big(big)) => big.to_decimal(),
                _ => None,
            };
            prop_assert_eq!(decimal, Some(text));
        }
        let sign = if number < 0 { Sign::Minus } else { Sign::Plus };
        let term = Term::big(sign, &number.unsigned_abs().to_le_bytes());
        prop_assert_eq!(Term::from_decimal(&number.to_string()), Some(term));
    }

    #[test]
    fn frames_come_whole(bodies in vec(vec(any::<u8>(), 0..50), 0..20), pieces in vec(1..40_usize, 1..9)) {
        let mut stream = Vec::new();
        for body in &bodies {
            stream.extend(frame_header(body.len()).unwrap());
            stream.extend(body);
        }
        let (mut frames, mut taken, mut rest) = (Frames::default(), Vec::new(), &stream[..]);
        for size in pieces.iter().cycle() {
            let (piece, after) = rest.split_at(rest.len().min(*size));
            frames.push(piece);
            while let Some(frame) = frames.take().unwrap() {
                taken.push(frame.to_vec());
            }
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
        prop_assert_eq!(taken, bodies);
        prop_assert_eq!(frames.unread(), 0);
    }
}

// ---- Depth ----

/// One level of each kind of nesting: what stands before and after the inner term.
const NESTS: [(&[u8], &[u8]); 6] = [
    (&[104, 1], &[]),
    (&[105, 0, 0, 0, 1], &[]),
    (&[108, 0, 0, 0, 1], &[106]),
    (&[116, 0, 0, 0, 1], &[106]),
    (&[116, 0, 0, 0, 1, 97, 1], &[]),
    (&[104, 2, 106], &[]),
];

fn nested(depth: usize, (before, after): (&[u8], &[u8])) -> Vec<u8> {
    [&[131], &before.repeat(depth)[..], &[106], &after.repeat(depth)].concat()
}

#[test]
fn nesting_ends_at_the_limit() {
    // Half of what a thread gets, to show that the limit keeps its distance.
    let test = || {
        for nest in NESTS {
            let term = hold_laws(&nested(512, nest)).unwrap();
            assert_eq!(term, term.clone());
            let too_deep = Fault::TooDeep { limit: 512 };
            for depth in [513, 10_000, 100_000] {
                assert_eq!(hold_laws(&nested(depth, nest)).unwrap_err().fault, too_deep);
            }
            let shallow = Limits { depth: 3, ..Limits::default() };
            assert!(decode(&nested(3, nest), shallow).is_ok());
            assert!(decode(&nested(4, nest), shallow).is_err());
            let greedy = Limits { depth: usize::MAX, ..Limits::default() };
            assert_eq!(decode(&nested(600, nest), greedy).unwrap_err().fault, too_deep);
        }
    };
    thread::Builder::new().stack_size(1 << 20).spawn(test).unwrap().join().unwrap();
}

/// Erlang takes a chain of cells for one list, so it does not nest.
#[test]
fn a_list_of_single_cells_is_flat() {
    let chain = [&[131], &[108, 0, 0, 0, 1, 97, 7].repeat(100_000)[..], &[106]].concat();
    assert_eq!(hold_laws(&chain), Ok(Term::list(vec![7.into(); 100_000])));
    let cells_of_none = [&[131], &[108, 0, 0, 0, 0].repeat(100_000)[..], &[97, 7]].concat();
    assert_eq!(hold_laws(&cells_of_none), Ok(7.into()));
}

/// A node's name must be an atom: nothing may nest there.
#[test]
fn pids_do_not_nest() {
    for tag in [88, 89, 90, 101, 102, 103, 113, 114, 120] {
        let bytes = [&[131], &[tag; 100_000][..]].concat();
        hold_laws(&bytes).unwrap_err();
    }
}

// ---- Size ----

#[test]
fn huge_claims_are_errors() {
    for tag in [105, 108, 109, 111, 116] {
        for rest in [&[255; 4][..], &[127, 255, 255, 255], &[0, 0, 1, 0, 106, 106, 106]] {
            let error = hold_laws(&[&[131, tag], rest].concat()).unwrap_err();
            assert!(matches!(error.fault, Fault::TooShort { .. }), "{error:?} of {tag}");
        }
    }
}

/// Each list claims no more than the bytes left, and all together far more.
#[test]
fn bytes_are_promised_once() {
    let inside: usize = 8 << 20;
    let mut bytes = vec![131];
    for _ in 0..500 {
        bytes.push(108);
        bytes.extend((inside as u32).to_be_bytes());
    }
    bytes.resize(bytes.len() + inside + 1, 106);
    let error = hold_laws(&bytes).unwrap_err();
    assert_eq!(error.offset, 1 + 5 + 5, "the second list finds all promised: {error:?}");
}

#[test]
fn more_bytes_than_allowed_are_not_looked_at() {
    let limits = Limits { bytes: 3, ..Limits::default() };
    assert!(decode(&[131, 97, 1], limits).is_ok());
    let fault = decode(&[131, 109, 0, 0], limits).unwrap_err().fault;
    assert_eq!(fault, Fault::TooLong { length: 4, limit: 3 });
}

#[test]
fn compressed_terms_are_refused() {
    let fault = decode(&[131, 80, 0, 0, 0, 9, 1, 2, 3], Limits::default()).unwrap_err().fault;
    assert_eq!(fault, Fault::Compressed);
    assert_eq!(
        decode(&[131, 104, 1, 80], Limits::default()).unwrap_err().fault,
        Fault::UnknownTag(80)
    );
}

// ---- Time ----

/// Maps as keys of maps, with equal sizes and in descending order: where each
/// comparison sorted anew, this would take the square of its length.
#[test]
fn maps_as_keys_of_maps_are_read_in_reasonable_time() {
    fn level(depth: usize, leaf: &mut u32, out: &mut Vec<u8>) {
        if depth == 0 {
            *leaf -= 1;
            out.push(98);
            return out.extend(leaf.to_be_bytes());
        }
        out.extend([116, 0, 0, 0, 2]);
        for _ in 0..2 {
            level(depth - 1, leaf, out);
            out.push(106);
        }
    }
    let mut bytes = vec![131];
    level(17, &mut 1_000_000, &mut bytes);
    assert!(bytes.len() > 1 << 20);
    let start = Instant::now();
    hold_laws(&bytes).unwrap();
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}
