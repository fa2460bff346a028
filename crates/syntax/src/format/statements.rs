//! Statements on lines of their own, with their comments and blank lines.

use super::{Formatter, Neighbour};
use crate::token::{TokenId, TokenKind, TokenRange};
use crate::tree::ExprId;
use crate::trivia::Comment;

impl Formatter<'_> {
    /// Writes statements one to a line. `open` is the token before the first;
    /// comments between `open` and `close` that follow the last statement are
    /// written after it.
    pub(super) fn statement_lines(
        &mut self,
        open: TokenId,
        statements: &[ExprId],
        close: Option<TokenId>,
    ) {
        let mut previous = open;
        for (index, statement) in statements.iter().enumerate() {
            if index > 0 {
                self.newline();
            }
            let range = self.tree.expr_range(*statement);
            let leading = self.comments.take(TokenId(previous.0 + 1), range.first);
            if index > 0 && self.had_blank_line(previous, range.first, &leading) {
                self.blank_line();
            }
            if self.comment_lines(&leading) {
                self.blank_line();
            }
            self.statement(*statement);
            previous = range.last;
        }
        if let Some(close) = close {
            self.comments_before_closer(previous, close, statements.is_empty());
        }
    }

    /// Comments between the last line inside brackets and their closer. The
    /// caller ends the line.
    pub(super) fn comments_before_closer(
        &mut self,
        previous: TokenId,
        close: TokenId,
        is_first_line: bool,
    ) {
        let remaining = self.comments.take(TokenId(previous.0 + 1), close);
        if remaining.is_empty() {
            return;
        }
        if !is_first_line {
            self.newline();
            if self.had_blank_line(previous, close, &remaining) {
                self.blank_line();
            }
        }
        self.comment_lines(&remaining);
        self.out.pop();
        self.is_line_start = false;
    }

    /// A statement at the start of a line; comments inside it go before it.
    pub(super) fn statement(&mut self, statement: ExprId) {
        let start = self.out.len();
        self.expr(statement);
        let range = self.tree.expr_range(statement);
        self.needed_period(range);
        self.hoist_inner(start, range);
        self.trailing_comment(range.last);
    }

    pub(super) fn hoist_inner(&mut self, start: usize, range: TokenRange) {
        let inner = self.comments.take(TokenId(range.first.0 + 1), range.last);
        self.hoist(start, &inner, false);
    }

    /// Whether the source had a blank line between two neighbours. `leading` are
    /// the comments that stand before the second.
    pub(super) fn had_blank_line(
        &self,
        previous: TokenId,
        next: TokenId,
        leading: &[(TokenId, Comment)],
    ) -> bool {
        if let Some((_, comment)) = leading.first() {
            return comment.lines_before > 1;
        }
        // A trailing comment, or a separator, may stand in between.
        (previous.0 + 1..=next.0).any(|token| {
            let gap = self.tree.tokens.gap_before(TokenId(token));
            match self.tree.tokens.get(TokenId(token)).follows_comment() {
                true => {
                    let comments = self.tree.comments_before(TokenId(token));
                    comments.last().is_some_and(|comment| comment.lines_after > 1)
                }
                false => gap.of(&self.tree.text).bytes().filter(|it| *it == b'\n').count() > 1,
            }
        })
    }

    /// The body of a method behind its arrow.
    pub(super) fn method_body(&mut self, arrow: TokenId, body: &[ExprId]) {
        if let [statement] = body {
            let range = self.tree.expr_range(*statement);
            let shape = self.shape(*statement);
            let has_comments = self.shapes.has_comment(TokenId(arrow.0 + 1), range.last);
            // Behind an arrow, `@expect` would be read as the next member's.
            let is_expect = self.tree.tokens.get(range.first).kind == TokenKind::AtExpect;
            let may_stay = !has_comments && !is_expect;
            if may_stay && !shape.is_tall() && self.fits(shape.width + 1) {
                self.push(" ");
                self.expr(*statement);
                self.needed_period(range);
                return self.trailing_comment(range.last);
            }
        }
        if body.is_empty() {
            return self.trailing_comment(arrow);
        }
        self.newline();
        self.indented(|formatter| formatter.statement_lines(arrow, body, None));
    }

    /// A statement of bare words would be read as part of the header that follows
    /// it, if a period did not part them: `sealed` before a class, a class before a
    /// method called `>>`.
    fn needed_period(&mut self, range: TokenRange) {
        let (last, neighbour) = self.neighbour;
        if last != range.last || neighbour == Neighbour::Other {
            return;
        }
        let tree = self.tree;
        let mut tokens = (range.first.0..=range.last.0).map(TokenId);
        let is_modifier = |token| {
            let words = ["abstract", "sealed", "typed", "internal", "class"];
            words.contains(&tree.text_of(token))
        };
        let is_name =
            |token| matches!(tree.tokens.get(token).kind, TokenKind::Identifier | TokenKind::At);
        let is_mistakable = match neighbour {
            Neighbour::GtGtMethod => tokens.all(is_name),
            _ => tokens.all(is_modifier),
        };
        if is_mistakable {
            self.push(".");
        }
    }

    /// The `=>` before a body, or where it would be.
    pub(super) fn arrow_before(&self, range: TokenRange, body: &[ExprId]) -> TokenId {
        let Some(first) = body.first() else { return range.last };
        let mut token = self.tree.expr_range(*first).first;
        while token > range.first && self.tree.tokens.get(token).kind != TokenKind::FatArrow {
            token.0 -= 1;
        }
        token
    }
}
