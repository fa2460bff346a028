//! What a test shows of a variable or a slot, in the blocks that depend on it and, where
//! one of them leaves, in what follows.

use syntax::tree::{Expr, ExprId, Message, Send};

use super::engine::Engine;
use super::environment::{Environment, Key};
use crate::algebra::{Classes, difference, intersection, without_nil};
use crate::inferred::{InferredType, Provenance};

/// What is known of a key when a test holds, and when it does not.
pub(super) struct Test<'a> {
    key: Key<'a>,
    then: Option<InferredType>,
    otherwise: Option<InferredType>,
    /// Whether it tells something to what follows.
    is_lasting: bool,
}

impl<'a> Test<'a> {
    pub(super) fn key(&self) -> Key<'a> {
        self.key
    }

    pub(super) fn apply(&self, holds: bool, to: &mut Environment<'a>) {
        let shown = if holds { &self.then } else { &self.otherwise };
        if let Some(ty) = shown {
            to.narrow(self.key, ty.clone());
        }
    }
}

impl<'a> Engine<'a> {
    /// The test that an expression is, if it is one.
    pub(super) fn test(&mut self, expr: ExprId, around: &Environment<'a>) -> Option<Test<'a>> {
        let send = self.sent(expr)?;
        let selector = self.selector(&send.message);
        let argument = self.first_argument(&send.message);
        match (&*selector, argument) {
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
                let then = self.met(&current, &class);
                let otherwise = Some(difference(&current, &class, classes));
                Some(Test { key, then: Some(then), otherwise, is_lasting: true })
            }
            ("=:=", Some(argument)) => self.equality(&send, argument, around),
            ("/=" | "=/=", Some(argument)) => {
                let equal = self.symbol_test(&send, argument, around)?;
                let (then, otherwise) = (equal.otherwise, equal.then);
                Some(Test { then, otherwise, ..equal })
            }
            ("respondsTo:", Some(argument)) => {
                let (key, _) = self.key(send.receiver, around)?;
                let then = Some(self.only_protocol_with(argument)?);
                Some(Test { key, then, otherwise: None, is_lasting: false })
            }
            _ => None,
        }
    }

    /// `x class =:= C`, and `x =:= #name` either way round.
    fn equality(
        &self,
        send: &Send,
        argument: ExprId,
        around: &Environment<'a>,
    ) -> Option<Test<'a>> {
        if let Some(inner) = self.sent(send.receiver)
            && self.selector(&inner.message) == "class"
        {
            let (key, current) = self.key(inner.receiver, around)?;
            let class = self.class_named(argument)?;
            let then = Some(self.met(&current, &class));
            return Some(Test { key, then, otherwise: None, is_lasting: true });
        }
        self.symbol_test(send, argument, around)
    }

    fn symbol_test(
        &self,
        send: &Send,
        argument: ExprId,
        around: &Environment<'a>,
    ) -> Option<Test<'a>> {
        let classes = Classes::Inheritance(self.hierarchy());
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
        let selector = self.selector(&send.message);
        let holds = match &*selector {
            "ifTrue:" | "ifTrue:ifFalse:" => false,
            "ifFalse:" => true,
            _ => return,
        };
        let arguments = self.tree.arguments(&send.message);
        let Some((first, other)) = arguments.split_first() else { return };
        if !self.leaves(*first) {
            return;
        }
        if let Some(test) = self.test(send.receiver, around)
            && test.is_lasting
            && !other.iter().any(|it| self.assigns(*it, test.key))
        {
            test.apply(holds, around);
        }
    }

    /// What a value of a type is that was found to be of a class. That is more than
    /// the promise of a protocol.
    pub(super) fn met(&self, current: &InferredType, class: &InferredType) -> InferredType {
        match intersection(current, class, Classes::Inheritance(self.hierarchy())) {
            InferredType::Intersection { .. } => class.clone(),
            met => met,
        }
    }

    /// What `x notNil` shows of `x`.
    pub(super) fn shown_not_nil(
        &self,
        expr: ExprId,
        around: &Environment<'a>,
    ) -> Option<(Key<'a>, InferredType)> {
        let send = self.sent(expr)?;
        if self.selector(&send.message) != "notNil" {
            return None;
        }
        let (key, current) = self.key(send.receiver, around)?;
        Some((key, without_nil(&current)))
    }

    /// The protocol that asks for a selector; nothing is known if several do, or none.
    fn only_protocol_with(&self, selector: ExprId) -> Option<InferredType> {
        let provenance = Provenance::Inferred(self.place(selector));
        let symbol = self.symbol(selector)?;
        let selector = symbol.symbol()?;
        let asking = self.asking.of(self.hierarchy(), hierarchy::Side::Instance, selector);
        Some(match asking {
            [only] => InferredType::class(only.clone(), provenance),
            _ => InferredType::UNKNOWN,
        })
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
    pub(super) fn key(
        &self,
        expr: ExprId,
        around: &Environment<'a>,
    ) -> Option<(Key<'a>, InferredType)> {
        match self.tree.nodes.exprs[expr] {
            Expr::Paren(inner) => self.key(inner, around),
            Expr::Identifier(name) => {
                let tree = self.tree;
                let name = tree.text_of(name);
                match around.get(Key::Local(name)) {
                    Some(ty) => Some((Key::Local(name), ty.clone())),
                    None if around.is_method => Some((Key::Slot(name), self.slot(name, around))),
                    None => None,
                }
            }
            Expr::Field(field) if self.is_self(field.receiver) => {
                let tree = self.tree;
                let name = tree.text_of(field.name);
                Some((Key::Slot(name), self.slot(name, around)))
            }
            _ => None,
        }
    }

    pub(super) fn class_named(&self, expr: ExprId) -> Option<InferredType> {
        match self.tree.nodes.exprs[expr] {
            Expr::Paren(inner) => self.class_named(inner),
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
