//! Where one begins makes no difference: methods, classes and files may stand in any
//! order.

use proptest::prelude::*;

use crate::made_up::{CLASSES, Made, Program, known, made};

fn results(text: &str) -> Vec<String> {
    let program = Program::new(&[text.to_owned()]);
    let inferences = program.infer();
    let results = inferences.iter().flat_map(|it| it.results());
    results.map(|((class, _, selector), ty)| format!("{class} {selector} {ty}")).collect()
}

#[test]
fn methods_in_a_circle_are_dynamic_for_each_other() {
    let rows: [(&[&str], &[&str]); 7] = [
        (&["x => self y", "y => self x. 3"], &["y Integer"]),
        (&["x => self x. 3", "y => self x"], &["x Integer", "y Integer"]),
        (&["x => self y. 3", "y => self z. 4", "z => self x"], &["x Integer", "y Integer"]),
        // Who only leads to a circle is in none.
        (&["w => self x", "x => self y. 3", "y => self x"], &["w Integer", "x Integer"]),
        // Nothing is sent to what is not known, so that there is no circle with z.
        (
            &["x => self y z. 3", "y => self x. self", "z => self x"],
            &["x Integer", "y K", "z Integer"],
        ),
        (&["n: k => k <= 1 ifTrue: [1] ifFalse: [k * (self n: k - 1)]", "m => self n: 3"], &[]),
        (&["n: k -> Integer => self n: k - 1", "m => self n: 3"], &["m Integer"]),
    ];
    for (methods, expected) in rows {
        let expected: Vec<String> = expected.iter().map(|it| format!("K {it}")).collect();
        let mut methods = methods.to_vec();
        for _ in 0..methods.len() {
            methods.rotate_left(1);
            let text = format!("Value subclass: K\n  {}\n", methods.join("\n  "));
            assert_eq!(results(&text), expected, "{text}");
        }
    }
}

/// Programs that say the same in another order.
fn shuffled() -> impl Strategy<Value = (Made, Vec<String>)> {
    made().prop_flat_map(|made| {
        let parts = Just(made.parts.clone()).prop_shuffle();
        let classes = Just((0..CLASSES).collect::<Vec<_>>()).prop_shuffle();
        let files = Just((0..made.files).collect::<Vec<_>>()).prop_shuffle();
        (Just(made), parts, classes, files).prop_map(|(made, parts, classes, files)| {
            let other = Made { parts, classes, ..made.clone() };
            (made, files.into_iter().map(|file| other.text(file)).collect())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn order_makes_no_difference((made, texts) in shuffled()) {
        let (one, other) = (Program::new(&made.texts()), Program::new(&texts));
        prop_assert_eq!(
            known(&one.trees(), &one.infer()),
            known(&other.trees(), &other.infer()),
            "{}", made.texts().join("\n-----\n")
        );
    }
}

/// Methods that all call all others: each is in a circle with each.
#[test]
fn methods_that_all_call_each_other_end_soon() {
    let count = 150;
    let mut lines = Vec::new();
    for number in 0..count {
        let calls: Vec<String> = (0..count).map(|it| format!("self m{it}")).collect();
        lines.push(format!("  m{number} => {}. 7", calls.join(". ")));
    }
    let forward = results(&format!("Value subclass: K\n{}\n", lines.join("\n")));
    lines.reverse();
    let backward = results(&format!("Value subclass: K\n{}\n", lines.join("\n")));
    assert_eq!((forward.len(), forward), (count, backward));
}
