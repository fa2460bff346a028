//! Tokens to tree. Total and linear: any tokens give a tree and problems.
//!
//! `opt_x` may find nothing and then consumes nothing; every other parsing
//! function always yields its node, with a problem and a placeholder where the
//! text lacks something. Nothing here looks at what a name means.

mod class;
mod collections;
mod destructuring;
mod directives;
mod docs;
mod expressions;
mod items;
mod lookahead;
mod matching;
mod method;
mod patterns;
mod primaries;
mod protocol;
mod recovery;
mod statements;
mod suspicious;
mod types;

use std::sync::Arc;

use crate::lexer::lex;
use crate::problem::{MAX_DEPTH, Problem, ProblemKind, Severity};
use crate::span::Span;
use crate::token::{Token, TokenId, TokenKind, TokenRange, Tokens};
use crate::tree::{
    Arm, BlockParameter, ConstructorPart, Expr, ExprId, HeaderPart, InterpolationPart, Item,
    KeywordPart, MapPair, MapPatternPair, Message, Method, Nodes, Pattern, PatternId, Segment,
    Tree, TypeAnnotation, TypeId,
};
use lookahead::Scans;

/// How many problems of one text are kept.
const MAX_PROBLEMS: usize = 10_000;

/// A tree and what is wrong with its text, in source order.
#[derive(Clone, Debug)]
pub struct Parse {
    pub tree: Tree,
    pub problems: Vec<Problem>,
}

impl Parse {
    /// Whether the tree may be compiled, formatted and run.
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.kind.severity() == Severity::Error)
    }
}

/// One method standing alone, as live editing sends it.
#[derive(Clone, Debug)]
pub struct MethodParse {
    pub tree: Tree,
    /// Missing when the text is anything else than exactly one method.
    pub method: Option<Method>,
    pub problems: Vec<Problem>,
}

/// Reads a whole module.
pub fn parse(text: &str) -> Parse {
    parse_tokens(text, lex(text))
}

pub(crate) fn parse_tokens(text: &str, tokens: Tokens) -> Parse {
    let mut parser = Parser::new(text, &tokens);
    parser.module();
    let (nodes, items, problems) = parser.finish();
    Parse { tree: Tree { text: Arc::from(text), tokens, items, nodes }, problems }
}

/// Reads a single method without a class around it.
pub fn parse_method(text: &str) -> MethodParse {
    let tokens = lex(text);
    let mut parser = Parser::new(text, &tokens);
    let method = parser.lone_method();
    let (nodes, items, problems) = parser.finish();
    MethodParse { tree: Tree { text: Arc::from(text), tokens, items, nodes }, method, problems }
}

struct Parser<'t> {
    text: &'t str,
    tokens: &'t Tokens,
    position: u32,
    nodes: Nodes,
    items: Vec<Item>,
    problems: Vec<Problem>,
    /// Errors reported so far, also those not kept.
    errors: u32,
    depth: u32,
    /// Whether brackets do not match up somewhere, so that a declaration may end
    /// an expression that looks unfinished.
    is_unbalanced: bool,
    place: Place,
    scratch: Scratch,
    scans: Scans,
    /// First tokens of declarations that a doc comment may stand above.
    documentable: Vec<TokenId>,
}

/// Where in a module the parser is, as far as layout decides something there.
#[derive(Clone, Copy, Debug)]
struct Place {
    keyword_rule: KeywordRule,
    is_in_method: bool,
    /// Of the method of a class body that is being read.
    header_column: Option<u32>,
    /// Between commas, where one ends an element and is not a mistake.
    is_in_elements: bool,
}

const AT_MODULE_LEVEL: Place = Place {
    keyword_rule: KeywordRule::Free,
    is_in_method: false,
    header_column: None,
    is_in_elements: false,
};

/// Whether a keyword at a line start goes on with the message to its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeywordRule {
    /// In methods of a class body, by column.
    ByColumn,
    /// In data initialisers, never for the first part.
    NotFirst,
    Free,
}

/// Children on their way into a list. Nested nodes share a stack and each takes
/// what it pushed.
#[derive(Default)]
struct Scratch {
    exprs: Vec<ExprId>,
    keyword_parts: Vec<KeywordPart>,
    messages: Vec<Message>,
    block_parameters: Vec<BlockParameter>,
    interpolation_parts: Vec<InterpolationPart>,
    map_pairs: Vec<MapPair>,
    arms: Vec<Arm>,
    patterns: Vec<PatternId>,
    constructor_parts: Vec<ConstructorPart>,
    map_pattern_pairs: Vec<MapPatternPair>,
    segments: Vec<Segment>,
    types: Vec<TypeId>,
    header_parts: Vec<HeaderPart>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, tokens: &'t Tokens) -> Self {
        let mut nodes = Nodes::default();
        nodes.reserve(tokens.len());
        Parser {
            text,
            tokens,
            position: 0,
            nodes,
            items: Vec::new(),
            problems: Vec::new(),
            errors: 0,
            depth: 0,
            is_unbalanced: recovery::is_unbalanced(tokens),
            place: AT_MODULE_LEVEL,
            scratch: Scratch::default(),
            scans: Scans::default(),
            documentable: Vec::new(),
        }
    }

    fn finish(mut self) -> (Nodes, Vec<Item>, Vec<Problem>) {
        self.detached_doc_comments();
        self.suspicious_characters();
        self.nodes.shrink();
        self.items.shrink_to_fit();
        self.problems.sort_by_key(|problem| problem.span.start);
        (self.nodes, self.items, self.problems)
    }

    // Looking.

    fn here(&self) -> TokenId {
        TokenId(self.position)
    }

    fn token(&self) -> Token {
        self.token_at(self.position)
    }

    fn token_at(&self, position: u32) -> Token {
        self.tokens.get(TokenId(position))
    }

    fn kind(&self) -> TokenKind {
        self.token().kind
    }

    fn kind_at(&self, position: u32) -> TokenKind {
        self.token_at(position).kind
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    fn next_is(&self, kind: TokenKind) -> bool {
        self.kind_at(self.position + 1) == kind
    }

    fn text_at(&self, position: u32) -> &'t str {
        self.token_at(position).span().of(self.text)
    }

    fn is_word_at(&self, position: u32, word: &str) -> bool {
        let token = self.token_at(position);
        token.kind == TokenKind::Identifier && token.span().of(self.text) == word
    }

    fn at_word(&self, word: &str) -> bool {
        self.is_word_at(self.position, word)
    }

    fn is_keyword_at(&self, position: u32, keyword: &str) -> bool {
        let token = self.token_at(position);
        token.kind == TokenKind::Keyword && token.span().of(self.text) == keyword
    }

    fn at_keyword(&self, keyword: &str) -> bool {
        self.is_keyword_at(self.position, keyword)
    }

    fn is_operator_at(&self, position: u32, operator: &str) -> bool {
        let token = self.token_at(position);
        token.kind == TokenKind::BinarySelector && token.span().of(self.text) == operator
    }

    fn at_operator(&self, operator: &str) -> bool {
        self.is_operator_at(self.position, operator)
    }

    /// An identifier that begins with a capital.
    fn is_upper_at(&self, position: u32) -> bool {
        let token = self.token_at(position);
        let first = self.text.as_bytes().get(token.start as usize);
        token.kind == TokenKind::Identifier && first.is_some_and(u8::is_ascii_uppercase)
    }

    fn is_lower_at(&self, position: u32) -> bool {
        self.kind_at(position) == TokenKind::Identifier && !self.is_upper_at(position)
    }

    fn begins_line(&self) -> bool {
        self.token().begins_line()
    }

    /// The column of a token that begins a line.
    fn column_at(&self, position: u32) -> Option<u32> {
        let token = self.token_at(position);
        token.begins_line().then(|| {
            let before = self.text.as_bytes().get(..token.start as usize).unwrap_or_default();
            before.iter().rev().take_while(|byte| **byte != b'\n').count() as u32
        })
    }

    fn column(&self) -> Option<u32> {
        self.column_at(self.position)
    }

    /// Whether the column is at most `limit`; holds inside a line.
    fn is_within(&self, limit: u32) -> bool {
        self.column().is_none_or(|column| column <= limit)
    }

    // Moving.

    fn bump(&mut self) -> TokenId {
        let here = self.here();
        if !self.at(TokenKind::Eof) {
            self.position += 1;
        }
        here
    }

    fn eat(&mut self, kind: TokenKind) -> Option<TokenId> {
        self.at(kind).then(|| self.bump())
    }

    /// A comma between elements.
    fn eat_comma(&mut self) -> bool {
        let found = self.at_operator(",");
        if found {
            self.bump();
        }
        found
    }

    // Building.

    /// The tokens from `first` up to here.
    fn range_from(&self, first: TokenId) -> TokenRange {
        match self.position.checked_sub(1) {
            Some(last) => TokenRange { first, last: TokenId(last) },
            None => TokenRange { first: TokenId(1), last: TokenId(0) },
        }
    }

    fn expr(&mut self, first: TokenId, expr: Expr) -> ExprId {
        let range = self.range_from(first);
        self.nodes.expr_tokens.alloc(range);
        self.nodes.exprs.alloc(expr)
    }

    fn error_expr(&mut self, first: TokenId) -> ExprId {
        self.expr(first, Expr::Error)
    }

    fn pattern(&mut self, first: TokenId, pattern: Pattern) -> PatternId {
        let range = self.range_from(first);
        self.nodes.pattern_tokens.alloc(range);
        self.nodes.patterns.alloc(pattern)
    }

    fn ty(&mut self, first: TokenId, ty: TypeAnnotation) -> TypeId {
        let range = self.range_from(first);
        self.nodes.type_tokens.alloc(range);
        self.nodes.types.alloc(ty)
    }

    // Reporting.

    fn report(&mut self, kind: ProblemKind) {
        let span = match self.position.checked_sub(1) {
            // The end is where the last token ends, not where the last line does.
            Some(last) if self.at(TokenKind::Eof) => {
                let end = self.token_at(last).end;
                Span { start: end, end }
            }
            _ => self.token().span(),
        };
        self.report_at(kind, span);
    }

    fn report_token(&mut self, kind: ProblemKind, token: TokenId) {
        self.report_at(kind, self.tokens.get(token).span());
    }

    /// Reports something about all tokens from `first` up to here.
    fn report_since(&mut self, kind: ProblemKind, first: TokenId) {
        self.report_at(kind, self.tokens.span_of(self.range_from(first)));
    }

    /// Keeps one error for each place: what follows from it says nothing new.
    fn report_at(&mut self, kind: ProblemKind, span: Span) {
        let is_error = kind.severity() == Severity::Error;
        if is_error {
            self.errors += 1;
            let repeats = |problem: &Problem| {
                problem.kind.severity() == Severity::Error && problem.span.start == span.start
            };
            if self.problems.iter().rev().take(4).any(repeats) {
                return;
            }
        }
        match self.problems.len() {
            ..MAX_PROBLEMS => self.problems.push(Problem { kind, span }),
            MAX_PROBLEMS => {
                self.problems.push(Problem { kind: ProblemKind::TooManyProblems, span });
            }
            _ => {}
        }
    }
}
