//! The place alone, for whoever lists what fits itself.
//!
//! At a prompt the running system knows the methods of its classes best: it is told what
//! the place is, and what the receivers are. What only the text knows is listed here: names,
//! and messages to classes that the text itself declares.

use std::borrow::Cow;

use hierarchy::{ClassName, Selector, Side};

use super::cursor::Cursor;
use super::ground::Ground;
use super::item::{BindsTo, Item};
use super::message::MessagePlace;
use super::position::{self, NameKind, Position};
use super::providers::{self, Offer};
use super::reasons;
use super::receivers::{Reading, Readings, Selectors, View, readings};
use super::sent::Sent;
use crate::receiver::Receiver;

/// A place, with all that the text tells of it.
#[derive(Clone, Debug, Default)]
pub struct Located {
    /// What kind of place it is, in one word.
    pub position: &'static str,
    pub prefix: String,
    /// Where the word at the cursor begins.
    pub from: u32,
    /// What a message may go to, the most likely first.
    pub readings: Vec<LocatedReading>,
    /// The keywords written so far, and what they are sent to.
    pub parts: Vec<String>,
    pub continued: Option<LocatedReading>,
    /// What may stand here and is no message to one of the receivers, the best first.
    pub names: Vec<Item>,
    /// All messages, the best first, where the text itself declares what they go to.
    pub messages: Option<Vec<Item>>,
    /// How often the text before the cursor sends what.
    pub sent: Vec<(String, u32)>,
    /// What the place asks for.
    pub expected: Option<String>,
    pub reason: Option<String>,
}

/// One way to read a message.
#[derive(Clone, Debug)]
pub struct LocatedReading {
    pub binds_to: BindsTo,
    /// `all`, `unary`, `keyword`, `binary` or `not_unary`.
    pub selectors: &'static str,
    pub types: Vec<(ClassName, Side)>,
    /// What a protocol asks for, where that is all that is known.
    pub protocol: Vec<Selector>,
    /// Whether an object sends to itself.
    pub is_self: bool,
    /// Where a parenthesis comes before it.
    pub opens_at: Option<u32>,
    /// Why it is not known what it goes to.
    pub reason: Option<String>,
}

/// Tells what the place at an offset is.
pub fn locate(ground: &Ground, text: &str, offset: u32) -> Located {
    let cursor = Cursor::at(text, offset);
    let position = position::classify(&cursor);
    let mut located = Located {
        position: word(&position),
        prefix: cursor.prefix.clone(),
        from: cursor.replaced.start,
        sent: Sent::before(&cursor).all(),
        ..Located::default()
    };
    match &position {
        Position::Nothing(why) => located.reason = Some(reasons::nowhere(*why)),
        Position::Message(place) => {
            located.read(ground, &cursor, place);
            let mut offer = Offer::new(ground, &cursor);
            providers::subclassing(place, &mut offer);
            located.names = offer.finish().items;
        }
        other => {
            if let Position::Name(place) = other {
                if let Some(continued) = &place.continued {
                    let (cursor, place) = &**continued;
                    located.read(ground, cursor, place);
                }
                if let NameKind::Argument(send, number) = place.kind {
                    let view = View::of(ground, Cow::Borrowed(&cursor), None);
                    let expected = providers::expected(&view, send, number);
                    located.expected = expected.map(|it| it.for_people().to_string());
                }
            }
            located.list(ground, &cursor, other);
        }
    }
    located
}

impl Located {
    fn read(&mut self, ground: &Ground, cursor: &Cursor, place: &MessagePlace) {
        let (view, found) = readings(ground, cursor, place);
        if is_of_text(&view, &found) {
            let mut offer = Offer::new(ground, cursor);
            providers::messages(&view, &found, &mut offer);
            let completion = offer.finish();
            self.messages = Some(completion.items);
            self.reason = completion.reason;
        }
        self.readings.extend(found.readings.iter().map(located));
        if let Some(continuation) = found.continuation {
            self.continued = Some(located(&continuation.receiver));
            self.parts = continuation.parts;
        }
        let all = self.readings.iter().chain(&self.continued);
        if all.clone().all(|it| it.reason.is_some()) {
            self.reason = all.clone().find_map(|it| it.reason.clone());
        }
    }

    fn list(&mut self, ground: &Ground, cursor: &Cursor, position: &Position) {
        let mut offer = Offer::new(ground, cursor);
        providers::provide(position, &mut offer);
        let completion = offer.finish();
        let is_read = matches!(position, Position::Name(_));
        let is_name = |it: &Item| !is_read || it.binds_to.is_none();
        self.names = completion.items.into_iter().filter(is_name).collect();
        self.reason = completion.reason.or(self.reason.take());
    }
}

/// Whether a message may go to something of which the running system knows less: a class that
/// the text declares or extends, one below such a class, whatever has a protocol, a module of
/// Erlang.
fn is_of_text(view: &View, found: &Readings) -> bool {
    let tree = view.tree();
    let classes = tree.nodes.classes.iter().filter_map(|(_, it)| it.name);
    let extended = tree.nodes.extensions.iter().map(|(_, it)| it.class.name);
    let declared: Vec<&str> = classes.chain(extended).map(|it| tree.text_of(it)).collect();
    let is_declared = |class: &ClassName| {
        let lineage = view.hierarchy.lineage(class).classes;
        lineage.iter().any(|it| declared.contains(&it.name.simple()))
    };
    let continued = found.continuation.as_ref().map(|it| &it.receiver);
    found.readings.iter().chain(continued).any(|it| match &it.receiver {
        _ if providers::module(it).is_some() => true,
        Ok(Receiver::Classes(classes)) => classes.iter().any(|(class, _)| is_declared(class)),
        Ok(Receiver::Selectors(_)) => true,
        Err(_) => false,
    })
}

fn located(reading: &Reading) -> LocatedReading {
    let (types, protocol, reason) = match &reading.receiver {
        Ok(Receiver::Classes(classes)) => (classes.clone(), Vec::new(), None),
        Ok(Receiver::Selectors(selectors)) => (Vec::new(), selectors.clone(), None),
        Err(reason) => (Vec::new(), Vec::new(), Some(reason.clone())),
    };
    LocatedReading {
        binds_to: reading.binds_to,
        selectors: match reading.selectors {
            Selectors::All => "all",
            Selectors::Unary => "unary",
            Selectors::NotUnary => "not_unary",
            Selectors::Keyword => "keyword",
            Selectors::Binary => "binary",
        },
        types,
        protocol,
        is_self: reading.is_self,
        opens_at: reading.opens_at,
        reason,
    }
}

fn word(position: &Position) -> &'static str {
    match position {
        Position::Nothing(_) => "nothing",
        Position::Message(_) => "message",
        Position::Name(_) => "name",
        Position::TypeName(_) => "type_name",
        Position::Member(_) | Position::ClassHead => "member",
        Position::Symbol(_) => "symbol",
        Position::Field(_) => "field",
        Position::Package(_) => "package",
        Position::Erlang(_) => "erlang",
        Position::Directive | Position::Expectation => "expectation",
        Position::Arm(_) => "arm",
    }
}
