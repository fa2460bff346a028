//! Code as a list of steps, folded into nested Core Erlang at the end.
//!
//! Lowering an expression appends what must happen first and answers a value
//! that can be named again and again. Steps are folded from the last to the
//! first, so a body of any length needs no recursion to build.

use crate::control::together;
use crate::core_erlang::build::{fun_name, let_many};
use crate::core_erlang::{Expr, Function, FunctionName, LetRec, Name};

#[derive(Debug, Default)]
pub(crate) struct Sequence {
    steps: Vec<Step>,
}

#[derive(Debug)]
enum Step {
    /// Names the values of an expression.
    Let(Vec<Name>, Expr),
    Do(Expr),
    /// All that follows becomes a local function with these parameters; `body`,
    /// which is now last, calls it where it goes on and does not where it returns.
    Join {
        name: Name,
        parameters: Vec<Name>,
        body: Expr,
    },
}

impl Sequence {
    pub(crate) fn bind(&mut self, names: Vec<Name>, value: Expr) {
        self.steps.push(Step::Let(names, value));
    }

    pub(crate) fn perform(&mut self, effect: Expr) {
        self.steps.push(Step::Do(effect));
    }

    pub(crate) fn join(&mut self, name: Name, parameters: Vec<Name>, body: Expr) {
        self.steps.push(Step::Join { name, parameters, body });
    }

    /// The whole, ending in `last`.
    pub(crate) fn finish(self, last: Expr) -> Expr {
        self.steps.into_iter().rev().fold(last, |rest, step| match step {
            Step::Let(names, value) => let_many(names, value, rest),
            Step::Do(effect) => Expr::Do(Box::new(effect), Box::new(rest)),
            Step::Join { name, parameters, body } => join(name, parameters, body, rest),
        })
    }
}

/// What follows a construct with several ways out: in place where only one way
/// leads to it, a local function where several do.
fn join(name: Name, parameters: Vec<Name>, mut body: Expr, rest: Expr) -> Expr {
    let name = fun_name(name, parameters.len());
    let mut ways = 0;
    each_end(&mut body, &mut |end| ways += u32::from(goes_to(end, &name)));
    if ways != 1 {
        let function = Function { name, parameters, body: rest, line: 0 };
        return Expr::LetRec(Box::new(LetRec { functions: vec![function], body }));
    }
    let mut rest = Some((parameters, rest));
    each_end(&mut body, &mut |end| {
        let is_way = goes_to(end, &name);
        if let Expr::Apply(call) = end
            && is_way
            && let Some((parameters, rest)) = rest.take()
        {
            let values = together(std::mem::take(&mut call.arguments));
            *end = let_many(parameters, values, rest);
        }
    });
    body
}

fn goes_to(end: &Expr, name: &FunctionName) -> bool {
    match end {
        Expr::Apply(call) => {
            matches!(&call.function, Expr::FunctionReference(function) if function == name)
        }
        _ => false,
    }
}

/// Visits every expression that is last on some path.
fn each_end(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    let mut next = expr;
    loop {
        match next {
            Expr::Let(it) => next = &mut it.body,
            Expr::Do(_, then) => next = then,
            Expr::LetRec(it) => {
                for function in &mut it.functions {
                    each_end(&mut function.body, visit);
                }
                next = &mut it.body;
            }
            Expr::Case(it) => {
                for clause in &mut it.clauses {
                    each_end(&mut clause.body, visit);
                }
                return;
            }
            end => return visit(end),
        }
    }
}
