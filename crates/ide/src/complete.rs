//! What may be written at a place of a text.
//!
//! In go a text, an offset, and what is known around it: classes, variables that live,
//! Erlang's functions. Out comes a list, the best first, or a reason why there is none.
//! Nothing is evaluated, and every text has an answer.
//!
//! It goes in five steps, each a file: the text is parsed with a marker at the cursor
//! (`cursor`); the place is classified, from the tree alone (`position`); the receivers
//! are typed (`receivers`); the provider for that kind of place lists what fits; and the
//! list is put in order by named facts (`rank`).

mod begun;
mod cursor;
mod ground;
mod headers;
mod home;
mod item;
mod located;
mod matching;
mod message;
mod overlay;
mod position;
mod providers;
mod rank;
mod reasons;
mod receivers;
mod sent;
mod uses;

use syntax::Span;

pub use ground::Ground;
pub use item::{BindsTo, Item, ItemKind};
pub use located::{Located, LocatedReading, locate};
pub use position::{Nowhere, Position};
pub use rank::Facts;
pub use uses::{selector_use, selector_uses};

use cursor::Cursor;
use providers::Offer;

/// What may stand at a place.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    /// The best first.
    pub items: Vec<Item>,
    /// What an item takes the place of, unless it says otherwise.
    pub replaced: Span,
    /// Why there is nothing, in words that help; there whenever the list is empty.
    pub reason: Option<String>,
}

/// Completes a text at an offset.
pub fn complete(ground: &Ground, text: &str, offset: u32) -> Completion {
    let cursor = Cursor::at(text, offset);
    let position = position::classify(&cursor);
    let mut offer = Offer::new(ground, &cursor);
    providers::provide(&position, &mut offer);
    offer.finish()
}
