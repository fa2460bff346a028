//! Expression nodes.

use super::{ExprId, ExprList, PatternId, TypeId};
use crate::arena::List;
use crate::token::TokenId;

#[derive(Clone, Copy, Debug)]
pub enum Expr {
    Literal(Literal),
    Interpolation(Interpolation),
    /// A variable, or `self`, `nil`, `true`, `false`: later stages know.
    Identifier(TokenId),
    ClassReference(ClassName),
    Super(TokenId),
    Field(Field),
    Send(Send),
    Cascade(Cascade),
    Assignment(Assignment),
    Destructuring(Destructuring),
    /// `^value`
    Return(ExprId),
    /// `(expression)`: kept, because layout keeps it.
    Paren(ExprId),
    Block(Block),
    List(ListLiteral),
    Array(Array),
    Map(Map),
    /// `...name`, only meaningful in a destructuring target.
    Spread(TokenId),
    Match(Match),
    Primitive(Primitive),
    Expect(super::Expect),
    /// A stretch that could not be read; a problem says why.
    Error,
}

#[derive(Clone, Copy, Debug)]
pub struct Literal {
    pub kind: LiteralKind,
    pub token: TokenId,
    /// Only in patterns: a minus sign written apart, the token before.
    pub is_negated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralKind {
    Integer,
    Float,
    String,
    Symbol,
    Character,
}

#[derive(Clone, Copy, Debug)]
pub struct Interpolation {
    pub parts: List<InterpolationPart>,
}

#[derive(Clone, Copy, Debug)]
pub enum InterpolationPart {
    Text(TokenId),
    Hole(ExprId),
}

/// `Name` or `package@Name`.
#[derive(Clone, Copy, Debug)]
pub struct ClassName {
    pub package: Option<TokenId>,
    pub name: TokenId,
}

/// `receiver.name`
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub receiver: ExprId,
    pub name: TokenId,
}

#[derive(Clone, Copy, Debug)]
pub struct Send {
    pub receiver: ExprId,
    pub message: Message,
    /// Ended by `!`: sent without waiting.
    pub is_cast: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum Message {
    Unary(TokenId),
    Binary(TokenId, ExprId),
    Keyword(List<KeywordPart>),
}

#[derive(Clone, Copy, Debug)]
pub struct KeywordPart {
    pub keyword: TokenId,
    pub argument: ExprId,
}

/// `first` is the whole expression before the first `;`; the messages go to the
/// receiver of its outermost message.
#[derive(Clone, Copy, Debug)]
pub struct Cascade {
    pub first: ExprId,
    pub messages: List<Message>,
}

#[derive(Clone, Copy, Debug)]
pub struct Assignment {
    pub target: ExprId,
    pub annotation: Option<TypeId>,
    pub value: ExprId,
}

#[derive(Clone, Copy, Debug)]
pub struct Destructuring {
    pub pattern: PatternId,
    pub value: ExprId,
}

#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub parameters: List<BlockParameter>,
    pub body: ExprList,
}

#[derive(Clone, Copy, Debug)]
pub struct BlockParameter {
    pub name: TokenId,
    pub annotation: Option<TypeId>,
}

#[derive(Clone, Copy, Debug)]
pub struct ListLiteral {
    pub elements: ExprList,
    pub tail: Option<ExprId>,
}

#[derive(Clone, Copy, Debug)]
pub struct Array {
    pub elements: ExprList,
}

#[derive(Clone, Copy, Debug)]
pub struct Map {
    pub pairs: List<MapPair>,
}

#[derive(Clone, Copy, Debug)]
pub struct MapPair {
    pub key: ExprId,
    pub value: ExprId,
}

#[derive(Clone, Copy, Debug)]
pub struct Match {
    pub value: ExprId,
    pub is_exhaustive: bool,
    pub arms: List<Arm>,
}

#[derive(Clone, Copy, Debug)]
pub struct Arm {
    pub pattern: PatternId,
    pub guard: Option<ExprId>,
    pub body: ExprId,
}

#[derive(Clone, Copy, Debug)]
pub struct Primitive {
    pub kind: PrimitiveKind,
    /// A string or a name; without one, the enclosing method's selector.
    pub argument: Option<TokenId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrimitiveKind {
    Primitive,
    Intrinsic,
}
