//! Loops compiled in place: local functions over the variables they change.

use syntax::TokenId;
use syntax::tree::{Expr, ExprId};

use crate::body::{Body, Flow, nil};
use crate::control::{Branch, read_in, together};
use crate::core_erlang::build::{
    always, apply, call, case, clause, fun_name, pattern_atom, pattern_tuple, pattern_var, tuple,
    var,
};
use crate::core_erlang::{Expr as Core, Function, FunctionName, LetRec, Line, Literal, Name};
use crate::decide::two_way;
use crate::frame::{Frame, Place};
use crate::sequence::Sequence;
use crate::variables::VariableId;

impl Body<'_> {
    /// The variables from outside that blocks assign, which a loop over them must
    /// pass along. Found in the text: lowering the blocks to see would lower inner
    /// loops twice for each loop around them.
    fn assigned_in(&self, blocks: &[ExprId]) -> Vec<VariableId> {
        let mut assigned = Vec::new();
        let mut pending = blocks.to_vec();
        while let Some(next) = pending.pop() {
            match self.tree.nodes.exprs[next] {
                Expr::Assignment(assignment) => {
                    assigned.extend(self.variables.of(assignment.target));
                }
                Expr::Destructuring(destructuring) => {
                    let range = self.tree.pattern_range(destructuring.pattern);
                    let tokens = (range.first.0..=range.last.0).map(TokenId);
                    assigned.extend(tokens.filter_map(|it| self.variables.introduced_by(it)));
                }
                _ => {}
            }
            self.tree.children(next, |child| pending.push(child));
        }
        // A cell stays where it is, and what begins inside ends there.
        assigned.retain(|it| matches!(self.frame.places.get(it), Some(Place::Value(_))));
        assigned.sort_by_key(|variable| variable.0);
        assigned.dedup();
        assigned
    }

    /// A local function over the variables that the loop changes. `lower` writes
    /// its body: it ends each path with what [`Loop`] gives it.
    fn loop_over(
        &mut self,
        variables: Vec<VariableId>,
        counter: Option<Core>,
        leaves: bool,
        seq: &mut Sequence,
        lower: impl FnOnce(&mut Self, &Loop, Option<Name>) -> Core,
    ) -> Core {
        let start: Vec<Core> = counter
            .iter()
            .cloned()
            .chain(variables.iter().map(|variable| read_in(&self.frame, *variable)))
            .collect();
        let outer = self.frame.clone();
        let index = counter.is_some().then(|| self.fresh("index"));
        let parameters = self.rename(&variables);
        let name = fun_name(self.fresh("loop"), start.len());
        let join = leaves.then(|| self.fresh("join"));
        let this = Loop { name: name.clone(), variables, join };
        let body = lower(self, &this, index.clone());
        self.frame = outer;
        let parameters = index.into_iter().chain(parameters).collect();
        let function = Function { name: name.clone(), parameters, body, line: 0 };
        let run = LetRec { functions: vec![function], body: apply(name, start, 0) };
        let run = Core::LetRec(Box::new(run));
        let after = self.rename(&this.variables);
        match (this.join, after.as_slice()) {
            (Some(join), _) => seq.join(join, after, run),
            (None, []) => seq.perform(run),
            (None, [_]) => seq.bind(after, run),
            (None, _) => {
                let inside: Vec<Name> = after.iter().map(|_| self.fresh("")).collect();
                let patterns = inside.iter().cloned().map(pattern_var).collect();
                let values = together(inside.into_iter().map(var).collect());
                let clauses = vec![clause([pattern_tuple(patterns)], always(), values)];
                seq.bind(after, case(run, clauses));
            }
        }
        nil()
    }

    /// Names variables anew; answers the names.
    fn rename(&mut self, variables: &[VariableId]) -> Vec<Name> {
        variables
            .iter()
            .map(|variable| {
                let name = self.name_for(*variable);
                self.frame.places.insert(*variable, Place::Value(name.clone()));
                name
            })
            .collect()
    }

    pub(crate) fn while_loop(
        &mut self,
        [condition, block]: [ExprId; 2],
        expected: bool,
        leaves: bool,
        line: Line,
        seq: &mut Sequence,
    ) -> Core {
        let variables = self.assigned_in(&[condition, block]);
        self.loop_over(variables, None, leaves, seq, |body, this, _| {
            let test = body.branch(condition, &[]);
            body.frame = test.frame;
            let mut seq = test.seq;
            let answer = match test.flow {
                Flow::Returned(value) => return seq.finish(value),
                Flow::Value(value) => body.named(&mut seq, value),
            };
            let exit = this.exit(&body.frame);
            let round = body.branch(block, &[]);
            let again = this.again(round, None);
            let refused = call("beamtalk_dispatch", "not_boolean", [answer.clone()], line);
            let (on_true, on_false) = if expected { (again, exit) } else { (exit, again) };
            let patterns = [pattern_atom("true"), pattern_atom("false")];
            seq.finish(two_way(answer, patterns, vec![on_true, on_false], Some(refused)))
        })
    }

    pub(crate) fn repeat(&mut self, block: ExprId, leaves: bool, seq: &mut Sequence) -> Core {
        let variables = self.assigned_in(&[block]);
        self.loop_over(variables, None, leaves, seq, |body, this, _| {
            let round = body.branch(block, &[]);
            this.again(round, None)
        })
    }

    /// `first to: last by: step do: [:i | …]`
    pub(crate) fn count(
        &mut self,
        [first, last, step]: [Core; 3],
        block: ExprId,
        leaves: bool,
        line: Line,
        seq: &mut Sequence,
    ) -> Core {
        let check = [first.clone(), last.clone(), step.clone()];
        seq.perform(call("beamtalk_control", "check_bounds", check, line));
        let variables = self.assigned_in(&[block]);
        self.loop_over(variables, Some(first), leaves, seq, |body, this, index| {
            let index = index.map_or_else(nil, var);
            let exit = this.exit(&body.frame);
            let round = body.branch(block, std::slice::from_ref(&index));
            let next = call("erlang", "+", [index.clone(), step.clone()], line);
            let again = this.again(round, Some(next));
            let goes_on = match &step {
                Core::Literal(Literal::Integer(1..)) => call("erlang", "=<", [index, last], line),
                _ => call("beamtalk_control", "goes_on", [index, last, step], line),
            };
            let patterns = [pattern_atom("true"), pattern_var("_")];
            two_way(goes_on, patterns, vec![again, exit], None)
        })
    }
}

/// A loop being built.
struct Loop {
    name: FunctionName,
    variables: Vec<VariableId>,
    join: Option<Name>,
}

impl Loop {
    /// The end of the loop: hands the variables on.
    fn exit(&self, frame: &Frame) -> Core {
        let mut values: Vec<Core> = self.values(frame);
        match &self.join {
            Some(join) => apply(fun_name(join.clone(), values.len()), values, 0),
            None => match values.len() {
                0 => nil(),
                1 => values.pop().unwrap_or_else(nil),
                _ => tuple(values),
            },
        }
    }

    /// The end of a round: goes to the next one.
    fn again(&self, mut round: Branch, counter: Option<Core>) -> Core {
        match round.flow {
            Flow::Returned(value) => round.seq.finish(value),
            Flow::Value(value) => {
                if !matches!(value, Core::Variable(_) | Core::Literal(_)) {
                    round.seq.perform(value);
                }
                let values = counter.into_iter().chain(self.values(&round.frame)).collect();
                round.seq.finish(apply(self.name.clone(), values, 0))
            }
        }
    }

    fn values(&self, frame: &Frame) -> Vec<Core> {
        self.variables.iter().map(|variable| read_in(frame, *variable)).collect()
    }
}
