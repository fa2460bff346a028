//! Names of types: classes, protocols, aliases and the words that are types.

use super::{Offer, names};
use crate::complete::item::{Item, ItemKind};
use crate::complete::matching::paragraph;
use crate::complete::overlay;
use crate::complete::position::TypePlace;
use crate::complete::rank::{Facts, Group};

pub(super) fn provide(place: TypePlace, offer: &mut Offer) {
    let hierarchy = overlay::hierarchy(offer.ground, offer.cursor);
    let is_type = matches!(place, TypePlace::Any | TypePlace::Return);
    if is_type {
        parameters(offer);
        for word in ["Nil", "Dynamic", "Never"] {
            offer.add_word(word, ItemKind::Keyword, Group::Word);
        }
        let self_types: &[&str] = match place {
            TypePlace::Return => &["Self", "Self class"],
            _ => &[],
        };
        for word in self_types {
            offer.add_word(word, ItemKind::Keyword, Group::Word);
        }
        for alias in hierarchy.aliases() {
            let is_visible =
                !alias.is_internal || offer.ground.sees_internals_of(alias.package.as_deref());
            if is_visible && offer.wants(&alias.name) {
                let expansion = alias.ty.for_people().to_string();
                let item = Item {
                    signature: format!("type {} = {expansion}", alias.name),
                    return_type: Some(expansion),
                    doc: paragraph(alias.doc.as_ref()),
                    ..offer.plain(&alias.name, ItemKind::Alias)
                };
                offer.add(Facts::of(Group::Class), item);
            }
        }
    }
    if place == TypePlace::Superclass {
        for word in ["abstract", "sealed", "typed", "internal"] {
            offer.add_word(word, ItemKind::Keyword, Group::Beginning);
        }
    }
    for class in hierarchy.classes() {
        let is_protocol = hierarchy.protocol(&class.name).is_some();
        let fits = match place {
            TypePlace::Any | TypePlace::Return => true,
            TypePlace::Superclass => !class.flags.is_sealed && !is_protocol,
            TypePlace::Protocol => is_protocol,
            TypePlace::Leaf => {
                !is_protocol
                    && !class.flags.is_abstract
                    && offer.wants(&class.name)
                    && hierarchy.subclasses(&class.name).is_empty()
            }
        };
        if fits {
            names::class(class, &hierarchy, offer);
        }
    }
    let prefix = crate::visible::code(offer.prefix());
    offer.explain(format!("no type that is known begins with {prefix}"));
}

/// The type parameters of the class around.
fn parameters(offer: &mut Offer) {
    let cursor = offer.cursor;
    let tree = cursor.tree();
    let Some(marker) = cursor.marker else { return };
    let classes = tree.nodes.classes.iter().map(|(_, class)| class);
    let around = classes.filter(|it| it.header.first < marker).last();
    for parameter in around.into_iter().flat_map(|it| &it.type_parameters) {
        offer.add_word(tree.text_of(parameter.name), ItemKind::Alias, Group::Local);
    }
}
