//! How long numbers, names, symbols and selectors may be, to the letter.

mod common;

use types::ProblemKind::{self, IntegerTooLong, NameTooLong, NoConstructor, TooManyVariables};

/// What is too long or too much in a text; all else is beside the point.
fn check(text: &str) -> Vec<ProblemKind> {
    let is_limit = |kind: &ProblemKind| {
        matches!(kind, IntegerTooLong | NameTooLong { .. } | NoConstructor | TooManyVariables)
    };
    common::check(text).into_iter().map(|problem| problem.kind).filter(is_limit).collect()
}

/// Holds that a text made with so many letters is fine, and with one more is not.
#[track_caller]
fn hold(limit: usize, text: impl Fn(String) -> String) {
    let kinds = |letters: usize| check(&text("x".repeat(letters)));
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
    hold(255, |name| format!("[1] value {name}"));
    hold(254, |name| format!("[1] value {name}: 2"));
    hold(245, |name| format!("[1] value with: 2 {name}: 3 and: 4"));
    hold(254, |name| format!("[1] value foo; {name}: 2"));
    hold(127, |name| format!("Object subclass: C{name}"));
    hold(127, |name| format!("Protocol define: P{name}"));
    hold(200, |name| format!("Value subclass: Pan\n  field: {name} = 1"));
    hold(200, |name| format!("Object subclass: Pan\n  {name} => 1"));
    hold(200, |name| format!("Object subclass: Pan\n  class {name} => 1"));
    hold(197, |name| format!("Object subclass: Pan\n  a: b {name}: c => 1"));
    hold(199, |name| format!("Integer class >> {name}: c => 1"));
    hold(199, |name| format!("Protocol define: Hot\n  {name}: c -> Nil"));
}

#[test]
fn an_extension_is_named_with_its_class() {
    let long = "C".repeat(100);
    hold(118, |name| format!("{long} >> {name} => 1"));
    hold(111, |name| format!("{long} class >> {name}: c => 1"));
}

#[test]
fn a_constructor_is_made_of_all_slots() {
    let slots = |last: usize| -> String {
        let names = (0..4).map(|it| format!("  field: {}{it} = 0\n", "s".repeat(49)));
        names.chain([format!("  field: {} = 0\n", "t".repeat(last))]).collect()
    };
    let kinds = |text: String| check(&text);
    assert_eq!(kinds(format!("Value subclass: Pan\n{}", slots(44))), []);
    assert_eq!(kinds(format!("Value subclass: Pan\n{}", slots(45))), [NoConstructor]);
    // What is not given to a constructor does not count.
    let states = slots(45).replace("field:", "state:");
    assert_eq!(kinds(format!("Actor subclass: Pan\n{states}")), []);
    let variables = slots(45).replace("field:", "classState:");
    assert_eq!(kinds(format!("Value subclass: Pan\n{variables}")), []);
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
    assert_eq!(check(&define(200)), []);
    assert_eq!(check(&define(201)).len(), 1);
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
        assert_eq!(check(&text), [IntegerTooLong]);
    }
}

#[test]
fn nobody_can_expect_them_away() {
    let text = format!("@expect all\n#{}", "x".repeat(300));
    assert_eq!(check(&text).len(), 1);
}

#[test]
fn a_method_has_two_hundred_variables() {
    let many = |count: usize, each: &dyn Fn(usize) -> String| -> String {
        (0..count).map(each).collect::<Vec<_>>().join("")
    };
    let beyond = |text: String| -> usize {
        check(&text).iter().filter(|kind| **kind == TooManyVariables).count()
    };
    let assigned = |count| many(count, &|it| format!("    v{it} := 1\n"));
    let parameters = |count| many(count, &|it| format!(":p{it} "));
    let method = |count| format!("Object subclass: Pan\n  m: a =>\n{}", assigned(count));
    assert_eq!((beyond(method(199)), beyond(method(200)), beyond(method(400))), (0, 1, 1));
    let block = |count| format!("[{} | 1]", parameters(count));
    assert_eq!((beyond(block(200)), beyond(block(201))), (0, 1));
    let two =
        |count| format!("Object subclass: Pan\n  m =>\n{}    {}", assigned(100), block(count));
    assert_eq!((beyond(two(100)), beyond(two(101))), (0, 1));
    // Each method has its own, and so has each statement outside.
    assert_eq!(beyond(format!("{}  n =>\n{}", method(150), assigned(150))), 0);
    assert_eq!(beyond(many(500, &|it| format!("v{it} := 1\n"))), 0);
}
