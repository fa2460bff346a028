//! Every public method of the class library says what it takes and answers, shows it in
//! an example, and is tested: the completion engine and the help are as good as this.
//!
//! `cargo test -p beamtalk --test library_methods -- --nocapture` prints how many have
//! their types.

use std::collections::HashSet;
use std::path::Path;

use hierarchy::{ClassInfo, MethodInfo, MethodOrigin, STDLIB_SOURCES, Side};
use syntax::Tree;
use syntax::tree::{Expr, LiteralKind};

/// Methods that may answer anything: what a block does, what a message that is only
/// known when it is sent does, and what a slot or a tuple holds.
const ANSWERING_ANYTHING: &[&str] = &[
    "Actor>>delegate",
    "Block>>value",
    "Block>>value:",
    "Block>>value:value:",
    "Block>>value:value:value:",
    "Block>>on:do:",
    "Block>>ensure:",
    "Boolean>>ifTrue:",
    "Boolean>>ifFalse:",
    "Object>>ifNotNil:",
    "Object>>ifNil:ifNotNil:",
    "Object>>ifNotNil:ifNil:",
    "Object>>fieldAt:",
    "Object>>fieldAt:put:",
    "Object>>perform:",
    "Object>>perform:withArguments:",
    "Object>>asType:",
    "ProtoObject>>class",
    "ProtoObject>>doesNotUnderstand:args:",
    "ProtoObject>>perform:withArguments:",
    "ProtoObject>>performLocally:withArguments:",
    "ProtoObject>>perform:withArguments:timeout:",
    "TestCase>>setUpOnce",
    "TestCase>>suiteFixture",
    "Tuple>>at:",
    "Tuple>>atRandom",
];

#[test]
fn every_method_says_what_it_takes_and_answers() {
    let (mut annotated, mut lacking) = (0, Vec::new());
    for_each_method(|class, side, method| match lacks_a_type(method) {
        true => lacking.push(shown(class, side, method)),
        false => annotated += 1,
    });
    let all = annotated + lacking.len();
    println!("{annotated} of {all} public methods of the class library have all their types");
    assert!(all > 700, "there were {all} methods");
    assert_eq!(lacking, ANSWERING_ANYTHING);
}

fn lacks_a_type(method: &MethodInfo) -> bool {
    let parameters = method.signature.parameters.iter();
    let mut slots = parameters.map(|it| &it.slot).chain([&method.signature.returns]);
    slots.any(|it| it.declared.is_none())
}

#[test]
fn every_method_has_an_example() {
    let mut lacking = Vec::new();
    for_each_method(|class, side, method| {
        if !method.doc.as_deref().is_some_and(has_example) {
            lacking.push(shown(class, side, method));
        }
    });
    assert_eq!(lacking, [""; 0]);
}

/// A block that `beamtalk test` runs and compares with what it says.
fn has_example(doc: &str) -> bool {
    doc.contains("```beamtalk") && doc.contains("// =>")
}

/// By being sent in the tests of its class, named there as a Symbol, or overridden.
#[test]
fn every_method_is_tested() {
    let mut lacking = Vec::new();
    let mut last: Option<(String, HashSet<String>)> = None;
    for_each_method(|class, side, method| {
        let name = class.name.to_string();
        if last.as_ref().is_none_or(|(of, _)| *of != name) {
            last = Some((name.clone(), mentioned_in_tests_of(&name)));
        }
        let mentioned = &last.as_ref().expect("just set").1;
        if !mentioned.contains(&method.selector.to_string()) {
            lacking.push(shown(class, side, method));
        }
    });
    assert_eq!(lacking, [""; 0]);
}

fn mentioned_in_tests_of(class: &str) -> HashSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../stdlib/test");
    let file = folder.join(format!("{class}Test.bt"));
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let tree = syntax::parse(&text).tree;
    let sent = tree.nodes.exprs.iter().flat_map(|(_, expr)| selectors(&tree, expr));
    let overridden = classes(&text).into_iter().flat_map(|it| {
        let methods = [Side::Instance, Side::Class].map(|side| it.methods_on(side).to_vec());
        methods.concat().into_iter().map(|method| method.selector.to_string())
    });
    sent.chain(overridden).collect()
}

fn selectors(tree: &Tree, expr: &Expr) -> Vec<String> {
    match expr {
        Expr::Send(send) => vec![tree.selector(&send.message)],
        Expr::Cascade(cascade) => {
            tree.nodes.messages[cascade.messages].iter().map(|it| tree.selector(it)).collect()
        }
        Expr::Literal(literal) if literal.kind == LiteralKind::Symbol => {
            let text = tree.text_of(literal.token);
            vec![text.trim_start_matches('#').trim_matches('\'').to_owned()]
        }
        _ => Vec::new(),
    }
}

/// In the order of the files and of the text.
fn for_each_method(mut visit: impl FnMut(&ClassInfo, Side, &MethodInfo)) {
    for class in STDLIB_SOURCES.iter().flat_map(|(_, text)| classes(text)) {
        for side in [Side::Instance, Side::Class] {
            let methods = class.methods_on(side).iter();
            let written = methods.filter(|it| it.origin == MethodOrigin::Class);
            for method in written.filter(|it| !it.flags.is_internal) {
                visit(&class, side, method);
            }
        }
    }
}

fn classes(text: &str) -> Vec<ClassInfo> {
    hierarchy::surface(&syntax::parse(text).tree).classes
}

fn shown(class: &ClassInfo, side: Side, method: &MethodInfo) -> String {
    let side = if side == Side::Class { " class" } else { "" };
    format!("{}{side}>>{}", class.name, method.selector)
}
