//! Tokens: what the lexer makes and everything after it reads.
//!
//! A token is its kind and its place; its text is a slice of the source, and the
//! trivia before it (white space, comments) is the gap to the token before.

use crate::span::Span;

/// The kinds of token, as the language defines them.
///
/// `->` is always [`TokenKind::Arrow`], whatever it will turn out to mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenKind {
    Identifier,
    /// `at:`, colon included.
    Keyword,
    Integer,
    Float,
    /// A string without interpolation, or the pieces around the holes of one with.
    String,
    StringStart,
    StringSegment,
    StringEnd,
    Character,
    Symbol,
    /// Any operator that has no kind of its own; also `,` and `=`.
    BinarySelector,
    Arrow,
    FatArrow,
    LtLt,
    GtGt,
    Assign,
    DoubleColon,
    Colon,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    MapOpen,
    ListOpen,
    ArrayOpen,
    /// A `#` that begins nothing.
    Hash,
    Caret,
    Semicolon,
    Period,
    Bang,
    Pipe,
    Ellipsis,
    AtPrimitive,
    AtIntrinsic,
    AtExpect,
    /// The `@` of `package@Class`.
    At,
    /// Text that is no token; [`Tokens::fault`] says why.
    Error,
    Eof,
}

impl TokenKind {
    /// What closes a bracket of this kind; none for every other token.
    pub fn closer(self) -> Option<TokenKind> {
        match self {
            TokenKind::LeftParen | TokenKind::ListOpen => Some(TokenKind::RightParen),
            TokenKind::LeftBracket | TokenKind::ArrayOpen => Some(TokenKind::RightBracket),
            TokenKind::LeftBrace | TokenKind::MapOpen => Some(TokenKind::RightBrace),
            _ => None,
        }
    }

    /// Whether it closes a bracket.
    pub fn is_closer(self) -> bool {
        matches!(self, TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace)
    }
}

/// Position of a token in [`Tokens`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenId(pub u32);

impl TokenId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The tokens a node is made of, both ends included. `last` before `first` is a
/// node of no tokens that stands just before `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenRange {
    pub first: TokenId,
    pub last: TokenId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    pub(crate) gap: Gap,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Token {
    pub fn span(self) -> Span {
        Span { start: self.start, end: self.end }
    }

    /// Whether a line feed stands between the token before and this one.
    pub fn begins_line(self) -> bool {
        self.gap.0 & Gap::NEWLINE != 0
    }

    /// Whether a comment stands between the token before and this one.
    pub fn follows_comment(self) -> bool {
        self.gap.0 & Gap::COMMENT != 0
    }
}

/// What the gap before a token holds, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gap(pub(crate) u8);

impl Gap {
    pub(crate) const NEWLINE: u8 = 1;
    pub(crate) const COMMENT: u8 = 2;
}

/// Why a stretch of text became an [`TokenKind::Error`] token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexFault {
    UnexpectedCharacter,
    /// Runs to the end of the text; what is open began at this offset.
    Unterminated(Unterminated, u32),
    SingleQuoted,
    EmptyInterpolation,
    DoubledBraces,
    /// A `{` in a string, at this offset, that was probably meant literally.
    UnclosedInterpolation(u32),
    UnknownDirective,
    /// `@Name`: the package before it is missing.
    MissingPackage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unterminated {
    String,
    Interpolation,
    Comment,
    QuotedSymbol,
    Character,
}

impl LexFault {
    /// Whether more text could make the token whole: what a prompt waits for.
    pub fn is_incomplete(self) -> bool {
        match self {
            LexFault::Unterminated(..) => true,
            LexFault::UnexpectedCharacter
            | LexFault::SingleQuoted
            | LexFault::EmptyInterpolation
            | LexFault::DoubledBraces
            | LexFault::UnclosedInterpolation(_)
            | LexFault::UnknownDirective
            | LexFault::MissingPackage => false,
        }
    }
}

/// All tokens of a text; the last one is always [`TokenKind::Eof`].
#[derive(Clone, Debug)]
pub struct Tokens {
    pub(crate) all: Vec<Token>,
    pub(crate) faults: Vec<(TokenId, LexFault)>,
}

impl Tokens {
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Never true: there is always an end token.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The token at `id`; past the end, the end token.
    pub fn get(&self, id: TokenId) -> Token {
        match self.all.get(id.index()) {
            Some(token) => *token,
            None => self.end(),
        }
    }

    #[cold]
    fn end(&self) -> Token {
        let none = Token { kind: TokenKind::Eof, gap: Gap(0), start: 0, end: 0 };
        self.all.last().copied().unwrap_or(none)
    }

    pub fn iter(&self) -> impl Iterator<Item = (TokenId, Token)> {
        self.all.iter().enumerate().map(|(index, token)| (TokenId(index as u32), *token))
    }

    /// What is wrong with an error token.
    pub fn fault(&self, id: TokenId) -> Option<LexFault> {
        let found = self.faults.binary_search_by_key(&id, |(token, _)| *token).ok()?;
        self.faults.get(found).map(|(_, fault)| *fault)
    }

    pub fn faults(&self) -> &[(TokenId, LexFault)] {
        &self.faults
    }

    /// The place of the gap before a token: where its comments stand.
    pub fn gap_before(&self, id: TokenId) -> Span {
        let start = match id.0.checked_sub(1) {
            Some(before) => self.get(TokenId(before)).end,
            None => 0,
        };
        Span { start, end: self.get(id).start.max(start) }
    }

    pub fn span_of(&self, range: TokenRange) -> Span {
        let start = self.get(range.first).start;
        if range.last < range.first {
            return Span { start, end: start };
        }
        Span { start, end: self.get(range.last).end.max(start) }
    }

    pub fn heap_bytes(&self) -> usize {
        self.all.capacity() * size_of::<Token>()
            + self.faults.capacity() * size_of::<(TokenId, LexFault)>()
    }
}
