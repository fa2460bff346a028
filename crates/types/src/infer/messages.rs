//! Messages as they are written. They are read very often, so that nothing is copied
//! that need not be.

use std::borrow::Cow;

use syntax::tree::{ExprId, Message};

use super::engine::Engine;

/// So many arguments need no room of their own.
pub(super) const FEW: usize = 4;

impl<'a> Engine<'a> {
    /// The selector of a message; only one of several parts has to be put together.
    pub(super) fn selector(&self, message: &Message) -> Cow<'a, str> {
        let tree = self.tree;
        match *message {
            Message::Unary(selector) | Message::Binary(selector, _) => {
                Cow::Borrowed(tree.text_of(selector))
            }
            Message::Keyword(parts) => match &tree.nodes.keyword_parts[parts] {
                [only] => Cow::Borrowed(tree.text_of(only.keyword)),
                _ => Cow::Owned(tree.selector(message)),
            },
        }
    }

    /// The arguments of a message. There are seldom so many that they need more room
    /// than is there.
    pub(super) fn arguments_of<'m>(
        &self,
        message: &Message,
        few: &'m mut [ExprId; FEW],
        many: &'m mut Vec<ExprId>,
    ) -> &'m [ExprId] {
        let mut count = 0;
        let mut put = |argument| {
            if let Some(slot) = few.get_mut(count) {
                *slot = argument;
            }
            count += 1;
        };
        match *message {
            Message::Unary(_) => {}
            Message::Binary(_, argument) => put(argument),
            Message::Keyword(parts) => {
                self.tree.nodes.keyword_parts[parts].iter().for_each(|it| put(it.argument));
            }
        }
        match few.get(..count) {
            Some(few) => few,
            None => {
                *many = self.tree.arguments(message);
                many
            }
        }
    }

    pub(super) fn first_argument(&self, message: &Message) -> Option<ExprId> {
        match *message {
            Message::Unary(_) => None,
            Message::Binary(_, argument) => Some(argument),
            Message::Keyword(parts) => {
                self.tree.nodes.keyword_parts[parts].first().map(|it| it.argument)
            }
        }
    }
}
