//! What never breaks over lines: types, patterns, headers, names, literals.

use crate::arena::List;
use crate::literal;
use crate::token::{TokenId, TokenKind};
use crate::tree::{
    ClassName, Expect, Header, Literal, MethodSelector, Parameter, Pattern, PatternId, Primitive,
    PrimitiveKind, Segment, Tree, TypeAnnotation, TypeId, TypeParameter,
};

/// Writes one line of text. Each method answers the writer, for chaining.
pub(super) struct Flat<'t> {
    tree: &'t Tree,
    pub(super) out: String,
}

impl<'t> Flat<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        Flat { tree, out: String::new() }
    }

    pub(super) fn push(mut self, text: &str) -> Self {
        self.out.push_str(text);
        self
    }

    fn when(self, holds: bool, text: &str) -> Self {
        if holds { self.push(text) } else { self }
    }

    fn token(self, token: TokenId) -> Self {
        let text = self.tree.text_of(token);
        self.push(text)
    }

    pub(super) fn name(self, token: Option<TokenId>) -> Self {
        let name = token.map_or("", |token| self.tree.name(token));
        self.push(name)
    }

    pub(super) fn class_name(self, class: ClassName) -> Self {
        match class.package {
            Some(package) => self.token(package).push("@").token(class.name),
            None => self.token(class.name),
        }
    }

    pub(super) fn literal(self, literal: Literal) -> Self {
        // Glued to it, a radix would be read as a message to the number before.
        let minus = match (literal.is_negated, self.tree.text_of(literal.token).contains('r')) {
            (true, true) => "- ",
            (true, false) => "-",
            (false, _) => "",
        };
        self.push(minus).literal_token(literal.token)
    }

    /// Numbers and strings keep their spelling; symbols and characters have one.
    fn literal_token(self, token: TokenId) -> Self {
        let text = self.tree.text_of(token);
        match self.tree.tokens.get(token).kind {
            TokenKind::Symbol => self.symbol(token),
            TokenKind::Character => match literal::character_value(text) {
                Some('\n') => self.push("$\\n"),
                Some('\t') => self.push("$\\t"),
                Some('\r') => self.push("$\\r"),
                Some('\\') => self.push("$\\\\"),
                Some(character) => self.push("$").push(character.encode_utf8(&mut [0; 4])),
                None => self.push(text),
            },
            _ => self.push(text),
        }
    }

    pub(super) fn symbol(self, token: TokenId) -> Self {
        let value = literal::symbol_value(self.tree.text_of(token));
        // A comma behind an operator would become part of it.
        let next = self.tree.tokens.get(TokenId(token.0 + 1));
        let is_before_comma =
            next.kind == TokenKind::BinarySelector && next.span().of(&self.tree.text) == ",";
        let is_name = value.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        match literal::is_bare_symbol(&value) && (is_name || !is_before_comma) {
            true => self.push("#").push(&value),
            false => self.push("#'").push(&value.replace('\'', "''")).push("'"),
        }
    }

    pub(super) fn primitive(self, primitive: Primitive) -> Self {
        let directive = match primitive.kind {
            PrimitiveKind::Primitive => "@primitive",
            PrimitiveKind::Intrinsic => "@intrinsic",
        };
        match primitive.argument {
            Some(argument) => self.push(directive).push(" ").token(argument),
            None => self.push(directive),
        }
    }

    pub(super) fn expect(self, expect: Expect) -> Self {
        let line = self.push("@expect ").name(expect.category);
        match expect.reason {
            Some(reason) => line.push(" ").token(reason),
            None => line,
        }
    }

    // Types.

    pub(super) fn ty(self, id: TypeId) -> Self {
        match self.tree.nodes.types[id] {
            TypeAnnotation::Simple(class) => self.class_name(class),
            TypeAnnotation::Generic(class, arguments) => {
                self.class_name(class).push("(").types(arguments, ", ", Self::ty).push(")")
            }
            TypeAnnotation::ClassOf(class) => self.class_name(class).push(" class"),
            TypeAnnotation::SelfType => self.push("Self"),
            TypeAnnotation::SelfClass => self.push("Self class"),
            TypeAnnotation::Singleton(symbol) => self.symbol(symbol),
            TypeAnnotation::Union(members) => self.types(members, " | ", Self::ty),
            TypeAnnotation::Difference(operands) => self.types(operands, " \\ ", Self::ty_atom),
            TypeAnnotation::Intersection(operands) => self.types(operands, " & ", Self::ty_atom),
            TypeAnnotation::Error => self,
        }
    }

    /// A type where no operator may stand: parenthesised if it has one.
    pub(super) fn ty_atom(self, id: TypeId) -> Self {
        match self.tree.nodes.types[id] {
            TypeAnnotation::Union(_)
            | TypeAnnotation::Difference(_)
            | TypeAnnotation::Intersection(_) => self.push("(").ty(id).push(")"),
            _ => self.ty(id),
        }
    }

    fn types(self, list: List<TypeId>, between: &str, write: fn(Self, TypeId) -> Self) -> Self {
        let types = &self.tree.nodes.type_lists[list];
        types
            .iter()
            .enumerate()
            .fold(self, |line, (index, ty)| write(line.when(index > 0, between), *ty))
    }

    pub(super) fn type_arguments(self, list: List<TypeId>) -> Self {
        match list.is_empty() {
            true => self,
            false => self.push("(").types(list, ", ", Self::ty).push(")"),
        }
    }

    pub(super) fn type_parameters(self, parameters: &[TypeParameter]) -> Self {
        let line = parameters.iter().enumerate().fold(self, |line, (index, parameter)| {
            let line = line.push(if index == 0 { "(" } else { ", " }).token(parameter.name);
            match parameter.bound {
                Some(bound) => line.push(" :: ").token(bound),
                None => line,
            }
        });
        line.when(!parameters.is_empty(), ")")
    }

    // Headers.

    pub(super) fn header(self, header: &Header) -> Self {
        let line = match header.selector {
            MethodSelector::Unary(selector) => self.token(selector),
            MethodSelector::Binary(selector, parameter) => {
                self.token(selector).push(" ").parameter(parameter)
            }
            MethodSelector::Keyword(parts) => {
                let parts = self.tree.nodes.header_parts[parts].iter().enumerate();
                parts.fold(self, |line, (index, part)| {
                    let line = line.when(index > 0, " ").token(part.keyword);
                    line.push(" ").parameter(part.parameter)
                })
            }
        };
        match header.return_type {
            Some(ty) => line.push(" -> ").ty(ty),
            None => line,
        }
    }

    fn parameter(self, parameter: Parameter) -> Self {
        let line = self.name(parameter.name);
        match parameter.annotation {
            Some(annotation) => line.push(" :: ").ty(annotation),
            None => line,
        }
    }

    // Patterns.

    pub(super) fn pattern(self, id: PatternId) -> Self {
        let nodes = &self.tree.nodes;
        match nodes.patterns[id] {
            Pattern::Wildcard => self.push("_"),
            Pattern::Nil => self.push("nil"),
            Pattern::Variable(name) => self.name(Some(name)),
            Pattern::ClassTest(test) => self.token(test.name).push(" :: ").token(test.class),
            Pattern::Constructor(constructor) => {
                let parts = nodes.constructor_parts[constructor.parts].iter();
                parts.fold(self.token(constructor.class), |line, part| {
                    line.push(" ").token(part.keyword).push(" ").pattern(part.argument)
                })
            }
            Pattern::Literal(literal) => self.literal(literal),
            Pattern::Tuple(elements) => self.push("{").patterns(elements).push("}"),
            Pattern::Array(elements) => self.push("#[").patterns(elements).push("]"),
            Pattern::List(elements) => self.push("#(").patterns(elements).push(")"),
            Pattern::Map(pairs) => {
                let pairs = nodes.map_pattern_pairs[pairs].iter().enumerate();
                let line = pairs.fold(self.push("#{"), |line, (index, pair)| {
                    let line = line.when(index > 0, ", ").literal_token(pair.key);
                    line.push(" => ").pattern(pair.value)
                });
                line.push("}")
            }
            Pattern::Rest(name) => self.push("...").token(name),
            Pattern::Binary(segments) => {
                let segments = nodes.segments[segments].iter().enumerate();
                let line = segments.fold(self.push("<<"), |line, (index, segment)| {
                    line.when(index > 0, ", ").segment(segment)
                });
                line.push(">>")
            }
            Pattern::Error => self,
        }
    }

    fn patterns(self, list: List<PatternId>) -> Self {
        let elements = self.tree.nodes.pattern_lists[list].iter().enumerate();
        elements.fold(self, |line, (index, element)| line.when(index > 0, ", ").pattern(*element))
    }

    fn segment(self, segment: &Segment) -> Self {
        let mut line = self.name(Some(segment.name));
        if let Some(size) = segment.size {
            line = line.push(":").token(size);
        }
        let specifiers = [segment.kind, segment.sign, segment.endianness];
        specifiers.into_iter().flatten().enumerate().fold(line, |line, (index, specifier)| {
            line.push(if index == 0 { "/" } else { "-" }).token(specifier)
        })
    }
}
