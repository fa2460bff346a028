//! `value match: [ pattern -> body; … ]`

use super::Parser;
use super::recovery::is_closer;
use crate::problem::{Bracket, ProblemKind};
use crate::token::{TokenId, TokenKind};
use crate::tree::{Arm, Assignment, Expr, ExprId, Match};

impl Parser<'_> {
    /// `match:` is special only with a bracket after it.
    pub(super) fn at_match(&self) -> bool {
        matches!(self.text_at(self.position), "match:" | "matchExhaustive:")
            && self.next_is(TokenKind::LeftBracket)
    }

    pub(super) fn match_expression(&mut self, first: TokenId, value: ExprId) -> ExprId {
        let is_exhaustive = self.at_keyword("matchExhaustive:");
        self.nested_expr(|parser| {
            parser.bump();
            let open = parser.bump();
            let mark = parser.scratch.arms.len();
            parser.arms();
            let arms = parser.nodes.arms.take_list(&mut parser.scratch.arms, mark);
            parser.close(TokenKind::RightBracket, Bracket::Match, open);
            parser.expr(first, Expr::Match(Match { value, is_exhaustive, arms }))
        })
    }

    fn arms(&mut self) {
        while !self.at(TokenKind::Eof) && !is_closer(self.kind()) && !self.at_declaration_boundary()
        {
            let before = self.position;
            let errors = self.errors;
            let arm = self.arm();
            self.scratch.arms.push(arm);
            if self.errors > errors {
                let at_separator = |parser: &Self| parser.at(TokenKind::Semicolon);
                self.skip_groups(|parser| parser.begins_line(), at_separator);
            }
            let is_separated = self.eat(TokenKind::Semicolon).is_some();
            if !(is_separated || self.begins_line()) || self.position == before {
                break;
            }
        }
    }

    fn arm(&mut self) -> Arm {
        let pattern = self.arm_pattern();
        let guard = self.at_keyword("when:").then(|| self.guard());
        if self.eat(TokenKind::Arrow).is_none() {
            self.report(ProblemKind::MissingArmArrow);
            let body = self.error_expr(self.here());
            return Arm { pattern, guard, body };
        }
        Arm { pattern, guard, body: self.arm_body() }
    }

    /// `when: [expression]`
    fn guard(&mut self) -> ExprId {
        self.bump();
        let Some(first) = self.eat(TokenKind::LeftBracket) else {
            self.report(ProblemKind::MissingGuardBracket);
            return self.bare_guard();
        };
        let guard = self.nested_expr(Self::expression);
        self.close(TokenKind::RightBracket, Bracket::Guard, first);
        guard
    }

    fn arm_body(&mut self) -> ExprId {
        let first = self.here();
        if self.eat(TokenKind::Caret).is_some() {
            let value = self.keyword_expression();
            return self.expr(first, Expr::Return(value));
        }
        let target = self.keyword_expression();
        if !self.at(TokenKind::Assign) {
            return target;
        }
        if !matches!(self.nodes.exprs[target], Expr::Identifier(_) | Expr::Field(_)) {
            let range = self.nodes.expr_tokens.at(target.index());
            self.report_at(ProblemKind::InvalidAssignmentTarget, self.tokens.span_of(range));
        }
        self.bump();
        let value = self.keyword_expression();
        self.expr(first, Expr::Assignment(Assignment { target, annotation: None, value }))
    }
}
