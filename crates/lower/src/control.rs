//! Control flow with literal blocks, compiled in place.
//!
//! Variables that the blocks assign are passed along as plain values: a branch
//! answers them beside its own value, a loop takes them as parameters. A `^`
//! inside leaves the method by being last: what follows the construct becomes a
//! local function that only the other paths call.

use syntax::tree::{Expr, ExprId, Send};

use crate::body::{Body, Flow, nil};
use crate::construct::Construct;
use crate::core_erlang::build::{
    always, apply, atom, call, case, clause, fun_name, int, pattern_atom, pattern_tuple,
    pattern_var, tuple, var,
};
use crate::core_erlang::{Expr as Core, Line, Name};
use crate::decide::{decide, two_way};
use crate::fallback::Ordinary;
use crate::frame::{Frame, Place, Returns};
use crate::sequence::Sequence;
use crate::variables::VariableId;

/// One way through a construct, lowered on its own.
pub(crate) struct Branch {
    pub(crate) seq: Sequence,
    pub(crate) flow: Flow,
    pub(crate) frame: Frame,
}

/// How branches hand on their value and the variables that any of them changes.
enum Ends {
    /// As several values at once.
    Values,
    /// As one.
    Tuple,
    /// By calling what follows, which those that leave the method do not.
    Join(Name),
}

impl Branch {
    /// Its code alone, where no variable it changes is of interest.
    pub(crate) fn into_code(self) -> Core {
        let (Flow::Value(last) | Flow::Returned(last)) = self.flow;
        self.seq.finish(last)
    }
}

impl Body<'_> {
    pub(crate) fn control(
        &mut self,
        id: ExprId,
        send: &Send,
        construct: Construct,
        receiver: Option<Core>,
        seq: &mut Sequence,
    ) -> Core {
        let line = self.line_of(id);
        let leaves = self.leaves(construct.blocks());
        let receiver = receiver.unwrap_or_else(nil);
        let (on_true, on_false) = match construct {
            Construct::If { on_true, on_false } => (on_true, on_false),
            Construct::Both(other) => (Some(other), None),
            Construct::Either(other) => (None, Some(other)),
            _ => {
                let receiver = self.named(seq, receiver);
                let ordinary = Ordinary { send, receiver, evaluated: vec![], line };
                return self.other_control(construct, ordinary, leaves, seq);
            }
        };
        // A branch that is not written answers the receiver.
        let branches =
            [(on_true, "true"), (on_false, "false")].map(|(block, receiver)| match block {
                Some(block) => self.branch(block, &[]),
                None => self.value_branch(atom(receiver)),
            });
        self.boolean_case(send, receiver, branches, leaves, line, seq)
    }

    fn other_control(
        &mut self,
        construct: Construct,
        mut ordinary: Ordinary,
        leaves: bool,
        seq: &mut Sequence,
    ) -> Core {
        let line = ordinary.line;
        let receiver = ordinary.receiver.clone();
        match construct {
            Construct::If { .. } | Construct::Both(_) | Construct::Either(_) => nil(),
            Construct::IfNil { on_nil, otherwise } => {
                let nil_branch = match on_nil {
                    Some(block) => self.branch(block, &[]),
                    None => self.value_branch(nil()),
                };
                let other = match otherwise {
                    Some(block) => self.branch(block, std::slice::from_ref(&receiver)),
                    None => self.value_branch(receiver.clone()),
                };
                let fallback = self.fallback(ordinary);
                self.merge(vec![nil_branch, other, fallback], leaves, seq, |mut bodies| {
                    let fallback = bodies.pop().unwrap_or_else(nil);
                    let other = bodies.pop().unwrap_or_else(nil);
                    let is_plain = call("beamtalk_nil_test", "is_plain", [receiver.clone()], line);
                    let patterns = [pattern_atom("true"), pattern_var("_")];
                    let other = two_way(is_plain, patterns, vec![other, fallback], None);
                    bodies.push(other);
                    two_way(receiver, [pattern_atom("nil"), pattern_var("_")], bodies, None)
                })
            }
            Construct::While { condition, body, expected } => {
                self.while_loop([condition, body], expected, leaves, line, seq)
            }
            Construct::Repeat(body) => self.repeat(body, leaves, seq),
            Construct::TimesRepeat(body) => {
                let bounds = [int(1), receiver, int(1)];
                self.count(bounds, body, ordinary, leaves, seq)
            }
            Construct::CountTo { last, step, body } => {
                let mut evaluate = |id: ExprId| {
                    let value = self.expr(id, seq);
                    let value = self.named(seq, value);
                    ordinary.evaluated.push((id, value.clone()));
                    value
                };
                let last = evaluate(last);
                let step = step.map_or_else(|| int(1), evaluate);
                self.count([receiver, last, step], body, ordinary, leaves, seq)
            }
            Construct::Value(block) => {
                let branch = self.branch(block, &[]);
                self.merge(vec![branch], leaves, seq, |mut bodies| bodies.pop().unwrap_or_else(nil))
            }
        }
    }

    // Branches.

    /// A block compiled in place, with values for its parameters.
    pub(crate) fn branch(&mut self, block: ExprId, arguments: &[Core]) -> Branch {
        self.aside(|body, seq| {
            let Expr::Block(block) = body.tree.nodes.exprs[block] else {
                return Flow::Value(nil());
            };
            let parameters = &body.tree.nodes.block_parameters[block.parameters];
            for (parameter, argument) in parameters.iter().zip(arguments) {
                if let Some(variable) = body.variables.introduced_by(parameter.name) {
                    body.write(variable, argument.clone(), seq);
                }
            }
            body.statements(body.tree.list(block.body), seq)
        })
    }

    fn value_branch(&mut self, value: Core) -> Branch {
        self.aside(|_, _| Flow::Value(value))
    }

    /// Lowers something that may or may not run, leaving this frame as it was.
    pub(crate) fn aside(&mut self, lower: impl FnOnce(&mut Self, &mut Sequence) -> Flow) -> Branch {
        let before = self.frame.clone();
        let mut seq = Sequence::default();
        let flow = lower(self, &mut seq);
        let frame = std::mem::replace(&mut self.frame, before);
        Branch { seq, flow, frame }
    }

    /// Brings branches together: `build` makes one expression of their code.
    pub(crate) fn merge(
        &mut self,
        branches: Vec<Branch>,
        leaves: bool,
        seq: &mut Sequence,
        build: impl FnOnce(Vec<Core>) -> Core,
    ) -> Core {
        let ends = if leaves { Ends::Join(self.fresh("join")) } else { Ends::Values };
        self.merge_by(branches, ends, seq, build)
    }

    /// The same where `build` makes local functions, which answer one value.
    pub(crate) fn merge_functions(
        &mut self,
        branches: Vec<Branch>,
        leaves: bool,
        seq: &mut Sequence,
        build: impl FnOnce(Vec<Core>) -> Core,
    ) -> Core {
        let ends = if leaves { Ends::Join(self.fresh("join")) } else { Ends::Tuple };
        self.merge_by(branches, ends, seq, build)
    }

    fn merge_by(
        &mut self,
        branches: Vec<Branch>,
        ends: Ends,
        seq: &mut Sequence,
        build: impl FnOnce(Vec<Core>) -> Core,
    ) -> Core {
        let mut changed: Vec<VariableId> =
            branches.iter().flat_map(|it| it.frame.changed_since(&self.frame)).collect();
        changed.sort_by_key(|variable| variable.0);
        changed.dedup();
        let result = self.fresh("result");
        let names: Vec<Name> = std::iter::once(result.clone())
            .chain(changed.iter().map(|variable| self.name_for(*variable)))
            .collect();
        let bodies =
            branches.into_iter().map(|branch| self.close_branch(branch, &changed, &ends)).collect();
        let whole = build(bodies);
        for (variable, name) in changed.iter().zip(names.iter().skip(1)) {
            self.frame.places.insert(*variable, Place::Value(name.clone()));
        }
        match ends {
            Ends::Join(join) => seq.join(join, names, whole),
            Ends::Values => seq.bind(names, whole),
            Ends::Tuple => self.bind_elements(names, whole, seq),
        }
        var(result)
    }

    /// Names the elements of a tuple; one value is just itself.
    pub(crate) fn bind_elements(&mut self, names: Vec<Name>, tuple: Core, seq: &mut Sequence) {
        if names.len() == 1 {
            return seq.bind(names, tuple);
        }
        let inside: Vec<Name> = names.iter().map(|_| self.fresh("")).collect();
        let patterns = inside.iter().cloned().map(pattern_var).collect();
        let values = together(inside.into_iter().map(var).collect());
        let clauses = vec![clause([pattern_tuple(patterns)], always(), values)];
        seq.bind(names, case(tuple, clauses));
    }

    pub(crate) fn name_for(&mut self, variable: VariableId) -> Name {
        let hint = self.variables.get(variable).map(|it| it.name.clone());
        self.fresh(&hint.unwrap_or_default())
    }

    /// The code of a branch, ending with its value and the variables that any
    /// branch changes.
    fn close_branch(&mut self, mut branch: Branch, changed: &[VariableId], ends: &Ends) -> Core {
        let value = match branch.flow {
            Flow::Returned(value) if matches!(ends, Ends::Join(_)) => {
                return branch.seq.finish(value);
            }
            // A throw has no value; it is named to have one for each variable.
            Flow::Returned(value) | Flow::Value(value) => self.named(&mut branch.seq, value),
        };
        let mut values = vec![value];
        values.extend(changed.iter().map(|variable| read_in(&branch.frame, *variable)));
        let last = match ends {
            Ends::Join(join) => apply(fun_name(join.clone(), values.len()), values, 0),
            Ends::Tuple if values.len() > 1 => tuple(values),
            Ends::Tuple | Ends::Values => together(values),
        };
        branch.seq.finish(last)
    }

    fn boolean_case(
        &mut self,
        send: &Send,
        receiver: Core,
        branches: [Branch; 2],
        leaves: bool,
        line: Line,
        seq: &mut Sequence,
    ) -> Core {
        let name = self.fresh("answer");
        let answer = var(name.clone());
        let other = match is_boolean(&receiver) {
            true => self.value_branch(answer),
            false => self.fallback(Ordinary { send, receiver: answer, evaluated: vec![], line }),
        };
        let branches = branches.into_iter().chain([other]).collect();
        let ways = [self.fresh("yes"), self.fresh("no")];
        self.merge(branches, leaves, seq, |mut bodies| {
            let other = bodies.pop().unwrap_or_else(nil);
            decide(receiver, name, ways, bodies, other)
        })
    }

    // Returns.

    /// Whether `^` stands in blocks that are compiled in place here, so that code
    /// after them must not run on every path. A throw needs no such care.
    pub(crate) fn leaves(&self, blocks: impl IntoIterator<Item = ExprId>) -> bool {
        self.frame.returns == Returns::Last
            && blocks.into_iter().any(|block| self.has_return(block))
    }

    /// Whether a `^` stands in an expression or in a block that is compiled in
    /// place, real blocks aside.
    pub(crate) fn has_return(&self, expr: ExprId) -> bool {
        let mut pending = match self.tree.nodes.exprs[expr] {
            Expr::Block(block) => self.tree.list(block.body).to_vec(),
            _ => vec![expr],
        };
        while let Some(next) = pending.pop() {
            match self.tree.nodes.exprs[next] {
                Expr::Return(_) => return true,
                Expr::Block(_) => {}
                _ => self.children_in_place(next, &mut pending),
            }
        }
        false
    }

    /// What stands directly in an expression; of a block that is compiled in
    /// place, its statements.
    pub(crate) fn children_in_place(&self, expr: ExprId, children: &mut Vec<ExprId>) {
        let tree = self.tree;
        let inlined: Vec<ExprId> = match tree.nodes.exprs[expr] {
            Expr::Send(send) => {
                let construct = self.construct(&send);
                construct.into_iter().flat_map(|it| it.blocks()).collect()
            }
            _ => Vec::new(),
        };
        tree.children(expr, |child| match tree.nodes.exprs[child] {
            Expr::Block(block) if inlined.contains(&child) => {
                children.extend_from_slice(tree.list(block.body));
            }
            // The first message of a cascade is none that is compiled in place.
            Expr::Send(send) if matches!(tree.nodes.exprs[expr], Expr::Cascade(_)) => {
                children.push(send.receiver);
                children.extend(tree.arguments(&send.message));
            }
            _ => children.push(child),
        });
    }

    /// A `^` in the middle of an expression.
    pub(crate) fn return_inside(&mut self, value: Core, seq: &mut Sequence) -> Core {
        let left = self.aside(|body, seq| {
            let value = body.named(seq, value);
            body.leave(value, seq)
        });
        let leaves = self.frame.returns == Returns::Last;
        self.merge(vec![left], leaves, seq, |mut bodies| bodies.pop().unwrap_or_else(nil))
    }
}

/// Whether a value can be nothing but true or false.
fn is_boolean(value: &Core) -> bool {
    match value {
        Core::Case(it) => it.clauses.iter().all(|clause| is_boolean(&clause.body)),
        _ => *value == atom("true") || *value == atom("false"),
    }
}

/// Several values at once; one is just itself.
pub(crate) fn together(mut values: Vec<Core>) -> Core {
    match values.len() {
        1 => values.pop().unwrap_or_else(nil),
        _ => Core::Values(values),
    }
}

pub(crate) fn read_in(frame: &Frame, variable: VariableId) -> Core {
    match frame.places.get(&variable) {
        Some(Place::Value(name) | Place::Cell(name)) => var(name.clone()),
        None => nil(),
    }
}
