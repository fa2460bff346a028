//! `subclass:` behind a class: no message that a class understands, but the beginning of a
//! declaration, wherever that may stand.

use syntax::tree::{Expr, Item};

use super::Offer;
use crate::complete::item::ItemKind;
use crate::complete::message::{MessagePlace, Outer};
use crate::complete::overlay;
use crate::complete::rank::Group;

pub(in crate::complete) fn provide(place: &MessagePlace, offer: &mut Offer) {
    if offer.wants("subclass:") && begins_class(place, offer) {
        offer.add_word("subclass:", ItemKind::Keyword, Group::Beginning);
    }
}

fn begins_class(place: &MessagePlace, offer: &Offer) -> bool {
    let tree = offer.cursor.tree();
    let Expr::ClassReference(class) = tree.nodes.exprs[place.receiver] else { return false };
    let is_alone = !place.is_cascade && !place.is_continued_line && place.outer == Outer::Nothing;
    let is_first = tree.items.iter().any(|it| match *it {
        Item::Statement(id) => match tree.nodes.exprs[id] {
            Expr::Send(send) => send.receiver == place.receiver,
            _ => false,
        },
        _ => false,
    });
    if offer.cursor.is_operator || !is_alone || !is_first {
        return false;
    }
    let hierarchy = overlay::hierarchy(offer.ground, offer.cursor);
    let name = tree.text_of(class.name);
    hierarchy.class(&name.into()).is_some_and(|it| !it.flags.is_sealed)
        && hierarchy.protocol(&name.into()).is_none()
}
