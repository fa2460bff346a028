//! What stands somewhere inside an expression. Nothing is inferred here: what is asked
//! for is read off the tree and off the types that are known already.

use syntax::tree::{Expr, ExprId, Method};

use super::engine::Engine;
use super::environment::Key;
use crate::inferred::InferredType;
use crate::relation::is_type_compatible;
use crate::world::World;

impl Engine<'_> {
    /// Whether a block never comes to its end, for all that is known.
    pub(super) fn leaves(&self, block: ExprId) -> bool {
        let Some(inside) = self.block_of(block) else { return false };
        let is_never = |it: &InferredType| it.is_never();
        if self.recorded(block).and_then(|it| it.arguments().last()).is_some_and(is_never) {
            return true;
        }
        let mut pending = self.tree.list(inside.body).to_vec();
        while let Some(expr) = pending.pop() {
            if self.recorded(expr).is_some_and(is_never) {
                return true;
            }
            if self.block_of(expr).is_none() {
                self.tree.children(expr, |child| pending.push(child));
            }
        }
        false
    }

    /// Whether a `^` somewhere inside a statement of a method answers something else
    /// than its end does.
    pub(super) fn may_answer_other(&self, method: &Method, end: &InferredType) -> bool {
        let world = World::new(self.hierarchy());
        let mut pending: Vec<ExprId> = self.tree.list(method.body).to_vec();
        // What stands in a row is followed by what `statements` does.
        for statement in &mut pending {
            if let Expr::Return(value) = self.tree.nodes.exprs[*statement] {
                *statement = value;
            }
        }
        while let Some(expr) = pending.pop() {
            if let Expr::Return(value) = self.tree.nodes.exprs[expr] {
                let answer = self.recorded(value).unwrap_or(&InferredType::UNKNOWN);
                let is_other = match answer {
                    InferredType::Dynamic(_) => !end.is_dynamic(),
                    answer => !is_type_compatible(world, answer, end),
                };
                if is_other {
                    return true;
                }
            }
            self.tree.children(expr, |child| pending.push(child));
        }
        false
    }

    /// Whether an assignment to a key stands anywhere in an expression.
    pub(super) fn assigns(&self, expr: ExprId, key: Key) -> bool {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            if let Expr::Assignment(assignment) = self.tree.nodes.exprs[expr] {
                let target = match self.tree.nodes.exprs[assignment.target] {
                    Expr::Identifier(name) => Some(Key::Local(self.tree.text_of(name))),
                    Expr::Field(field) => Some(Key::Slot(self.tree.text_of(field.name))),
                    _ => None,
                };
                if target == Some(key) {
                    return true;
                }
            }
            self.tree.children(expr, |child| pending.push(child));
        }
        false
    }
}
