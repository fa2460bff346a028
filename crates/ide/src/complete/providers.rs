//! One provider for each kind of place, a file each. They put what fits into an
//! [`Offer`], which drops what was not meant and puts the rest in order.

mod arms;
mod continuations;
mod erlang;
mod expectations;
mod fields;
mod members;
mod messages;
mod methods;
mod names;
mod packages;
mod subclassing;
mod symbols;
mod type_names;

use std::cell::OnceCell;
use std::collections::HashMap;

use syntax::Span;

use super::Completion;
use super::cursor::Cursor;
use super::ground::Ground;
use super::item::{BindsTo, Item, ItemKind};
use super::matching::fits;
use super::position::Position;
use super::rank::{Facts, Group};
use super::reasons;
use super::sent::Sent;

pub(super) use erlang::module;
pub(super) use messages::list as messages;
pub(super) use methods::Method;
pub(super) use subclassing::provide as subclassing;
pub(super) use symbols::expected;

/// Lists what may stand at a place.
pub(super) fn provide(position: &Position, offer: &mut Offer) {
    match position {
        Position::Nothing(why) => offer.explain(reasons::nowhere(*why)),
        Position::Message(place) => messages::provide(place, offer),
        Position::Name(place) => names::provide(place, offer),
        Position::TypeName(place) => type_names::provide(*place, offer),
        Position::ClassHead => members::class_head(offer),
        Position::Member(place) => members::provide(place, offer),
        Position::Symbol(place) => symbols::provide(place, offer),
        Position::Field(receiver) => fields::provide(*receiver, offer),
        Position::Package(package) => packages::provide(package, offer),
        Position::Erlang(None) => erlang::modules(offer),
        Position::Erlang(Some(module)) => erlang::functions(module, &[], offer),
        Position::Directive => expectations::directives(offer),
        Position::Expectation => expectations::provide(offer),
        Position::Arm(value) => arms::provide(*value, offer),
    }
}

/// What is offered so far.
pub(super) struct Offer<'g> {
    pub(super) ground: &'g Ground<'g>,
    pub(super) cursor: &'g Cursor,
    items: Vec<(Facts, Item)>,
    /// Labels, and where they stand among the items.
    places: HashMap<String, usize>,
    reason: Option<String>,
    sent: OnceCell<Sent<'g>>,
}

impl<'g> Offer<'g> {
    pub(super) fn new(ground: &'g Ground<'g>, cursor: &'g Cursor) -> Self {
        Offer {
            ground,
            cursor,
            items: Vec::new(),
            places: HashMap::new(),
            reason: None,
            sent: OnceCell::new(),
        }
    }

    pub(super) fn prefix(&self) -> &'g str {
        &self.cursor.prefix
    }

    /// How often the text before the cursor sends a message.
    pub(super) fn times_sent(&self, selector: &str) -> u32 {
        self.sent.get_or_init(|| Sent::before(self.cursor)).times(selector)
    }

    /// Whether a label could be meant, and is not there yet.
    pub(super) fn wants(&self, label: &str) -> bool {
        fits(label, self.prefix()) && !self.places.contains_key(label)
    }

    pub(super) fn add(&mut self, facts: Facts, item: Item) {
        if self.wants(&item.label) {
            let facts = Facts { is_partial: item.label != self.prefix(), ..facts };
            self.places.insert(item.label.clone(), self.items.len());
            self.items.push((facts, item));
        }
    }

    /// Adds what was found to be meant already, whatever was typed of it.
    pub(super) fn add_meant(&mut self, facts: Facts, item: Item) {
        if !self.places.contains_key(&item.label) {
            self.places.insert(item.label.clone(), self.items.len());
            self.items.push((facts, item));
        }
    }

    /// Takes the place of what has the same label, with the better facts of both, or is added.
    pub(super) fn add_instead(&mut self, facts: Facts, item: Item) {
        match self.places.get(&item.label).and_then(|it| self.items.get_mut(*it)) {
            Some(before) => *before = (before.0.best_of(facts), item),
            None => self.add(facts, item),
        }
    }

    /// An item of which nothing is known but what it is called.
    pub(super) fn plain(&self, label: &str, kind: ItemKind) -> Item {
        Item {
            label: label.to_owned(),
            kind,
            signature: label.to_owned(),
            defined_in: None,
            return_type: None,
            doc: None,
            insert: label.to_owned(),
            snippet: None,
            replaced: self.cursor.replaced,
            rank: 0,
            binds_to: None,
        }
    }

    pub(super) fn add_word(&mut self, label: &str, kind: ItemKind, group: Group) {
        if self.wants(label) {
            let item = self.plain(label, kind);
            self.add(Facts::of(group), item);
        }
    }

    /// Says why there may be nothing. The first reason counts.
    pub(super) fn explain(&mut self, reason: impl Into<String>) {
        if self.reason.is_none() {
            self.reason = Some(reason.into());
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub(super) fn finish(mut self) -> Completion {
        self.items.sort_by(|(one, first), (other, second)| {
            one.cmp(other).then_with(|| first.label.cmp(&second.label))
        });
        let items: Vec<Item> = self.items.into_iter().map(|(_, item)| item).collect();
        let reason = items.is_empty().then(|| match self.reason {
            Some(reason) => reason,
            None if self.cursor.prefix.is_empty() => "nothing can stand here".to_owned(),
            None => {
                format!("nothing here begins with {}", crate::visible::code(&self.cursor.prefix))
            }
        });
        Completion { items, replaced: self.cursor.replaced, reason }
    }

    pub(super) fn replaced(&self) -> Span {
        self.cursor.replaced
    }
}

/// How far away a method is, as items tell it.
pub(super) fn rank(method: &Method, binds_to: BindsTo) -> u32 {
    match (binds_to, method.is_common, method.found.distance as u32) {
        (BindsTo::Argument, _, _) => 100,
        (_, true, _) => 50,
        (_, false, 0) => 0,
        (_, false, distance) => 1 + distance,
    }
}
