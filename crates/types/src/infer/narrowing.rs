//! What a test shows of a variable or a slot, in the blocks that depend on it and, where
//! one of them leaves, in what follows.

use syntax::tree::{Expr, ExprId, Message, Send};

use super::Engine;
use super::environment::Environment;
use crate::algebra::{Classes, difference, intersection, without_nil};
use crate::inferred::{InferredType, Provenance};

/// What is known of a key when a test holds, and when it does not.
pub(super) struct Test {
    key: String,
    then: Option<InferredType>,
    otherwise: Option<InferredType>,
    /// Whether it tells something to what follows.
    is_lasting: bool,
}

impl Test {
    pub(super) fn apply(&self, holds: bool, to: &mut Environment) {
        let shown = if holds { &self.then } else { &self.otherwise };
        if let Some(ty) = shown {
            to.narrow(&self.key, ty.clone());
        }
    }
}

impl<'a> Engine<'a> {
    /// The test that an expression is, if it is one.
    pub(super) fn test(&mut self, expr: ExprId, around: &Environment<'a>) -> Option<Test> {
        let send = self.sent(expr)?;
        let selector = self.tree.selector(&send.message);
        let argument = self.tree.arguments(&send.message).first().copied();
        match (selector.as_str(), argument) {
            ("isNil", _) => {
                let (key, current) = self.key(send.receiver, around)?;
                let nil = InferredType::nil(Provenance::Inferred(self.place(expr)));
                let otherwise = Some(without_nil(&current));
                Some(Test { key, then: Some(nil), otherwise, is_lasting: true })
            }
            ("isKindOf:", Some(argument)) => {
                let (key, current) = self.key(send.receiver, around)?;
                let class = self.class_named(argument)?;
                let classes = Classes::Inheritance(self.hierarchy());
                let then = match intersection(&current, &class, classes) {
                    InferredType::Intersection { .. } => class.clone(),
                    met => met,
                };
                let otherwise = Some(difference(&current, &class, classes));
                Some(Test { key, then: Some(then), otherwise, is_lasting: true })
            }
            ("=:=", Some(argument)) => self.equality(&send, argument, around),
            _ => None,
        }
    }

    /// `x class =:= C`, and `x =:= #name` either way round.
    fn equality(&self, send: &Send, argument: ExprId, around: &Environment<'a>) -> Option<Test> {
        let classes = Classes::Inheritance(self.hierarchy());
        if let Some(inner) = self.sent(send.receiver)
            && self.tree.selector(&inner.message) == "class"
        {
            let (key, current) = self.key(inner.receiver, around)?;
            let class = self.class_named(argument)?;
            let then = Some(intersection(&current, &class, classes));
            return Some(Test { key, then, otherwise: None, is_lasting: true });
        }
        let (shown, symbol) = match (self.symbol(argument), self.symbol(send.receiver)) {
            (Some(symbol), None) => (send.receiver, symbol),
            (None, Some(symbol)) => (argument, symbol),
            _ => return None,
        };
        let (key, current) = self.key(shown, around)?;
        let then = Some(intersection(&current, &symbol, classes));
        let otherwise = Some(difference(&current, &symbol, classes));
        Some(Test { key, then, otherwise, is_lasting: false })
    }

    /// After a conditional of which one side leaves, the other side's knowledge holds.
    pub(super) fn narrow_after(&mut self, statement: ExprId, around: &mut Environment<'a>) {
        let Some(send) = self.sent(statement) else { return };
        let selector = self.tree.selector(&send.message);
        let holds = match selector.as_str() {
            "ifTrue:" | "ifTrue:ifFalse:" => false,
            "ifFalse:" => true,
            _ => return,
        };
        let Some(first) = self.tree.arguments(&send.message).first().copied() else { return };
        let leaves = self.types.get(&first).and_then(|it| it.arguments().last());
        if !leaves.is_some_and(InferredType::is_never) {
            return;
        }
        if let Some(test) = self.test(send.receiver, around)
            && test.is_lasting
        {
            test.apply(holds, around);
        }
    }

    fn sent(&self, expr: ExprId) -> Option<Send> {
        match self.tree.nodes.exprs[expr] {
            Expr::Paren(inner) => self.sent(inner),
            Expr::Send(send) if !matches!(send.message, Message::Keyword(parts) if parts.len() > 2) => {
                Some(send)
            }
            _ => None,
        }
    }

    /// What can be narrowed, and what it is now.
    fn key(&self, expr: ExprId, around: &Environment<'a>) -> Option<(String, InferredType)> {
        match self.tree.nodes.exprs[expr] {
            Expr::Paren(inner) => self.key(inner, around),
            Expr::Identifier(name) => {
                let name = self.tree.text_of(name);
                around.get(name).map(|ty| (name.to_owned(), ty.clone()))
            }
            Expr::Field(field) if self.is_self(field.receiver) => {
                let name = self.tree.text_of(field.name);
                Some((format!("self.{name}"), self.slot(name, around)))
            }
            _ => None,
        }
    }

    fn class_named(&self, expr: ExprId) -> Option<InferredType> {
        match self.tree.nodes.exprs[expr] {
            Expr::ClassReference(class) => {
                let name = self.tree.text_of(class.name);
                Some(InferredType::class(name, Provenance::Inferred(self.place(expr))))
            }
            _ => None,
        }
    }

    fn symbol(&self, expr: ExprId) -> Option<InferredType> {
        match self.tree.nodes.exprs[expr] {
            Expr::Paren(inner) => self.symbol(inner),
            Expr::Literal(literal) if literal.kind == syntax::tree::LiteralKind::Symbol => {
                let text = syntax::literal::symbol_value(self.tree.text_of(literal.token));
                Some(InferredType::singleton(&text, Provenance::Inferred(self.place(expr))))
            }
            _ => None,
        }
    }
}
