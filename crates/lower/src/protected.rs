//! `[body] on: E do: [handler]` and `[body] ensure: [cleanup]` with literal blocks: the
//! body becomes the body of a `try`, and no block is made for it.
//!
//! The blocks count as real ones all the same: a variable of the method that they
//! assign lives in a cell, because what was assigned before an error is seen after it.

use syntax::tree::{Block, Expr, ExprId, Message, Send};

use crate::body::{Body, nil};
use crate::core_erlang::build::{apply_value, atom, call, do_, let_, prim_op, var};
use crate::core_erlang::{Expr as Core, Try};
use crate::sequence::Sequence;

/// What guards a block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Guard {
    /// For exceptions that the first says; the block may take the exception.
    Handler(ExprId, Block),
    Cleanup(Block),
}

impl Body<'_> {
    /// The block that a send protects, and by what, if both are written out.
    pub(crate) fn protected(&self, send: &Send) -> Option<(Block, Guard)> {
        let Message::Keyword(parts) = send.message else { return None };
        if self.patient.is_on {
            return None;
        }
        let body = self.literal_block(send.receiver, 0)?;
        let arguments: Vec<ExprId> =
            self.tree.nodes.keyword_parts[parts].iter().map(|part| part.argument).collect();
        match (&*self.tree.selector(&send.message), arguments.as_slice()) {
            ("on:do:", [handled, handler]) => {
                let handler = self.literal_block(*handler, 1).or(self.literal_block(*handler, 0))?;
                Some((body, Guard::Handler(*handled, handler)))
            }
            ("ensure:", [cleanup]) => {
                Some((body, Guard::Cleanup(self.literal_block(*cleanup, 0)?)))
            }
            _ => None,
        }
    }

    fn literal_block(&self, expr: ExprId, parameters: usize) -> Option<Block> {
        match self.tree.nodes.exprs[expr] {
            Expr::Block(block) if block.parameters.len() == parameters => Some(block),
            _ => None,
        }
    }

    pub(crate) fn protect(&mut self, body: &Block, guard: Guard, seq: &mut Sequence) -> Core {
        match guard {
            Guard::Handler(handled, handler) => {
                let handled = self.expr(handled, seq);
                let handled = self.named(seq, handled);
                // What there is to go back to: the slots of the actor that runs this, and
                // what was written to variables of classes.
                let [state, writes] = ["$beamtalk_state", "$beamtalk_class_writes"].map(|key| {
                    let before = self.fresh("before");
                    seq.bind(vec![before.clone()], call("erlang", "get", [atom(key)], 0));
                    before
                });
                let subject = self.block_body(body, seq);
                let handler = self.block(&handler, seq);
                let [class, reason, stack] = ["class", "reason", "stack"].map(|it| self.fresh(it));
                let trace = self.fresh("trace");
                let what = [class.clone(), reason.clone(), trace.clone()].map(var);
                let arguments = what.into_iter().chain([handled, var(state), var(writes), handler]);
                let caught = call("beamtalk_block", "caught", arguments, 0);
                let built = prim_op("build_stacktrace", [var(stack.clone())], 0);
                let value = self.fresh("");
                Core::Try(Box::new(Try {
                    subject,
                    variables: vec![value.clone()],
                    body: var(value),
                    caught: [class, reason, stack],
                    handler: let_(trace, built, caught),
                }))
            }
            Guard::Cleanup(cleanup) => {
                let subject = self.block_body(body, seq);
                let cleanup = self.block(&cleanup, seq);
                let cleanup = self.named(seq, cleanup);
                // Whoever has to end this process from outside finds there what it owes.
                let around = self.fresh("around");
                let entered = call("beamtalk_cleanup", "enter", [cleanup.clone()], 0);
                seq.bind(vec![around.clone()], entered);
                let run =
                    || call("beamtalk_cleanup", "run", [cleanup.clone(), var(around.clone())], 0);
                let [class, reason, stack] = ["class", "reason", "stack"].map(|it| self.fresh(it));
                let again = prim_op("raise", [stack.clone(), reason.clone()].map(var), 0);
                let value = self.fresh("");
                Core::Try(Box::new(Try {
                    subject,
                    variables: vec![value.clone()],
                    body: do_(run(), var(value)),
                    caught: [class, reason, stack],
                    handler: do_(run(), again),
                }))
            }
        }
    }

    /// The code of a block without parameters, for where it stands.
    fn block_body(&mut self, block: &Block, seq: &mut Sequence) -> Core {
        let mut block = self.block(block, seq);
        match &mut block {
            Core::Fun(fun) => std::mem::replace(&mut *fun.body, nil()),
            _ => apply_value(block, vec![], 0),
        }
    }
}
