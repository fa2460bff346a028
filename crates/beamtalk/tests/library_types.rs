//! How much of the class library has types: nearly all of its expressions.
//!
//! `cargo test -p beamtalk --test library_types -- --nocapture` prints what is not known.

use hierarchy::{ClassHierarchy, STDLIB_SOURCES};
use syntax::tree::{Expr, ExprId, Member};
use syntax::{ColumnUnit, LineIndex, Tree};
use types::InferredType;

/// Of a hundred expressions so many have a type.
const COVERAGE: f64 = 95.0;

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
