//! Literals and blocks that cannot be what a message takes.

use hierarchy::{Selector, known};
use syntax::tree::{Expr, ExprId, ListLiteral};

use crate::algebra::{Classes, intersection};
use crate::checks::definers::{Definer, definers};
use crate::checks::{block_arity, reflection};
use crate::inferred::{InferredType, Provenance};
use crate::meaning::{Meaning, Sent, Target};
use crate::problem::{LiteralProblem, ProblemKind};
use crate::relation::is_type_compatible;

/// Whether something was said, so that the arguments need not be complained of a
/// second time.
pub(crate) fn send(meaning: &mut Meaning, sent: &Sent) -> bool {
    let Some(problem) = wrong(meaning, sent) else { return false };
    meaning.report(ProblemKind::Literal(problem), sent.span);
    true
}

/// A list that ends in something else than a list.
pub(crate) fn list(meaning: &mut Meaning, expr: ExprId, list: ListLiteral) {
    let Some(tail) = list.tail.map(|it| meaning.type_of(it)) else { return };
    let wanted = InferredType::class(known::LIST.clone(), Provenance::NOWHERE);
    let classes = Classes::Inheritance(meaning.hierarchy);
    let is_known = matches!(tail, InferredType::Known { .. });
    if is_known && intersection(&tail, &wanted, classes).is_never() {
        let span = meaning.tree.expr_span(expr);
        meaning.report(ProblemKind::Literal(LiteralProblem::ImproperList { tail }), span);
    }
}

fn wrong(meaning: &Meaning, sent: &Sent) -> Option<LiteralProblem> {
    block_arity::wrong(meaning, sent)
        .or_else(|| reflection::wrong(meaning, sent))
        .or_else(|| without_slots(meaning, sent))
        .or_else(|| wrong_literal(meaning, sent))
}

/// The first literal that nobody who may answer can take.
fn wrong_literal(meaning: &Meaning, sent: &Sent) -> Option<LiteralProblem> {
    let is_error = match &*sent.selector {
        "at:" | "startsWith:" | "endsWith:" | "splitOn:" | "includes:" | "indexOf:" => true,
        "take:" | "drop:" | "repeat:" | "from:to:" => false,
        _ => return None,
    };
    let is_known = matches!(sent.target, Target::Instance { .. });
    if is_error && !is_known {
        return None;
    }
    let arguments = sent.arguments.iter().zip(&sent.types).enumerate();
    let literals = arguments.filter(|(_, (shown, _))| is_literal(meaning, **shown));
    for (index, (_, found)) in literals {
        let definers = definers(meaning, sent);
        let wanted = definers.first().and_then(|it| declared(meaning, *it, index));
        let Some(expected) = wanted else { continue };
        let refuses = |it: &Definer| match declared(meaning, *it, index) {
            Some(ty) => !is_type_compatible(meaning.world(), found, &ty),
            None => false,
        };
        if definers.iter().all(refuses) {
            let class = match &sent.target {
                Target::Instance { class, .. } => Some(class.clone()),
                _ => None,
            };
            let (selector, found) = (Selector::from(&*sent.selector), found.clone());
            return Some(LiteralProblem::WrongLiteral {
                selector,
                class,
                expected,
                found,
                is_error,
            });
        }
    }
    None
}

/// What a method of the library declares for an argument, if it is a class that every
/// receiver asks for.
fn declared(meaning: &Meaning, definer: Definer, index: usize) -> Option<InferredType> {
    let parameter = definer.method.signature.parameters.get(index)?;
    let ty = parameter.slot.declared.as_ref()?;
    let ty = meaning.resolver.declared(ty, syntax::Span::default());
    let is_class = |ty: &InferredType| match ty {
        InferredType::Known { class_name, .. } => meaning.hierarchy.class(class_name).is_some(),
        _ => false,
    };
    ty.alternatives().iter().all(is_class).then_some(ty)
}

/// `fieldAt:put:` to what has no slots.
fn without_slots(meaning: &Meaning, sent: &Sent) -> Option<LiteralProblem> {
    let shown = meaning.bare(sent.shown);
    let is_primitive = match meaning.tree.nodes.exprs[shown] {
        Expr::Literal(_) | Expr::Interpolation(_) => true,
        Expr::Identifier(name) => is_constant(meaning.tree.text_of(name)),
        _ => false,
    };
    let is_wrong = is_primitive && sent.selector == "fieldAt:put:";
    is_wrong.then(|| LiteralProblem::WithoutSlots { found: meaning.type_of(shown) })
}

fn is_literal(meaning: &Meaning, expr: ExprId) -> bool {
    match meaning.tree.nodes.exprs[meaning.bare(expr)] {
        Expr::Literal(_)
        | Expr::Interpolation(_)
        | Expr::List(_)
        | Expr::Array(_)
        | Expr::Map(_)
        | Expr::Block(_) => true,
        Expr::Identifier(name) => is_constant(meaning.tree.text_of(name)),
        _ => false,
    }
}

fn is_constant(word: &str) -> bool {
    matches!(word, "nil" | "true" | "false")
}
