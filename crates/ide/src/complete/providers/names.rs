//! Names at the beginning of an expression.

use std::borrow::Cow;

use hierarchy::{ClassHierarchy, ClassInfo, Side, Type};
use types::InferredType;

use super::{Offer, fields, messages};
use crate::complete::home::home;
use crate::complete::item::{Item, ItemKind};
use crate::complete::matching::paragraph;
use crate::complete::position::{NameKind, NamePlace};
use crate::complete::providers::symbols;
use crate::complete::rank::{Facts, Group};
use crate::complete::receivers::{self, View};

/// Words that are values, and messages that begin much of what is written.
const WORDS: [&str; 5] = ["self", "super", "true", "false", "nil"];
const MESSAGES: [&str; 10] = [
    "ifTrue:",
    "ifFalse:",
    "ifTrue:ifFalse:",
    "whileTrue:",
    "timesRepeat:",
    "match:",
    "matchExhaustive:",
    "subclass:",
    "spawn",
    "new",
];
const MODIFIERS: [&str; 6] = ["abstract", "sealed", "typed", "internal", "type", "Protocol"];

pub(super) fn provide(place: &NamePlace, offer: &mut Offer) {
    if let Some(continued) = &place.continued {
        let (cursor, message) = &**continued;
        let (view, found) = receivers::readings(offer.ground, cursor, message);
        messages::list_quietly(&view, &found, offer);
    }
    let is_statement = matches!(place.kind, NameKind::Statement { .. });
    // Below a message that may go on, a name is as likely as a keyword.
    if offer.prefix().is_empty() && is_statement && offer.is_empty() {
        return offer.explain("type a letter: anything could stand here");
    }
    let view = View::of(offer.ground, Cow::Borrowed(offer.cursor), Some(place.expr));
    if let NameKind::Argument(send, number) = place.kind {
        symbols::wanted(&view, send, number, offer);
    }
    locals(&view, offer);
    let home = home(offer.cursor);
    if let Some(home) = &home {
        fields::list(&home.class, home.side, &view.hierarchy, offer);
    }
    for word in WORDS {
        if home.is_some() || !matches!(word, "self" | "super") || !offer.prefix().is_empty() {
            offer.add_word(word, ItemKind::Keyword, Group::Word);
        }
    }
    if offer.prefix().is_empty() {
        return offer.explain("type a letter: anything could stand here");
    }
    for info in view.hierarchy.classes() {
        class(info, &view.hierarchy, offer);
    }
    for word in MESSAGES {
        offer.add_word(word, ItemKind::Keyword, Group::Beginning);
    }
    let is_at_margin = offer.cursor.marker.is_some_and(|it| offer.cursor.column(it) == 0);
    if place.kind == (NameKind::Statement { is_outside: true }) && is_at_margin {
        for word in MODIFIERS {
            offer.add_word(word, ItemKind::Keyword, Group::Beginning);
        }
    }
    let prefix = crate::visible::code(offer.prefix());
    let below = match place.continued {
        Some(_) => ", and only keywords and operators go on with the line above",
        None => "",
    };
    offer.explain(format!("nothing that is known here begins with {prefix}{below}"));
}

fn locals(view: &View, offer: &mut Offer) {
    for (name, ty) in &view.sight.names {
        // What is typed is no name yet, also where it is being assigned.
        let is_live = offer.ground.bindings.contains_key(name);
        if !offer.wants(name) || **name == *offer.prefix() && !is_live && !is_used(view, name) {
            continue;
        }
        let group = if is_live { Group::Live } else { Group::Local };
        let item = variable(name, ty, offer);
        offer.add(Facts::of(group), item);
    }
}

/// Whether a name stands anywhere but at the cursor.
fn is_used(view: &View, name: &str) -> bool {
    let tree = view.tree();
    let mut tokens = tree.tokens.iter();
    tokens.any(|(id, _)| Some(id) != view.cursor.marker && tree.name(id) == name)
}

pub(in crate::complete) fn variable(name: &str, ty: &InferredType, offer: &Offer) -> Item {
    let known = (!ty.is_dynamic()).then(|| ty.for_people().to_string());
    Item {
        signature: match &known {
            Some(ty) => format!("{name} :: {ty}"),
            None => name.to_owned(),
        },
        return_type: known,
        ..offer.plain(name, ItemKind::Variable)
    }
}

/// A class or protocol by its name.
pub(super) fn class(info: &ClassInfo, hierarchy: &ClassHierarchy, offer: &mut Offer) {
    let is_visible =
        !info.flags.is_internal || offer.ground.sees_internals_of(info.package.as_deref());
    if !is_visible || !offer.wants(&info.name) {
        return;
    }
    let kind = match hierarchy.protocol(&info.name) {
        Some(_) => ItemKind::Protocol,
        None => ItemKind::Class,
    };
    let item = Item {
        signature: match (kind, &info.superclass) {
            (ItemKind::Class, Some(above)) => format!("{} subclass: {}", above.class, shown(info)),
            _ => shown(info),
        },
        defined_in: info.package.as_ref().map(|it| it.to_string()),
        doc: paragraph(info.doc.as_ref()),
        ..offer.plain(&info.name, kind)
    };
    offer.add(Facts::of(Group::Class), item);
}

/// With its type parameters.
fn shown(info: &ClassInfo) -> String {
    match info.instance_type() {
        Type::Class(it) if it.arguments.is_empty() => info.name.to_string(),
        ty => ty.for_people().to_string(),
    }
}

impl View<'_> {
    /// Whether the class around has a slot of this name.
    pub(in crate::complete) fn has_slot(&self, name: &str) -> bool {
        let Some(home) = home(&self.cursor) else { return false };
        match home.side {
            Side::Instance => self.hierarchy.find_field(&home.class, name).is_some(),
            Side::Class => self.hierarchy.find_class_variable(&home.class, name).is_some(),
        }
    }

    /// Whether the text gives a value to this name.
    pub(in crate::complete) fn assigns(&self, name: &str) -> bool {
        let tree = self.tree();
        tree.nodes.exprs.iter().any(|(_, expr)| match expr {
            syntax::tree::Expr::Assignment(it) => match tree.nodes.exprs[it.target] {
                syntax::tree::Expr::Identifier(target) => tree.text_of(target) == name,
                _ => false,
            },
            syntax::tree::Expr::Destructuring(it) => {
                tree.pattern_span(it.pattern).of(&tree.text).contains(name)
            }
            _ => false,
        })
    }
}
