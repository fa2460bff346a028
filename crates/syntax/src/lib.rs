//! Beamtalk text: tokens, tree, problems, canonical layout.
//!
//! In goes any text; out come a tree and a list of problems, never one or the
//! other. Knows no classes, no types, no files, and no words for its problems.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod arena;
mod category;
mod completeness;
mod cursor;
mod definition;
mod format;
mod lexer;
pub mod literal;
mod notation;
mod parser;
mod problem;
mod script;
mod span;
mod token;
pub mod tree;
pub mod trivia;

pub use arena::{Arena, Id, List};
pub use category::{Category, EXPECT_ALL, expectable};
pub use completeness::{Completeness, completeness};
pub use cursor::{CursorParse, parse_at};
pub use definition::Definition;
pub use format::format;
pub use lexer::lex;
pub use notation::{notation, token_listing};
pub use parser::{MethodParse, Parse, parse, parse_method};
pub use problem::{
    Bracket, DIRECTIVES, Detachment, MAX_DEPTH, NameRole, NumberFault, Problem, ProblemKind,
    SEGMENT_SPECIFIERS, SegmentFault, Severity,
};
pub use script::{Case, Load, Script, parse_script};
pub use span::{ColumnUnit, LineIndex, Position, Span};
pub use token::{LexFault, Token, TokenId, TokenKind, TokenRange, Tokens, Unterminated};
pub use tree::Tree;
