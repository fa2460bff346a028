//! What stands somewhere inside an expression. Nothing is inferred here: what is asked
//! for is read off the tree and off the types that are known already.

use syntax::tree::{Expr, ExprId};

use super::Engine;
use crate::inferred::InferredType;

impl Engine<'_> {
    /// Whether a block never comes to its end, for all that is known.
    pub(super) fn leaves(&self, block: ExprId) -> bool {
        let Some(inside) = self.block_of(block) else { return false };
        let is_never = |it: &InferredType| it.is_never();
        if self.types.get(&block).and_then(|it| it.arguments().last()).is_some_and(is_never) {
            return true;
        }
        let mut pending = self.tree.list(inside.body).to_vec();
        while let Some(expr) = pending.pop() {
            if self.types.get(&expr).is_some_and(is_never) {
                return true;
            }
            if self.block_of(expr).is_none() {
                self.tree.children(expr, |child| pending.push(child));
            }
        }
        false
    }

    /// Whether an assignment to a key stands anywhere in an expression.
    pub(super) fn assigns(&self, expr: ExprId, key: &str) -> bool {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            if let Expr::Assignment(assignment) = self.tree.nodes.exprs[expr] {
                let is_key = match self.tree.nodes.exprs[assignment.target] {
                    Expr::Identifier(name) => self.tree.text_of(name) == key,
                    Expr::Field(field) => {
                        key.strip_prefix("self.") == Some(self.tree.text_of(field.name))
                    }
                    _ => false,
                };
                if is_key {
                    return true;
                }
            }
            self.tree.children(expr, |child| pending.push(child));
        }
        false
    }
}
