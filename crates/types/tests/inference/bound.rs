//! Variables that are bound before the first statement, as at a prompt, and what is
//! bound after the last.

use hierarchy::ClassHierarchy;
use types::{Bindings, infer_with};

/// Lines one after the other, each seeing what those before it have bound.
fn lines(lines: &[&str]) -> Vec<String> {
    let hierarchy = ClassHierarchy::with_builtins();
    let mut bindings = Bindings::new();
    for line in lines {
        let tree = syntax::parse(line).tree;
        bindings = infer_with(&tree, &hierarchy, None, &bindings).bindings().clone();
    }
    bindings.iter().map(|(name, ty)| format!("{name} {ty}")).collect()
}

#[test]
fn lines_see_what_was_bound_before() {
    assert_eq!(lines(&["x := 3", "y := x printString"]), ["x Integer", "y String"]);
    assert_eq!(lines(&["x := 3", "x := #a"]), ["x #a"]);
    assert_eq!(lines(&["x := 3", "#(1) do: [:e | x := #a. y := e]"]), ["x Integer | #a"]);
    assert_eq!(lines(&["x := nowhere", "y := x size"]), ["x Dynamic", "y Dynamic"]);
    assert_eq!(lines(&["x := 3", "x isNil ifTrue: [4]"]), ["x Integer"]);
    assert!(lines(&["3 printString"]).is_empty());
}
