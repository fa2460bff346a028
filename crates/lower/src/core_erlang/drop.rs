//! Takes trees apart without recursion, so that one of any depth can be dropped.
//!
//! A price of `Drop` is that nothing can be moved out of an `Expr`, a `Literal` or
//! a `Pattern` by matching it: borrow it, or take what is inside with `mem::take`.

use std::mem::take;

use super::{Expr, Function, Literal, Pattern, Segment};

impl Default for Expr {
    fn default() -> Expr {
        Expr::Literal(Literal::Nil)
    }
}

impl Default for Pattern {
    fn default() -> Pattern {
        Pattern::Literal(Literal::Nil)
    }
}

impl Drop for Expr {
    fn drop(&mut self) {
        take_apart(self);
    }
}

impl Drop for Literal {
    fn drop(&mut self) {
        take_apart(self);
    }
}

impl Drop for Pattern {
    fn drop(&mut self) {
        take_apart(self);
    }
}

/// What may contain more of its kind.
trait Nest: Default {
    fn is_leaf(&self) -> bool;
    fn each_child(&mut self, visit: &mut impl FnMut(&mut Self));
}

/// Moves all that nests out of its parents, each of which is then shallow.
fn take_apart<N: Nest>(node: &mut N) {
    let mut open = Vec::new();
    unload(node, &mut open);
    while let Some(mut next) = open.pop() {
        unload(&mut next, &mut open);
    }
}

fn unload<N: Nest>(node: &mut N, open: &mut Vec<N>) {
    node.each_child(&mut |child| {
        if !child.is_leaf() {
            open.push(take(child));
        }
    });
}

impl Nest for Expr {
    fn is_leaf(&self) -> bool {
        matches!(self, Expr::Variable(_) | Expr::Literal(_) | Expr::FunctionReference(_))
    }

    fn each_child(&mut self, visit: &mut impl FnMut(&mut Expr)) {
        match self {
            Expr::Variable(_) | Expr::Literal(_) | Expr::FunctionReference(_) => {}
            Expr::Cons(first, second) | Expr::Do(first, second) => {
                visit(first);
                visit(second);
            }
            Expr::Tuple(elements) | Expr::Values(elements) => elements.iter_mut().for_each(visit),
            Expr::Map(map) => {
                map.base.iter_mut().for_each(|base| visit(base));
                for (_, key, value) in &mut map.pairs {
                    visit(key);
                    visit(value);
                }
            }
            Expr::Binary(segments) => {
                for Segment { value, size, .. } in segments {
                    visit(value);
                    visit(size);
                }
            }
            Expr::Fun(fun) => visit(&mut fun.body),
            Expr::Apply(call) => {
                visit(&mut call.function);
                call.arguments.iter_mut().for_each(visit);
            }
            Expr::Call(call) => {
                visit(&mut call.module);
                visit(&mut call.function);
                call.arguments.iter_mut().for_each(visit);
            }
            Expr::PrimOp(call) => call.arguments.iter_mut().for_each(visit),
            Expr::Let(it) => {
                visit(&mut it.value);
                visit(&mut it.body);
            }
            Expr::Case(case) => {
                visit(&mut case.subject);
                for clause in &mut case.clauses {
                    visit(&mut clause.guard);
                    visit(&mut clause.body);
                }
            }
            Expr::LetRec(it) => {
                for Function { body, .. } in &mut it.functions {
                    visit(body);
                }
                visit(&mut it.body);
            }
            Expr::Try(it) => {
                visit(&mut it.subject);
                visit(&mut it.body);
                visit(&mut it.handler);
            }
        }
    }
}

impl Nest for Literal {
    fn is_leaf(&self) -> bool {
        !matches!(self, Literal::Cons(..) | Literal::Tuple(_) | Literal::Map(_))
    }

    fn each_child(&mut self, visit: &mut impl FnMut(&mut Literal)) {
        match self {
            Literal::Cons(head, tail) => {
                visit(head);
                visit(tail);
            }
            Literal::Tuple(elements) => elements.iter_mut().for_each(visit),
            Literal::Map(pairs) => {
                for (key, value) in pairs {
                    visit(key);
                    visit(value);
                }
            }
            Literal::Integer(_)
            | Literal::BigInteger(_)
            | Literal::Float(_)
            | Literal::Atom(_)
            | Literal::Binary(_)
            | Literal::Nil => {}
        }
    }
}

impl Nest for Pattern {
    fn is_leaf(&self) -> bool {
        matches!(self, Pattern::Variable(_) | Pattern::Literal(_))
    }

    fn each_child(&mut self, visit: &mut impl FnMut(&mut Pattern)) {
        match self {
            Pattern::Variable(_) | Pattern::Literal(_) => {}
            Pattern::Cons(head, tail) => {
                visit(head);
                visit(tail);
            }
            Pattern::Tuple(elements) => elements.iter_mut().for_each(visit),
            Pattern::Map(pairs) => pairs.iter_mut().for_each(|(_, value)| visit(value)),
            Pattern::Binary(segments) => {
                segments.iter_mut().for_each(|segment| visit(&mut segment.value));
            }
            Pattern::Alias(_, pattern) => visit(pattern),
        }
    }
}
