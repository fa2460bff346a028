//! How much of the class library has types: nearly all of its expressions, and every
//! parameter and answer where the class promises so.
//!
//! `cargo test -p beamtalk --test library_types -- --nocapture` prints what is not known.

use hierarchy::{ClassHierarchy, MethodInfo, STDLIB_SOURCES, Side};
use syntax::tree::{Expr, ExprId, Member};
use syntax::{ColumnUnit, LineIndex, Tree};
use types::InferredType;

/// Of a hundred expressions so many have a type.
const COVERAGE: f64 = 95.0;

/// Methods of typed classes that may answer anything: what a block does, and what a tuple
/// holds, is known only where one is at hand.
const ANSWERING_ANYTHING: &[&str] = &[
    "Block>>value",
    "Block>>value:",
    "Block>>value:value:",
    "Block>>value:value:value:",
    "Block>>on:do:",
    "Block>>ensure:",
    "Tuple>>at:",
    "Tuple>>atRandom",
];

#[test]
fn nearly_all_expressions_have_types() {
    let hierarchy = ClassHierarchy::with_builtins();
    let (mut typed, mut untyped) = (0, 0);
    for (file, text) in STDLIB_SOURCES {
        let tree = syntax::parse(text).tree;
        let inference = types::infer(&tree, &hierarchy, None);
        for expr in values(&tree) {
            match inference.type_of(expr).unwrap_or(&InferredType::UNKNOWN) {
                InferredType::Dynamic(reason) => {
                    untyped += 1;
                    println!("{file}:{} {reason:?}", place(&tree, expr));
                }
                _ => typed += 1,
            }
        }
    }
    let all = typed + untyped;
    let percent = f64::from(typed) * 100.0 / f64::from(all);
    println!("{typed} of {all} expressions have a type: {percent:.1} %");
    assert!(all > 1000, "there were {all} expressions");
    assert!(percent >= COVERAGE, "only {percent:.1} % of the expressions have a type");
}

/// The expressions of methods that have a value here: what is left to the runtime has
/// none, and neither has what is assigned to.
fn values(tree: &Tree) -> Vec<ExprId> {
    let mut values = Vec::new();
    let methods = tree.nodes.classes.iter().flat_map(|(_, class)| &class.members);
    let bodies = methods.filter_map(|member| match member {
        Member::Method(method) => Some(tree.list(method.body)),
        Member::Data(_) => None,
    });
    let mut pending: Vec<ExprId> = bodies.flatten().copied().collect();
    while let Some(next) = pending.pop() {
        match tree.nodes.exprs[next] {
            Expr::Primitive(_) => continue,
            Expr::Assignment(assignment) => pending.push(assignment.value),
            _ => tree.children(next, |child| pending.push(child)),
        }
        values.push(next);
    }
    values
}

fn place(tree: &Tree, expr: ExprId) -> String {
    let span = tree.expr_span(expr);
    let at = LineIndex::new(&tree.text).position(&tree.text, span.start, ColumnUnit::Utf32);
    let text = span.of(&tree.text).lines().next().unwrap_or_default();
    format!("{}:{} {text}", at.line + 1, at.column + 1)
}

#[test]
fn typed_classes_say_what_they_take_and_answer() {
    let hierarchy = ClassHierarchy::with_builtins();
    let typed = hierarchy.classes().into_iter().filter(|it| it.flags.is_typed);
    let mut lacking = Vec::new();
    for class in typed {
        for side in [Side::Instance, Side::Class] {
            let shown = if side == Side::Class { " class" } else { "" };
            for method in class.methods_on(side).iter().filter(|it| lacks_a_type(it)) {
                lacking.push(format!("{}{shown}>>{}", class.name, method.selector));
            }
        }
    }
    assert_eq!(lacking, ANSWERING_ANYTHING);
}

fn lacks_a_type(method: &MethodInfo) -> bool {
    let parameters = method.signature.parameters.iter();
    let mut slots = parameters.map(|it| &it.slot).chain([&method.signature.returns]);
    slots.any(|it| it.declared.is_none())
}
