//! Messages to what stands before the cursor.

use super::methods::{Method, allows, methods};
use super::{Offer, continuations, erlang, rank, subclassing};
use crate::complete::item::{BindsTo, Item, ItemKind};
use crate::complete::matching::{answer, definer, first_part, paragraph, snippet};
use crate::complete::message::MessagePlace;
use crate::complete::rank::{Facts, Group, magnitude};
use crate::complete::receivers::{Reading, Readings, View, readings};
use crate::complete::uses::selector_use;
use crate::receiver::Receiver;
use hierarchy::{ClassHierarchy, Found, Side};
use syntax::Span;

pub(super) fn provide(place: &MessagePlace, offer: &mut Offer) {
    let (view, found) = readings(offer.ground, offer.cursor, place);
    subclassing::provide(place, offer);
    list(&view, &found, offer);
}

/// What may be sent, and why there may be nothing.
pub(in crate::complete) fn list(view: &View, found: &Readings, offer: &mut Offer) {
    list_quietly(view, found, offer);
    explain(found, offer);
}

/// The same where something else may stand instead.
pub(super) fn list_quietly(view: &View, found: &Readings, offer: &mut Offer) {
    for reading in &found.readings {
        list_reading(&view.hierarchy, reading, offer);
    }
    if let Some(continuation) = &found.continuation {
        continuations::provide(view, continuation, offer);
    }
}

fn explain(found: &Readings, offer: &mut Offer) {
    if !offer.is_empty() {
        return;
    }
    let reading = found.readings.first();
    let reading = reading.or(found.continuation.as_ref().map(|it| &it.receiver));
    if let Some(Reading { receiver: Err(reason), .. }) = reading {
        offer.explain(reason.clone());
    } else if let Some(reading) = reading {
        let what = reading.ty.for_people();
        let is_several = matches!(&reading.receiver, Ok(Receiver::Classes(it)) if it.len() > 1);
        let prefix = crate::visible::code(offer.prefix());
        offer.explain(match offer.prefix() {
            "" => format!("{what} understands nothing that could stand here"),
            _ if is_several => {
                format!("not all of {what} understand something that begins with {prefix}")
            }
            _ => format!("{what} understands nothing that begins with {prefix}"),
        });
    }
}

fn list_reading(hierarchy: &ClassHierarchy, reading: &Reading, offer: &mut Offer) {
    if erlang::list_module(reading, &[], offer) {
        return;
    }
    let Ok(receiver) = &reading.receiver else { return };
    for method in methods(hierarchy, offer.ground, receiver, reading.is_self) {
        let selector = &method.found.method.selector;
        if allows(reading.selectors, selector) && offer.wants(selector) {
            let item = item(&method, reading, offer);
            offer.add(facts(&method, reading.binds_to, offer), item);
        }
    }
}

pub(super) fn facts(method: &Method, binds_to: BindsTo, offer: &Offer) -> Facts {
    let group = match binds_to {
        BindsTo::Argument => Group::Argument,
        BindsTo::Receiver | BindsTo::Result | BindsTo::Cascade => Group::Primary,
    };
    let selector = &method.found.method.selector;
    Facts {
        sent: magnitude(offer.times_sent(selector)),
        is_common: method.is_common,
        is_inherited: method.found.distance > 0,
        uses: magnitude(selector_use(selector)),
        distance: method.found.distance as u32,
        ..Facts::of(group)
    }
}

fn item(method: &Method, reading: &Reading, offer: &Offer) -> Item {
    let found = &method.found;
    let (insert, replaced) = inserted(reading, first_part(&found.method.selector), offer);
    Item {
        insert,
        replaced,
        rank: rank(method, reading.binds_to),
        binds_to: Some(reading.binds_to),
        ..of_method(found, &found.method.selector, 0, offer)
    }
}

/// What is told of a method, offered by a word of its selector: the first of those parts
/// that are not written yet.
pub(super) fn of_method(found: &Found, label: &str, written: usize, offer: &Offer) -> Item {
    let kind = match found.side {
        Side::Instance => ItemKind::Method,
        Side::Class => ItemKind::ClassMethod,
    };
    Item {
        signature: found.method.to_string(),
        defined_in: Some(definer(found)),
        return_type: answer(found.method),
        doc: paragraph(found.method.doc.as_ref()),
        snippet: snippet(found.method, written),
        ..offer.plain(label, kind)
    }
}

/// The word, with parentheses around the message before it where it would go elsewhere.
pub(super) fn inserted(reading: &Reading, word: &str, offer: &Offer) -> (String, Span) {
    let replaced = offer.replaced();
    let Some(start) = reading.opens_at else { return (word.to_owned(), replaced) };
    let whole = Span { start, end: replaced.end };
    let text = offer.cursor.text.as_str();
    let before = Span { start, end: replaced.start }.of(text);
    let message = before.trim_end();
    let gap = before.get(message.len()..).filter(|it| !it.is_empty()).unwrap_or(" ");
    (format!("({message}){gap}{word}"), whole)
}

/// A message to `self`, where a slot of it was begun.
pub(super) fn instead_of_slot(method: &Method, offer: &Offer) -> Item {
    let found = &method.found;
    let period = offer.replaced().start.saturating_sub(1);
    Item {
        label: found.method.selector.to_string(),
        kind: ItemKind::Method,
        signature: found.method.to_string(),
        defined_in: Some(definer(found)),
        return_type: answer(found.method),
        doc: paragraph(found.method.doc.as_ref()),
        insert: format!(" {}", first_part(&found.method.selector)),
        snippet: snippet(found.method, 0).map(|it| format!(" {it}")),
        replaced: Span { start: period, end: offer.replaced().end },
        rank: rank(method, BindsTo::Receiver),
        binds_to: Some(BindsTo::Receiver),
    }
}
