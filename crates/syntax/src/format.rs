//! The canonical layout of a tree.
//!
//! Shapes are measured once, bottom up, then the text is written in one pass. What
//! goes where depends only on the tree, its comments, and where the source had
//! blank lines, so formatting twice changes nothing. A tree with errors must not
//! be formatted.

mod comments;
mod declarations;
mod expressions;
mod flat;
mod shape;
mod statements;

use crate::token::TokenId;
use crate::tree::Tree;
use comments::Comments;
use shape::Shapes;

/// Columns on a page.
const PAGE_WIDTH: u32 = 80;
const INDENT: u32 = 2;

/// Writes a tree without errors in canonical layout.
pub fn format(tree: &Tree) -> String {
    let mut formatter = Formatter {
        tree,
        comments: Comments::of(tree),
        shapes: Shapes::of(tree),
        out: String::with_capacity(tree.text.len() + tree.text.len() / 8),
        indent: 0,
        column: 0,
        is_line_start: true,
        is_in_initialiser: false,
        neighbour: (TokenId(0), Neighbour::Other),
    };
    formatter.items();
    formatter.out
}

struct Formatter<'t> {
    tree: &'t Tree,
    comments: Comments<'t>,
    shapes: Shapes,
    out: String,
    /// Of the line being written.
    indent: u32,
    /// Characters written since the last line feed, indentation included.
    column: u32,
    /// Nothing is on the current line yet, not even its indentation.
    is_line_start: bool,
    /// A keyword may not begin a line in the initialiser of a data declaration.
    is_in_initialiser: bool,
    /// What is written after the member or item that ends with this token.
    neighbour: (TokenId, Neighbour),
}

/// What follows a statement, as far as its words could be read as part of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neighbour {
    /// A class or an alias, whose header may begin with modifiers.
    Declaration,
    /// Its header begins with `>>`.
    GtGtMethod,
    Other,
}

impl Formatter<'_> {
    fn push(&mut self, text: &str) {
        if self.is_line_start {
            self.is_line_start = false;
            for _ in 0..self.indent {
                self.out.push(' ');
            }
            self.column = self.indent;
        }
        self.out.push_str(text);
        match text.bytes().rposition(|byte| byte == b'\n') {
            Some(last) => self.column = shape::columns(text.get(last + 1..).unwrap_or("")),
            None => self.column += shape::columns(text),
        }
    }

    fn newline(&mut self) {
        self.out.push('\n');
        self.is_line_start = true;
    }

    /// An empty line, unless nothing stands before it.
    fn blank_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.newline();
        }
    }

    /// Where the next character goes.
    fn next_column(&self) -> u32 {
        match self.is_line_start {
            true => self.indent,
            false => self.column,
        }
    }

    /// Whether so many more columns stay on the page.
    fn fits(&self, width: u32) -> bool {
        self.next_column().saturating_add(width) <= PAGE_WIDTH
    }

    fn indented(&mut self, write: impl FnOnce(&mut Self)) {
        self.indent += INDENT;
        write(self);
        self.indent -= INDENT;
    }
}

#[cfg(test)]
mod tests;
