//! Names: reading and assigning variables, slots and variables of the class.

use syntax::TokenId;
use syntax::tree::{Expr, ExprId};

use crate::body::{Body, nil};
use crate::core_erlang::build::{
    always, atom, call, case, clause, do_, map_update, pattern_atom, pattern_map, pattern_var,
    tuple, var,
};
use crate::core_erlang::{Expr as Core, Line, MapOp};
use crate::frame::Place;
use crate::sequence::Sequence;
use crate::variables::{Storage, Variable, VariableId};

impl Body<'_> {
    /// A variable, `self`, `nil`, `true`, `false`, a slot, or a name that only
    /// the running system knows.
    pub(crate) fn identifier(&mut self, id: ExprId, name: TokenId, seq: &mut Sequence) -> Core {
        if let Some(variable) = self.variables.of(id) {
            return self.read(variable);
        }
        match self.tree.text_of(name) {
            "self" => self.self_value(),
            word @ ("nil" | "true" | "false") => atom(word),
            word if self.around.slots.contains(word) && !self.is_built => {
                self.slot(Some(self.self_value()), name, seq)
            }
            word => call("beamtalk_globals", "get", [atom(word)], self.line_of(id)),
        }
    }

    pub(crate) fn read(&self, variable: VariableId) -> Core {
        match self.frame.places.get(&variable) {
            Some(Place::Value(name)) => var(name.clone()),
            Some(Place::Cell(cell)) => match self.variables.get(variable) {
                Some(Variable { name, storage: Storage::Binding, .. }) => {
                    call("beamtalk_bindings", "get", [var(cell.clone()), atom(name)], 0)
                }
                _ => call("beamtalk_cell", "get", [var(cell.clone())], 0),
            },
            None => nil(),
        }
    }

    /// Gives a variable a value that has a name.
    pub(crate) fn write(&mut self, variable: VariableId, value: Core, seq: &mut Sequence) {
        match self.frame.places.get(&variable) {
            Some(Place::Cell(cell)) => {
                let arguments = [var(cell.clone()), value];
                seq.perform(call("beamtalk_cell", "put", arguments, 0));
            }
            _ if self.storage(variable) == Storage::Cell => {
                self.makes_cells = true;
                let cell = self.fresh("cell");
                seq.bind(vec![cell.clone()], call("beamtalk_cell", "new", [value], 0));
                self.frame.places.insert(variable, Place::Cell(cell));
            }
            _ => {
                let name = self.name_for(variable);
                seq.bind(vec![name.clone()], value);
                self.frame.places.insert(variable, Place::Value(name));
            }
        }
    }

    /// A block may capture the variable it is about to be assigned to.
    pub(crate) fn make_cell(&mut self, target: ExprId, seq: &mut Sequence) {
        if let Some(variable) = self.variables.of(target)
            && self.storage(variable) == Storage::Cell
            && !self.frame.places.contains_key(&variable)
        {
            self.write(variable, nil(), seq);
        }
    }

    pub(crate) fn assign(&mut self, target: ExprId, value: Core, seq: &mut Sequence) -> Core {
        let field = match self.tree.nodes.exprs[target] {
            Expr::Field(field) => Some(field),
            _ => None,
        };
        if let Some(variable) = self.variables.of(target) {
            let new = match field {
                Some(field) => self.changed_self(field.name, value.clone(), seq),
                None => value.clone(),
            };
            self.write(variable, new, seq);
            return value;
        }
        if let Some(field) = field {
            let slot = atom(self.tree.text_of(field.name));
            let line = self.line_of(target);
            if self.around.is_actor {
                let write = self.write_actor_slot(slot, value.clone(), line);
                seq.perform(write);
                return value;
            }
            let module = match self.is_class_side() {
                true => "beamtalk_class_variables",
                false => "beamtalk_slots",
            };
            let arguments = [self.self_value(), slot.clone(), value.clone()];
            seq.perform(call(module, "put", arguments, line));
            if self.is_class_side() {
                let source = tuple([atom("class_variable"), self.self_value(), slot]);
                seq.perform(call("beamtalk_region", "wrote", [source, value.clone()], 0));
            }
        }
        value
    }

    /// `self` with another value in a slot.
    fn changed_self(&mut self, slot: TokenId, value: Core, seq: &mut Sequence) -> Core {
        let line = self.line_at(self.tree.tokens.get(slot).span().start);
        let slot = atom(self.tree.text_of(slot));
        let before = self.fresh("self");
        seq.bind(vec![before.clone()], self.self_value());
        let changed = map_update(&before, vec![(MapOp::Put, slot, value)], line);
        self.named(seq, changed)
    }

    /// `receiver.name`: in place where the receiver is a map that has it. Of a
    /// class, its variable.
    pub(crate) fn slot(
        &mut self,
        receiver: Option<Core>,
        name: TokenId,
        seq: &mut Sequence,
    ) -> Core {
        let receiver = receiver.map_or_else(nil, |receiver| self.named(seq, receiver));
        let line = self.line_at(self.tree.tokens.get(name).span().start);
        if self.around.is_actor && receiver == self.self_value() {
            return self.actor_slot(self.tree.text_of(name), line);
        }
        let slot = atom(self.tree.text_of(name));
        if self.is_class_side() {
            return call("beamtalk_class_variables", "get", [receiver, slot], line);
        }
        if self.patient.is_on {
            return call("beamtalk_slots", "get", [receiver, slot], line);
        }
        let value = self.fresh("slot");
        let has = pattern_map(vec![(slot.clone(), pattern_var(value.clone()))]);
        let other = call("beamtalk_slots", "get", [receiver.clone(), slot], line);
        case(
            receiver,
            vec![clause([has], always(), var(value)), clause([pattern_var("_")], always(), other)],
        )
    }

    /// A slot of the actor that this is the code of: in the state of the message that
    /// its process handles. A block brings what it held, for other processes.
    pub(crate) fn actor_slot(&mut self, name: &str, line: Line) -> Core {
        let slot = atom(name);
        let captured = self.frame.captured_slots.as_ref().map(|it| it.get(name).cloned());
        let mut arguments = vec![self.self_value(), slot.clone()];
        if captured.is_some() || self.patient.is_on {
            arguments.extend(captured.flatten().map(var));
            return call("beamtalk_actor_state", "get", arguments, line);
        }
        let value = self.fresh("slot");
        let has = pattern_map(vec![(slot, pattern_var(value.clone()))]);
        let other = call("beamtalk_actor_state", "get", arguments, line);
        case(
            call("erlang", "get", [atom("$beamtalk_state")], 0),
            vec![clause([has], always(), var(value)), clause([pattern_var("_")], always(), other)],
        )
    }

    /// In a method the state is at hand; a block may run in another process.
    fn write_actor_slot(&mut self, slot: Core, value: Core, line: Line) -> Core {
        let arguments = [self.self_value(), slot.clone(), value.clone()];
        let asked = call("beamtalk_actor_state", "put", arguments, line);
        if self.frame.captured_slots.is_some() || self.patient.is_on {
            return asked;
        }
        let key = || atom("$beamtalk_state");
        let state = self.fresh("state");
        let changed = map_update(&state, vec![(MapOp::Put, slot, value.clone())], line);
        let put = call("erlang", "put", [key(), changed], 0);
        let source = tuple([atom("dictionary"), key()]);
        let wrote = call("beamtalk_region", "wrote", [source, value.clone()], 0);
        // Only cells are of interest to it: numbers lead to none, and most actors never
        // make one.
        let told = case(
            call("erlang", "get", [atom("$beamtalk_region")], 0),
            vec![
                clause([pattern_atom("undefined")], always(), atom("ok")),
                clause([pattern_var("_")], always(), wrote),
            ],
        );
        let is_number = call("erlang", "is_number", [value.clone()], 0);
        let told = case(
            Core::Values(vec![]),
            vec![clause([], is_number, atom("ok")), clause([], always(), told)],
        );
        let is_map = call("erlang", "is_map", [var(state.clone())], 0);
        case(
            call("erlang", "get", [key()], 0),
            vec![
                clause([pattern_var(state)], is_map, do_(put, told)),
                clause([pattern_var("_")], always(), asked),
            ],
        )
    }
}
