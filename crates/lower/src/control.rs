//! Control flow with literal blocks, compiled in place.
//!
//! Variables that the blocks assign are passed along as plain values: a branch
//! answers them beside its own value, a loop takes them as parameters. A `^`
//! inside leaves the method by being last: what follows the construct becomes a
//! local function that only the other paths call.

use syntax::tree::{Expr, ExprId};

use crate::body::{Body, Flow, nil};
use crate::construct::{Construct, construct};
use crate::core_erlang::build::{apply, atom, call, fun_name, int, pattern_atom, pattern_var, var};
use crate::core_erlang::{Expr as Core, Line, Name};
use crate::decide::{decide, two_way};
use crate::frame::{Frame, Place, Returns};
use crate::sequence::Sequence;
use crate::variables::VariableId;

/// One way through a construct, lowered on its own.
pub(crate) struct Branch {
    pub(crate) seq: Sequence,
    pub(crate) flow: Flow,
    pub(crate) frame: Frame,
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
                return self.other_control(construct, receiver, leaves, line, seq);
            }
        };
        // A branch that is not written answers the receiver.
        let branches =
            [(on_true, "true"), (on_false, "false")].map(|(block, receiver)| match block {
                Some(block) => self.branch(block, &[]),
                None => self.value_branch(atom(receiver)),
            });
        self.boolean_case(receiver, branches, leaves, line, seq)
    }

    fn other_control(
        &mut self,
        construct: Construct,
        receiver: Core,
        leaves: bool,
        line: Line,
        seq: &mut Sequence,
    ) -> Core {
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
                self.merge(vec![nil_branch, other], leaves, seq, |bodies| {
                    let patterns = [pattern_atom("nil"), pattern_var("_")];
                    two_way(receiver, patterns, bodies, None)
                })
            }
            Construct::While { condition, body, expected } => {
                self.while_loop([condition, body], expected, leaves, line, seq)
            }
            Construct::Repeat(body) => self.repeat(body, leaves, seq),
            Construct::TimesRepeat(body) => {
                let bounds = [int(1), receiver, int(1)];
                self.count(bounds, body, leaves, line, seq)
            }
            Construct::CountTo { last, step, body } => {
                let last = self.expr(last, seq);
                let last = self.named(seq, last);
                let step = match step {
                    Some(step) => {
                        let step = self.expr(step, seq);
                        self.named(seq, step)
                    }
                    None => int(1),
                };
                self.count([receiver, last, step], body, leaves, line, seq)
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
        let mut changed: Vec<VariableId> =
            branches.iter().flat_map(|it| it.frame.changed_since(&self.frame)).collect();
        changed.sort_by_key(|variable| variable.0);
        changed.dedup();
        let result = self.fresh("result");
        let names: Vec<Name> = std::iter::once(result.clone())
            .chain(changed.iter().map(|variable| self.name_for(*variable)))
            .collect();
        let join = leaves.then(|| self.fresh("join"));
        let bodies = branches
            .into_iter()
            .map(|branch| self.close_branch(branch, &changed, join.as_ref()))
            .collect();
        let whole = build(bodies);
        for (variable, name) in changed.iter().zip(names.iter().skip(1)) {
            self.frame.places.insert(*variable, Place::Value(name.clone()));
        }
        match join {
            Some(join) => seq.join(join, names, whole),
            None => seq.bind(names, whole),
        }
        var(result)
    }

    pub(crate) fn name_for(&mut self, variable: VariableId) -> Name {
        let hint = self.variables.all.get(variable.0 as usize).map(|it| it.name.clone());
        self.fresh(&hint.unwrap_or_default())
    }

    /// The code of a branch, ending with its value and the variables that any
    /// branch changes.
    fn close_branch(
        &mut self,
        mut branch: Branch,
        changed: &[VariableId],
        join: Option<&Name>,
    ) -> Core {
        let value = match branch.flow {
            Flow::Returned(value) if join.is_some() => return branch.seq.finish(value),
            // A throw has no value; it is named to have one for each variable.
            Flow::Returned(value) | Flow::Value(value) => self.named(&mut branch.seq, value),
        };
        let mut values = vec![value];
        values.extend(changed.iter().map(|variable| read_in(&branch.frame, *variable)));
        let last = match join {
            Some(join) => apply(fun_name(join.clone(), values.len()), values, 0),
            None => together(values),
        };
        branch.seq.finish(last)
    }

    fn boolean_case(
        &mut self,
        receiver: Core,
        branches: [Branch; 2],
        leaves: bool,
        line: Line,
        seq: &mut Sequence,
    ) -> Core {
        let name = self.fresh("answer");
        let refused = call("beamtalk_dispatch", "not_boolean", [var(name.clone())], line);
        let refused = self.aside(|_, _| Flow::Returned(refused));
        let branches = branches.into_iter().chain([refused]).collect();
        let ways = [self.fresh("yes"), self.fresh("no")];
        self.merge(branches, leaves, seq, |mut bodies| {
            let refused = bodies.pop().unwrap_or_else(nil);
            decide(receiver, name, ways, bodies, refused)
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
        let inlined: Vec<ExprId> = match self.tree.nodes.exprs[expr] {
            Expr::Send(send) => {
                let construct = construct(self.tree, &send);
                construct.into_iter().flat_map(|it| it.blocks()).collect()
            }
            _ => Vec::new(),
        };
        self.tree.children(expr, |child| match self.tree.nodes.exprs[child] {
            Expr::Block(block) if inlined.contains(&child) => {
                children.extend_from_slice(self.tree.list(block.body));
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
