//! Primaries: literals, names with their fields, blocks, parentheses and
//! interpolated strings.

use super::Parser;
use crate::literal;
use crate::problem::{Bracket, NameRole, ProblemKind};
use crate::token::{LexFault, TokenId, TokenKind};
use crate::tree::{
    Block, BlockParameter, ClassName, Expr, ExprId, Field, Interpolation, InterpolationPart,
    Literal, LiteralKind,
};

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> ExprId {
        match self.at_declaration_boundary() {
            true => self.missing_expression(),
            false => self.primary_here(),
        }
    }

    pub(super) fn primary_here(&mut self) -> ExprId {
        match self.kind() {
            TokenKind::Identifier => self.name(),
            TokenKind::Integer
            | TokenKind::Float
            | TokenKind::String
            | TokenKind::Symbol
            | TokenKind::Character => {
                let first = self.here();
                let literal = self.literal();
                self.expr(first, Expr::Literal(literal))
            }
            TokenKind::StringStart => self.nested_expr(Self::interpolation),
            TokenKind::LeftParen => self.nested_expr(Self::parenthesised),
            TokenKind::LeftBracket => self.nested_expr(Self::block),
            TokenKind::ListOpen => self.nested_expr(Self::list),
            TokenKind::ArrayOpen => self.nested_expr(Self::array),
            TokenKind::MapOpen => self.nested_expr(Self::map),
            TokenKind::LeftBrace => self.tuple_expression(),
            TokenKind::AtPrimitive => self.primitive(),
            TokenKind::AtIntrinsic => self.intrinsic(),
            TokenKind::AtExpect => {
                let first = self.here();
                let expect = self.expect_directive();
                self.expr(first, Expr::Expect(expect))
            }
            _ => self.missing_expression(),
        }
    }

    /// Reports what stands here instead of an expression. Takes it, unless it may
    /// belong to what is around.
    fn missing_expression(&mut self) -> ExprId {
        let first = self.here();
        self.report_unexpected();
        let takes = match self.kind() {
            TokenKind::RightParen
            | TokenKind::RightBracket
            | TokenKind::RightBrace
            | TokenKind::StringSegment
            | TokenKind::StringEnd
            | TokenKind::Period
            | TokenKind::Bang
            | TokenKind::Semicolon
            | TokenKind::Eof => false,
            TokenKind::BinarySelector if self.place.is_in_elements => !self.at_operator(","),
            _ => !self.at_declaration_boundary(),
        };
        if takes {
            self.bump();
        }
        self.error_expr(first)
    }

    /// A literal token, with what is wrong about a number.
    pub(super) fn literal(&mut self) -> Literal {
        let text = self.text_at(self.position);
        let (kind, fault) = match self.kind() {
            TokenKind::Integer => (LiteralKind::Integer, literal::check_integer(text).err()),
            TokenKind::Float => (LiteralKind::Float, literal::check_float(text).err()),
            TokenKind::Symbol => (LiteralKind::Symbol, None),
            TokenKind::Character => (LiteralKind::Character, None),
            _ => (LiteralKind::String, None),
        };
        if let Some(fault) = fault {
            self.report(ProblemKind::InvalidNumber(fault));
        }
        Literal { kind, token: self.bump(), is_negated: false }
    }

    /// A variable, a class or `super`, and the fields behind it.
    fn name(&mut self) -> ExprId {
        let first = self.here();
        let node = match self.is_upper_at(first.0) {
            true => Expr::ClassReference(ClassName { package: None, name: self.bump() }),
            false if self.next_is(TokenKind::At) => match self.qualified_name() {
                class @ ClassName { package: Some(_), .. } => Expr::ClassReference(class),
                ClassName { package: None, name } => Expr::Identifier(name),
            },
            false if self.at_word("super") => Expr::Super(self.bump()),
            false => Expr::Identifier(self.bump()),
        };
        let mut receiver = self.expr(first, node);
        while self.at_field() {
            self.bump();
            let name = self.bump();
            receiver = self.expr(first, Expr::Field(Field { receiver, name }));
        }
        receiver
    }

    /// A period with a name glued to its right.
    fn at_field(&self) -> bool {
        let period = self.token();
        let name = self.token_at(self.position + 1);
        period.kind == TokenKind::Period
            && name.kind == TokenKind::Identifier
            && period.end == name.start
    }

    fn parenthesised(&mut self) -> ExprId {
        let first = self.bump();
        let inner = self.expression();
        self.close(TokenKind::RightParen, Bracket::Paren, first);
        self.expr(first, Expr::Paren(inner))
    }

    fn block(&mut self) -> ExprId {
        let first = self.bump();
        let mark = self.scratch.block_parameters.len();
        while self.at(TokenKind::Colon) {
            self.block_parameter();
        }
        if self.scratch.block_parameters.len() > mark && self.eat(TokenKind::Pipe).is_none() {
            self.report(ProblemKind::MissingBlockBar);
        }
        let parameters = &mut self.scratch.block_parameters;
        let parameters = self.nodes.block_parameters.take_list(parameters, mark);
        let is_in_elements = std::mem::replace(&mut self.place.is_in_elements, false);
        let body = self.block_statements();
        self.place.is_in_elements = is_in_elements;
        self.close(TokenKind::RightBracket, Bracket::Block, first);
        self.expr(first, Expr::Block(Block { parameters, body }))
    }

    /// `:name` or `:name :: Type`. The type is an atom: a bar ends the parameters.
    fn block_parameter(&mut self) {
        self.bump();
        let name = match self.kind() {
            TokenKind::Identifier => self.bump(),
            // `[:a:b | …]`: the colon of the second sticks to the first.
            TokenKind::Keyword => {
                self.report(ProblemKind::MissingName(NameRole::BlockParameter));
                let name = self.bump();
                self.push_block_parameter(name);
                match self.eat(TokenKind::Identifier) {
                    Some(next) => next,
                    None => return,
                }
            }
            _ => return self.report(ProblemKind::MissingName(NameRole::BlockParameter)),
        };
        self.push_block_parameter(name);
    }

    fn push_block_parameter(&mut self, name: TokenId) {
        let annotation = self.eat(TokenKind::DoubleColon).map(|_| self.type_atom());
        self.scratch.block_parameters.push(BlockParameter { name, annotation });
    }

    fn interpolation(&mut self) -> ExprId {
        let first = self.bump();
        let mark = self.scratch.interpolation_parts.len();
        self.scratch.interpolation_parts.push(InterpolationPart::Text(first));
        loop {
            let hole = self.keyword_expression();
            self.scratch.interpolation_parts.push(InterpolationPart::Hole(hole));
            if !matches!(self.kind(), TokenKind::StringSegment | TokenKind::StringEnd) {
                self.skip_to_string_piece();
            }
            let is_last = !self.at(TokenKind::StringSegment);
            if is_last && !self.at(TokenKind::StringEnd) {
                break;
            }
            let piece = self.bump();
            self.scratch.interpolation_parts.push(InterpolationPart::Text(piece));
            if is_last {
                break;
            }
        }
        let parts = &mut self.scratch.interpolation_parts;
        let parts = self.nodes.interpolation_parts.take_list(parts, mark);
        self.expr(first, Expr::Interpolation(Interpolation { parts }))
    }

    /// A hole that is not over: says so, and goes to where its string goes on.
    fn skip_to_string_piece(&mut self) {
        if self.ends_unfinished_string() {
            self.report_unexpected();
            self.bump();
            return;
        }
        self.report(ProblemKind::InterpolationNotSingle);
        let mut level = 0u32;
        loop {
            match self.kind() {
                TokenKind::Eof => return,
                TokenKind::StringSegment | TokenKind::StringEnd if level == 0 => return,
                TokenKind::StringEnd => level -= 1,
                TokenKind::StringStart => level += 1,
                _ if level == 0 && self.ends_unfinished_string() => {
                    self.bump();
                    return;
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// The error token that the lexer leaves where a text ends inside a string.
    fn ends_unfinished_string(&self) -> bool {
        self.at(TokenKind::Error)
            && matches!(self.tokens.fault(self.here()), Some(LexFault::Unterminated(..)))
    }
}
