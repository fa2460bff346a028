//! The syntax tree: typed nodes in flat arenas, addressed by ids.
//!
//! A tree is only a tree. It owns its text and tokens, and a name in it is the
//! token that spells it. It knows no classes and no types, and is never changed.

mod annotations;
mod children;
mod declaration;
mod expr;
mod pattern;
mod type_annotation;

use std::sync::Arc;

use crate::arena::{Arena, Id, List};
use crate::span::Span;
use crate::token::{TokenId, TokenKind, TokenRange, Tokens};

pub use annotations::{Annotated, Annotation};
pub use declaration::{
    Alias, Class, ClassModifiers, DataDeclaration, DataKind, Expect, Extension, Header, HeaderPart,
    Item, Member, Method, MethodModifiers, MethodSelector, Parameter, Protocol, Signature,
    Superclass, TypeParameter,
};
pub use expr::{
    Arm, Array, Assignment, Block, BlockParameter, Cascade, ClassName, Destructuring, Expr, Field,
    Interpolation, InterpolationPart, KeywordPart, ListLiteral, Literal, LiteralKind, Map, MapPair,
    Match, Message, Primitive, PrimitiveKind, Send,
};
pub use pattern::{
    ClassTest, Constructor, ConstructorPart, MapPatternPair, Pattern, Segment, SegmentSize,
};
pub use type_annotation::TypeAnnotation;

pub type ExprId = Id<Expr>;
pub type PatternId = Id<Pattern>;
pub type TypeId = Id<TypeAnnotation>;
pub type ClassId = Id<Class>;
pub type ProtocolId = Id<Protocol>;
pub type ExtensionId = Id<Extension>;
pub type AliasId = Id<Alias>;
/// Statements of a body, or elements of a literal, in order.
pub type ExprList = List<ExprId>;

/// One parsed text.
#[derive(Clone, Debug)]
pub struct Tree {
    pub text: Arc<str>,
    pub tokens: Tokens,
    pub items: Vec<Item>,
    pub nodes: Nodes,
}

/// Every node of a tree, by kind.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    pub exprs: Arena<Expr>,
    pub expr_tokens: Arena<TokenRange>,
    pub expr_lists: Arena<ExprId>,
    pub keyword_parts: Arena<KeywordPart>,
    pub messages: Arena<Message>,
    pub block_parameters: Arena<BlockParameter>,
    pub interpolation_parts: Arena<InterpolationPart>,
    pub map_pairs: Arena<MapPair>,
    pub arms: Arena<Arm>,
    pub patterns: Arena<Pattern>,
    pub pattern_tokens: Arena<TokenRange>,
    pub pattern_lists: Arena<PatternId>,
    pub constructor_parts: Arena<ConstructorPart>,
    pub map_pattern_pairs: Arena<MapPatternPair>,
    pub segments: Arena<Segment>,
    pub types: Arena<TypeAnnotation>,
    pub type_tokens: Arena<TokenRange>,
    pub type_lists: Arena<TypeId>,
    pub header_parts: Arena<HeaderPart>,
    pub classes: Arena<Class>,
    pub protocols: Arena<Protocol>,
    pub extensions: Arena<Extension>,
    pub aliases: Arena<Alias>,
}

/// Applies one action to every arena, so that none is forgotten.
macro_rules! each_arena {
    ($nodes:expr, $arena:ident => $action:expr) => {{
        let nodes = $nodes;
        each_arena!(@fields nodes, $arena => $action;
            exprs expr_tokens expr_lists keyword_parts messages block_parameters
            interpolation_parts map_pairs arms patterns pattern_tokens pattern_lists
            constructor_parts map_pattern_pairs segments types type_tokens type_lists
            header_parts classes protocols extensions aliases);
    }};
    (@fields $nodes:ident, $arena:ident => $action:expr; $($field:ident)*) => {
        $({ let $arena = &mut $nodes.$field; $action; })*
    };
}

impl Nodes {
    /// Makes room for the nodes of a text of so many tokens.
    pub(crate) fn reserve(&mut self, tokens: usize) {
        self.exprs.reserve(tokens / 2);
        self.expr_tokens.reserve(tokens / 2);
    }

    pub(crate) fn shrink(&mut self) {
        each_arena!(self, arena => arena.shrink());
    }
}

impl Tree {
    /// The source text of a token.
    pub fn text_of(&self, token: TokenId) -> &str {
        self.tokens.get(token).span().of(&self.text)
    }

    /// The text of a token that names something: a keyword without its colon.
    pub fn name(&self, token: TokenId) -> &str {
        let text = self.text_of(token);
        match self.tokens.get(token).kind {
            TokenKind::Keyword => text.strip_suffix(':').unwrap_or(text),
            _ => text,
        }
    }

    pub fn expr_span(&self, id: ExprId) -> Span {
        self.tokens.span_of(self.expr_range(id))
    }

    /// The tokens of an expression.
    pub fn expr_range(&self, id: ExprId) -> TokenRange {
        // Spans are allocated in step with the nodes they belong to.
        self.nodes.expr_tokens.at(id.index())
    }

    pub fn pattern_span(&self, id: PatternId) -> Span {
        self.tokens.span_of(self.pattern_range(id))
    }

    pub fn pattern_range(&self, id: PatternId) -> TokenRange {
        self.nodes.pattern_tokens.at(id.index())
    }

    pub fn type_span(&self, id: TypeId) -> Span {
        self.tokens.span_of(self.type_range(id))
    }

    pub fn type_range(&self, id: TypeId) -> TokenRange {
        self.nodes.type_tokens.at(id.index())
    }

    /// The statements or elements of a list.
    pub fn list(&self, list: ExprList) -> &[ExprId] {
        &self.nodes.expr_lists[list]
    }

    /// The full selector of a message: `size`, `+`, `at:put:`.
    pub fn selector(&self, message: &Message) -> String {
        match *message {
            Message::Unary(selector) | Message::Binary(selector, _) => {
                self.text_of(selector).to_owned()
            }
            Message::Keyword(parts) => {
                let parts = &self.nodes.keyword_parts[parts];
                parts.iter().map(|part| self.text_of(part.keyword)).collect()
            }
        }
    }

    /// The arguments of a message, in order.
    pub fn arguments(&self, message: &Message) -> Vec<ExprId> {
        match *message {
            Message::Unary(_) => Vec::new(),
            Message::Binary(_, argument) => vec![argument],
            Message::Keyword(parts) => {
                self.nodes.keyword_parts[parts].iter().map(|part| part.argument).collect()
            }
        }
    }

    /// The full selector that a header defines.
    pub fn header_selector(&self, header: &Header) -> String {
        match header.selector {
            MethodSelector::Unary(selector) | MethodSelector::Binary(selector, _) => {
                self.text_of(selector).to_owned()
            }
            MethodSelector::Keyword(parts) => {
                let parts = &self.nodes.header_parts[parts];
                parts.iter().map(|part| self.text_of(part.keyword)).collect()
            }
        }
    }

    /// The parameters that a header declares, in order.
    pub fn parameters(&self, header: &Header) -> Vec<Parameter> {
        match header.selector {
            MethodSelector::Unary(_) => Vec::new(),
            MethodSelector::Binary(_, parameter) => vec![parameter],
            MethodSelector::Keyword(parts) => {
                self.nodes.header_parts[parts].iter().map(|part| part.parameter).collect()
            }
        }
    }

    /// Bytes held by text, tokens and nodes, for the memory benchmark.
    pub fn heap_bytes(&mut self) -> usize {
        let mut sum = self.text.len() + self.tokens.heap_bytes();
        sum += self.items.capacity() * size_of::<Item>();
        each_arena!(&mut self.nodes, arena => sum += arena.heap_bytes());
        for (_, class) in self.nodes.classes.iter() {
            sum += class.members.capacity() * size_of::<Member>();
        }
        sum
    }
}
