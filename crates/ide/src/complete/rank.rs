//! The order of a list: facts about each item, compared in the order of the fields.
//!
//! The order of the fields is the policy. Both engines, the one of the editor and the one
//! of the prompt, know all of them.

use std::cmp::Reverse;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Facts {
    /// How the place is read comes before all else: what the result of a message understands
    /// stands before what its last argument does, whatever is wanted more often.
    pub group: Group,
    /// Whether it is more than what is typed already.
    pub is_partial: bool,
    /// How often the text before the cursor sends it, by magnitude.
    pub sent: Reverse<u32>,
    /// Whether all objects understand it.
    pub is_common: bool,
    /// Whether it is defined above the class of the receiver.
    pub is_inherited: bool,
    /// How often the class library sends it, by magnitude.
    pub uses: Reverse<u32>,
    /// How many levels up it is defined.
    pub distance: u32,
}

/// A number as it counts for the order: 0, 1, 2 to 3, 4 to 7 and so on.
pub(super) fn magnitude(number: u32) -> Reverse<u32> {
    Reverse(u32::BITS - number.leading_zeros())
}

/// What an item is to the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// A message to the receiver, or to what the message before answers; also the next part
    /// of a message that there is not without it.
    Primary,
    /// A message to the last argument.
    Argument,
    /// The next part of a keyword message that would do without it.
    Continuation,
    /// A symbol that the place asks for.
    Wanted,
    /// A name that is bound near by.
    Local,
    Field,
    /// A variable that lives outside of the text.
    Live,
    /// `self`, `true` and the like.
    Word,
    Class,
    /// A word that begins something.
    Beginning,
}

impl Facts {
    pub(super) fn of(group: Group) -> Facts {
        Facts {
            group,
            is_partial: true,
            sent: Reverse(0),
            is_common: false,
            is_inherited: false,
            uses: Reverse(0),
            distance: 0,
        }
    }
    /// What is two things to a place has the better of each fact.
    pub(super) fn best_of(self, other: Facts) -> Facts {
        Facts {
            group: self.group.min(other.group),
            is_partial: self.is_partial.min(other.is_partial),
            sent: self.sent.min(other.sent),
            is_common: self.is_common.min(other.is_common),
            is_inherited: self.is_inherited.min(other.is_inherited),
            uses: self.uses.min(other.uses),
            distance: self.distance.min(other.distance),
        }
    }
}
