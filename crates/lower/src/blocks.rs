//! Blocks that are values: funs over the variables they capture.
//!
//! A captured variable that never changes is captured as its value. One that
//! does is captured as its cell together with the value it has now, for the case
//! that the block runs in another process, where the cell begins with that.

use std::collections::{BTreeSet, HashMap};

use syntax::TokenId;
use syntax::tree::{Block, Expr, ExprId};

use crate::body::{Body, Flow};
use crate::core_erlang::build::{call, fun, var};
use crate::core_erlang::{Expr as Core, Name};
use crate::frame::{Frame, Place, Returns};
use crate::sequence::Sequence;
use crate::tail::pinned;

impl Body<'_> {
    pub(crate) fn block(&mut self, block: &Block, seq: &mut Sequence) -> Core {
        let token = self.return_token();
        let outer = self.frame.clone();
        let mut inner = Frame::new(Returns::Throw(token));
        inner.places = outer.places.clone();
        inner.captured_slots = self.captured_slots(block, seq);
        let mut body_seq = Sequence::default();
        for (cell, snapshot) in self.captured_cells(block, seq) {
            let arguments = [var(cell), var(snapshot)];
            body_seq.perform(call("beamtalk_cell", "enter", arguments, 0));
        }
        self.frame = inner;
        let mut parameters = Vec::new();
        let body = self.in_region(|body| {
            parameters = body.block_parameters(block, &mut body_seq);
            let flow = body.statements(body.tree.list(block.body), &mut body_seq);
            let (Flow::Value(last) | Flow::Returned(last)) = flow;
            pinned(body_seq.finish(last), &body.around.own_selectors)
        });
        self.frame = outer;
        fun(parameters, body)
    }

    pub(crate) fn block_parameters(&mut self, block: &Block, seq: &mut Sequence) -> Vec<Name> {
        let parameters = &self.tree.nodes.block_parameters[block.parameters];
        parameters.iter().map(|parameter| self.block_parameter(parameter.name, seq)).collect()
    }

    pub(crate) fn block_parameter(&mut self, token: TokenId, seq: &mut Sequence) -> Name {
        let name = self.fresh(self.tree.name(token));
        if let Some(variable) = self.variables.introduced_by(token) {
            self.write(variable, var(name.clone()), seq);
        }
        name
    }

    /// The cells that a block uses, and their values now.
    pub(crate) fn captured_cells(
        &mut self,
        block: &Block,
        seq: &mut Sequence,
    ) -> Vec<(Name, Name)> {
        let mentions = self.mentions(self.tree.list(block.body));
        let places = mentions.all.iter().map(|variable| self.frame.places.get(variable));
        let cells: Vec<Name> = places
            .filter_map(|place| match place {
                Some(Place::Cell(cell)) => Some(cell.clone()),
                _ => None,
            })
            .collect();
        let with_snapshot = |cell: Name| {
            let snapshot = self.fresh("now");
            let value = call("beamtalk_cell", "get", [var(cell.clone())], 0);
            seq.bind(vec![snapshot.clone()], value);
            (cell, snapshot)
        };
        cells.into_iter().map(with_snapshot).collect()
    }

    /// The slots of an actor that a block reads, and what they hold now.
    fn captured_slots(
        &mut self,
        block: &Block,
        seq: &mut Sequence,
    ) -> Option<HashMap<String, Name>> {
        if !self.around.is_actor {
            return None;
        }
        let slots = self.slots_in(self.tree.list(block.body));
        let capture = |slot: String| {
            let now = self.fresh("now");
            let value = self.actor_slot(&slot, 0);
            seq.bind(vec![now.clone()], value);
            (slot, now)
        };
        Some(slots.into_iter().map(capture).collect())
    }

    /// The slots of `self` that are named here, at any depth.
    fn slots_in(&self, exprs: &[ExprId]) -> BTreeSet<String> {
        let mut slots = BTreeSet::new();
        let mut pending = exprs.to_vec();
        while let Some(next) = pending.pop() {
            let name = match self.tree.nodes.exprs[next] {
                Expr::Field(field) if self.is_self(field.receiver) => Some(field.name),
                Expr::Identifier(name) if self.variables.of(next).is_none() => Some(name),
                _ => None,
            };
            let name = name.map(|name| self.tree.text_of(name));
            slots.extend(name.filter(|name| self.around.slots.contains(*name)).map(str::to_owned));
            self.tree.children(next, |child| pending.push(child));
        }
        slots
    }

    /// The Core variable that holds the token of the method around.
    pub(crate) fn return_token(&self) -> Name {
        match &self.frame.returns {
            Returns::Throw(token) => token.clone(),
            Returns::Last => "Token".into(),
        }
    }

    /// Whether any real block in these statements has a `^`.
    pub(crate) fn needs_token(&self, statements: &[ExprId]) -> bool {
        let mut pending = statements.to_vec();
        while let Some(next) = pending.pop() {
            match self.tree.nodes.exprs[next] {
                Expr::Block(_) => {
                    if self.has_return_at_any_depth(next) {
                        return true;
                    }
                }
                _ => self.children_in_place(next, &mut pending),
            }
        }
        false
    }

    pub(crate) fn has_return_at_any_depth(&self, expr: ExprId) -> bool {
        let mut pending = vec![expr];
        while let Some(next) = pending.pop() {
            if matches!(self.tree.nodes.exprs[next], Expr::Return(_)) {
                return true;
            }
            self.tree.children(next, |child| pending.push(child));
        }
        false
    }
}
