//! Messages to what stands before the cursor.

use super::methods::{Method, allows, methods};
use super::{Offer, continuations, erlang, rank};
use crate::complete::item::{BindsTo, Item, ItemKind};
use crate::complete::matching::{answer, definer, first_part, paragraph, snippet};
use crate::complete::message::MessagePlace;
use crate::complete::rank::{Facts, Group, magnitude};
use crate::complete::receivers::{Reading, Readings, View, readings};
use crate::complete::uses::selector_use;
use hierarchy::{ClassHierarchy, Side};
use syntax::Span;

pub(super) fn provide(place: &MessagePlace, offer: &mut Offer) {
    let (view, found) = readings(offer.ground, offer.cursor, place);
    list(&view, &found, offer);
}

pub(in crate::complete) fn list(view: &View, found: &Readings, offer: &mut Offer) {
    for reading in &found.readings {
        list_reading(&view.hierarchy, reading, offer);
    }
    if let Some(continuation) = &found.continuation {
        continuations::provide(view, continuation, offer);
    }
    if !offer.is_empty() {
        return;
    }
    let reading = found.readings.first();
    let reading = reading.or(found.continuation.as_ref().map(|it| &it.receiver));
    if let Some(Reading { receiver: Err(reason), .. }) = reading {
        offer.explain(reason.clone());
    } else if let Some(reading) = reading {
        let what = reading.ty.for_people();
        offer.explain(match offer.prefix() {
            "" => format!("{what} understands nothing that could stand here"),
            prefix => format!(
                "{what} understands nothing that begins with {}",
                crate::visible::code(prefix)
            ),
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
        label: found.method.selector.to_string(),
        kind: match found.side {
            Side::Instance => ItemKind::Method,
            Side::Class => ItemKind::ClassMethod,
        },
        signature: found.method.to_string(),
        defined_in: Some(definer(found)),
        return_type: answer(found.method),
        doc: paragraph(found.method.doc.as_ref()),
        insert,
        snippet: snippet(found.method, 0),
        replaced,
        rank: rank(method, reading.binds_to),
        binds_to: Some(reading.binds_to),
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
