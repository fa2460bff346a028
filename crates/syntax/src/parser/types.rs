//! Type annotations.

use super::Parser;
use crate::arena::List;
use crate::problem::{Bracket, NameRole, ProblemKind};
use crate::token::{TokenId, TokenKind};
use crate::tree::{ClassName, TypeAnnotation, TypeId};

/// The two operators that bind tighter than `|` and do not mix.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TightOperator {
    Without,
    And,
}

impl Parser<'_> {
    /// `A | B \ #c | D & E`
    pub(super) fn type_annotation(&mut self) -> TypeId {
        self.nested(Self::union, |parser, first| parser.ty(first, TypeAnnotation::Error))
    }

    fn union(&mut self) -> TypeId {
        let first = self.here();
        let mark = self.scratch.types.len();
        let head = self.type_term();
        if !self.at(TokenKind::Pipe) {
            return head;
        }
        self.push_union_member(head);
        while self.eat(TokenKind::Pipe).is_some() {
            let member = self.type_term();
            self.push_union_member(member);
        }
        let members = self.nodes.type_lists.take_list(&mut self.scratch.types, mark);
        self.ty(first, TypeAnnotation::Union(members))
    }

    /// A union inside a union is spliced into it.
    fn push_union_member(&mut self, member: TypeId) {
        match self.nodes.types[member] {
            TypeAnnotation::Union(inner) => {
                self.scratch.types.extend_from_slice(&self.nodes.type_lists[inner]);
            }
            _ => self.scratch.types.push(member),
        }
    }

    fn type_term(&mut self) -> TypeId {
        let first = self.here();
        let head = self.type_atom();
        let Some(operator) = self.opt_tight_operator() else { return head };
        let mark = self.scratch.types.len();
        self.scratch.types.push(head);
        let operand = self.type_atom();
        self.scratch.types.push(operand);
        loop {
            let here = self.here();
            let Some(next) = self.opt_tight_operator() else { break };
            if next != operator {
                self.report_token(ProblemKind::MixedTypeOperators, here);
            }
            let operand = self.type_atom();
            self.scratch.types.push(operand);
        }
        let operands = self.nodes.type_lists.take_list(&mut self.scratch.types, mark);
        let ty = match operator {
            TightOperator::Without => TypeAnnotation::Difference(operands),
            TightOperator::And => TypeAnnotation::Intersection(operands),
        };
        self.ty(first, ty)
    }

    fn opt_tight_operator(&mut self) -> Option<TightOperator> {
        if !self.at(TokenKind::BinarySelector) {
            return None;
        }
        let operator = match self.text_at(self.position) {
            "&" => TightOperator::And,
            "\\" => TightOperator::Without,
            "\\\\" => {
                self.report(ProblemKind::DoubledBackslash);
                TightOperator::Without
            }
            _ => return None,
        };
        self.bump();
        Some(operator)
    }

    /// A type without operators around it.
    pub(super) fn type_atom(&mut self) -> TypeId {
        let first = self.here();
        match self.kind() {
            TokenKind::LeftParen => {
                self.bump();
                let inner = self.type_annotation();
                self.close(TokenKind::RightParen, Bracket::TypeGroup, first);
                inner
            }
            TokenKind::Symbol => {
                let symbol = self.bump();
                self.ty(first, TypeAnnotation::Singleton(symbol))
            }
            // The name of the next member is no type.
            TokenKind::Identifier if !self.at_declaration_boundary() => self.named_type(first),
            _ => {
                self.report(ProblemKind::MissingType);
                self.ty(first, TypeAnnotation::Error)
            }
        }
    }

    fn named_type(&mut self, first: TokenId) -> TypeId {
        let class = self.qualified_name();
        let is_self = class.package.is_none() && self.text_at(first.0) == "Self";
        if !self.begins_line() {
            if self.at(TokenKind::LeftParen) && !is_self {
                let arguments = self.type_arguments();
                return self.ty(first, TypeAnnotation::Generic(class, arguments));
            }
            if self.at_word("class") {
                self.bump();
                return self.ty(
                    first,
                    match is_self {
                        true => TypeAnnotation::SelfClass,
                        false => TypeAnnotation::ClassOf(class),
                    },
                );
            }
        }
        self.ty(
            first,
            match is_self {
                true => TypeAnnotation::SelfType,
                false => TypeAnnotation::Simple(class),
            },
        )
    }

    /// `Name` or `package@Name`, from an identifier on.
    pub(super) fn qualified_name(&mut self) -> ClassName {
        let name = self.bump();
        if !self.at(TokenKind::At) || !self.is_lower_at(name.0) {
            return ClassName { package: None, name };
        }
        self.bump();
        if self.is_upper_at(self.position) {
            return ClassName { package: Some(name), name: self.bump() };
        }
        self.report(ProblemKind::MissingName(NameRole::PackageClass));
        if self.at(TokenKind::Identifier) && !self.begins_line() {
            return ClassName { package: Some(name), name: self.bump() };
        }
        ClassName { package: None, name }
    }

    /// `(type, type)`
    pub(super) fn type_arguments(&mut self) -> List<TypeId> {
        let first = self.bump();
        let mark = self.scratch.types.len();
        if !self.at(TokenKind::RightParen) {
            loop {
                let argument = self.type_annotation();
                self.scratch.types.push(argument);
                if !self.eat_comma() {
                    break;
                }
            }
        }
        self.close(TokenKind::RightParen, Bracket::TypeArguments, first);
        self.nodes.type_lists.take_list(&mut self.scratch.types, mark)
    }
}
