//! Every text has types: whatever stands in it, inference comes to an end.

use std::fmt::Write as _;

use hierarchy::{ClassHierarchy, Origin, surface};
use proptest::prelude::*;
use syntax::tree::Item;

const EXAMPLES: [&str; 3] = [
    include_str!("../../../../examples/adventure.bt"),
    include_str!("../../../../examples/bank.bt"),
    include_str!("../../../../examples/teahouse.bt"),
];

/// The type of the last statement, if there is one and something is known of it.
fn type_of_last(text: &str) -> String {
    let tree = syntax::parse(text).tree;
    let mut hierarchy = ClassHierarchy::with_builtins().clone();
    hierarchy.add_classes(surface(&tree), Origin::Module);
    let inference = types::infer(&tree, &hierarchy, None);
    let last = tree.items.iter().rev().find_map(|item| match item {
        Item::Statement(statement) => Some(*statement),
        _ => None,
    });
    let ty = last.and_then(|it| inference.type_of(it));
    ty.map_or_else(|| "Dynamic".to_owned(), |it| it.for_people().to_string())
}

/// Methods `m0`, `m1` … of which each has the next one in its body; the last has `end`.
fn chain(length: usize, end: &str, body: impl Fn(usize) -> String) -> String {
    let mut text = "Value subclass: Ladder\n".to_owned();
    for index in 0..length {
        let body = if index + 1 == length { end.to_owned() } else { body(index + 1) };
        let _ = writeln!(text, "  m{index} => {body}");
    }
    text
}

#[test]
fn long_chains_of_methods_are_followed_to_their_end() {
    let plain = chain(300, "7", |next| format!("self m{next}"));
    assert_eq!(type_of_last(&format!("{plain}\nLadder new m0\n")), "Integer");

    let long = chain(10_000, "7", |next| format!("self m{next}"));
    assert_eq!(type_of_last(&format!("{long}\nLadder new m0\n")), "Integer");

    let (open, close) = ("(".repeat(60), ")".repeat(60));
    let nested = chain(300, "7", |next| format!("{open}self m{next}{close}"));
    assert_eq!(type_of_last(&format!("{nested}\nLadder new m0\n")), "Integer");

    let (open, close) = ("2 > 1 ifTrue: [x := ".repeat(120), "] ifFalse: [0]".repeat(120));
    let deep = chain(40, "7", |next| format!("{open}self m{next}{close}"));
    assert_eq!(type_of_last(&format!("{deep}\nLadder new m0\n")), "Integer");

    let blocks = chain(300, "7", |next| {
        format!("2 > 1 ifTrue: [x := 1. self m{next}] ifFalse: [self m{next}]")
    });
    assert_eq!(type_of_last(&format!("{blocks}\nLadder new m0\n")), "Integer");
}

/// Deeper than a text may nest: what the parser makes of it has types too.
#[test]
fn the_deepest_methods_end() {
    let wraps = [("2 > 1 ifTrue: [x := ", "]"), ("#(1) collect: [:e | x := ", "]"), ("#(", ")")];
    for ((open, close), depth) in wraps.into_iter().flat_map(|it| [(it, 250), (it, 1000)]) {
        let (open, close) = (open.repeat(depth), close.repeat(depth));
        let deep = chain(20, "7", |next| format!("{open}self m{next}{close}"));
        type_of_last(&format!("{deep}\nLadder new m0\n"));
    }
}

#[test]
fn circles_of_methods_end() {
    let circle = chain(300, "self m0", |next| format!("self m{next}"));
    assert_eq!(type_of_last(&format!("{circle}\nLadder new m7\n")), "Dynamic (dynamic receiver)");

    let long = chain(10_000, "self m0. 1", |next| format!("self m{next}"));
    assert_eq!(type_of_last(&format!("{long}\nLadder new m9999\n")), "Integer");
    assert_eq!(type_of_last(&format!("{long}\nLadder new m0\n")), "Dynamic (dynamic receiver)");

    let net = chain(200, "1", |next| format!("self m{next} + self m{}", next * 7 % 200));
    type_of_last(&format!("{net}\nLadder new m0\n"));
}

#[test]
fn long_and_deep_expressions_have_types() {
    let rows = [
        (format!("3{}", " abs".repeat(2000)), "Integer"),
        (format!("3{}", " + 1".repeat(2000)), "Integer"),
        (format!("x := 1\nx abs{}", "; abs".repeat(2000)), "Integer"),
        (format!("{}3{}", "(".repeat(200), ")".repeat(200)), "Integer"),
        (
            format!("x := 1\n{}x := \"a\"{}\nx", "#(1) do: [".repeat(100), "]".repeat(100)),
            "Integer | String",
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(type_of_last(&text), expected, "{}", text.get(..40).unwrap_or(&text));
    }
}

/// An example with some pieces cut out, doubled or put elsewhere.
fn damaged() -> impl Strategy<Value = String> {
    let cut = (any::<prop::sample::Index>(), 0..40_usize, any::<prop::sample::Index>());
    (0..EXAMPLES.len(), prop::collection::vec(cut, 1..6)).prop_map(|(which, cuts)| {
        let mut text: Vec<char> = EXAMPLES.get(which).copied().unwrap_or("").chars().collect();
        for (from, length, to) in cuts {
            let from = from.index(text.len());
            let until = (from + length).min(text.len());
            let piece: Vec<char> = text.drain(from..until).collect();
            let to = to.index(text.len() + 1);
            text.splice(to..to, piece);
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_examples_have_types(text in damaged()) {
        type_of_last(&text);
    }

    #[test]
    fn any_words_have_types(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "x", "y", ":=", "3", "\"a\"", "#a", "nil", "isNil", "ifTrue:", "ifFalse:", "[", "]",
                "(", ")", "match:", "->", ";", "_", "::", "Integer", "String", "|", "^", "\n", "self",
                "super", "class", "new", "=:=", "#(", "#[", "#{", "}", "=>", "Value subclass: A",
                "m", "k:", ":e", "self.f", "and:", "notNil", "Erlang", "lists", "!", "on:", "do:",
            ]),
            0..60,
        ),
    ) {
        type_of_last(&words.join(" "));
    }
}
