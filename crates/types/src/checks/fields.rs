//! Slots: read and written through `self` alone, and never written in a value.

use hierarchy::{ClassName, Side};
use syntax::tree::{Expr, ExprId, Field};

use crate::bodies::Body;
use crate::home::Home;
use crate::problem::ProblemKind;

/// Looks at one field access; whether it is one of something else than `self`.
pub(crate) fn access(body: &mut Body, id: ExprId, field: Field) -> bool {
    if !is_self(body, field.receiver) {
        body.report(ProblemKind::ForeignField, body.tree.expr_span(id));
        return true;
    }
    let Home::Method(around, Side::Class) = body.home else { return false };
    let name = body.tree.name(field.name);
    let is_undeclared = around.is_whole() && !around.has_class_variable(name) && !is_rebound(body);
    if is_undeclared {
        let class = ClassName::from(around.class);
        let kind = ProblemKind::UndeclaredClassVariable { class, is_slot: around.has_slot(name) };
        body.report(kind, body.span_of(field.name));
    }
    false
}

/// Looks at the target of an assignment that is no plain name.
pub(crate) fn assigned(body: &mut Body, target: ExprId) {
    let Expr::Field(field) = body.tree.nodes.exprs[target] else { return };
    let Home::Method(around, Side::Instance) = body.home else { return };
    if is_self(body, field.receiver) && !is_rebound(body) && !around.may_assign_slots() {
        body.report(ProblemKind::AssignedValueSlot, body.tree.expr_span(target));
    }
}

fn is_self(body: &Body, expr: ExprId) -> bool {
    match body.tree.nodes.exprs[expr] {
        Expr::Identifier(name) => body.tree.text_of(name) == "self",
        // What could not be read has its own problem.
        Expr::Error => true,
        _ => false,
    }
}

/// Whether a block around takes `self` as a parameter: then it is to become a
/// method of a class that is not this one.
fn is_rebound(body: &Body) -> bool {
    body.scopes.find("self").is_some()
}
