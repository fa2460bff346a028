//! Directives, and what `@expect` may be told.

use super::Offer;
use crate::complete::item::ItemKind;
use crate::complete::rank::Group;

pub(super) fn provide(offer: &mut Offer) {
    for category in syntax::expectable() {
        offer.add_word(category, ItemKind::Keyword, Group::Word);
    }
}

pub(super) fn directives(offer: &mut Offer) {
    for directive in syntax::DIRECTIVES {
        offer.add_word(&format!("@{directive}"), ItemKind::Keyword, Group::Word);
    }
    let prefix = crate::visible::code(offer.prefix());
    offer.explain(format!("no directive begins with {prefix}"));
}
