//! Lowering takes time in proportion to the text, however deep it nests.

#![allow(clippy::disallowed_types, reason = "what is asked here is how long it takes")]

use std::time::{Duration, Instant};

use hierarchy::{ClassHierarchy, Origin, surface};

/// How long it takes to lower a method that nests so deep.
fn time_of(depth: usize, open: &str, inner: &str) -> Duration {
    let body = format!("{}{inner}{}", open.repeat(depth), "]".repeat(depth));
    let source = format!("Object subclass: Deep\n  class m: n =>\n    s := 0\n    {body}\n    s\n");
    let parse = syntax::parse(&source);
    assert!(!parse.has_errors(), "{:?}", parse.problems);
    let mut hierarchy = ClassHierarchy::empty();
    hierarchy.add_classes(surface(&parse.tree), Origin::Module);
    let start = Instant::now();
    for (_, class) in parse.tree.nodes.classes.iter() {
        assert!(!lower::class(&parse.tree, class, &hierarchy, "deep.bt").functions.is_empty());
    }
    start.elapsed()
}

#[test]
fn nested_control_flow_is_lowered_once() {
    for (open, inner) in [
        ("n timesRepeat: [", "s := s + 1"),
        ("1 to: n do: [:i | ", "s := s + i"),
        ("[s < n] whileTrue: [", "s := s + 1"),
        ("n > s ifTrue: [", "s := s + 1"),
        ("n > s ifTrue: [", "^s"),
        ("n ifNil: [", "s := s + 1"),
    ] {
        // Twice for each level would be a million times here.
        let taken = time_of(20, open, inner);
        assert!(taken < Duration::from_secs(2), "{open}: {taken:?}");
    }
}
