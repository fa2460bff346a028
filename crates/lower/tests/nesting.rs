//! Lowering takes time and makes code in proportion to the text, however deep it
//! nests.

#![allow(clippy::disallowed_types, reason = "what is asked here is how long it takes")]

use std::time::{Duration, Instant};

use hierarchy::{ClassHierarchy, Origin, surface};
use lower::core_erlang::{Module, encode};

/// A method that nests so deep, lowered.
fn lowered(depth: usize, open: &str, inner: &str) -> Module {
    lowered_with("s := 0", depth, open, inner, "]")
}

fn lowered_with(first: &str, depth: usize, open: &str, inner: &str, close: &str) -> Module {
    let body = format!("{}{inner}{}", open.repeat(depth), close.repeat(depth));
    let source =
        format!("Object subclass: Deep\n  class m: n =>\n    {first}\n    {body}\n    n\n");
    let parse = syntax::parse(&source);
    assert!(!parse.has_errors(), "{:?}", parse.problems);
    let mut hierarchy = ClassHierarchy::empty();
    hierarchy.add_classes(surface(&parse.tree), Origin::Module);
    let (_, class) = parse.tree.nodes.classes.iter().next().unwrap();
    lower::class(&parse.tree, class, &hierarchy, "deep.bt")
}

const NESTED: &[(&str, &str)] = &[
    ("n timesRepeat: [", "s := s + 1"),
    ("1 to: n do: [:i | ", "s := s + i"),
    ("[s < n] whileTrue: [", "s := s + 1"),
    ("n > s ifTrue: [", "s := s + 1"),
    ("n > s ifTrue: [", "^s"),
    ("n > s or: [", "^s"),
    ("n ifNil: [", "s := s + 1"),
];

#[test]
fn nested_control_flow_is_lowered_once() {
    for (open, inner) in NESTED {
        // Twice for each level would be a million times here.
        let start = Instant::now();
        assert!(!lowered(20, open, inner).functions.is_empty());
        let taken = start.elapsed();
        assert!(taken < Duration::from_secs(2), "{open}: {taken:?}");
    }
}

#[test]
fn code_grows_with_the_text() {
    for (open, inner) in NESTED {
        let size = |depth| encode(&lowered(depth, open, inner)).len() as f64;
        let (one_level, at_the_bottom) = (size(13) - size(12), size(25) - size(24));
        assert!(at_the_bottom < one_level * 1.5, "{open}: {one_level} then {at_the_bottom}");
    }
}

/// Each level hands on each variable, and no more than once.
#[test]
fn code_grows_with_the_levels_and_with_the_variables() {
    let nested = [
        ("n ifTrue: [", "]"),
        ("n < 3 ifTrue: [", "] ifFalse: [v1 := n]"),
        ("n ifNil: [", "]"),
        ("n timesRepeat: [", "]"),
        ("[n] whileTrue: [", "]"),
        ("n ifTrue: [n ifFalse: [^n]. ", "]"),
        ("n match: [1 -> [", "] value; _ -> 2]"),
        ("n match: [x when: [x > 1] -> [", "] value; _ -> v1 := 2]"),
    ];
    for (open, close) in nested {
        let size = |depth: usize, variables: usize| {
            let assigned: Vec<String> = (0..variables).map(|it| format!("v{it} := n")).collect();
            let assigned = assigned.join(". ");
            let module = lowered_with(&assigned, depth, open, &assigned, close);
            encode(&module).len() as f64
        };
        let level = |depth, variables| (size(depth + 5, variables) - size(depth, variables)) / 5.0;
        let (above, below) = (level(10, 8), level(40, 8));
        assert!(below < above * 1.2, "{open}: {above} bytes a level, then {below}");
        let variable = |few: usize| (level(20, few * 2) - level(20, few)) / few as f64;
        let (few, many) = (variable(4), variable(16));
        assert!(many < few * 1.2, "{open}: {few} bytes a level for a variable, then {many}");
    }
}
