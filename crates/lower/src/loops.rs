//! Loops compiled in place: local functions over the variables they change.

use syntax::tree::ExprId;

use crate::body::{Body, Flow, nil};
use crate::control::{Branch, read_in};
use crate::core_erlang::build::{
    always, and, apply, atom, call, case, clause, fun_name, list, pattern_atom, pattern_var, tuple,
    var,
};
use crate::core_erlang::{Expr as Core, Function, FunctionName, LetRec, Line, Literal, Name};
use crate::decide::two_way;
use crate::fallback::Ordinary;
use crate::frame::{Frame, Place};
use crate::region;
use crate::sequence::Sequence;
use crate::variables::VariableId;

impl Body<'_> {
    /// The variables from outside that blocks assign, which a loop over them must
    /// pass along. Found in the text: lowering the blocks to see would lower inner
    /// loops twice for each loop around them.
    fn assigned_in(&self, blocks: &[ExprId]) -> Vec<VariableId> {
        // A cell stays where it is, and what begins inside ends there.
        let is_passed =
            |it: &VariableId| matches!(self.frame.places.get(it), Some(Place::Value(_)));
        self.mentions(blocks).assigned.into_iter().filter(is_passed).collect()
    }

    /// A local function over the variables that the loop changes. `lower` writes
    /// its body: it ends each path with what [`Loop`] gives it.
    fn loop_over(
        &mut self,
        blocks: &[ExprId],
        counter: Option<Core>,
        leaves: bool,
        seq: &mut Sequence,
        lower: impl FnOnce(&mut Self, &Loop, Option<Name>) -> Core,
    ) -> Core {
        let variables = self.assigned_in(blocks);
        let start: Vec<Core> = counter
            .iter()
            .cloned()
            .chain(variables.iter().map(|variable| read_in(&self.frame, *variable)))
            .collect();
        let outer = self.frame.clone();
        let mark = self.sends_messages(blocks).then(|| self.fresh("mark"));
        if let Some(mark) = &mark {
            seq.bind(vec![mark.clone()], region::mark());
        }
        let index = counter.is_some().then(|| self.fresh("index"));
        let parameters = self.rename(&variables);
        let name = fun_name(self.fresh("loop"), start.len());
        let join = leaves.then(|| self.fresh("join"));
        let this = Loop { name: name.clone(), variables, join, mark };
        let body = lower(self, &this, index.clone());
        self.frame = outer;
        let parameters = index.into_iter().chain(parameters).collect();
        let function = Function { name: name.clone(), parameters, body, line: 0 };
        let run = LetRec { functions: vec![function], body: apply(name, start, 0) };
        let run = Core::LetRec(Box::new(run));
        let after = self.rename(&this.variables);
        match this.join {
            Some(join) => seq.join(join, after, run),
            None if after.is_empty() => seq.perform(run),
            None => self.bind_elements(after, run, seq),
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
        self.loop_over(&[condition, block], None, leaves, seq, |body, this, _| {
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
            let selector = if expected { "whileTrue:" } else { "whileFalse:" };
            let refused = [answer.clone(), atom(selector)];
            let refused = call("beamtalk_fallback", "not_a_condition", refused, line);
            let (on_true, on_false) = if expected { (again, exit) } else { (exit, again) };
            let patterns = [pattern_atom("true"), pattern_atom("false")];
            seq.finish(two_way(answer, patterns, vec![on_true, on_false], Some(refused)))
        })
    }

    pub(crate) fn repeat(&mut self, block: ExprId, leaves: bool, seq: &mut Sequence) -> Core {
        self.loop_over(&[block], None, leaves, seq, |body, this, _| {
            let round = body.branch(block, &[]);
            this.again(round, None)
        })
    }

    /// `first to: last by: step do: [:i | …]`, where all three are integers.
    pub(crate) fn count(
        &mut self,
        bounds: [Core; 3],
        block: ExprId,
        ordinary: Ordinary,
        leaves: bool,
        seq: &mut Sequence,
    ) -> Core {
        let line = ordinary.line;
        let is_known = |it: &&Core| matches!(it, Core::Literal(Literal::Integer(_)));
        let is_integer = |it: &Core| call("erlang", "is_integer", [it.clone()], 0);
        let tests: Vec<Core> = bounds.iter().filter(|it| !is_known(it)).map(is_integer).collect();
        if tests.is_empty() {
            return self.count_integers(bounds, block, leaves, line, seq);
        }
        let counted = self
            .aside(|body, seq| Flow::Value(body.count_integers(bounds, block, leaves, line, seq)));
        let fallback = self.fallback(ordinary);
        self.merge(vec![counted, fallback], leaves, seq, |bodies| {
            let guards = [tests.into_iter().fold(always(), and), always()];
            let ways = guards.into_iter().zip(bodies);
            case(Core::Values(vec![]), ways.map(|(guard, way)| clause([], guard, way)).collect())
        })
    }

    fn count_integers(
        &mut self,
        [first, last, step]: [Core; 3],
        block: ExprId,
        leaves: bool,
        line: Line,
        seq: &mut Sequence,
    ) -> Core {
        self.loop_over(&[block], Some(first), leaves, seq, |body, this, index| {
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
    /// When it began, where cells may be left behind in it.
    mark: Option<Name>,
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
                let values = self.values(&round.frame);
                if let Some(mark) = &self.mark {
                    round.seq.perform(region::settle(mark, list(values.clone())));
                }
                let values = counter.into_iter().chain(values).collect();
                round.seq.finish(apply(self.name.clone(), values, 0))
            }
        }
    }

    fn values(&self, frame: &Frame) -> Vec<Core> {
        self.variables.iter().map(|variable| read_in(frame, *variable)).collect()
    }
}
