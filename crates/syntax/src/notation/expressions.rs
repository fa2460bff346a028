//! Expressions as S-expressions.

use super::Printer;
use crate::arena::List;
use crate::literal;
use crate::token::{TokenId, TokenKind};
use crate::tree::{
    Expect, Expr, ExprId, InterpolationPart, Literal, LiteralKind, Map, Match, Message, Primitive,
    PrimitiveKind,
};

impl Printer<'_> {
    pub(super) fn expr(&mut self, id: ExprId) {
        let (links, inner) = self.tree.spine(id);
        for link in &links {
            self.push(match self.tree.nodes.exprs[*link] {
                Expr::Send(send) if send.is_cast => "(cast ",
                Expr::Send(_) => "(send ",
                _ => "(field ",
            });
        }
        self.atom(inner);
        for link in links.iter().rev() {
            self.push(" ");
            match self.tree.nodes.exprs[*link] {
                Expr::Send(send) => self.message(&send.message),
                Expr::Field(field) => self.token(field.name),
                _ => {}
            }
            self.push(")");
        }
    }

    fn message(&mut self, message: &Message) {
        let selector = self.tree.selector(message);
        self.push(&selector);
        for argument in self.tree.arguments(message) {
            self.push(" ");
            self.expr(argument);
        }
    }

    /// Anything but a send or a field access.
    fn atom(&mut self, id: ExprId) {
        match self.tree.nodes.exprs[id] {
            Expr::Send(_) | Expr::Field(_) => self.expr(id),
            Expr::Literal(literal) => self.literal(literal),
            Expr::Interpolation(interpolation) => self.interpolation(interpolation.parts),
            Expr::Identifier(name) => self.token(name),
            Expr::ClassReference(class) => self.class_name(class),
            Expr::Super(_) => self.push("super"),
            Expr::Cascade(cascade) => {
                self.push("(cascade ");
                self.expr(cascade.first);
                for message in &self.tree.nodes.messages[cascade.messages] {
                    self.push(" (");
                    self.message(message);
                    self.push(")");
                }
                self.push(")");
            }
            Expr::Assignment(assignment) => {
                self.push("(:= ");
                match assignment.annotation {
                    None => self.expr(assignment.target),
                    Some(annotation) => {
                        self.push("(:: ");
                        self.expr(assignment.target);
                        self.push(" ");
                        self.ty(annotation);
                        self.push(")");
                    }
                }
                self.push(" ");
                self.expr(assignment.value);
                self.push(")");
            }
            Expr::Destructuring(destructuring) => {
                self.push("(bind ");
                self.pattern(destructuring.pattern);
                self.push(" ");
                self.expr(destructuring.value);
                self.push(")");
            }
            Expr::Return(value) => self.wrapped("(^ ", value),
            Expr::Paren(inner) => self.wrapped("(paren ", inner),
            Expr::Block(block) => {
                self.push("(block (");
                for (index, parameter) in
                    self.tree.nodes.block_parameters[block.parameters].iter().enumerate()
                {
                    if index > 0 {
                        self.push(" ");
                    }
                    self.name(Some(parameter.name));
                }
                self.push(")");
                self.elements(block.body);
                self.push(")");
            }
            Expr::List(list) => {
                self.push("(list");
                self.elements(list.elements);
                if let Some(tail) = list.tail {
                    self.push(" tail: ");
                    self.expr(tail);
                }
                self.push(")");
            }
            Expr::Array(array) => {
                self.push("(array");
                self.elements(array.elements);
                self.push(")");
            }
            Expr::Map(map) => self.map(map),
            Expr::Spread(name) => {
                self.push("(... ");
                self.token(name);
                self.push(")");
            }
            Expr::Match(matching) => self.matching(matching),
            Expr::Primitive(primitive) => self.primitive(primitive),
            Expr::Expect(expect) => self.expect(expect),
            Expr::Error => self.push("(error)"),
        }
    }

    fn wrapped(&mut self, head: &str, inner: ExprId) {
        self.push(head);
        self.expr(inner);
        self.push(")");
    }

    fn elements(&mut self, list: List<ExprId>) {
        for element in self.tree.list(list) {
            self.push(" ");
            self.expr(*element);
        }
    }

    fn interpolation(&mut self, parts: List<InterpolationPart>) {
        self.push("(interp");
        for part in &self.tree.nodes.interpolation_parts[parts] {
            match *part {
                InterpolationPart::Text(token) => {
                    let value = literal::string_value(self.tree.text_of(token));
                    if !value.is_empty() {
                        self.push(" ");
                        self.quoted(&value);
                    }
                }
                InterpolationPart::Hole(hole) => {
                    self.push(" ");
                    self.expr(hole);
                }
            }
        }
        self.push(")");
    }

    fn map(&mut self, map: Map) {
        self.push("(map");
        for pair in &self.tree.nodes.map_pairs[map.pairs] {
            self.push(" (");
            self.expr(pair.key);
            self.push(" ");
            self.expr(pair.value);
            self.push(")");
        }
        self.push(")");
    }

    fn matching(&mut self, matching: Match) {
        self.push(if matching.is_exhaustive { "(match! " } else { "(match " });
        self.expr(matching.value);
        for arm in &self.tree.nodes.arms[matching.arms] {
            self.push(" (arm ");
            self.pattern(arm.pattern);
            if let Some(guard) = arm.guard {
                self.push(" (when ");
                self.expr(guard);
                self.push(")");
            }
            self.push(" ");
            self.expr(arm.body);
            self.push(")");
        }
        self.push(")");
    }

    fn primitive(&mut self, primitive: Primitive) {
        match (primitive.kind, primitive.argument) {
            (PrimitiveKind::Primitive, Some(_)) => self.push("(primitive "),
            (PrimitiveKind::Primitive, None) => self.push("(primitive-inferred "),
            (PrimitiveKind::Intrinsic, _) => self.push("(intrinsic "),
        }
        match primitive.argument {
            Some(argument) if self.tree.tokens.get(argument).kind == TokenKind::Identifier => {
                self.token(argument);
            }
            Some(argument) => self.literal_token(argument),
            None => {
                let selector = self.selector.clone().unwrap_or_default();
                self.quoted(&selector);
            }
        }
        self.push(")");
    }

    pub(super) fn expect(&mut self, expect: Expect) {
        self.push("(expect ");
        self.name(expect.category);
        if let Some(reason) = expect.reason {
            self.push(" ");
            self.literal_token(reason);
        }
        self.push(")");
    }

    pub(super) fn literal(&mut self, it: Literal) {
        let is_zero =
            it.kind == LiteralKind::Integer && literal::decimal(self.tree.text_of(it.token)) == "0";
        if it.is_negated && !is_zero {
            self.push("-");
        }
        self.literal_token(it.token);
    }

    pub(super) fn literal_token(&mut self, token: TokenId) {
        let text = self.tree.text_of(token);
        match self.tree.tokens.get(token).kind {
            TokenKind::Integer => self.push(&literal::decimal(text)),
            TokenKind::Float => match literal::float_value(text) {
                Some(value) => self.push(&format!("{value:?}")),
                None => self.push(text),
            },
            TokenKind::Character => {
                let code = literal::character_value(text).map_or(0, u32::from);
                self.push(&format!("(char {code})"));
            }
            TokenKind::Symbol => {
                let value = literal::symbol_value(text);
                self.push("#");
                if literal::is_bare_symbol(&value) {
                    self.push(&value);
                } else {
                    self.quoted(&value);
                }
            }
            _ => self.quoted(&literal::string_value(text)),
        }
    }
}
