//! What can be wrong with a text: places and facts, no words.

use crate::span::Span;
use crate::token::LexFault;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    pub kind: ProblemKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    /// Worth knowing; what it is about may well be meant.
    Hint,
    /// A matter of style, for those who ask.
    Lint,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The span is the text that is no token.
    Lexical(LexFault),
    LoneHash,
    InvalidNumber(NumberFault),
    /// The span is the token found, empty at the end of the text.
    ExpectedExpression,
    /// `=>` where no method head or map key stands before it.
    MisplacedHeader,
    /// Where it was opened, and what closes it is missing.
    Unclosed(Bracket, u32),
    MissingBlockBar,
    MissingName(NameRole),
    /// A parameter or field typed as `name: Type`; the span is the `name:`.
    ColonStyleParameter,
    ExpectedMessage,
    InvalidAssignmentTarget,
    AnnotationWithoutAssignment,
    AnnotationNotAllowed,
    TupleExpression,
    ConsTarget,
    InvalidDestructuringElement,
    SpreadNotLast,
    /// The span is the word.
    BareWordKey,
    MissingMapArrow,
    MissingSeparator(Bracket),
    InterpolationNotSingle,
    CastWithoutSend,
    TooDeep,
    /// More problems than anyone reads; the rest were not kept.
    TooManyProblems,
    MissingType,
    /// `:` where `::` belongs.
    SingleColonType,
    MixedTypeOperators,
    DoubledBackslash,
    MissingFatArrow,
    BodyInProtocol,
    OneLetterAlias,
    MissingAliasEquals,
    /// `type Name(…) = …` is reserved.
    GenericAlias,
    HandleScopeNotSymbol,
    HandleScopeAmongMembers,
    ExpectedPattern,
    MissingArmArrow,
    MissingGuardBracket,
    /// A bare `true` or `false`; the span is the word.
    BooleanPattern {
        in_constructor: bool,
    },
    NilClassTest,
    GenericClassTest,
    ConstructorClassTest,
    ConstructorWithoutParts,
    Segment(SegmentFault),
    DirectiveOutsideMethod,
    IntrinsicWithoutName,
    /// The span is the word, or the directive where there is none.
    UnknownExpectCategory,
    ExpectWithoutMember,
    NotOneMethod,
    TextAfterMethod,
    DetachedDocComment(Detachment),
    /// A character nobody sees that changes how text is shown.
    InvisibleCharacter,
    LoneCarriageReturn,
    UnnecessaryPeriod,
    MissingExpectation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFault {
    RadixOutOfRange,
    NoRadixDigits,
    DigitOutsideRadix,
    NoExponentDigits,
    OutOfRange,
}

/// What a closing bracket or separator is missing from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    Block,
    Paren,
    Match,
    Guard,
    List,
    Array,
    Map,
    TuplePattern,
    ArrayPattern,
    MapPattern,
    BinaryPattern,
    TypeArguments,
    TypeGroup,
    TypeParameters,
}

impl Bracket {
    /// The token that closes it.
    pub fn closer(self) -> &'static str {
        match self {
            Bracket::Block
            | Bracket::Match
            | Bracket::Guard
            | Bracket::Array
            | Bracket::ArrayPattern => "]",
            Bracket::Paren
            | Bracket::List
            | Bracket::TypeArguments
            | Bracket::TypeGroup
            | Bracket::TypeParameters => ")",
            Bracket::Map | Bracket::TuplePattern | Bracket::MapPattern => "}",
            Bracket::BinaryPattern => ">>",
        }
    }
}

/// What a missing name would have named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRole {
    BlockParameter,
    Class,
    NativeModule,
    State,
    Field,
    ClassState,
    Parameter,
    Protocol,
    ExtendedProtocol,
    TypeParameter,
    TypeBound,
    PackageClass,
    ClassTest,
    Spread,
    Segment,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentFault {
    UnknownSpecifier,
    DuplicateSpecifier,
    TrailingComma,
    InvalidSize,
}

/// Why a doc comment documents nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detachment {
    /// A blank line stands between it and the declaration.
    BlankLine,
    /// An ordinary comment does.
    OrdinaryComment,
    /// No declaration follows.
    NoDeclaration,
}

impl ProblemKind {
    pub fn severity(self) -> Severity {
        match self {
            ProblemKind::DetachedDocComment(_)
            | ProblemKind::InvisibleCharacter
            | ProblemKind::LoneCarriageReturn => Severity::Warning,
            ProblemKind::UnnecessaryPeriod => Severity::Lint,
            _ => Severity::Error,
        }
    }
}

/// What may stand behind the slash of a binary segment: its type, its sign and
/// its endianness, at most one of each.
pub const SEGMENT_SPECIFIERS: [&[&str]; 3] = [
    &["integer", "float", "binary", "bytes", "utf8"],
    &["signed", "unsigned"],
    &["big", "little", "native"],
];

/// The words that `@` may introduce.
pub const DIRECTIVES: [&str; 3] = ["primitive", "intrinsic", "expect"];

/// How deep expressions, patterns and types may nest.
pub const MAX_DEPTH: u32 = 256;
