//! Any term, for the tests that want one.

use etf::{Atom, Limits, Map, Sign, Term};
use proptest::collection::vec;
use proptest::prelude::*;

/// Terms of every kind that means the same on every node.
pub(crate) fn term() -> impl Strategy<Value = Term> {
    leaf().prop_recursive(6, 64, 10, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..10).prop_map(Term::tuple),
            vec(inner.clone(), 0..10).prop_map(Term::list),
            (vec(inner.clone(), 1..5), inner.clone())
                .prop_map(|(elements, tail)| Term::list_with_tail(elements, tail)),
            vec((inner.clone(), inner), 0..10).prop_map(map),
        ]
    })
}

fn leaf() -> impl Strategy<Value = Term> {
    // Small numbers find the places where one form ends and the next begins.
    let near_power = (0..64_u32, -2..3_i64)
        .prop_map(|(power, offset)| 1_i64.wrapping_shl(power).wrapping_add(offset));
    prop_oneof![
        any::<i64>().prop_map(Term::from),
        near_power.prop_map(Term::from),
        (prop_oneof![Just(Sign::Plus), Just(Sign::Minus)], vec(any::<u8>(), 0..300))
            .prop_map(|(sign, magnitude)| Term::big(sign, &magnitude)),
        // OTP 25 takes the two zeros for one, so they cannot both be keys.
        any::<f64>()
            .prop_filter("finite", |value| value.is_finite()
                && value.to_bits() != (-0.0_f64).to_bits())
            .prop_map(Term::float),
        any::<String>().prop_filter("fits", |text| Atom::fits(text)).prop_map(|it| Term::atom(&it)),
        "[é-ü]{130,255}".prop_map(|text| Term::atom(&text)),
        vec(any::<u8>(), 0..40).prop_map(Term::binary),
        vec(any::<u8>(), 0..20).prop_map(|bytes| {
            Term::list(bytes.iter().map(|byte| i64::from(*byte).into()).collect::<Vec<_>>())
        }),
        (vec(any::<u8>(), 1..9), 1..=8_u8)
            .prop_filter_map("bits", |(bytes, bits)| Term::bit_string(bytes, bits)),
    ]
}

/// Of equal keys the first stays.
fn map(mut pairs: Vec<(Term, Term)>) -> Term {
    let mut kept: Vec<(Term, Term)> = Vec::new();
    for pair in pairs.drain(..) {
        if kept.iter().all(|(key, _)| *key != pair.0) {
            kept.push(pair);
        }
    }
    Map::new(kept).into()
}

/// The encoding of a term, damaged: bytes changed, cut out, doubled or cut off.
pub(crate) fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let harm =
        (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..5_u8, hostile_byte());
    (prop_oneof![4 => term(), 1 => opaque()], vec(harm, 1..4)).prop_map(|(term, harms)| {
        let mut bytes = etf::encode(&term);
        for (from, to, kind, byte) in harms {
            let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
            let (from, to) = (from.min(to), from.max(to));
            match kind {
                0 => bytes.truncate(to),
                1 => drop(bytes.drain(from..to)),
                2 => bytes.extend_from_within(from..to),
                _ => bytes[from] = byte,
            }
            if bytes.is_empty() {
                bytes.push(byte);
            }
        }
        bytes
    })
}

/// A pid, a reference, a port, a fun or an export of another node.
fn opaque() -> impl Strategy<Value = Term> {
    const NODE: &[u8] = b"\x77\x03a@b";
    let one = |parts: &[&[u8]]| {
        let bytes = [&[131], &parts.concat()[..]].concat();
        etf::decode(&bytes, Limits::default()).expect("a term of another node")
    };
    let fun_rest: &[u8] = b"\x01abcdefghijklmnop\0\0\0\0\0\0\0\x01\x77\x01m\x61\0\x62\0\0\0\x01";
    prop::sample::select(vec![
        one(&[&[103], NODE, &[0; 9]]),
        one(&[&[88], NODE, &[0; 12]]),
        one(&[&[102], NODE, &[0; 5]]),
        one(&[&[89], NODE, &[0; 8]]),
        one(&[&[120], NODE, &[0; 12]]),
        one(&[&[101], NODE, &[0; 5]]),
        one(&[&[114, 0, 3], NODE, &[0; 13]]),
        one(&[&[90, 0, 5], NODE, &[0; 24]]),
        one(&[b"\x71\x77\x05lists\x77\x03map\x61\x02"]),
        one(&[&[112, 0, 0, 0, 59], fun_rest, &[88], NODE, &[0; 12], &[97, 7]]),
    ])
}

/// Bytes that mean something: tags, and lengths small and huge.
pub(crate) fn hostile_byte() -> impl Strategy<Value = u8> {
    prop_oneof![
        4 => prop::sample::select(&b"\x61\x62\x6e\x6f\x46\x63\x64\x73\x76\x77\x68\x69\x6a\x6b\x6c\
            \x74\x6d\x4d\x67\x58\x66\x59\x78\x65\x72\x5a\x70\x71\x50\x83"[..]),
        4 => 0..4_u8,
        1 => Just(255),
        1 => any::<u8>(),
    ]
}
