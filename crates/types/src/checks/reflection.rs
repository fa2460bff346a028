//! Names where the messages of reflection take a symbol.

use hierarchy::{Name, Origin, Selector, known};
use syntax::tree::{Expr, ExprId};

use crate::algebra::{Classes, intersection};
use crate::inferred::{InferredType, Provenance};
use crate::meaning::{Meaning, Sent};
use crate::problem::{LiteralProblem, Problem, ProblemKind};

const SELECTORS: [&str; 4] = ["respondsTo:", "fieldAt:", "fieldAt:put:", "classNamed:"];

/// A class, a variable that is not there, or one that is no symbol. A variable that may
/// hold a symbol is as good as the symbol.
pub(crate) fn wrong(meaning: &Meaning, sent: &Sent) -> Option<LiteralProblem> {
    if !SELECTORS.contains(&&*sent.selector) {
        return None;
    }
    let found = sent.target.found().or_else(|| of_everyone(meaning, &sent.selector))?;
    let shown = meaning.bare(*sent.arguments.first()?);
    if meaning.hierarchy.origin(&found.class.name) != Some(Origin::Builtin) {
        return None;
    }
    let token = match meaning.tree.nodes.exprs[shown] {
        Expr::ClassReference(class) if class.package.is_none() => class.name,
        Expr::Identifier(name) if is_no_symbol(meaning, shown, &sent.selector) => name,
        _ => return None,
    };
    let selector = Selector::from(&*sent.selector);
    let name = Name::from(meaning.tree.text_of(token));
    let written = meaning.tree.expr_span(shown);
    Some(LiteralProblem::NotASymbol { selector, name, written })
}

/// What any object answers a message with.
fn of_everyone<'a>(meaning: &Meaning<'a, '_>, selector: &str) -> Option<hierarchy::Found<'a>> {
    meaning.hierarchy.find_method(&known::OBJECT, selector)
}

/// A class is also looked up by its name as text.
fn is_no_symbol(meaning: &Meaning, variable: ExprId, selector: &str) -> bool {
    let span = meaning.tree.expr_span(variable);
    let is_unbound =
        |it: &Problem| it.span == span && matches!(it.kind, ProblemKind::UndefinedVariable { .. });
    if meaning.findings.problems.iter().any(is_unbound) {
        return true;
    }
    let ty = meaning.type_of(variable);
    let classes = Classes::Inheritance(meaning.hierarchy);
    let is_apart = |class: &str| {
        let class = InferredType::class(class, Provenance::NOWHERE);
        intersection(&ty, &class, classes).is_never()
    };
    let may_be_text = selector == "classNamed:" && !is_apart("String");
    !ty.is_dynamic() && !ty.is_never() && is_apart("Symbol") && !may_be_text
}
