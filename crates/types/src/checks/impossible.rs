//! Tests that always come out the same: for a class that a value never is, and with a
//! symbol that it never is.

use hierarchy::{ClassName, Name};
use syntax::tree::{Expr, ExprId, LiteralKind, Message};
use syntax::{Tree, literal};

use crate::algebra::{Classes, intersection};
use crate::checks::unreachable::is_worked_out;
use crate::inferred::{InferredType, Provenance};
use crate::meaning::{Meaning, Sent};
use crate::problem::{MatchProblem, ProblemKind};
use crate::spelling::nearest;

/// `x isKindOf: C` and `x class =:= C`, where the code itself shows what `x` is.
/// Whoever tests what was declared makes sure of a promise.
pub(crate) fn test(meaning: &mut Meaning, sent: &Sent) {
    let [argument] = *sent.arguments else { return };
    let tested = match &*sent.selector {
        "isKindOf:" => sent.shown,
        "=:=" => match class_asked_of(meaning, sent.shown) {
            Some(value) => value,
            None => return,
        },
        _ => return,
    };
    let Expr::ClassReference(class) = meaning.tree.nodes.exprs[meaning.bare(argument)] else {
        return;
    };
    let value = meaning.type_of(tested);
    if !is_variable(meaning, tested) || !is_worked_out(&value) {
        return;
    }
    let class = ClassName::from(meaning.tree.name(class.name));
    let wanted = InferredType::class(class.clone(), Provenance::NOWHERE);
    let classes = Classes::Inheritance(meaning.hierarchy);
    if intersection(&value, &wanted, classes).is_never() {
        let problem = MatchProblem::ImpossibleTest { value, class };
        meaning.report(ProblemKind::Match(problem), sent.span);
    }
}

/// `x =:= #name` and its kin, either way round, where `x` is one of several things and
/// none of them can be that symbol.
pub(crate) fn comparison(meaning: &mut Meaning, sent: &Sent) {
    let is_negated = match &*sent.selector {
        "=:=" => false,
        "/=" | "=/=" => true,
        _ => return,
    };
    let [argument] = *sent.arguments else { return };
    for (side, other) in [(argument, sent.shown), (sent.shown, argument)] {
        let literal = meaning.bare(side);
        let Some(symbol) = symbol(meaning.tree, literal) else { continue };
        let value = meaning.type_of(other);
        if !matches!(value, InferredType::Union { .. }) {
            continue;
        }
        let singleton = InferredType::singleton(&symbol, Provenance::NOWHERE);
        let classes = Classes::Inheritance(meaning.hierarchy);
        if !intersection(&value, &singleton, classes).is_never() {
            continue;
        }
        let members = value.alternatives().iter().filter_map(InferredType::symbol);
        let meant = match !is_negated && meaning.findings.may_suggest() {
            true => nearest(&symbol, members).map(Name::from),
            false => None,
        };
        let written = meaning.tree.expr_span(literal);
        let symbol = Name::from(&*symbol);
        let problem =
            MatchProblem::ImpossibleComparison { symbol, written, value, is_negated, meant };
        meaning.report(ProblemKind::Match(problem), sent.span);
        return;
    }
}

/// The value of which an expression asks the class.
fn class_asked_of(meaning: &Meaning, expr: ExprId) -> Option<ExprId> {
    match meaning.tree.nodes.exprs[meaning.bare(expr)] {
        Expr::Send(send) => match send.message {
            Message::Unary(selector) if meaning.tree.text_of(selector) == "class" => {
                Some(send.receiver)
            }
            _ => None,
        },
        _ => None,
    }
}

/// A variable, or a slot of `self`.
fn is_variable(meaning: &Meaning, expr: ExprId) -> bool {
    let tree = meaning.tree;
    let is_self = |expr: ExprId| match tree.nodes.exprs[meaning.bare(expr)] {
        Expr::Identifier(name) => tree.text_of(name) == "self",
        _ => false,
    };
    match tree.nodes.exprs[meaning.bare(expr)] {
        Expr::Identifier(name) => !matches!(tree.text_of(name), "self" | "nil" | "true" | "false"),
        Expr::Field(field) => is_self(field.receiver),
        _ => false,
    }
}

/// The name of a symbol. `#nil`, `#true` and `#false` are values of other classes.
fn symbol(tree: &Tree, expr: ExprId) -> Option<String> {
    let Expr::Literal(it) = tree.nodes.exprs[expr] else { return None };
    let name = literal::symbol_value(tree.text_of(it.token));
    let is_value = matches!(&*name, "nil" | "true" | "false");
    (it.kind == LiteralKind::Symbol && !is_value).then(|| name.into_owned())
}
