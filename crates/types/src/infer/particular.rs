//! Answers that no signature can tell: of arithmetic, of tuples and of blocks.

use hierarchy::ClassName;
use syntax::tree::Expr;

use super::engine::Engine;
use super::sends::Sent;
use crate::algebra::union;
use crate::inferred::InferredType;

impl Engine<'_> {
    /// Integers stay integers; a float makes floats.
    pub(super) fn arithmetic(
        &self,
        sent: Sent,
        receiver: &InferredType,
        types: &[InferredType],
    ) -> Option<InferredType> {
        let [argument] = types else { return None };
        let is = |ty: &InferredType, class| ty.is_instance_of(&ClassName::constant(class));
        let either = matches!(sent.selector, "max:" | "min:");
        if !either && !matches!(sent.selector, "+" | "-" | "*") {
            return None;
        }
        if is(receiver, "Float") && !either {
            return Some(self.instance("Float", sent.id));
        }
        if !is(receiver, "Integer") {
            return None;
        }
        Some(match () {
            () if is(argument, "Integer") => self.instance("Integer", sent.id),
            () if is(argument, "Float") && either => union([receiver.clone(), argument.clone()]),
            () if is(argument, "Float") => self.instance("Float", sent.id),
            // What is no number at all is a mistake, which is told elsewhere.
            () if self.is_no_number(argument) => self.instance("Integer", sent.id),
            () => self.instance("Number", sent.id),
        })
    }

    /// `at:` with a literal number, of a tuple whose elements are known.
    pub(super) fn element_of_tuple(
        &self,
        sent: Sent,
        receiver: &InferredType,
    ) -> Option<InferredType> {
        let ("at:", [index]) = (sent.selector, sent.arguments) else { return None };
        let Expr::Literal(literal) = self.tree.nodes.exprs[*index] else { return None };
        if !receiver.is_instance_of(&ClassName::constant("Tuple")) {
            return None;
        }
        let index: usize = self.tree.text_of(literal.token).parse().ok()?;
        receiver.arguments().get(index.checked_sub(1)?).cloned()
    }

    fn is_no_number(&self, ty: &InferredType) -> bool {
        let number = ClassName::constant("Number");
        let Some(class) = ty.instance_class() else { return false };
        let lineage = self.hierarchy().lineage(class).classes;
        !lineage.is_empty() && !lineage.iter().any(|it| it.name == number)
    }
}

/// What a block answers that is evaluated.
pub(super) fn block_result(selector: &str, receiver: &InferredType) -> Option<InferredType> {
    let is_value = matches!(selector, "value" | "value:" | "value:value:" | "value:value:value:");
    let is_block = receiver.is_instance_of(&ClassName::constant("Block"));
    receiver.arguments().last().filter(|_| is_value && is_block).cloned()
}
