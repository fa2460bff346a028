//! To what the message at the cursor may go: the readings that precedence allows.
//!
//! Behind `a + b` a unary message goes to `b`, a keyword message to the sum. Behind
//! `a at: b` one goes to what that answers, once there are parentheses around it; a unary
//! one goes to `b`; and the keyword message itself may go on. Knows the tree alone.

use syntax::Tree;
use syntax::tree::{Expr, ExprId, Message};

use super::cursor::Cursor;

#[derive(Clone, Debug)]
pub struct MessagePlace {
    /// What stands before the cursor.
    pub(super) receiver: ExprId,
    pub(super) outer: Outer,
    pub(super) is_cascade: bool,
    /// Whether it stands in a line of its own, where only keywords can go on.
    pub(super) is_continued_line: bool,
}

impl MessagePlace {
    /// A message to an expression that nothing is around of.
    pub(super) fn to(receiver: ExprId) -> MessagePlace {
        MessagePlace {
            receiver,
            outer: Outer::Nothing,
            is_cascade: false,
            is_continued_line: false,
        }
    }
}

/// What the receiver is the last part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outer {
    Nothing,
    /// Operators, from here on.
    Operators {
        start: u32,
    },
    /// A keyword message.
    Keywords {
        start: u32,
        /// What it goes to.
        receiver: ExprId,
        /// Those written so far.
        parts: Vec<String>,
        /// Whether the cursor stands in one of its own keywords.
        is_inside: bool,
    },
}

/// The message whose selector is the word at the cursor.
pub(super) fn place(cursor: &Cursor, around: &[ExprId]) -> Option<MessagePlace> {
    let marker = cursor.marker?;
    let inner = around.first().copied()?;
    let tree = cursor.tree();
    let (receiver, message, is_cascade) = match cursor.expr(inner) {
        Expr::Send(send) => (send.receiver, send.message, false),
        Expr::Cascade(cascade) => {
            let receiver = cascade_receiver(tree, cascade.first);
            let messages = &tree.nodes.messages[cascade.messages];
            let message = messages.iter().find(|it| has_keyword(tree, it, marker))?;
            (receiver, *message, true)
        }
        _ => return None,
    };
    let place =
        |receiver, outer| MessagePlace { receiver, outer, is_cascade, is_continued_line: false };
    match message {
        Message::Unary(it) if it == marker && is_cascade => Some(place(receiver, Outer::Nothing)),
        Message::Unary(it) if it == marker => Some(place(receiver, outer(cursor, around))),
        Message::Keyword(parts) => {
            let written = &tree.nodes.keyword_parts[parts];
            let number = written.iter().position(|it| it.keyword == marker)?;
            if number == 0 {
                return Some(place(receiver, Outer::Nothing));
            }
            let parts = written.iter().take(number);
            let parts = parts.map(|it| tree.text_of(it.keyword).to_owned()).collect();
            let start = tree.expr_span(inner).start;
            Some(place(receiver, Outer::Keywords { start, receiver, parts, is_inside: true }))
        }
        _ => None,
    }
}

/// `Erlang` itself, or a module of it, as the receiver of the message.
pub(super) fn erlang(tree: &Tree, place: &MessagePlace) -> Option<Option<String>> {
    let is_erlang = |id: ExprId| match tree.nodes.exprs[id] {
        Expr::ClassReference(class) => {
            class.package.is_none() && tree.text_of(class.name) == "Erlang"
        }
        _ => false,
    };
    if place.is_continued_line {
        return None;
    }
    if is_erlang(place.receiver) {
        return matches!(place.outer, Outer::Nothing).then_some(None);
    }
    let receiver = match &place.outer {
        Outer::Nothing => place.receiver,
        Outer::Keywords { is_inside: true, .. }
        | Outer::Keywords { .. }
        | Outer::Operators { .. } => return None,
    };
    match tree.nodes.exprs[receiver] {
        Expr::Send(send) if is_erlang(send.receiver) => match send.message {
            Message::Unary(module) => Some(Some(tree.text_of(module).to_owned())),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn cascade_receiver(tree: &Tree, first: ExprId) -> ExprId {
    match tree.nodes.exprs[first] {
        Expr::Send(send) => send.receiver,
        _ => first,
    }
}

fn has_keyword(tree: &Tree, message: &Message, marker: syntax::TokenId) -> bool {
    match *message {
        Message::Unary(it) | Message::Binary(it, _) => it == marker,
        Message::Keyword(parts) => {
            tree.nodes.keyword_parts[parts].iter().any(|it| it.keyword == marker)
        }
    }
}

/// What the send at the cursor is the last part of. Whatever follows it in the line is
/// left out: it is there already, or will be sent to what comes.
fn outer(cursor: &Cursor, around: &[ExprId]) -> Outer {
    let tree = cursor.tree();
    let mut found = Outer::Nothing;
    let pairs = around.iter().zip(around.iter().skip(1));
    for (inner, parent) in pairs {
        let start = tree.expr_span(*parent).start;
        match cursor.expr(*parent) {
            Expr::Send(send) if send.receiver == *inner => {}
            Expr::Send(send) => match send.message {
                Message::Binary(..) => found = Outer::Operators { start },
                message => return keywords(tree, start, send.receiver, &message, *inner, found),
            },
            Expr::Cascade(cascade) if cascade.first != *inner => {
                let receiver = cascade_receiver(tree, cascade.first);
                let messages = &tree.nodes.messages[cascade.messages];
                let is_argument = |it: &&Message| tree.arguments(it).contains(inner);
                return match messages.iter().find(is_argument) {
                    Some(message) => keywords(tree, start, receiver, message, *inner, found),
                    None => found,
                };
            }
            _ => return found,
        }
    }
    found
}

fn keywords(
    tree: &Tree,
    start: u32,
    receiver: ExprId,
    message: &Message,
    argument: ExprId,
    otherwise: Outer,
) -> Outer {
    let Message::Keyword(parts) = *message else { return otherwise };
    let parts = &tree.nodes.keyword_parts[parts];
    let Some(number) = parts.iter().position(|it| it.argument == argument) else {
        return otherwise;
    };
    let parts = parts.iter().take(number + 1);
    let parts = parts.map(|it| tree.text_of(it.keyword).to_owned()).collect();
    Outer::Keywords { start, receiver, parts, is_inside: false }
}
