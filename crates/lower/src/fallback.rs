//! Ordinary sends of the messages that control flow is made of.
//!
//! `x ifTrue: [a] ifFalse: [b]` is compiled in place for Booleans. Any other
//! receiver gets the message like any other message, with real blocks. Their code
//! is *patient*: nothing in it is compiled in place, a variable that any block
//! assigns lives in a cell, and each block is a function of its own, which every
//! way there shares. So a block is lowered twice at most, however deep it nests.
//!
//! The variables of the method itself are put into cells for the time of the send.
//! A receiver that keeps such a block for later keeps the values of then.

use std::collections::HashMap;

use syntax::tree::{Block, Expr, ExprId, Send};

use crate::body::{Body, Flow, dynamic_send, nil};
use crate::control::Branch;
use crate::core_erlang::build::{
    always, apply, atom, call, case, clause, fun, fun_name, list, pattern_atom, pattern_list,
    pattern_literal, pattern_var, prim_op, tuple, var,
};
use crate::core_erlang::{Expr as Core, Function, FunctionName, Line, Literal, Name, Pattern};
use crate::frame::{Frame, Place, Returns};
use crate::mentions::Mentions;
use crate::sequence::Sequence;
use crate::variables::{Storage, VariableId};

/// The patient code of a method.
#[derive(Default)]
pub(crate) struct Patience {
    /// Whether patient code is being built.
    pub(crate) is_on: bool,
    /// What the functions are named after.
    pub(crate) method: String,
    pub(crate) functions: Vec<Function>,
    known: HashMap<ExprId, Patient>,
    /// What the cells hold that variables were just put into.
    lent: HashMap<Name, Core>,
}

impl Patience {
    /// Whether a block of patient code has a function. The blocks inside a block are
    /// lowered before the block itself, so they do by then if they ever will.
    pub(crate) fn has_function(&self, block: ExprId) -> bool {
        self.is_on && self.known.contains_key(&block)
    }
}

/// A block as a function. It takes `Self`, the token if it returns by one, what it
/// shares with the code around it, and its parameters.
#[derive(Clone)]
struct Patient {
    name: FunctionName,
    shared: Vec<VariableId>,
    needs_token: bool,
}

/// A send whose blocks stand in patient code.
pub(crate) struct Ordinary<'a> {
    pub(crate) send: &'a Send,
    pub(crate) receiver: Core,
    /// Arguments that are no blocks compiled in place, by then evaluated.
    pub(crate) evaluated: Vec<(ExprId, Core)>,
    pub(crate) line: Line,
}

impl Body<'_> {
    /// Where a variable lives; patient code shares more of them.
    pub(crate) fn storage(&self, variable: VariableId) -> Storage {
        match self.variables.get(variable) {
            Some(it) if self.patient.is_on && it.is_assigned_in_blocks => match it.storage {
                Storage::Value => Storage::Cell,
                storage => storage,
            },
            Some(it) => it.storage,
            None => Storage::Value,
        }
    }

    /// The way that control flow takes for a receiver it is not compiled for.
    pub(crate) fn fallback(&mut self, it: Ordinary) -> Branch {
        self.aside(|body, seq| Flow::Value(body.ordinary_send(it, seq)))
    }

    fn ordinary_send(&mut self, it: Ordinary, seq: &mut Sequence) -> Core {
        let tree = self.tree;
        let selector = tree.selector(&it.send.message);
        let arguments = tree.arguments(&it.send.message);
        let is_evaluated = |id: &ExprId| it.evaluated.iter().any(|(other, _)| other == id);
        let blocks: Vec<ExprId> =
            arguments.iter().copied().filter(|id| !is_evaluated(id)).collect();
        let shared = self.shared_with(&blocks);
        let before = self.frame.clone();
        let token = self.own_token(&blocks, seq);
        let cells = self.lend(&shared, seq);
        let mut values = Vec::new();
        for id in arguments {
            let evaluated = it.evaluated.iter().find(|(other, _)| *other == id);
            values.push(match evaluated {
                Some((_, value)) => value.clone(),
                None => self.patient_block(id, seq),
            });
        }
        let values: Vec<Core> = values.into_iter().map(|value| self.named(seq, value)).collect();
        self.frame = before;
        if cells.is_empty() && token.is_none() {
            return dynamic_send(it.receiver, &selector, values, it.line);
        }
        let mut arguments = vec![
            list(cells.iter().map(|(_, cell)| var(cell.clone())).collect()),
            it.receiver,
            atom(&selector),
            list(values),
        ];
        let has_own_token = token.is_some();
        arguments.splice(..0, token.map(var));
        let answers = call("beamtalk_fallback", "send", arguments, it.line);
        self.take_back(answers, has_own_token, &cells, &shared, seq)
    }

    /// A token for blocks that return from a method which has none.
    fn own_token(&mut self, blocks: &[ExprId], seq: &mut Sequence) -> Option<Name> {
        let is_needed = self.frame.returns == Returns::Last
            && !self.has_token
            && blocks.iter().any(|block| self.has_return_at_any_depth(*block));
        if !is_needed {
            return None;
        }
        let token = self.fresh("token");
        seq.bind(vec![token.clone()], call("beamtalk_return", "enter", [], 0));
        self.frame.returns = Returns::Throw(token.clone());
        Some(token)
    }

    /// Puts variables that the blocks share into cells of their own.
    fn lend(&mut self, shared: &Mentions, seq: &mut Sequence) -> Vec<(VariableId, Name)> {
        let is_lent = |variable: &VariableId| {
            let place = self.frame.places.get(variable);
            matches!(place, Some(Place::Value(_))) && self.is_patient_cell(*variable)
        };
        let lent: Vec<VariableId> = shared.all.iter().copied().filter(is_lent).collect();
        let mut cells = Vec::new();
        for variable in lent {
            let cell = self.fresh("lent");
            let value = self.read(variable);
            let lent = call("beamtalk_cell", "temporary", [value.clone()], 0);
            seq.bind(vec![cell.clone()], lent);
            self.patient.lent.insert(cell.clone(), value);
            self.frame.places.insert(variable, Place::Cell(cell.clone()));
            cells.push((variable, cell));
        }
        cells
    }

    /// Whether patient code has a variable in a cell.
    fn is_patient_cell(&self, variable: VariableId) -> bool {
        let is_cell = |it: &crate::variables::Variable| {
            it.is_assigned_in_blocks || it.storage != Storage::Value
        };
        self.variables.get(variable).is_some_and(is_cell)
    }

    /// Names the answer and the new values of the variables. Where the blocks return
    /// by a token of this send, what follows is only for when they did not.
    fn take_back(
        &mut self,
        answers: Core,
        has_own_token: bool,
        cells: &[(VariableId, Name)],
        shared: &Mentions,
        seq: &mut Sequence,
    ) -> Core {
        let answer = self.fresh("answer");
        let mut names = vec![answer.clone()];
        for (variable, _) in cells {
            let name = self.name_for(*variable);
            if shared.assigned.contains(variable) {
                self.frame.places.insert(*variable, Place::Value(name.clone()));
            }
            names.push(name);
        }
        if !has_own_token {
            let inside: Vec<Name> = names.iter().map(|_| self.fresh("")).collect();
            let values = crate::control::together(inside.iter().cloned().map(var).collect());
            let patterns = inside.into_iter().map(pattern_var).collect();
            seq.bind(names, one_of(answers, vec![(patterns, values)]));
            return var(answer);
        }
        let join = self.fresh("join");
        let inside: Vec<Name> = names.iter().map(|_| self.fresh("")).collect();
        let values: Vec<Core> = inside.iter().cloned().map(var).collect();
        let returned = values.first().cloned().unwrap_or_else(nil);
        let goes_on = apply(fun_name(join.clone(), values.len()), values, 0);
        let way = |word: &str| {
            let values = inside.iter().cloned().map(pattern_var);
            [pattern_atom(word)].into_iter().chain(values).collect()
        };
        let ways = vec![(way("answered"), goes_on), (way("returned"), returned)];
        seq.join(join, names, one_of(answers, ways));
        var(answer)
    }

    /// A block as a value: a fun that calls its function.
    pub(crate) fn patient_block(&mut self, id: ExprId, seq: &mut Sequence) -> Core {
        let Expr::Block(block) = self.tree.nodes.exprs[id] else { return self.expr(id, seq) };
        let patient = self.patient_function(id, &block);
        let mut entered = Sequence::default();
        let mut arguments = vec![self.receiver()];
        if patient.needs_token {
            arguments.push(var(self.return_token()));
        }
        for variable in &patient.shared {
            let value = match self.frame.places.get(variable).cloned() {
                Some(Place::Cell(cell)) if self.is_patient_cell(*variable) => {
                    let snapshot = self.snapshot(&cell, seq);
                    entered.perform(call(
                        "beamtalk_cell",
                        "enter",
                        [var(cell.clone()), snapshot],
                        0,
                    ));
                    var(cell)
                }
                _ => {
                    let value = self.read(*variable);
                    self.named(seq, value)
                }
            };
            arguments.push(value);
        }
        let count = self.tree.nodes.block_parameters[block.parameters].len();
        let parameters: Vec<Name> = (0..count).map(|_| self.fresh("")).collect();
        arguments.extend(parameters.iter().cloned().map(var));
        fun(parameters, entered.finish(apply(patient.name, arguments, 0)))
    }

    /// What a cell holds now.
    fn snapshot(&mut self, cell: &Name, seq: &mut Sequence) -> Core {
        match self.patient.lent.get(cell) {
            Some(value) => value.clone(),
            None => {
                let value = call("beamtalk_cell", "get", [var(cell.clone())], 0);
                self.named(seq, value)
            }
        }
    }

    fn patient_function(&mut self, id: ExprId, block: &Block) -> Patient {
        if let Some(known) = self.patient.known.get(&id) {
            return known.clone();
        }
        let shared: Vec<VariableId> = self.shared_with(&[id]).all.into_iter().collect();
        let needs_token = self.has_return_at_any_depth(id);
        let outer = std::mem::replace(&mut self.frame, Frame::new(Returns::Throw("Token".into())));
        let was_on = std::mem::replace(&mut self.patient.is_on, true);
        let mut parameters = vec![Name::from("Self")];
        parameters.extend(needs_token.then(|| Name::from("Token")));
        for variable in &shared {
            let name = self.name_for(*variable);
            let place = match self.is_patient_cell(*variable) {
                true => Place::Cell(name.clone()),
                false => Place::Value(name.clone()),
            };
            self.frame.places.insert(*variable, place);
            parameters.push(name);
        }
        let code = self.in_region(|body| {
            let mut seq = Sequence::default();
            parameters.extend(body.block_parameters(block, &mut seq));
            let flow = body.statements(body.tree.list(block.body), &mut seq);
            let (Flow::Value(last) | Flow::Returned(last)) = flow;
            seq.finish(last)
        });
        self.frame = outer;
        self.patient.is_on = was_on;
        let name = format!("{}[{}]", self.patient.method, self.patient.known.len());
        let name = fun_name(name, parameters.len());
        let line = self.line_of(id);
        let function = Function { name: name.clone(), parameters, body: code, line };
        self.patient.functions.push(function);
        let patient = Patient { name, shared, needs_token };
        self.patient.known.insert(id, patient.clone());
        patient
    }
}

/// `case answers of [A, B] -> …; … end`
fn one_of(answers: Core, ways: Vec<(Vec<Pattern>, Core)>) -> Core {
    let end = || pattern_literal(Literal::Nil);
    let clauses = ways
        .into_iter()
        .map(|(patterns, body)| clause([pattern_list(patterns, end())], always(), body));
    let failed = prim_op("match_fail", [tuple([atom("case_clause"), nil()])], 0);
    let other = clause([pattern_var("_")], always(), failed);
    case(answers, clauses.chain([other]).collect())
}
