//! `@primitive`, `@intrinsic` and `@expect`.

use super::Parser;
use crate::category::{Category, EXPECT_ALL};
use crate::problem::ProblemKind;
use crate::token::{TokenId, TokenKind};
use crate::tree::{Expect, Expr, ExprId, Primitive, PrimitiveKind};

impl Parser<'_> {
    pub(super) fn primitive(&mut self) -> ExprId {
        let (first, argument) = self.method_directive();
        let primitive = Primitive { kind: PrimitiveKind::Primitive, argument };
        self.expr(first, Expr::Primitive(primitive))
    }

    pub(super) fn intrinsic(&mut self) -> ExprId {
        let (first, argument) = self.method_directive();
        if argument.is_none() {
            self.report_token(ProblemKind::IntrinsicWithoutName, first);
        }
        let primitive = Primitive { kind: PrimitiveKind::Intrinsic, argument };
        self.expr(first, Expr::Primitive(primitive))
    }

    /// A directive of method bodies, and its argument on the same line.
    fn method_directive(&mut self) -> (TokenId, Option<TokenId>) {
        if !self.place.is_in_method {
            self.report(ProblemKind::DirectiveOutsideMethod);
        }
        let directive = self.bump();
        let has_argument =
            !self.begins_line() && matches!(self.kind(), TokenKind::String | TokenKind::Identifier);
        (directive, has_argument.then(|| self.bump()))
    }

    pub(super) fn expect_directive(&mut self) -> Expect {
        let directive = self.bump();
        let word = self.text_at(self.position);
        let is_known = self.at(TokenKind::Identifier)
            && (word == EXPECT_ALL || Category::expected_as(word).is_some());
        let is_word = self.at(TokenKind::Identifier) && !self.begins_line();
        if !is_known {
            match is_word {
                true => self.report(ProblemKind::UnknownExpectCategory),
                false => self.report_token(ProblemKind::UnknownExpectCategory, directive),
            }
        }
        let category = (is_known || is_word).then(|| self.bump());
        let has_reason = category.is_some() && self.at(TokenKind::String) && !self.begins_line();
        Expect { directive, category, reason: has_reason.then(|| self.bump()) }
    }
}
