//! Inference after a change is as if all had been inferred anew, and looks no further
//! than the change reaches.

use proptest::prelude::*;

use crate::made_up::{Made, Program, body, known, made};

fn texts(files: &[&str]) -> Vec<String> {
    files.iter().map(|it| (*it).to_owned()).collect()
}

/// The files that are looked into when one of them has changed.
#[track_caller]
fn reached(files: &[&str], changed: usize, from: &str, to: &str) -> Vec<usize> {
    let before = Program::new(&texts(files)).infer();
    let mut files = texts(files);
    let text = files.get_mut(changed).unwrap();
    assert!(text.contains(from), "{text}");
    *text = text.replace(from, to);
    let program = Program::new(&files);
    let again = types::recheck(&program.trees(), &program.hierarchy, None, before, &[changed]);
    let trees = program.trees();
    assert_eq!(known(&trees, &again.inferences), known(&trees, &program.infer()));
    again.inferred
}

const MILL: [&str; 4] = [
    "Value subclass: Wheel\n  turns => 12\n  name => \"w\"\n",
    "Value subclass: Mill\n  rate => Wheel new turns * 2\n  label -> String => Wheel new name\n",
    "Value subclass: River\n  power => Mill new rate\n  width => 7\n",
    "w := Wheel new\nw turns printString\n",
];

#[test]
fn change_goes_as_far_as_results_differ() {
    let rows: [(usize, &str, &str, &[usize]); 6] = [
        (0, "12", "13", &[0]),
        (0, "12", "1.5", &[0, 1, 2, 3]),
        (0, "12", "2 > 1 ifTrue: [3] ifFalse: [4]", &[0]),
        (0, "\"w\"", "#w", &[0, 1]),
        (1, "* 2", "printString", &[1, 2]),
        (2, "7", "8", &[2]),
    ];
    for (changed, from, to, expected) in rows {
        assert_eq!(reached(&MILL, changed, from, to), expected, "{from} to {to}");
    }
}

#[test]
fn circles_across_files_open_and_close() {
    let files = [
        "Value subclass: One\n  a => Two new b. 3\n  c => 4\n",
        "Value subclass: Two\n  b => One new c\n",
        "One new a\n",
    ];
    // What `a` answers stays the same, but no longer what it sees of `b`; what `b` asks
    // for was not in the file that has changed.
    let closing = reached(&files, 1, "One new c", "One new a. One new c");
    assert_eq!(closing, [0, 1]);
    let closed = [files[0], "Value subclass: Two\n  b => One new a. One new c\n", files[2]];
    assert_eq!(reached(&closed, 1, "One new a. ", ""), [0, 1]);
    assert_eq!(reached(&closed, 0, "Two new b. ", ""), [0, 1]);
}

#[test]
fn heads_that_differ_reach_everything() {
    let before = Program::new(&texts(&MILL)).infer();
    let mut files = texts(&MILL);
    files[2].push_str("  depth => Wheel new turns\n");
    let program = Program::new(&files);
    let again = types::recheck(&program.trees(), &program.hierarchy, None, before, &[2]);
    assert_eq!(again.inferred, [0, 1, 2, 3]);
}

/// A program, and bodies that are replaced one after the other.
fn edited() -> impl Strategy<Value = (Made, Vec<(prop::sample::Index, String)>)> {
    let edit = (any::<prop::sample::Index>(), body());
    (made(), prop::collection::vec(edit, 1..6))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_is_as_if_inferred_anew((mut made, edits) in edited()) {
        let mut inferences = Program::new(&made.texts()).infer();
        for (which, body) in edits {
            let which = which.index(made.parts.len());
            let part = made.parts.get_mut(which).unwrap();
            part.body = body;
            let changed = part.added_in.unwrap_or(part.class % made.files);
            let program = Program::new(&made.texts());
            let trees = program.trees();
            let again =
                types::recheck(&trees, &program.hierarchy, None, inferences, &[changed]);
            let anew = program.infer();
            prop_assert_eq!(known(&trees, &again.inferences), known(&trees, &anew));
            for (again, anew) in again.inferences.iter().zip(&anew) {
                prop_assert_eq!(again.uses(), anew.uses());
            }
            inferences = again.inferences;
        }
    }
}
