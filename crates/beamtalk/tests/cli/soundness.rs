//! `beamtalk test --checked`: types are compared with the values that come.

use crate::folder::Folder;

/// The test passes, whatever the types say.
const TESTS: &str = "\
//- t/CupTest.bt
TestCase subclass: CupTest
  testCup =>
    cup := Cup new
    self assert: cup size equals: \"large\"
    self assert: cup first equals: 3
    self assert: (cup doubled: 4) equals: 8
    self assert: (cup perform: #doubled: withArguments: #(\"a\")) equals: \"a\"
//- t/Cup.bt
Value subclass: Cup
  size -> Integer => \"large\"
  first -> Integer =>
    #(3, 4) do: [:each | ^each]
    0
  doubled: n :: Integer -> Integer => (n isKindOf: Integer) ifTrue: [n * 2] ifFalse: [n]
";

#[test]
fn a_wrong_signature_is_found() {
    let told = run(TESTS);
    assert!(told.contains("Cup>>size is said to be Integer and was <<\"large\">>"), "{told}");
    assert!(told.contains("--- exit 1"), "{told}");
    // What a method answers that is given something else than it declares is not its fault.
    assert!(!told.contains("Cup>>doubled"), "{told}");
    assert!(!told.contains("Cup>>first"), "{told}");
}

#[test]
fn right_signatures_are_counted() {
    let told = run(&TESTS.replace("size -> Integer", "size -> String"));
    assert!(told.contains(" answers, ") && told.contains(": 0 wrong"), "{told}");
    assert!(told.contains("--- exit 0"), "{told}");
}

/// A value of the wrong element type is found inside a list, and `Self` is the receiver's.
#[test]
fn elements_and_self_are_looked_at() {
    let told = run("\
//- t/CupTest.bt
TestCase subclass: CupTest
  testCup =>
    self assert: Cup new sizes size equals: 2
    self assert: Mug new twin equals: Cup new
//- t/Cup.bt
Value subclass: Cup
  sizes -> List(Integer) => #(1, \"2\")
  twin -> Self => Cup new
//- t/Mug.bt
Cup subclass: Mug
");
    assert!(told.contains("Cup>>sizes is said to be List(Integer)"), "{told}");
    assert!(told.contains("Cup>>twin is said to be Self"), "{told}");
}

fn run(files: &str) -> String {
    Folder::new(files).run("test --checked t")
}
