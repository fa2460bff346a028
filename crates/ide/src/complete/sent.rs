//! What the text has sent before the cursor: who writes something is likely to write it
//! again near by.

use std::borrow::Cow;
use std::collections::HashMap;

use hierarchy::Fast;
use syntax::tree::{Expr, Message};
use syntax::{TokenId, Tree};

use super::cursor::Cursor;

/// How often each message was sent.
#[derive(Clone, Debug, Default)]
pub(super) struct Sent<'t>(HashMap<Cow<'t, str>, u32, Fast>);

impl<'t> Sent<'t> {
    pub(super) fn before(cursor: &'t Cursor) -> Sent<'t> {
        let tree = cursor.tree();
        let mut sent = Sent::default();
        let Some(marker) = cursor.marker else { return sent };
        let mut add = |message: &Message| {
            if let Some(selector) = selector_before(tree, message, marker) {
                *sent.0.entry(selector).or_default() += 1;
            }
        };
        for (_, expr) in tree.nodes.exprs.iter() {
            match expr {
                Expr::Send(send) => add(&send.message),
                Expr::Cascade(it) => tree.nodes.messages[it.messages].iter().for_each(&mut add),
                _ => {}
            }
        }
        sent
    }

    /// By name.
    pub(super) fn all(&self) -> Vec<(String, u32)> {
        let mut all: Vec<_> = self.0.iter().map(|(it, times)| (it.to_string(), *times)).collect();
        all.sort_unstable();
        all
    }

    pub(super) fn times(&self, selector: &str) -> u32 {
        self.0.get(selector).copied().unwrap_or(0)
    }
}

/// Nothing for a message that goes on at the cursor or behind it.
fn selector_before<'t>(tree: &'t Tree, message: &Message, marker: TokenId) -> Option<Cow<'t, str>> {
    match *message {
        Message::Unary(it) | Message::Binary(it, _) => {
            (it < marker).then(|| Cow::Borrowed(tree.text_of(it)))
        }
        Message::Keyword(parts) => {
            let parts = &tree.nodes.keyword_parts[parts];
            let last = parts.last()?;
            if last.keyword >= marker || tree.expr_range(last.argument).last >= marker {
                return None;
            }
            match parts {
                [only] => Some(Cow::Borrowed(tree.text_of(only.keyword))),
                _ => Some(Cow::Owned(tree.selector(message))),
            }
        }
    }
}
