//! Symbols: names of methods where one is asked for, and those that a type allows.

use hierarchy::{ClassName, Side};
use std::borrow::Cow;
use syntax::tree::{Expr, ExprId};
use syntax::{TokenKind, literal};
use types::{InferredType, Resolver};

use super::Offer;
use super::methods::methods;
use crate::complete::item::{Item, ItemKind};
use crate::complete::matching::{answer, definer, paragraph};
use crate::complete::position::SymbolPlace;
use crate::complete::rank::{Facts, Group, magnitude};
use crate::complete::receivers::View;
use crate::complete::uses::selector_use;
use crate::receiver::Receiver;

pub(super) fn provide(place: &SymbolPlace, offer: &mut Offer) {
    let view = View::of(offer.ground, Cow::Borrowed(offer.cursor), None);
    if let Some(of) = place.of {
        let of_class = place.argument.is_some_and(|(send, _)| {
            let tree = view.tree();
            match tree.nodes.exprs[send] {
                Expr::Send(it) => {
                    matches!(
                        &*tree.selector(&it.message),
                        ">>" | "canUnderstand:" | "includesSelector:"
                    )
                }
                _ => false,
            }
        });
        match view.receiver(of) {
            Ok(receiver) => selectors(&view, of, receiver, of_class, offer),
            Err(reason) => offer.explain(reason),
        }
        return;
    }
    if let Some((send, number)) = place.argument {
        wanted(&view, send, number, offer);
    }
    if let Some((send, _)) = place.key {
        keys(&view, send, offer);
    }
    mentioned(&view, offer);
    offer.explain("no symbol of the text begins like this");
}

/// The methods of a receiver as symbols. `C >> #m` names an instance method of C, and
/// `C class >> #m` one of the class side.
fn selectors(view: &View, of: ExprId, receiver: Receiver, of_class: bool, offer: &mut Offer) {
    let is_written_class = |id| match view.tree().nodes.exprs[id] {
        Expr::Send(send) => view.tree().selector(&send.message) == "class",
        _ => false,
    };
    let receiver = match receiver {
        Receiver::Classes(classes) if of_class && !is_written_class(of) => Receiver::Classes(
            classes.into_iter().map(|(class, _)| (class, Side::Instance)).collect(),
        ),
        other => other,
    };
    for method in methods(&view.hierarchy, offer.ground, &receiver, true) {
        let found = method.found;
        let is_own_side = !of_class
            || !matches!(&receiver, Receiver::Classes(all) if all.iter().any(|it| it.1 == Side::Class))
            || found.side == Side::Class;
        let label = symbol(&found.method.selector);
        if !is_own_side || !is_meant(&label, offer) {
            continue;
        }
        let item = Item {
            signature: found.method.to_string(),
            defined_in: Some(definer(&found)),
            return_type: answer(found.method),
            doc: paragraph(found.method.doc.as_ref()),
            rank: super::rank(&method, crate::complete::BindsTo::Receiver),
            ..offer.plain(&label, ItemKind::Symbol)
        };
        let facts = Facts {
            is_common: method.is_common,
            uses: magnitude(selector_use(&found.method.selector)),
            distance: found.distance as u32,
            ..Facts::of(Group::Primary)
        };
        add(facts, item, offer);
    }
}

/// The symbols that the parameter of a method allows, for one of its arguments.
pub(super) fn wanted(view: &View, send: ExprId, number: usize, offer: &mut Offer) {
    let Some(expected) = expected(view, send, number) else { return };
    for member in expected.alternatives() {
        let Some(name) = member.symbol() else { continue };
        let label = symbol(name);
        if is_meant(&label, offer) {
            let item = offer.plain(&label, ItemKind::Symbol);
            add(Facts::of(Group::Wanted), item, offer);
        }
    }
}

/// What a method takes as one of its arguments.
pub(in crate::complete) fn expected(
    view: &View,
    send: ExprId,
    number: usize,
) -> Option<InferredType> {
    let Expr::Send(it) = view.tree().nodes.exprs[send] else { return None };
    let selector = view.tree().selector(&it.message);
    let receiver = view.type_of(it.receiver);
    let found = match &receiver {
        InferredType::Meta { class_name, .. } => {
            view.hierarchy.find_class_method(class_name, &selector)
        }
        ty => view.hierarchy.find_method(ty.instance_class()?, &selector),
    }?;
    let ty = found.method.signature.parameters.get(number)?.slot.ty()?;
    Some(Resolver::new(&view.hierarchy).declared(ty, syntax::Span::default()))
}

/// The slots of a class whose instance is being made of a map.
fn keys(view: &View, send: ExprId, offer: &mut Offer) {
    let Expr::Send(it) = view.tree().nodes.exprs[send] else { return };
    let selector = view.tree().selector(&it.message);
    let InferredType::Meta { class_name, .. } = view.type_of(it.receiver) else { return };
    if !matches!(&*selector, "new:" | "spawnWith:") {
        return;
    }
    for class in view.hierarchy.lineage(&ClassName::from(class_name.simple())).classes {
        for field in &class.fields {
            let label = symbol(&field.name);
            if is_meant(&label, offer) {
                let ty = field.declared.as_ref().map(|it| it.for_people().to_string());
                let item = Item {
                    defined_in: Some(class.name.to_string()),
                    return_type: ty,
                    ..offer.plain(&label, ItemKind::Symbol)
                };
                add(Facts::of(Group::Wanted), item, offer);
            }
        }
    }
}

/// The symbols that the text has elsewhere.
fn mentioned(view: &View, offer: &mut Offer) {
    let tree = view.tree();
    for (id, token) in tree.tokens.iter() {
        if token.kind != TokenKind::Symbol || Some(id) == view.cursor.marker {
            continue;
        }
        let label = symbol(&literal::symbol_value(tree.text_of(id)));
        if is_meant(&label, offer) {
            let item = offer.plain(&label, ItemKind::Symbol);
            add(Facts::of(Group::Local), item, offer);
        }
    }
}

/// With quotes where the name needs them.
fn symbol(name: &str) -> String {
    let is_word = name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_' || it == ':');
    let is_operator = name.chars().all(crate::complete::cursor::is_operator_character);
    match is_word || is_operator || name.contains([':', '=']) && !name.contains(' ') {
        true => format!("#{name}"),
        false => format!("#'{name}'"),
    }
}

/// Whether a symbol could be meant, with or without its `#`.
fn is_meant(label: &str, offer: &Offer) -> bool {
    let prefix = offer.prefix();
    label.starts_with(prefix)
        || !prefix.starts_with('#')
            && label.strip_prefix('#').is_some_and(|it| it.starts_with(prefix))
}

fn add(facts: Facts, item: Item, offer: &mut Offer) {
    offer.add_meant(facts, item);
}
