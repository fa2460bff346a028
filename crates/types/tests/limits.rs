//! How long numbers, names, symbols and selectors may be, to the letter.

mod common;

use common::check;
use types::ProblemKind::{IntegerTooLong, NameTooLong};

/// Holds that a text made with so many letters is fine, and with one more is not.
#[track_caller]
fn hold(limit: usize, text: impl Fn(String) -> String) {
    let kinds = |letters: usize| -> Vec<types::ProblemKind> {
        check(&text("x".repeat(letters))).into_iter().map(|problem| problem.kind).collect()
    };
    assert_eq!(kinds(limit), [], "{limit}");
    let beyond = kinds(limit + 1);
    assert!(matches!(beyond.as_slice(), [NameTooLong { .. }]), "{} letters: {beyond:?}", limit + 1);
    let far = kinds(limit + 300);
    assert!(matches!(far.as_slice(), [NameTooLong { .. }]), "far beyond: {far:?}");
}

#[test]
fn names_have_room_for_what_is_made_of_them() {
    hold(255, |name| format!("{name} := 1"));
    hold(255, |name| format!("[:{name} | 1]"));
    hold(255, |name| format!("#{name}"));
    hold(255, |name| format!("#'{name}'"));
    hold(255, |name| format!("1 {name}"));
    hold(254, |name| format!("1 {name}: 2"));
    hold(245, |name| format!("1 with: 2 {name}: 3 and: 4"));
    hold(254, |name| format!("1 foo; {name}: 2"));
    hold(239, |name| format!("Object subclass: C{name}"));
    hold(239, |name| format!("Protocol define: P{name}"));
    hold(250, |name| format!("Value subclass: Pan\n  field: {name} = 1"));
    hold(255, |name| format!("Object subclass: Pan\n  {name} => 1"));
    hold(249, |name| format!("Object subclass: Pan\n  class {name} => 1"));
    hold(252, |name| format!("Object subclass: Pan\n  a: b {name}: c => 1"));
    hold(248, |name| format!("Integer class >> {name}: c => 1"));
    hold(254, |name| format!("Protocol define: Hot\n  {name}: c -> Nil"));
}

#[test]
fn a_symbol_is_measured_in_characters() {
    assert_eq!(check(&format!("#'{}'", "é".repeat(255))), []);
    assert_eq!(check(&format!("#'{}'", "''".repeat(255))), []);
    assert_eq!(check(&format!("#'{}'", "é".repeat(256))).len(), 1);
}

#[test]
fn operators_have_a_limit_too() {
    let define = |length| format!("Object subclass: Pan\n  {} o => 1", "+".repeat(length));
    assert_eq!(check(&define(255)), []);
    assert_eq!(check(&define(256)).len(), 1);
}

#[test]
fn integers_have_a_hundred_thousand_digits() {
    let texts = |digits: usize| {
        let number = "7".repeat(digits);
        [
            number.clone(),
            format!("-{number}"),
            format!("8r{number}"),
            format!("1 match: [{number} -> 1]"),
        ]
    };
    for text in texts(100_000) {
        assert_eq!(check(&text), []);
    }
    for text in texts(100_001) {
        let kinds: Vec<_> = check(&text).into_iter().map(|problem| problem.kind).collect();
        assert_eq!(kinds, [IntegerTooLong]);
    }
}

#[test]
fn nobody_can_expect_them_away() {
    let text = format!("@expect all\n#{}", "x".repeat(300));
    assert_eq!(check(&text).len(), 1);
}
