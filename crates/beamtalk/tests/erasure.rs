//! Types change nothing in the class library, its tests and the examples: they become
//! the same code without their annotations. The literate cases have the same law.

#[path = "literate/erasure.rs"]
mod erasure;

use std::fs;
use std::path::Path;

use hierarchy::{STDLIB_PACKAGE, STDLIB_SOURCES};

#[test]
fn the_library_is_the_same_without_types() {
    let mut count = 0;
    for (name, text) in STDLIB_SOURCES {
        count += same(name, text, Some(STDLIB_PACKAGE));
    }
    assert!(count > 1000, "the library has types, and there were {count}");
}

#[test]
fn tests_and_examples_are_the_same_without_types() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = 0;
    for folder in ["stdlib/test", "examples", "examples/post_office/src"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "bt") {
                same(&path.display().to_string(), &fs::read_to_string(&path).unwrap(), None);
                files += 1;
            }
        }
    }
    assert!(files > 20, "there were {files} files");
}

/// A text in which types do change something is found: a slot that must be given.
#[test]
fn what_types_change_is_seen() {
    let with = "Actor subclass: Cup\n  state: size :: Integer\n";
    let without = "Actor subclass: Cup\n  state: size\n";
    let code = |text| erasure::erased(&syntax::parse(text).tree, None).map(|it| it.typed);
    assert_ne!(code(with), code(without));
}

/// How many annotations the text has.
fn same(name: &str, text: &str, package: Option<&str>) -> usize {
    let erased = erasure::erased(&syntax::parse(text).tree, package).expect(name);
    let differing =
        erased.typed.lines().zip(erased.untyped.lines()).find(|(one, other)| one != other);
    assert!(erased.typed == erased.untyped, "{name} differs: {differing:?}");
    erased.count
}
