//! What the message at the cursor may go to, with types.
//!
//! A receiver that is no expression of the text as it stands, such as the keyword message
//! before the cursor, is typed as if it had parentheses around it.

use std::borrow::Cow;

use hierarchy::{ClassHierarchy, ClassName, Side, known};
use syntax::Tree;
use syntax::tree::{Expr, ExprId, Message};
use types::{InferredType, Sight};

use super::cursor::Cursor;
use super::ground::Ground;
use super::item::BindsTo;
use super::message::{MessagePlace, Outer, cascade_receiver};
use super::{overlay, reasons};
use crate::receiver::{Receiver, receiver_of};

/// A text of which one place was looked at.
pub(super) struct View<'g> {
    pub(super) cursor: Cow<'g, Cursor>,
    pub(super) hierarchy: Cow<'g, ClassHierarchy>,
    pub(super) sight: Sight,
}

/// One way to read the message.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) binds_to: BindsTo,
    pub(super) selectors: Selectors,
    /// Whose methods it may name, or why that is not known.
    pub(super) receiver: Result<Receiver, String>,
    pub(super) ty: InferredType,
    /// Whether it is `self` or `super`, to which an object may send more than others.
    pub(super) is_self: bool,
    /// Where a parenthesis has to come before it.
    pub(super) opens_at: Option<u32>,
}

/// Which selectors precedence allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Selectors {
    All,
    Unary,
    /// Keywords and operators.
    NotUnary,
    Keyword,
    Binary,
}

/// The next part of a keyword message.
#[derive(Clone, Debug)]
pub(super) struct Continuation {
    pub(super) parts: Vec<String>,
    pub(super) receiver: Reading,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Readings {
    /// The most likely first.
    pub(super) readings: Vec<Reading>,
    pub(super) continuation: Option<Continuation>,
}

impl<'g> View<'g> {
    /// Looks at the body around the cursor. The names are those around an expression.
    pub(super) fn of(ground: &Ground<'g>, cursor: Cow<'g, Cursor>, at: Option<ExprId>) -> View<'g> {
        let hierarchy = overlay::hierarchy(ground, &cursor);
        let marker = cursor.marker.unwrap_or(syntax::TokenId(0));
        let place = types::Place { token: marker, watched: at, asks_bodies: ground.asks_bodies };
        let (natives, bindings) = (ground.natives, ground.bindings);
        let sight = types::infer_at(cursor.tree(), &hierarchy, natives, bindings, place);
        View { cursor, hierarchy, sight }
    }

    pub(super) fn tree(&self) -> &Tree {
        self.cursor.tree()
    }

    pub(super) fn type_of(&self, expr: ExprId) -> InferredType {
        self.sight.inference.type_of(expr).cloned().unwrap_or_default()
    }

    pub(super) fn receiver(&self, expr: ExprId) -> Result<Receiver, String> {
        let ty = self.type_of(expr);
        if let Some(receiver) = self.parameter(&ty) {
            return Ok(receiver);
        }
        match receiver_of(&ty, &self.hierarchy) {
            Ok(Receiver::Classes(classes)) if classes.is_empty() => {
                Ok(Receiver::Classes(vec![(known::UNDEFINED_OBJECT.clone(), Side::Instance)]))
            }
            Ok(receiver) => Ok(receiver),
            Err(_) => Err(reasons::unknown(self, expr, &ty)),
        }
    }

    /// What a type parameter stands for understands what its bound asks for; one without
    /// a bound may be any object.
    fn parameter(&self, ty: &InferredType) -> Option<Receiver> {
        let InferredType::Known { class_name, arguments, .. } = ty else { return None };
        if !arguments.is_empty() || self.hierarchy.class(class_name).is_some() {
            return None;
        }
        let classes = self.tree().nodes.classes.iter();
        let mut parameters = classes.flat_map(|(_, class)| &class.type_parameters);
        let parameter = parameters.find(|it| self.tree().text_of(it.name) == &**class_name);
        let is_letter = matches!(class_name.as_bytes(), [it] if it.is_ascii_uppercase());
        let bound = parameter.and_then(|it| it.bound).map(|it| self.tree().text_of(it));
        match bound.map(|it| self.hierarchy.requirements(&ClassName::from(it))) {
            Some(required) if !required.is_empty() => {
                let own = required.iter().filter(|it| it.side == Side::Instance);
                Some(Receiver::Selectors(own.map(|it| it.method.selector.clone()).collect()))
            }
            _ if is_letter || parameter.is_some() => {
                Some(Receiver::Classes(vec![(known::OBJECT.clone(), Side::Instance)]))
            }
            _ => None,
        }
    }

    fn reading(&self, expr: ExprId, binds_to: BindsTo, selectors: Selectors) -> Reading {
        let is_self = match self.tree().nodes.exprs[expr] {
            Expr::Identifier(name) => self.tree().text_of(name) == "self",
            Expr::Super(_) => true,
            _ => false,
        };
        let receiver = self.receiver(expr);
        let ty = self.type_of(expr);
        Reading { binds_to, selectors, receiver, ty, is_self, opens_at: None }
    }
}

/// All readings of the message at the cursor.
pub(super) fn readings<'g>(
    ground: &Ground<'g>,
    cursor: &'g Cursor,
    place: &MessagePlace,
) -> (View<'g>, Readings) {
    if let Outer::Operators { start } | Outer::Keywords { start, is_inside: false, .. } =
        place.outer
        && !place.is_continued_line
    {
        let mended = cursor.parenthesised(start);
        let view = View::of(ground, Cow::Owned(mended), None);
        if let Some(readings) = outer_readings(&view, place, start) {
            return (view, readings);
        }
    }
    let view = View::of(ground, Cow::Borrowed(cursor), None);
    let readings = plain_readings(&view, place);
    (view, readings)
}

fn plain_readings(view: &View, place: &MessagePlace) -> Readings {
    let is_operator = view.cursor.is_operator;
    let binds_to = if place.is_cascade { BindsTo::Cascade } else { BindsTo::Receiver };
    if let Outer::Keywords { receiver, parts, .. } = &place.outer {
        let receiver = view.reading(*receiver, BindsTo::Receiver, Selectors::Keyword);
        let continuation = Continuation { parts: parts.clone(), receiver };
        return Readings { readings: Vec::new(), continuation: Some(continuation) };
    }
    let selectors = match place.is_continued_line {
        true => Selectors::NotUnary,
        false if is_operator => Selectors::Binary,
        false => Selectors::All,
    };
    let readings = vec![view.reading(place.receiver, binds_to, selectors)];
    Readings { readings, continuation: None }
}

/// Those of a text with parentheses around what stands before the cursor.
fn outer_readings(view: &View, place: &MessagePlace, start: u32) -> Option<Readings> {
    let (tree, around) = (view.tree(), view.cursor.around());
    let Expr::Send(send) = view.cursor.expr(around.first().copied()?) else { return None };
    let Expr::Paren(whole) = view.cursor.expr(send.receiver) else { return None };
    let is_operator = view.cursor.is_operator;
    let Outer::Keywords { parts, .. } = &place.outer else {
        let selectors = if is_operator { Selectors::Binary } else { Selectors::NotUnary };
        let keyword = view.reading(whole, BindsTo::Receiver, selectors);
        let unary = view.reading(operand(tree, whole), BindsTo::Receiver, Selectors::Unary);
        let readings = if is_operator { vec![keyword] } else { vec![unary, keyword] };
        return Some(Readings { readings, continuation: None });
    };
    let (receiver, message) = match view.cursor.expr(whole) {
        Expr::Send(send) => (send.receiver, send.message),
        Expr::Cascade(cascade) => {
            let messages = &tree.nodes.messages[cascade.messages];
            (cascade_receiver(tree, cascade.first), *messages.last()?)
        }
        _ => return None,
    };
    let last = tree.arguments(&message).last().copied()?;
    if is_operator {
        let argument = view.reading(last, BindsTo::Argument, Selectors::Binary);
        return Some(Readings { readings: vec![argument], continuation: None });
    }
    let mut result = view.reading(whole, BindsTo::Result, Selectors::All);
    result.opens_at = Some(start);
    let argument = view.reading(operand(tree, last), BindsTo::Argument, Selectors::Unary);
    let receiver = view.reading(receiver, BindsTo::Receiver, Selectors::Keyword);
    let continuation = Some(Continuation { parts: parts.clone(), receiver });
    Some(Readings { readings: vec![result, argument], continuation })
}

/// What a unary message behind an expression goes to.
fn operand(tree: &Tree, expr: ExprId) -> ExprId {
    let mut last = expr;
    while let Expr::Send(send) = tree.nodes.exprs[last] {
        let Message::Binary(_, argument) = send.message else { break };
        last = argument;
    }
    last
}
