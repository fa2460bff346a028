//! List, array and map literals.

use super::Parser;
use super::recovery::is_closer;
use crate::problem::{Bracket, NameRole, ProblemKind};
use crate::token::{TokenId, TokenKind};
use crate::tree::{Array, Expr, ExprId, ExprList, ListLiteral, Map, MapPair};

impl Parser<'_> {
    /// `#(a, b)` or `#(a, b | rest)`
    pub(super) fn list(&mut self) -> ExprId {
        let first = self.bump();
        let elements = self.elements(TokenKind::RightParen);
        let mut tail = None;
        if !elements.is_empty() && self.eat(TokenKind::Pipe).is_some() {
            tail = Some(self.unary_expression());
        }
        self.close_literal(TokenKind::RightParen, Bracket::List, first);
        self.expr(first, Expr::List(ListLiteral { elements, tail }))
    }

    /// `#[a, b]`
    pub(super) fn array(&mut self) -> ExprId {
        let first = self.bump();
        let elements = self.elements(TokenKind::RightBracket);
        self.close_literal(TokenKind::RightBracket, Bracket::Array, first);
        self.expr(first, Expr::Array(Array { elements }))
    }

    /// Elements up to something that is no comma; one comma may stand last.
    fn elements(&mut self, closer: TokenKind) -> ExprList {
        let mark = self.scratch.exprs.len();
        let is_in_elements = std::mem::replace(&mut self.place.is_in_elements, true);
        let mut spread = None;
        while !self.at(closer) && !self.at(TokenKind::Eof) {
            if let Some(spread) = spread.take() {
                self.report_at(ProblemKind::SpreadNotLast, spread);
            }
            let before = self.position;
            let element = match self.at(TokenKind::Ellipsis) {
                true => {
                    let first = self.here();
                    let element = self.spread();
                    spread = Some(self.tokens.span_of(self.range_from(first)));
                    element
                }
                false => self.keyword_expression(),
            };
            self.scratch.exprs.push(element);
            if !self.eat_comma() || self.position == before {
                break;
            }
        }
        self.place.is_in_elements = is_in_elements;
        self.nodes.expr_lists.take_list(&mut self.scratch.exprs, mark)
    }

    fn spread(&mut self) -> ExprId {
        let first = self.bump();
        match self.eat(TokenKind::Identifier) {
            Some(name) => self.expr(first, Expr::Spread(name)),
            None => {
                self.report(ProblemKind::MissingName(NameRole::Spread));
                self.error_expr(first)
            }
        }
    }

    /// Takes the closer. Another token in its place was meant as an element, if
    /// the closer comes at all.
    fn close_literal(&mut self, closer: TokenKind, bracket: Bracket, opener: TokenId) {
        if self.eat(closer).is_some() {
            return;
        }
        let is_cut = self.at(TokenKind::Eof) || is_closer(self.kind());
        self.report(match is_cut {
            true => ProblemKind::Unclosed(bracket, self.tokens.get(opener).start),
            false => ProblemKind::MissingSeparator(bracket),
        });
        self.skip_to_closer(closer);
    }

    /// `#{key => value, …}`
    pub(super) fn map(&mut self) -> ExprId {
        let first = self.bump();
        let mark = self.scratch.map_pairs.len();
        let is_in_elements = std::mem::replace(&mut self.place.is_in_elements, true);
        while !self.at(TokenKind::RightBrace) && !self.at(TokenKind::Eof) {
            let before = self.position;
            let pair = self.pair();
            self.scratch.map_pairs.push(pair);
            if !self.eat_comma() || self.position == before {
                break;
            }
        }
        self.place.is_in_elements = is_in_elements;
        let pairs = self.nodes.map_pairs.take_list(&mut self.scratch.map_pairs, mark);
        self.close_literal(TokenKind::RightBrace, Bracket::Map, first);
        self.expr(first, Expr::Map(Map { pairs }))
    }

    fn pair(&mut self) -> MapPair {
        if self.is_lower_at(self.position) && self.next_is(TokenKind::FatArrow) {
            self.report(ProblemKind::BareWordKey);
        }
        let errors = self.errors;
        let key = self.key_expression();
        if self.eat(TokenKind::FatArrow).is_none() {
            // A key that could not be read has had its problem.
            if self.errors == errors {
                self.report(ProblemKind::MissingMapArrow);
            }
            self.skip_groups(Self::at_declaration_boundary, |parser| parser.at_operator(","));
            let value = self.error_expr(self.here());
            return MapPair { key, value };
        }
        MapPair { key, value: self.keyword_expression() }
    }
}
