//! One problem of every kind that a text can have.

use syntax::*;

/// One problem of each sort.
pub(super) fn kinds() -> Vec<ProblemKind> {
    use ProblemKind::*;
    let mut kinds = vec![
        LoneHash,
        ExpectedExpression,
        MisplacedHeader,
        MissingBlockBar,
        ColonStyleParameter,
        ExpectedMessage,
        InvalidAssignmentTarget,
        AnnotationWithoutAssignment,
        AnnotationNotAllowed,
        TupleExpression,
        ConsTarget,
        InvalidDestructuringElement,
        SpreadNotLast,
        BareWordKey,
        MissingMapArrow,
        InterpolationNotSingle,
        CastWithoutSend,
        TooDeep,
        TooManyProblems,
        MissingType,
        SingleColonType,
        MixedTypeOperators,
        DoubledBackslash,
        MissingFatArrow,
        BodyInProtocol,
        OneLetterAlias,
        MissingAliasEquals,
        GenericAlias,
        HandleScopeNotSymbol,
        HandleScopeAmongMembers,
        ExpectedPattern,
        MissingArmArrow,
        MissingGuardBracket,
        BooleanPattern { in_constructor: false },
        BooleanPattern { in_constructor: true },
        NilClassTest,
        GenericClassTest,
        ConstructorClassTest,
        ConstructorWithoutParts,
        DirectiveOutsideMethod,
        IntrinsicWithoutName,
        UnknownExpectCategory,
        ExpectWithoutMember,
        NotOneMethod,
        TextAfterMethod,
        InvisibleCharacter,
        LoneCarriageReturn,
        UnnecessaryPeriod,
        MissingExpectation,
    ];
    kinds.extend(lex_faults().into_iter().map(Lexical));
    for bracket in BRACKETS {
        kinds.push(MissingSeparator(bracket));
        kinds.extend(OFFSETS.map(|opener| Unclosed(bracket, opener)));
    }
    kinds.extend(NAME_ROLES.into_iter().map(MissingName));
    kinds.extend(NUMBER_FAULTS.into_iter().map(InvalidNumber));
    kinds.extend(SEGMENT_FAULTS.into_iter().map(Segment));
    kinds.extend(DETACHMENTS.into_iter().map(DetachedDocComment));
    kinds
}

fn lex_faults() -> Vec<LexFault> {
    let mut faults = vec![
        LexFault::UnexpectedCharacter,
        LexFault::SingleQuoted,
        LexFault::EmptyInterpolation,
        LexFault::DoubledBraces,
        LexFault::UnknownDirective,
        LexFault::MissingPackage,
    ];
    for offset in OFFSETS {
        faults.push(LexFault::UnclosedInterpolation(offset));
        faults.extend(UNTERMINATED.map(|what| LexFault::Unterminated(what, offset)));
    }
    faults
}

/// Where something may have begun, in a text or in none.
const OFFSETS: [u32; 4] = [0, 1, 3, u32::MAX];

const UNTERMINATED: [Unterminated; 5] = [
    Unterminated::String,
    Unterminated::Interpolation,
    Unterminated::Comment,
    Unterminated::QuotedSymbol,
    Unterminated::Character,
];

const BRACKETS: [Bracket; 14] = [
    Bracket::Block,
    Bracket::Paren,
    Bracket::Match,
    Bracket::Guard,
    Bracket::List,
    Bracket::Array,
    Bracket::Map,
    Bracket::TuplePattern,
    Bracket::ArrayPattern,
    Bracket::MapPattern,
    Bracket::BinaryPattern,
    Bracket::TypeArguments,
    Bracket::TypeGroup,
    Bracket::TypeParameters,
];

const NAME_ROLES: [NameRole; 15] = [
    NameRole::BlockParameter,
    NameRole::Class,
    NameRole::NativeModule,
    NameRole::State,
    NameRole::Field,
    NameRole::ClassState,
    NameRole::Parameter,
    NameRole::Protocol,
    NameRole::ExtendedProtocol,
    NameRole::TypeParameter,
    NameRole::TypeBound,
    NameRole::PackageClass,
    NameRole::ClassTest,
    NameRole::Spread,
    NameRole::Segment,
];

const NUMBER_FAULTS: [NumberFault; 5] = [
    NumberFault::RadixOutOfRange,
    NumberFault::NoRadixDigits,
    NumberFault::DigitOutsideRadix,
    NumberFault::NoExponentDigits,
    NumberFault::OutOfRange,
];

const SEGMENT_FAULTS: [SegmentFault; 4] = [
    SegmentFault::UnknownSpecifier,
    SegmentFault::DuplicateSpecifier,
    SegmentFault::TrailingComma,
    SegmentFault::InvalidSize,
];

const DETACHMENTS: [Detachment; 3] =
    [Detachment::BlankLine, Detachment::OrdinaryComment, Detachment::NoDeclaration];
