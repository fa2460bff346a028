//! Blocks of too few or too many parameters, for messages that everybody knows.

use hierarchy::{MethodInfo as Method, Selector, Type};
use syntax::tree::Expr;

use crate::checks::definers::{Definer, definers};
use crate::meaning::{Meaning, Sent};
use crate::problem::LiteralProblem;

/// How many values a message hands to its last argument.
fn expected(selector: &str) -> Option<usize> {
    match selector {
        "whileTrue:" | "whileFalse:" | "timesRepeat:" => Some(0),
        "do:" | "collect:" | "select:" | "reject:" | "detect:" | "anySatisfy:" | "allSatisfy:"
        | "groupBy:" | "partition:" | "takeWhile:" | "dropWhile:" => Some(1),
        "eachWithIndex:" | "sort:" | "keysAndValuesDo:" | "inject:into:" => Some(2),
        _ => None,
    }
}

/// A block that cannot take what it is given by anyone who may answer.
pub(crate) fn wrong(meaning: &Meaning, sent: &Sent) -> Option<LiteralProblem> {
    let expected = expected(&sent.selector)?;
    let last = sent.arguments.last()?;
    let Expr::Block(block) = meaning.tree.nodes.exprs[meaning.bare(*last)] else { return None };
    let takes = meaning.tree.nodes.block_parameters[block.parameters].len();
    if takes == expected {
        return None;
    }
    let definers = definers(meaning, sent);
    let is_certain = definers.iter().all(|it| hands_over(meaning, *it, expected) == Some(expected));
    (is_certain && !definers.is_empty()).then(|| {
        let selector = Selector::from(&*sent.selector);
        LiteralProblem::BlockArity { selector, takes, expected }
    })
}

/// How many values a method hands to its last argument, as it declares or as one does
/// that it overrides.
fn hands_over(meaning: &Meaning, definer: Definer, by_custom: usize) -> Option<usize> {
    let Definer { class, method: Method { selector, .. }, side } = definer;
    let hierarchy = meaning.hierarchy;
    let overridden = hierarchy.superclasses(&class.name).filter_map(|class| {
        let own = hierarchy.own_methods(&class.name, side);
        let method = own.into_iter().find(|it| it.selector == *selector)?;
        Some(Definer { class, method, side })
    });
    for definer in std::iter::once(definer).chain(overridden) {
        let declared = definer.method.signature.parameters.last()?.slot.declared.as_ref();
        match declared {
            Some(Type::Class(ty)) if ty.class.simple() == "Block" => {
                if let Some(values) = ty.arguments.len().checked_sub(1) {
                    return Some(values);
                }
            }
            Some(_) => return None,
            None => {}
        }
        if definer.is_of_library(meaning) {
            return Some(by_custom);
        }
    }
    None
}
