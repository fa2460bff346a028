//! Several texts at once: bodies are found wherever they stand, and what is not at hand
//! is as it was written down.

use hierarchy::{ClassName, Side, Type};
use types::{Inference, MethodKey, record_results};

use crate::made_up::Program;

fn key(class: &str, selector: &str) -> MethodKey {
    (ClassName::from(class), Side::Instance, selector.to_owned())
}

fn result(inference: &Inference, class: &str, selector: &str) -> Option<String> {
    inference.results().get(&key(class, selector)).map(ToString::to_string)
}

const TEXTS: [&str; 3] = [
    "Value subclass: Clock\n  field: hour :: Integer = 0\n  face => Dial new shown\n  told -> String => self.hour\n",
    "Value subclass: Dial\n  shown => Clock new chime\n  fixed => 3\n",
    "Clock >> chime => \"{self.hour}\"\nDial >> early => Dial new fixed\nClock new face size\n",
];

fn texts() -> Vec<String> {
    TEXTS.map(str::to_owned).to_vec()
}

#[test]
fn bodies_are_found_in_other_texts() {
    let inferences = Program::new(&texts()).infer();
    let [clock, dial, added] = &inferences[..] else { panic!("one for each text") };
    assert_eq!(result(clock, "Clock", "face").as_deref(), Some("String"));
    assert_eq!(result(dial, "Dial", "shown").as_deref(), Some("String"));
    assert_eq!(result(added, "Clock", "chime").as_deref(), Some("String"));
    assert_eq!(result(added, "Dial", "early").as_deref(), Some("Integer"));
    assert_eq!(result(clock, "Clock", "chime"), None);
}

#[test]
fn declared_methods_have_bodies_but_no_results() {
    let inferences = Program::new(&texts()).infer();
    let told = key("Clock", "told");
    assert_eq!(inferences[0].body(&told).map(ToString::to_string).as_deref(), Some("Integer"));
    assert_eq!(inferences[0].results().get(&told), None);
    assert_eq!(inferences[0].body(&key("Clock", "zork")), None);
}

#[test]
fn a_text_knows_whom_it_has_asked() {
    let inferences = Program::new(&texts()).infer();
    let uses = |number: usize| -> Vec<String> {
        inferences[number].uses().iter().map(|(class, _, it)| format!("{class} {it}")).collect()
    };
    assert_eq!(uses(0), ["Dial shown"]);
    assert_eq!(uses(1), ["Clock chime"]);
    assert_eq!(uses(2), ["Clock face", "Dial fixed"]);
}

#[test]
fn results_of_texts_that_are_not_at_hand_are_used() {
    let mut program = Program::new(&texts());
    let inferences = program.infer();
    record_results(&mut program.hierarchy, &inferences);
    let alone = types::infer(&program.trees[0], &program.hierarchy, None);
    assert_eq!(result(&alone, "Clock", "face").as_deref(), Some("String"));
    assert!(alone.uses().is_empty());

    // A body that is at hand says more than what was written down of it.
    let class = ClassName::from("Dial");
    let wrong = Type::class("Float");
    program.hierarchy.record_inferred(&class, Side::Instance, "fixed", wrong);
    assert_eq!(result(&program.infer()[2], "Dial", "early").as_deref(), Some("Integer"));
}

#[test]
fn what_is_declared_is_never_covered() {
    let mut program = Program::new(&texts());
    let inferences = program.infer();
    record_results(&mut program.hierarchy, &inferences);
    let find = |class: &str, selector: &str| {
        let found = program.hierarchy.find_method(&class.into(), selector);
        found.map(|it| it.method.signature.returns.clone()).unwrap_or_default()
    };
    assert_eq!(find("Clock", "told").declared, Some(Type::class("String")));
    assert_eq!(find("Clock", "told").inferred, None);
    assert_eq!(find("Clock", "chime").inferred, Some(Type::class("String")));
    assert_eq!(find("Integer", "+").inferred, None);
}

#[test]
fn first_values_of_slots_have_types() {
    let program = Program::new(&["Value subclass: Jar\n  field: size = 3 max: 4\n".to_owned()]);
    let (tree, inference) = (&program.trees[0], &program.infer()[0]);
    let sends = tree.nodes.exprs.iter().filter(|(_, it)| matches!(it, syntax::tree::Expr::Send(_)));
    let types: Vec<_> = sends.filter_map(|(id, _)| inference.type_of(id)).collect();
    assert_eq!(types.iter().map(ToString::to_string).collect::<Vec<_>>(), ["Integer"]);
}
