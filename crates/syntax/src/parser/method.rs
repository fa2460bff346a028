//! Methods: modifiers, selector, return type, and a body that ends by layout.

use super::{AT_MODULE_LEVEL, KeywordRule, Parser, Place};
use crate::problem::{NameRole, ProblemKind};
use crate::token::{TokenId, TokenKind, TokenRange};
use crate::tree::{
    Expect, ExprList, Header, HeaderPart, Method, MethodModifiers, MethodSelector, Parameter,
    TypeId,
};

/// What may end the body of a method.
#[derive(Clone, Copy)]
enum BodyRule {
    /// In a class body: members at or left of this column.
    InClass(u32),
    Extension,
}

impl Parser<'_> {
    /// A method of a class body.
    pub(super) fn class_method(&mut self, expect: Option<Expect>) -> Method {
        let first = self.here();
        let header_column = match self.column_at(first.0) {
            Some(column) => column,
            None if first.0 == 0 => self.token().start,
            None => 2,
        };
        let mut modifiers = MethodModifiers::default();
        while self.is_method_modifier(self.position) {
            match self.text_at(self.position) {
                "class" => modifiers.is_class_side = true,
                "internal" => modifiers.is_internal = true,
                _ => modifiers.is_sealed = true,
            }
            self.bump();
        }
        let header = self.header();
        let place = Place {
            keyword_rule: KeywordRule::ByColumn,
            is_in_method: true,
            header_column: Some(header_column),
            is_in_elements: false,
        };
        let head = self.range_from(first);
        let body = self.method_body(place, BodyRule::InClass(header_column));
        Method { tokens: self.with_body(head, body), expect, modifiers, header, body }
    }

    /// What stands behind `Class >>`.
    pub(super) fn extension_method(&mut self, is_class_side: bool) -> Method {
        let first = self.here();
        let mut modifiers = MethodModifiers { is_class_side, ..MethodModifiers::default() };
        while self.is_extension_modifier(self.position) {
            match self.text_at(self.position) {
                "internal" => modifiers.is_internal = true,
                _ => modifiers.is_sealed = true,
            }
            self.bump();
        }
        let header = self.header();
        let place = Place { is_in_method: true, ..AT_MODULE_LEVEL };
        let head = self.range_from(first);
        let body = self.method_body(place, BodyRule::Extension);
        Method { tokens: self.with_body(head, body), expect: None, modifiers, header, body }
    }

    /// The tokens of a method, without a separator behind its last statement.
    fn with_body(&self, head: TokenRange, body: ExprList) -> TokenRange {
        let last = self.nodes.expr_lists[body].last();
        let last = last.map(|statement| self.nodes.expr_tokens.at(statement.index()).last);
        TokenRange { last: last.unwrap_or(head.last), ..head }
    }

    /// Selector, return type and `=>`.
    fn header(&mut self) -> Header {
        let selector = self.parse_method_selector(false);
        let return_type = self.parse_optional_return_type();
        if self.eat(TokenKind::FatArrow).is_none() {
            self.report(ProblemKind::MissingFatArrow);
        }
        Header { selector, return_type }
    }

    /// What is defined and its parameters. An arrow that stands first is the
    /// selector `->`; it takes one parameter, so a second arrow is never it.
    pub(super) fn parse_method_selector(&mut self, is_on_one_line: bool) -> MethodSelector {
        match self.kind() {
            TokenKind::BinarySelector | TokenKind::Arrow | TokenKind::GtGt => {
                let selector = self.bump();
                MethodSelector::Binary(selector, self.parameter())
            }
            TokenKind::Keyword => {
                let mark = self.scratch.header_parts.len();
                loop {
                    let keyword = self.bump();
                    let parameter = self.parameter();
                    self.scratch.header_parts.push(HeaderPart { keyword, parameter });
                    let ends_line = is_on_one_line && self.begins_line();
                    if !self.at(TokenKind::Keyword) || ends_line {
                        break;
                    }
                }
                let parts = &mut self.scratch.header_parts;
                MethodSelector::Keyword(self.nodes.header_parts.take_list(parts, mark))
            }
            _ => MethodSelector::Unary(self.bump()),
        }
    }

    fn parameter(&mut self) -> Parameter {
        if let Some(name) = self.eat(TokenKind::Identifier) {
            return Parameter { name: Some(name), annotation: self.opt_annotation() };
        }
        if self.at_colon_style() {
            let (name, annotation) = self.colon_style_name();
            return Parameter { name, annotation };
        }
        self.report(ProblemKind::MissingName(NameRole::Parameter));
        Parameter { name: None, annotation: self.opt_annotation() }
    }

    /// Whether a name stands here that was typed as `name: Type`.
    pub(super) fn at_colon_style(&self) -> bool {
        self.at(TokenKind::Keyword)
            && (self.is_upper_at(self.position + 1) || self.next_is(TokenKind::Symbol))
    }

    /// Reads `name: Type` as the `name :: Type` it should have been.
    pub(super) fn colon_style_name(&mut self) -> (Option<TokenId>, Option<TypeId>) {
        self.report(ProblemKind::ColonStyleParameter);
        let name = self.bump();
        (Some(name), Some(self.type_annotation()))
    }

    /// `:: Type` behind a name. A `::` directly before an arrow belongs to the
    /// return type.
    pub(super) fn opt_annotation(&mut self) -> Option<TypeId> {
        match self.kind() {
            TokenKind::DoubleColon if !self.next_is(TokenKind::Arrow) => {
                self.bump();
                Some(self.type_annotation())
            }
            TokenKind::Colon => {
                self.report(ProblemKind::SingleColonType);
                self.bump();
                Some(self.type_annotation())
            }
            _ => None,
        }
    }

    /// `-> Type`, also written `:: -> Type`. Behind the parameters an arrow can
    /// only separate the return type.
    pub(super) fn parse_optional_return_type(&mut self) -> Option<TypeId> {
        if self.at(TokenKind::DoubleColon) {
            self.bump();
            if !self.at(TokenKind::Arrow) {
                return Some(self.type_annotation());
            }
        }
        self.eat(TokenKind::Arrow)?;
        Some(self.type_annotation())
    }

    fn method_body(&mut self, place: Place, rule: BodyRule) -> ExprList {
        let outer = std::mem::replace(&mut self.place, place);
        let mark = self.scratch.exprs.len();
        let mut is_separated = false;
        while !self.body_ends(rule, is_separated) {
            let before = self.position;
            let (statement, separated) = self.statement();
            self.scratch.exprs.push(statement);
            is_separated = separated;
            let continues = self.column().is_some_and(|column| column != 0);
            if !(separated || continues) || self.position == before {
                break;
            }
        }
        self.place = outer;
        self.nodes.expr_lists.take_list(&mut self.scratch.exprs, mark)
    }

    fn body_ends(&mut self, rule: BodyRule, is_separated: bool) -> bool {
        match self.kind() {
            TokenKind::Eof => true,
            TokenKind::AtExpect => match rule {
                BodyRule::InClass(column) => self.is_within(column),
                BodyRule::Extension => false,
            },
            _ if self.at_data_declaration() => true,
            TokenKind::Keyword if self.at_handle_scope(rule) => true,
            TokenKind::Identifier
            | TokenKind::Keyword
            | TokenKind::BinarySelector
            | TokenKind::Arrow
            | TokenKind::GtGt => self.declaration_ends_body(rule, is_separated),
            _ => self.is_at_margin(rule),
        }
    }

    fn declaration_ends_body(&mut self, rule: BodyRule, is_separated: bool) -> bool {
        let here = self.position;
        let is_within = match rule {
            BodyRule::InClass(column) => self.is_within(column),
            BodyRule::Extension => true,
        };
        self.is_at_margin(rule)
            || self.is_class_start(here)
            || self.is_protocol_start(here)
            || self.is_extension_start(here)
            || (is_within && self.is_alias_start(here))
            || ((is_within || is_separated) && self.is_method_start(here))
    }

    /// `handleScope:` at the column of members was meant for the class.
    fn at_handle_scope(&self, rule: BodyRule) -> bool {
        let column = self.column();
        matches!(rule, BodyRule::InClass(header) if column.is_some_and(|column| column <= header))
            && self.at_keyword("handleScope:")
    }

    /// Text in the first column is no part of a class.
    fn is_at_margin(&self, rule: BodyRule) -> bool {
        matches!(rule, BodyRule::InClass(_)) && self.column() == Some(0)
    }

    /// The `=>` of the method that begins here.
    pub(super) fn method_arrow(&mut self) -> Option<TokenId> {
        let mut position = self.position;
        while self.is_method_modifier(position) {
            position += 1;
        }
        self.header_end(position).map(TokenId)
    }
}
