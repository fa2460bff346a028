//! Pattern nodes: match arms and destructuring targets.

use super::{Literal, PatternId};
use crate::arena::List;
use crate::token::TokenId;

#[derive(Clone, Copy, Debug)]
pub enum Pattern {
    /// `_`
    Wildcard,
    /// `nil`
    Nil,
    /// A name, bound to what stands there.
    Variable(TokenId),
    ClassTest(ClassTest),
    Constructor(Constructor),
    Literal(Literal),
    Tuple(List<PatternId>),
    Array(List<PatternId>),
    /// `#(a, b)`, only as a destructuring target.
    List(List<PatternId>),
    Map(List<MapPatternPair>),
    /// `...rest`, the last element of an array or list.
    Rest(TokenId),
    Binary(List<Segment>),
    /// A stretch that could not be read; a problem says why.
    Error,
}

/// `name :: Class`
#[derive(Clone, Copy, Debug)]
pub struct ClassTest {
    pub name: TokenId,
    pub class: TokenId,
}

/// `Class keyword: pattern …`
#[derive(Clone, Copy, Debug)]
pub struct Constructor {
    pub class: TokenId,
    pub parts: List<ConstructorPart>,
}

#[derive(Clone, Copy, Debug)]
pub struct ConstructorPart {
    pub keyword: TokenId,
    pub argument: PatternId,
}

/// The key is a symbol or string token.
#[derive(Clone, Copy, Debug)]
pub struct MapPatternPair {
    pub key: TokenId,
    pub value: PatternId,
}

/// `name:size/type-sign-endianness` in `<<…>>`. The name is `_` or a variable;
/// the token is a keyword where the size was glued to it.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    pub name: TokenId,
    pub size: Option<SegmentSize>,
    pub kind: Option<TokenId>,
    pub sign: Option<TokenId>,
    pub endianness: Option<TokenId>,
}

/// An integer or a variable bound by an earlier segment.
pub type SegmentSize = TokenId;
