//! Match expressions.
//!
//! Arms whose patterns say everything become clauses of one `case`. Where an arm has
//! checks behind its pattern, the arms after it are a local function, to be called
//! from wherever it turns out not to be the one.

use syntax::tree::{Arm, ExprId, Match};

use crate::body::{Body, Flow, nil};
use crate::control::Branch;
use crate::core_erlang::build::{
    always, and, apply, call, case, clause, fun, fun_name, pattern_var, var,
};
use crate::core_erlang::{Expr as Core, Function, LetRec, Name, Pattern};
use crate::patterns::{Check, Matcher};
use crate::sequence::Sequence;
use crate::variables::VariableId;

impl Body<'_> {
    pub(crate) fn matching(&mut self, id: ExprId, matching: &Match, seq: &mut Sequence) -> Core {
        let subject = self.expr(matching.value, seq);
        let subject = self.named(seq, subject);
        self.begin_outliving(id, seq);
        let arms = &self.tree.nodes.arms[matching.arms];
        let leaves = self.leaves(arms.iter().map(|arm| arm.body));
        let line = self.line_of(id);
        let (mut matchers, branches): (Vec<_>, Vec<Branch>) =
            arms.iter().map(|arm| self.arm(arm)).unzip();
        for (_, matcher) in &mut matchers {
            matcher.read_needed(seq);
        }
        let unmatched = call("beamtalk_match", "no_match", [subject.clone()], line);
        let unmatched = self.aside(|_, _| Flow::Value(unmatched));
        let branches = branches.into_iter().chain([unmatched]).collect();
        let next_names: Vec<Name> = matchers.iter().map(|_| self.fresh("next")).collect();
        self.merge_functions(branches, leaves, seq, |bodies| {
            let mut bodies = bodies.into_iter();
            let tries: Vec<_> = matchers.into_iter().zip(next_names).zip(&mut bodies).collect();
            let otherwise = bodies.next().unwrap_or_else(nil);
            tries.into_iter().rev().fold(otherwise, |rest, (((pattern, matcher), next), body)| {
                try_arm(&subject, pattern, matcher, next, body, rest)
            })
        })
    }

    /// What arms assign first lives on after the match, so it is there before it.
    fn begin_outliving(&mut self, matching: ExprId, seq: &mut Sequence) {
        for variable in self.variables.outliving(matching) {
            if !self.frame.places.contains_key(&variable) {
                self.write(variable, nil(), seq);
            }
        }
    }

    fn arm(&mut self, arm: &Arm) -> ((Pattern, Matcher), Branch) {
        let mut matcher = Matcher::default();
        let pattern = self.core_pattern(arm.pattern, &mut matcher);
        let bound = matcher.bound.clone();
        let guard = arm.guard;
        if let Some(guard) = guard {
            let test = self.aside(|body, seq| {
                body.bind_all(&bound, seq);
                Flow::Value(body.expr(guard, seq))
            });
            matcher.checks.push(Check::Holds(guarded(test.into_code())));
        }
        let body_expr = arm.body;
        let branch = self.aside(|body, seq| {
            body.bind_all(&bound, seq);
            body.statements(&[body_expr], seq)
        });
        ((pattern, matcher), branch)
    }

    fn bind_all(&mut self, bound: &[(VariableId, Name)], seq: &mut Sequence) {
        for (variable, name) in bound {
            self.write(*variable, var(name.clone()), seq);
        }
    }
}

/// `case subject of pattern when guards -> body; _ -> rest end`, with a local
/// function for the rest where it is needed twice.
fn try_arm(
    subject: &Core,
    pattern: Pattern,
    matcher: Matcher,
    next: Name,
    body: Core,
    rest: Core,
) -> Core {
    if matcher.checks.is_empty() {
        let guard = matcher.guards.into_iter().fold(always(), and);
        let mut clauses = vec![clause([pattern], guard, body)];
        let mut rest = rest;
        // The arms that follow ask the same subject.
        let following = match &mut rest {
            Core::Case(following) if following.subject == *subject => {
                std::mem::take(&mut following.clauses)
            }
            _ => vec![clause([pattern_var("_")], always(), rest)],
        };
        clauses.extend(following);
        return case(subject.clone(), clauses);
    }
    let next = fun_name(next, 0);
    let go_on = apply(next.clone(), vec![], 0);
    let function = Function { name: next, parameters: vec![], body: rest, line: 0 };
    let body = matcher.attempt(subject.clone(), pattern, body, &go_on);
    Core::LetRec(Box::new(LetRec { functions: vec![function], body }))
}

/// A fault inside a guard makes it false.
fn guarded(test: Core) -> Core {
    call("beamtalk_match", "holds", [fun(vec![], test)], 0)
}
