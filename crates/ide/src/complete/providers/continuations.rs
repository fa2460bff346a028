//! The next part of a keyword message that is being written.

use hierarchy::{Found, Selector};

use super::methods::methods;
use super::{Offer, erlang, messages};
use crate::complete::item::{BindsTo, Item};
use crate::complete::rank::{Facts, Group, magnitude};
use crate::complete::receivers::{Continuation, View};
use crate::complete::uses::selector_use;

/// Far behind all that has a place of its own.
const RANK: u32 = 101;

pub(super) fn provide(view: &View, continuation: &Continuation, offer: &mut Offer) {
    let Continuation { parts, receiver: reading } = continuation;
    if erlang::list_module(reading, parts, offer) {
        return;
    }
    let Ok(receiver) = &reading.receiver else { return };
    let written: String = parts.concat();
    let mut next: Vec<(String, Found, u32, u32)> = Vec::new();
    // A message that there is not yet has to go on; any other may.
    let mut group = Group::Primary;
    for method in methods(&view.hierarchy, offer.ground, receiver, true) {
        if *method.found.method.selector == *written {
            group = Group::Continuation;
        }
        let selector = &method.found.method.selector;
        let Some(part) = next_part(selector, &written, parts.len()) else { continue };
        let (sent, uses) = (offer.times_sent(selector), selector_use(selector));
        match next.iter_mut().find(|(it, ..)| *it == part) {
            // Several go on alike: the nearest is shown, and all count.
            Some((.., all_sent, all_uses)) => {
                (*all_sent, *all_uses) = (*all_sent + sent, *all_uses + uses)
            }
            None => next.push((part, method.found, sent, uses)),
        }
    }
    for (part, found, sent, uses) in next {
        if crate::complete::matching::fits(&part, offer.prefix()) {
            let item = item(&part, &found, parts.len(), offer);
            let (sent, uses) = (magnitude(sent), magnitude(uses));
            let facts = Facts { sent, uses, ..Facts::of(group) };
            offer.add_instead(facts, item);
        }
    }
}

fn next_part(selector: &Selector, written: &str, count: usize) -> Option<String> {
    let rest = selector.is_keyword().then(|| selector.strip_prefix(written))??;
    (!rest.is_empty()).then(|| selector.parts().nth(count).map(str::to_owned))?
}

fn item(part: &str, found: &Found, from: usize, offer: &Offer) -> Item {
    let told = messages::of_method(found, part, from, offer);
    Item { rank: RANK, binds_to: Some(BindsTo::Receiver), ..told }
}
