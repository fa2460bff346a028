//! Statements and what separates them.

use super::Parser;
use super::recovery::is_closer;
use crate::problem::ProblemKind;
use crate::span::Span;
use crate::token::{LexFault, TokenId, TokenKind};
use crate::tree::{Expr, ExprId, ExprList};

impl Parser<'_> {
    /// One expression and its separator, if there is one. Answers whether there
    /// was: `.` or `!`.
    pub(super) fn statement(&mut self) -> (ExprId, bool) {
        let (start, errors) = (self.position, self.errors);
        let statement = self.expression();
        let is_separator = matches!(self.kind(), TokenKind::Period | TokenKind::Bang);
        if self.position == start && !is_separator {
            // It has been reported; nothing else will take it.
            self.bump();
        }
        if self.errors > errors || self.rejects_stray_token() {
            self.skip_broken_statement();
            self.extend(statement);
        }
        let is_separated = match self.kind() {
            TokenKind::Period => {
                self.period();
                true
            }
            TokenKind::Bang => {
                self.cast(statement);
                true
            }
            _ => false,
        };
        (statement, is_separated)
    }

    /// Statements up to the closer of a block.
    pub(super) fn block_statements(&mut self) -> ExprList {
        let mark = self.scratch.exprs.len();
        while !self.at(TokenKind::Eof) && !is_closer(self.kind()) && !self.at_declaration_boundary()
        {
            let before = self.position;
            let (statement, is_separated) = self.statement();
            self.scratch.exprs.push(statement);
            if !(is_separated || self.begins_line()) || self.position == before {
                break;
            }
        }
        self.nodes.expr_lists.take_list(&mut self.scratch.exprs, mark)
    }

    /// Makes a statement cover all that was read since it began.
    fn extend(&mut self, statement: ExprId) {
        let last = TokenId(self.position.saturating_sub(1));
        if let Some(range) = self.nodes.expr_tokens.at_mut(statement.index())
            && range.last < last
        {
            range.last = last;
        }
    }

    fn period(&mut self) {
        let period = self.bump();
        let next = self.token();
        let is_needless =
            next.begins_line() || matches!(next.kind, TokenKind::RightBracket | TokenKind::Eof);
        if is_needless {
            self.report_token(ProblemKind::UnnecessaryPeriod, period);
        }
    }

    /// `!` makes the statement's outermost send a cast.
    fn cast(&mut self, statement: ExprId) {
        let is_send = match self.nodes.exprs.get_mut(statement) {
            Some(Expr::Send(send)) => {
                send.is_cast = true;
                true
            }
            _ => false,
        };
        if !is_send {
            self.report(ProblemKind::CastWithoutSend);
        }
        self.bump();
        self.extend(statement);
    }

    /// Reports a token on the same line that can neither separate nor begin
    /// anything, and takes it.
    fn rejects_stray_token(&mut self) -> bool {
        let kind = self.kind();
        let is_stray = !self.begins_line()
            && !self.can_start_expression()
            && !is_closer(kind)
            && !matches!(kind, TokenKind::Eof | TokenKind::Period | TokenKind::Bang)
            && !self.at_data_declaration()
            && !self.is_method_start(self.position);
        if is_stray {
            self.report_unexpected();
            self.bump();
        }
        is_stray
    }

    pub(super) fn can_start_expression(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Identifier
                | TokenKind::Integer
                | TokenKind::Float
                | TokenKind::String
                | TokenKind::StringStart
                | TokenKind::Character
                | TokenKind::Symbol
                | TokenKind::LeftParen
                | TokenKind::LeftBracket
                | TokenKind::LeftBrace
                | TokenKind::MapOpen
                | TokenKind::ListOpen
                | TokenKind::ArrayOpen
                | TokenKind::Hash
                | TokenKind::Caret
                | TokenKind::AtPrimitive
                | TokenKind::AtIntrinsic
                | TokenKind::AtExpect
                | TokenKind::Error
        )
    }

    /// Says what is wrong with the token here, where an expression should be.
    pub(super) fn report_unexpected(&mut self) {
        match self.kind() {
            TokenKind::Error => self.report_lexical(),
            TokenKind::Hash => self.report(ProblemKind::LoneHash),
            TokenKind::FatArrow => self.report(ProblemKind::MisplacedHeader),
            _ => self.report(ProblemKind::ExpectedExpression),
        }
    }

    fn report_lexical(&mut self) {
        let fault = self.tokens.fault(self.here()).unwrap_or(LexFault::UnexpectedCharacter);
        let token = self.token().span();
        let span = match fault {
            LexFault::Unterminated(_, start) => Span { start, end: token.end },
            LexFault::UnclosedInterpolation(brace) => Span { start: brace, end: brace + 1 },
            // The braces around it belong to what is wrong.
            LexFault::EmptyInterpolation | LexFault::DoubledBraces => {
                let end = (token.end + 1).min(self.text.len() as u32);
                Span { start: token.start.saturating_sub(1), end }
            }
            LexFault::UnexpectedCharacter
            | LexFault::SingleQuoted
            | LexFault::UnknownDirective
            | LexFault::MissingPackage => token,
        };
        self.report_at(ProblemKind::Lexical(fault), span);
    }
}
