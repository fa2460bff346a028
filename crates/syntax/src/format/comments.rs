//! Where each comment goes. Every comment is taken exactly once.
//!
//! Comments are found by the token whose gap they stand in. A statement or
//! declaration takes those before it, one behind it, and those inside it that
//! nothing smaller took.

use crate::token::TokenId;
use crate::tree::Tree;
use crate::trivia::{self, Comment, CommentKind};

use super::Formatter;

/// Comments, each with the token whose gap it stands in.
pub(super) type Placed = Vec<(TokenId, Comment)>;

pub(super) struct Comments<'t> {
    tree: &'t Tree,
    /// In source order.
    all: Placed,
    is_taken: Vec<bool>,
}

impl<'t> Comments<'t> {
    pub(super) fn of(tree: &'t Tree) -> Self {
        let mut all = Vec::new();
        for (id, token) in tree.tokens.iter() {
            if token.follows_comment() {
                all.extend(tree.comments_before(id).into_iter().map(|comment| (id, comment)));
            }
        }
        let is_taken = vec![false; all.len()];
        Comments { tree, all, is_taken }
    }

    /// Takes what is left in the gaps before the tokens `from..=to`.
    pub(super) fn take(&mut self, from: TokenId, to: TokenId) -> Placed {
        self.take_but(from, to, None)
    }

    fn take_but(&mut self, from: TokenId, to: TokenId, left: Option<usize>) -> Placed {
        // Neighbours are near each other, and few of them have comments.
        let is_short = to.0 < from.0 + 16;
        if is_short && !(from.0..=to.0).any(|token| self.is_commented(TokenId(token))) {
            return Vec::new();
        }
        let start = self.all.partition_point(|(token, _)| *token < from);
        let end = self.all.partition_point(|(token, _)| *token <= to);
        let mut found = Vec::new();
        for index in (start..end).filter(|index| Some(*index) != left) {
            let token = self.all.get(index).map(|(token, _)| *token);
            found.extend(token.zip(self.take_at(index)));
        }
        found
    }

    /// The comment that trails a node which ends with `last`, also where a
    /// separator stands between them; taken or not.
    fn trailing(&self, last: TokenId) -> Option<usize> {
        let next = TokenId(last.0 + 1);
        let behind_separator = || match self.tree.is_separator(next) {
            true => self.trailing_before(TokenId(next.0 + 1)),
            false => None,
        };
        self.trailing_before(next).or_else(behind_separator)
    }

    fn is_commented(&self, token: TokenId) -> bool {
        self.tree.tokens.get(token).follows_comment()
    }

    fn trailing_before(&self, token: TokenId) -> Option<usize> {
        if !self.is_commented(token) {
            return None;
        }
        let index = self.all.partition_point(|(at, _)| *at < token);
        let (at, comment) = self.all.get(index)?;
        (*at == token && comment.is_trailing).then_some(index)
    }

    fn take_at(&mut self, index: usize) -> Option<Comment> {
        let is_taken = self.is_taken.get_mut(index)?;
        match std::mem::replace(is_taken, true) {
            true => None,
            false => self.all.get(index).map(|(_, comment)| *comment),
        }
    }
}

impl Formatter<'_> {
    /// Writes a comment that has a line of its own.
    pub(super) fn comment_line(&mut self, comment: &Comment) {
        let text = canonical(comment, comment.span.of(&self.tree.text));
        self.push(&text);
        self.newline();
    }

    /// Writes comments, each on its line, with the blank lines between them that
    /// the source had. Answers whether the source had one after the last.
    pub(super) fn comment_lines(&mut self, comments: &[(TokenId, Comment)]) -> bool {
        for (index, (_, comment)) in comments.iter().enumerate() {
            if index > 0 && comment.lines_before > 1 {
                self.blank_line();
            }
            self.comment_line(comment);
        }
        comments.last().is_some_and(|(_, comment)| comment.lines_after > 1)
    }

    /// Takes the comments that stand before `first`, but not one that trails what
    /// ends with `previous`, even if that is written later.
    pub(super) fn take_leading(&mut self, previous: Option<TokenId>, first: TokenId) -> Placed {
        let Some(previous) = previous else { return self.comments.take(TokenId(0), first) };
        let trailing = self.comments.trailing(previous);
        self.comments.take_but(TokenId(previous.0 + 1), first, trailing)
    }

    /// Writes the comment behind a node that ends with `last`.
    pub(super) fn trailing_comment(&mut self, last: TokenId) {
        let trailing = self.comments.trailing(last);
        if let Some(comment) = trailing.and_then(|index| self.comments.take_at(index)) {
            self.push("  ");
            let text = canonical(&comment, comment.span.of(&self.tree.text));
            self.push(&text);
        }
    }

    /// Writes comments found inside a node that has been written from `start` on
    /// before it: they had no place of their own.
    pub(super) fn hoist(
        &mut self,
        start: usize,
        comments: &[(TokenId, Comment)],
        is_set_apart: bool,
    ) {
        if comments.is_empty() {
            return;
        }
        let tail = self.out.split_off(start.min(self.out.len()));
        let (column, is_line_start) = (self.column, self.is_line_start);
        self.is_line_start = true;
        for (_, comment) in comments {
            self.comment_line(comment);
        }
        if is_set_apart && !tail.starts_with('\n') {
            self.newline();
        }
        self.out.push_str(&tail);
        (self.column, self.is_line_start) = (column, is_line_start);
    }
}

/// `// text`, `/// text`, `/* text */`
fn canonical(comment: &Comment, text: &str) -> String {
    match comment.kind {
        CommentKind::Line if text.starts_with("////") => text.to_owned(),
        CommentKind::Line => spaced("//", text),
        CommentKind::Doc => spaced("///", text),
        CommentKind::Block => {
            let inside = text.strip_prefix("/*").unwrap_or(text);
            let inside = inside.strip_suffix("*/").unwrap_or(inside);
            let lines: Vec<&str> = inside.split('\n').map(str::trim_ascii_end).collect();
            let inside = lines.join("\n");
            match inside.trim_ascii() {
                "" => "/* */".to_owned(),
                // A frame of stars stays as it was drawn.
                content if content.starts_with('*') => format!("/*{inside}*/"),
                content => format!("/* {content} */"),
            }
        }
    }
}

fn spaced(slashes: &str, text: &str) -> String {
    let content = text.strip_prefix(slashes).unwrap_or(text);
    let content = content.strip_prefix(' ').unwrap_or(content);
    match content {
        "" => slashes.to_owned(),
        _ => format!("{slashes} {content}"),
    }
}

impl Tree {
    fn is_separator(&self, token: TokenId) -> bool {
        use crate::token::TokenKind;
        matches!(self.tokens.get(token).kind, TokenKind::Period | TokenKind::Semicolon)
    }
}

/// Parts the doc comment of a declaration from the comments above it.
pub(super) fn split_docs(first: TokenId, comments: Placed) -> (Placed, Placed) {
    let mut ordinary = comments;
    let start = ordinary.partition_point(|(token, _)| *token < first);
    let nearest: Vec<Comment> = ordinary.iter().skip(start).map(|(_, comment)| *comment).collect();
    let docs = trivia::doc_run(&nearest).map(|run| ordinary.split_off(start + run.start));
    (ordinary, docs.unwrap_or_default())
}
