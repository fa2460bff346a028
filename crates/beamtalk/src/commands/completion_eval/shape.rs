//! What a receiver looks like.

/// The kinds of receivers that figures are given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Shape {
    Literal,
    Class,
    Own,
    Super,
    Variable,
    Field,
    Parameter,
    BlockParameter,
    UnaryChain,
    BinaryChain,
    KeywordChain,
    Parentheses,
    Cascade,
    ClassSide,
    Erlang,
}

impl Shape {
    pub(super) fn name(self) -> &'static str {
        match self {
            Shape::Literal => "literal",
            Shape::Class => "class",
            Shape::Own => "self",
            Shape::Super => "super",
            Shape::Variable => "variable",
            Shape::Field => "field",
            Shape::Parameter => "parameter",
            Shape::BlockParameter => "block parameter",
            Shape::UnaryChain => "unary chain",
            Shape::BinaryChain => "binary chain",
            Shape::KeywordChain => "keyword chain",
            Shape::Parentheses => "parentheses",
            Shape::Cascade => "cascade",
            Shape::ClassSide => "class side",
            Shape::Erlang => "Erlang result",
        }
    }

    /// Whether it is one word.
    pub(super) fn is_token(self) -> bool {
        match self {
            Shape::Literal | Shape::Class | Shape::Own | Shape::Super | Shape::Variable => true,
            Shape::Field
            | Shape::Parameter
            | Shape::BlockParameter
            | Shape::UnaryChain
            | Shape::BinaryChain
            | Shape::KeywordChain
            | Shape::Parentheses
            | Shape::Cascade
            | Shape::ClassSide
            | Shape::Erlang => false,
        }
    }
}
