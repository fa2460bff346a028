//! Members of a class: slots, modifiers, and methods to override.

use hierarchy::{ClassName, Kind, MethodInfo, Side};

use super::Offer;
use crate::complete::headers::HeaderPlace;
use crate::complete::item::{Item, ItemKind};
use crate::complete::matching::{answer, definer, fits, paragraph};
use crate::complete::overlay;
use crate::complete::rank::{Facts, Group, magnitude};
use crate::complete::uses::selector_use;

pub(super) fn provide(place: &HeaderPlace, offer: &mut Offer) {
    let hierarchy = overlay::hierarchy(offer.ground, offer.cursor);
    let class = ClassName::from(place.class.as_str());
    if !place.has_modifiers {
        let kind = hierarchy.kind_of(&class);
        let data = match kind {
            Some(Kind::Value) => Some("field:"),
            Some(Kind::Actor) => Some("state:"),
            Some(Kind::Object) | None => None,
        };
        for word in data.into_iter().chain(["classState:", "class", "sealed", "internal"]) {
            offer.add_word(word, ItemKind::Keyword, Group::Word);
        }
    }
    overrides(place, &class, &hierarchy, offer);
    offer.explain(match offer.prefix() {
        "" => format!("{class} inherits nothing that could stand here"),
        prefix => {
            format!("{class} inherits nothing that begins with {}", crate::visible::code(prefix))
        }
    });
}

/// What stands around the names in the head of a class, a protocol or an alias.
pub(super) fn class_head(offer: &mut Offer) {
    const WORDS: [&str; 11] = [
        "abstract",
        "sealed",
        "typed",
        "internal",
        "subclass:",
        "native:",
        "handleScope:",
        "Protocol",
        "define:",
        "extending:",
        "type",
    ];
    for word in WORDS {
        offer.add_word(word, ItemKind::Keyword, Group::Word);
    }
    let prefix = crate::visible::code(offer.prefix());
    offer.explain(format!("no word of the head of a class begins with {prefix}"));
}

fn overrides(
    place: &HeaderPlace,
    class: &ClassName,
    hierarchy: &hierarchy::ClassHierarchy,
    offer: &mut Offer,
) {
    let above = place.superclass.as_deref().map(ClassName::from);
    let from = if place.is_extension { Some(class.clone()) } else { above };
    let Some(from) = from else { return };
    let (all, side) = match place.is_class_side {
        false => (hierarchy.all_methods(&from), Side::Instance),
        true => (hierarchy.all_class_methods(&from), Side::Class),
    };
    let own = hierarchy.class(class).map_or(&[][..], |it| it.methods_on(side));
    let written = place.parts.concat();
    for found in all.into_iter().filter(|it| it.side == side) {
        let method = found.method;
        let selector = &method.selector;
        let is_taken = method.flags.is_sealed || own.iter().any(|it| it.selector == *selector);
        let rest = selector.strip_prefix(written.as_str());
        if is_taken && !place.is_extension || rest.is_none_or(str::is_empty) {
            continue;
        }
        let label: &str = match place.parts.len() {
            0 => selector,
            count => selector.parts().nth(count).unwrap_or(selector),
        };
        if !fits(label, offer.prefix()) {
            continue;
        }
        let item = Item {
            signature: method.to_string(),
            defined_in: Some(definer(&found)),
            return_type: answer(method),
            doc: paragraph(method.doc.as_ref()),
            insert: header(method, place.parts.len()),
            rank: 1 + found.distance as u32,
            ..offer.plain(label, ItemKind::Method)
        };
        let facts = Facts {
            uses: magnitude(selector_use(selector)),
            distance: found.distance as u32,
            ..Facts::of(Group::Class)
        };
        offer.add(facts, item);
    }
}

/// The head of the method that would override, from a part of its selector on.
fn header(method: &MethodInfo, from: usize) -> String {
    let head = match method.signature.parameters.is_empty() {
        true => method.to_string(),
        false => {
            let untouched = MethodInfo { doc: None, ..method.clone() };
            let whole = untouched.to_string();
            let part = method.selector.parts().nth(from).unwrap_or_default();
            whole
                .find(&format!("{part} "))
                .map_or(whole.clone(), |at| whole.get(at..).unwrap_or_default().to_owned())
        }
    };
    format!("{head} => ")
}
