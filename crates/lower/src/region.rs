//! What frees the cells that a function or a loop makes.
//!
//! A function that makes cells ends by saying what it answers: cells that this does
//! not lead to are freed. A loop that sends messages says after each round which
//! variables it goes on with, for the cells that those messages left behind.

use syntax::tree::{Expr, ExprId, Message};

use crate::body::Body;
use crate::core_erlang::build::{always, atom, call, case, clause, let_, pattern_var, var};
use crate::core_erlang::{Expr as Core, Name};
use crate::operators::instruction;

impl Body<'_> {
    /// Builds the code of a function, and around it what frees its cells.
    pub(crate) fn in_region(&mut self, build: impl FnOnce(&mut Self) -> Core) -> Core {
        let around = std::mem::replace(&mut self.makes_cells, false);
        let code = build(self);
        match std::mem::replace(&mut self.makes_cells, around) {
            true => with_region(code),
            false => code,
        }
    }

    /// Whether code in these blocks sends messages, which may leave cells behind.
    /// Operators hardly ever do.
    pub(crate) fn sends_messages(&self, blocks: &[ExprId]) -> bool {
        let mut pending = blocks.to_vec();
        while let Some(next) = pending.pop() {
            match self.tree.nodes.exprs[next] {
                Expr::Send(send) => match send.message {
                    Message::Binary(..) => {}
                    Message::Keyword(_)
                        if instruction(&self.tree.selector(&send.message)).is_some() => {}
                    _ if self.construct(&send).is_some() => {}
                    _ => return true,
                },
                Expr::Cascade(_) | Expr::Interpolation(_) => return true,
                _ => {}
            }
            self.tree.children(next, |child| pending.push(child));
        }
        false
    }
}

/// The end of a round. Whether anything happened is asked in place: nearly always
/// nothing did.
pub(crate) fn settle(mark: &Name, values: Core) -> Core {
    let is_unchanged = call("erlang", "=:=", [var("Region"), var(mark.clone())], 0);
    let settled = call("beamtalk_region", "settle", [var(mark.clone()), values], 0);
    let ways = vec![
        clause([pattern_var("Region")], is_unchanged, atom("ok")),
        clause([pattern_var("_")], always(), settled),
    ];
    case(call("erlang", "get", [atom("$beamtalk_region")], 0), ways)
}

pub(crate) fn mark() -> Core {
    call("beamtalk_region", "mark", [], 0)
}

/// The value of `code`, and nothing else it made.
pub(crate) fn with_region(code: Core) -> Core {
    let leave = call("beamtalk_region", "leave", [var("Mark"), var("Answered")], 0);
    let_("Mark", mark(), let_("Answered", code, leave))
}
