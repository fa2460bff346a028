//! Expressions, from the loosest binding to the tightest: return, assignment,
//! cascade, keyword message, operators, unary messages.

use super::{KeywordRule, Parser};
use crate::arena::List;
use crate::problem::ProblemKind;
use crate::token::TokenKind;
use crate::tree::{Assignment, Cascade, Expr, ExprId, KeywordPart, Message, Send};

/// How tightly an operator binds, and to which side.
#[derive(Clone, Copy)]
struct Precedence {
    level: u8,
    is_right: bool,
}

const LOOSEST: u8 = 0;
const ARROW: u8 = 3;

impl Parser<'_> {
    /// What may stand as a statement, in parentheses, in guards and initialisers.
    pub(super) fn expression(&mut self) -> ExprId {
        let first = self.here();
        if self.eat(TokenKind::Caret).is_none() {
            return self.assignment();
        }
        let value = self.assignment();
        self.expr(first, Expr::Return(value))
    }

    fn assignment(&mut self) -> ExprId {
        if self.at(TokenKind::LeftBrace) {
            return self.tuple_assignment();
        }
        let first = self.here();
        let target = self.cascade();
        match self.kind() {
            TokenKind::Assign => {
                let left = self.assignment_left(target);
                self.bump();
                let value = self.assigned_value();
                self.expr(first, left.with_value(target, None, value))
            }
            TokenKind::DoubleColon if !self.next_is(TokenKind::Arrow) => {
                self.annotated_assignment(target)
            }
            _ => target,
        }
    }

    pub(super) fn assigned_value(&mut self) -> ExprId {
        self.nested_expr(Self::assignment)
    }

    /// `name :: Type := value`
    fn annotated_assignment(&mut self, target: ExprId) -> ExprId {
        let first = self.range_of(target).first;
        if !matches!(self.nodes.exprs[target], Expr::Identifier(_)) {
            self.report(ProblemKind::AnnotationNotAllowed);
        }
        self.bump();
        let annotation = self.type_annotation();
        if self.eat(TokenKind::Assign).is_none() {
            self.report(ProblemKind::AnnotationWithoutAssignment);
            return target;
        }
        let value = self.assigned_value();
        let assignment = Assignment { target, annotation: Some(annotation), value };
        self.expr(first, Expr::Assignment(assignment))
    }

    fn range_of(&self, expr: ExprId) -> crate::token::TokenRange {
        self.nodes.expr_tokens.at(expr.index())
    }

    fn cascade(&mut self) -> ExprId {
        let first = self.here();
        let whole = self.keyword_expression();
        if !self.at(TokenKind::Semicolon) {
            return whole;
        }
        let mark = self.scratch.messages.len();
        while self.eat(TokenKind::Semicolon).is_some() {
            match self.opt_cascade_message() {
                Some(message) => self.scratch.messages.push(message),
                None => {
                    self.report(ProblemKind::ExpectedMessage);
                    break;
                }
            }
        }
        let messages = self.nodes.messages.take_list(&mut self.scratch.messages, mark);
        self.expr(first, Expr::Cascade(Cascade { first: whole, messages }))
    }

    fn opt_cascade_message(&mut self) -> Option<Message> {
        if self.at_declaration_boundary() {
            return None;
        }
        match self.kind() {
            TokenKind::Identifier => Some(Message::Unary(self.bump())),
            TokenKind::BinarySelector | TokenKind::Arrow | TokenKind::GtGt => {
                let selector = self.bump();
                Some(Message::Binary(selector, self.unary_expression()))
            }
            TokenKind::Keyword if self.keyword_continues(true, None) => {
                Some(Message::Keyword(self.keyword_parts()))
            }
            _ => None,
        }
    }

    /// An operand and the one keyword message sent to it, if any.
    pub(super) fn keyword_expression(&mut self) -> ExprId {
        let first = self.here();
        let receiver = self.binary_expression(LOOSEST);
        if !self.at(TokenKind::Keyword) || !self.keyword_continues(true, None) {
            return receiver;
        }
        if self.at_match() {
            return self.match_expression(first, receiver);
        }
        let parts = self.keyword_parts();
        let send = Send { receiver, message: Message::Keyword(parts), is_cast: false };
        self.expr(first, Expr::Send(send))
    }

    fn keyword_parts(&mut self) -> List<KeywordPart> {
        let mark = self.scratch.keyword_parts.len();
        let mut line_column = None;
        let mut is_first = true;
        while self.at(TokenKind::Keyword) && self.keyword_continues(is_first, line_column) {
            line_column = line_column.or(self.column());
            is_first = false;
            let keyword = self.bump();
            let argument = self.binary_expression(LOOSEST);
            self.scratch.keyword_parts.push(KeywordPart { keyword, argument });
        }
        self.nodes.keyword_parts.take_list(&mut self.scratch.keyword_parts, mark)
    }

    /// Whether the keyword here goes on with the message to its left.
    /// `line_column` is where the first part that began a line stands.
    fn keyword_continues(&mut self, is_first: bool, line_column: Option<u32>) -> bool {
        let Some(column) = self.column() else { return true };
        match (self.place.keyword_rule, line_column) {
            (KeywordRule::ByColumn, Some(line_column)) => column >= line_column,
            (KeywordRule::ByColumn, None) => column > 2,
            (KeywordRule::NotFirst, _) => {
                !is_first && !self.at_data_declaration() && !self.is_method_start(self.position)
            }
            (KeywordRule::Free, _) => !self.is_method_start(self.position),
        }
    }

    /// Operators of at least `loosest`, between unary expressions.
    pub(super) fn binary_expression(&mut self, loosest: u8) -> ExprId {
        let first = self.here();
        let mut left = self.unary_expression();
        while let Some(precedence) = self.infix_precedence() {
            if precedence.level < loosest
                || (self.begins_line() && self.is_method_start(self.position))
            {
                break;
            }
            let selector = self.bump();
            let argument = match precedence.is_right {
                true => self.nested_expr(|parser| parser.binary_expression(precedence.level)),
                false => self.binary_expression(precedence.level + 1),
            };
            let message = Message::Binary(selector, argument);
            left = self.expr(first, Expr::Send(Send { receiver: left, message, is_cast: false }));
        }
        left
    }

    /// A condition without its brackets, up to the arrow of its arm.
    pub(super) fn bare_guard(&mut self) -> ExprId {
        self.binary_expression(ARROW + 1)
    }

    /// Only operators with a precedence can be sent infix.
    fn infix_precedence(&self) -> Option<Precedence> {
        let level = match self.kind() {
            TokenKind::Arrow => ARROW,
            TokenKind::GtGt => 5,
            TokenKind::BinarySelector => match self.text_at(self.position) {
                "**" => return Some(Precedence { level: 50, is_right: true }),
                "*" | "/" | "%" => 40,
                "+" | "-" | "++" => 30,
                "<" | ">" | "<=" | ">=" => 20,
                "==" | "/=" | "=:=" | "=/=" => 10,
                _ => return None,
            },
            _ => return None,
        };
        Some(Precedence { level, is_right: false })
    }

    /// A primary and the unary messages after it on the same line.
    pub(super) fn unary_expression(&mut self) -> ExprId {
        let primary = self.primary();
        self.unary_messages(primary)
    }

    /// The key of a map pair: what stands here is no declaration, even where it
    /// would look like one.
    pub(super) fn key_expression(&mut self) -> ExprId {
        let primary = self.primary_here();
        self.unary_messages(primary)
    }

    fn unary_messages(&mut self, mut receiver: ExprId) -> ExprId {
        let first = self.range_of(receiver).first;
        while self.at(TokenKind::Identifier) && !self.begins_line() {
            let message = Message::Unary(self.bump());
            receiver = self.expr(first, Expr::Send(Send { receiver, message, is_cast: false }));
        }
        receiver
    }
}
