//! Examples of every tag, by hand. The rest is in `tests/`.

use super::*;
use crate::{OpaqueKind, encode};

fn read(bytes: &[u8]) -> Result<Term, Fault> {
    let bytes = [&[tag::VERSION], bytes].concat();
    decode(&bytes, Limits::default()).map_err(|error| error.fault)
}

/// Reads what is also written.
fn check(bytes: &[u8], term: Term) {
    check_read(bytes, term);
    let term = read(bytes).unwrap();
    assert_eq!(encode(&term), [&[tag::VERSION], bytes].concat(), "{term:?}");
}

fn check_read(bytes: &[u8], term: Term) {
    assert_eq!(read(bytes), Ok(term), "{bytes:?}");
}

#[track_caller]
fn check_fault(bytes: &[u8], fault: Fault) {
    assert_eq!(read(bytes), Err(fault), "{bytes:?}");
}

#[test]
fn integers() {
    check(&[97, 255], 255.into());
    check(&[98, 0, 0, 1, 0], 256.into());
    check(&[98, 255, 255, 255, 255], (-1).into());
    check(&[98, 128, 0, 0, 0], i64::from(i32::MIN).into());
    check(&[110, 4, 0, 0, 0, 0, 128], (1 << 31).into());
    check(&[110, 8, 1, 0, 0, 0, 0, 0, 0, 0, 128], i64::MIN.into());
    check(
        &[110, 8, 0, 0, 0, 0, 0, 0, 0, 0, 128],
        Term::from_decimal("9223372036854775808").unwrap(),
    );
    let long = [&[0; 255][..], &[1]].concat();
    check(&[&[111, 0, 0, 1, 0, 1], &long[..]].concat(), Term::big(Sign::Minus, &long));
}

#[test]
fn integers_in_longer_forms_than_they_need() {
    check_read(&[98, 0, 0, 0, 7], 7.into());
    check_read(&[110, 0, 1], 0.into());
    check_read(&[110, 9, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0], 7.into());
    check_read(&[111, 0, 0, 0, 1, 2, 7], (-7).into());
}

#[test]
fn floats() {
    check(&[70, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0], Term::float(1.5));
    check(&[70, 0x80, 0, 0, 0, 0, 0, 0, 0], Term::float(-0.0));
    check_fault(&[70, 0x7f, 0xf0, 0, 0, 0, 0, 0, 0], Fault::BadFloat);
    check_fault(&[70, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0], Fault::BadFloat);
}

#[test]
fn floats_as_text() {
    let filled = |text: &str| [&[99], text.as_bytes(), &[0; 31][text.len()..]].concat();
    check_read(&filled("1.50000000000000000000e+00"), Term::float(1.5));
    check_read(&filled("-2.5"), Term::float(-2.5));
    for text in ["", "15", "1e5", ".5", "1.", "inf", "NaN", " 1.5", "1.5 ", "1.5zz", "1.0e999"] {
        check_fault(&filled(text), Fault::BadFloat);
    }
}

#[test]
fn atoms() {
    check(b"\x77\x02ok", Term::atom("ok"));
    check(b"\x77\x00", Term::atom(""));
    check(b"\x77\x02\xc3\xa9", Term::atom("é"));
    let long = "é".repeat(255);
    check(&[&[118, 1, 254], long.as_bytes()].concat(), Term::atom(&long));
    check_fault(&[119, 1, 255], Fault::AtomNotUtf8);
    let too_long = [&[118, 1, 0], &[b'a'; 256][..]].concat();
    check_fault(&too_long, Fault::AtomTooLong { characters: 256 });
}

#[test]
fn atoms_in_latin1() {
    check_read(b"\x64\x00\x02ok", Term::atom("ok"));
    check_read(b"\x73\x01\xe9", Term::atom("é"));
    check_fault(&[&[100, 1, 0], &[b'a'; 256][..]].concat(), Fault::AtomTooLong { characters: 256 });
    // The same bytes mean one letter or two.
    let both = Term::tuple([Term::atom("é"), Term::atom("Ã©"), Term::atom("é")]);
    check_read(b"\x68\x03\x77\x02\xc3\xa9\x73\x02\xc3\xa9\x77\x02\xc3\xa9", both);
}

#[test]
fn tuples() {
    check(&[104, 0], Term::tuple([]));
    check(&[104, 2, 97, 1, 104, 1, 106], Term::tuple([1.into(), Term::tuple([Term::nil()])]));
    check(&[&[105, 0, 0, 1, 0], &[106; 256][..]].concat(), Term::tuple(vec![Term::nil(); 256]));
    check_read(&[105, 0, 0, 0, 1, 106], Term::tuple([Term::nil()]));
}

#[test]
fn lists() {
    check(&[106], Term::nil());
    check(&[107, 0, 2, 1, 255], Term::list([1.into(), 255.into()]));
    check(&[108, 0, 0, 0, 1, 98, 0, 0, 1, 0, 106], Term::list([256.into()]));
    check(&[108, 0, 0, 0, 1, 97, 1, 97, 2], Term::list_with_tail([1.into()], 2.into()));
    check_read(&[107, 0, 0], Term::nil());
    check_read(&[108, 0, 0, 0, 0, 106], Term::nil());
    check_read(&[108, 0, 0, 0, 1, 97, 1, 107, 0, 1, 2], Term::list([1.into(), 2.into()]));
    check_fault(&[108, 0, 0, 0, 1, 97, 1], Fault::TooShort { claimed: 1, left: 0 });
}

#[test]
fn lists_of_bytes_are_short_as_long_as_their_length_fits() {
    let bytes = |count| Term::list(vec![Term::from(9); count]);
    check(&[&[107, 255, 255], &[9; 65_535][..]].concat(), bytes(65_535));
    check(&[&[108, 0, 1, 0, 0], &[97, 9].repeat(65_536)[..], &[106]].concat(), bytes(65_536));
}

#[test]
fn maps() {
    check(&[116, 0, 0, 0, 0], Term::map([]));
    // In the order given, which is not the one of the keys.
    let pairs = [(2.into(), Term::nil()), (1.into(), Term::nil())];
    check(&[116, 0, 0, 0, 2, 97, 2, 106, 97, 1, 106], Map::new(pairs).into());
    check_fault(&[116, 0, 0, 0, 2, 97, 1, 97, 1, 97, 1, 97, 2], Fault::EqualKeys);
    check_fault(&[116, 255, 255, 255, 255], Fault::TooShort { claimed: 8_589_934_590, left: 0 });
}

#[test]
fn binaries() {
    check(&[109, 0, 0, 0, 2, 1, 2], Term::binary([1, 2]));
    check(&[77, 0, 0, 0, 2, 3, 1, 224], Term::bit_string([1, 255], 3).unwrap());
    check_read(&[77, 0, 0, 0, 1, 3, 255], Term::bit_string([224], 3).unwrap());
    check_read(&[77, 0, 0, 0, 1, 8, 7], Term::binary([7]));
    check_read(&[77, 0, 0, 0, 0, 0], Term::binary([]));
    for bits in [0, 9] {
        check_fault(&[77, 0, 0, 0, 1, bits, 7], Fault::BadBitCount(bits));
    }
}

#[track_caller]
fn check_opaque(kind: OpaqueKind, parts: &[&[u8]]) {
    let bytes = parts.concat();
    let Ok(Term::Opaque(opaque)) = read(&bytes) else { panic!("{:?}", read(&bytes)) };
    assert_eq!(opaque.kind(), kind);
    check(&bytes, Term::Opaque(opaque));
}

#[test]
fn opaque_terms_keep_their_bytes() {
    let node: &[u8] = b"\x64\0\x03a@b";
    let [one, four]: [&[u8]; 2] = [&[1], &[0, 1, 2, 3]];
    check_opaque(OpaqueKind::Pid, &[&[103], node, four, four, one]);
    check_opaque(OpaqueKind::Pid, &[&[88], node, four, four, four]);
    check_opaque(OpaqueKind::Port, &[&[102], node, four, one]);
    check_opaque(OpaqueKind::Port, &[&[89], node, four, four]);
    check_opaque(OpaqueKind::Port, &[&[120], node, four, four, four]);
    check_opaque(OpaqueKind::Reference, &[&[101], node, four, one]);
    check_opaque(OpaqueKind::Reference, &[&[114, 0, 2], node, one, four, four]);
    check_opaque(OpaqueKind::Reference, &[&[90, 0, 1], node, four, four]);
    check_opaque(OpaqueKind::Export, &[b"\x71\x77\x01m\x77\x01f\x61\x02"]);
    let tuple_of_pid = [&[104, 1, 103], node, four, four, one].concat();
    assert!(matches!(read(&tuple_of_pid), Ok(Term::Tuple(_))));
    check_fault(&[90, 0, 6], Fault::ReferenceTooLong { words: 6 });
    check_fault(&[88, 97, 1], Fault::MisplacedTag(97));
}

/// A fun with one free variable, as long as it says or not.
fn fun(length: u8) -> Vec<u8> {
    let start = [&[112, 0, 0, 0, length, 1], &[7; 16][..], &[0, 0, 0, 0, 0, 0, 0, 1]].concat();
    let rest = b"\x77\x01m\x61\x00\x62\0\0\0\x01\x67\x77\x03a@b\0\0\0\0\0\0\0\0\0\x68\x01\x6a";
    [&start[..], rest].concat()
}

#[test]
fn funs_are_checked_and_kept() {
    let length = fun(0).len() as u8 - 1;
    check_opaque(OpaqueKind::Fun, &[&fun(length)]);
    for claimed in [0, length - 1, length + 1] {
        let (claimed_length, found) = (claimed.into(), length.into());
        check_fault(&fun(claimed), Fault::FunLength { claimed: claimed_length, found });
    }
}

#[test]
fn what_is_no_term_says_where_and_why() {
    let message = |bytes: &[u8]| decode(bytes, Limits::default()).unwrap_err().to_string();
    expect_test::expect![[r#"
        no Erlang term: 1 bytes or elements are claimed, and 0 bytes are left (at byte 0)
        no Erlang term: the first byte is 130 instead of 131 (at byte 1)
        no Erlang term: compressed terms are not read (at byte 1)
        no Erlang term: no term begins with 0 (at byte 2)
        no Erlang term: 1 bytes stand after the term (at byte 3)
        no Erlang term: 9 bytes or elements are claimed, and 1 bytes are left (at byte 6)"#]]
    .assert_eq(
        &[
            message(&[]),
            message(&[130, 97, 1]),
            message(&[131, 80, 0, 0, 0, 1]),
            message(&[131, 0]),
            message(&[131, 97, 1, 1]),
            message(&[131, 109, 0, 0, 0, 9, 1]),
        ]
        .join("\n"),
    );
}
