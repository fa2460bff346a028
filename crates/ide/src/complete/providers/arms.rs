//! Patterns at the beginning of an arm: what the value may be and no arm has yet.

use std::borrow::Cow;

use syntax::tree::{Expr, ExprId, Pattern};
use syntax::{TokenKind, literal};

use super::Offer;
use crate::complete::item::ItemKind;
use crate::complete::rank::{Facts, Group};
use crate::complete::receivers::View;

pub(super) fn provide(value: ExprId, offer: &mut Offer) {
    let view = View::of(offer.ground, Cow::Borrowed(offer.cursor), None);
    let ty = view.type_of(value);
    let covered = covered(&view, value);
    for member in ty.alternatives() {
        let label = match member.symbol() {
            Some(symbol) => format!("#{symbol}"),
            None if member.is_nil() => "nil".to_owned(),
            None => continue,
        };
        if !covered.contains(&label) && offer.wants(&label) {
            let item = offer.plain(&label, ItemKind::Symbol);
            offer.add(Facts::of(Group::Wanted), item);
        }
    }
    if ty.is_instance_of(&hierarchy::ClassName::constant("Result")) {
        for constructor in ["Result ok: value", "Result error: reason"] {
            offer.add_word(constructor, ItemKind::Keyword, Group::Wanted);
        }
    }
    offer.add_word("_", ItemKind::Keyword, Group::Word);
    offer.explain("a pattern binds names of your own");
}

/// The literals that arms of the same match have.
fn covered(view: &View, value: ExprId) -> Vec<String> {
    let tree = view.tree();
    let mut covered = Vec::new();
    for (_, expr) in tree.nodes.exprs.iter() {
        let Expr::Match(matching) = expr else { continue };
        if matching.value != value {
            continue;
        }
        for arm in &tree.nodes.arms[matching.arms] {
            match tree.nodes.patterns[arm.pattern] {
                Pattern::Nil => covered.push("nil".to_owned()),
                Pattern::Literal(it)
                    if tree.tokens.get(it.token).kind == TokenKind::Symbol
                        && Some(it.token) != view.cursor.marker =>
                {
                    covered.push(format!("#{}", literal::symbol_value(tree.text_of(it.token))));
                }
                _ => {}
            }
        }
    }
    covered
}
