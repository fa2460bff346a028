//! Where each comment goes. Every comment is taken exactly once.
//!
//! Comments are found by the token whose gap they stand in. A statement or
//! declaration takes those before it, one behind it, and those inside it that
//! nothing smaller took.

use crate::token::TokenId;
use crate::tree::Tree;
use crate::trivia::{self, Comment, CommentKind};

use super::Formatter;

pub(super) struct Comments {
    /// In source order, each with the token whose gap it stands in.
    all: Vec<(TokenId, Comment)>,
    is_taken: Vec<bool>,
}

impl Comments {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut all = Vec::new();
        for (id, token) in tree.tokens.iter() {
            if token.follows_comment() {
                all.extend(tree.comments_before(id).into_iter().map(|comment| (id, comment)));
            }
        }
        let is_taken = vec![false; all.len()];
        Comments { all, is_taken }
    }

    /// Takes what is left in the gaps before the tokens `from..=to`.
    pub(super) fn take(&mut self, from: TokenId, to: TokenId) -> Vec<(TokenId, Comment)> {
        self.take_if(from, to, |_, _| true)
    }

    fn take_if(
        &mut self,
        from: TokenId,
        to: TokenId,
        belongs: impl Fn(TokenId, &Comment) -> bool,
    ) -> Vec<(TokenId, Comment)> {
        let start = self.all.partition_point(|(token, _)| *token < from);
        let mut found = Vec::new();
        for index in start..self.all.len() {
            let Some((token, comment)) = self.all.get(index).copied() else { break };
            if token > to {
                break;
            }
            if !belongs(token, &comment) {
                continue;
            }
            if let Some(is_taken @ false) = self.is_taken.get_mut(index) {
                *is_taken = true;
                found.push((token, comment));
            }
        }
        found
    }

    /// Takes the comment that trails whatever ends before `token`.
    pub(super) fn take_trailing(&mut self, token: TokenId) -> Option<Comment> {
        let index = self.all.partition_point(|(at, _)| *at < token);
        let (at, comment) = self.all.get(index).copied()?;
        let is_taken = self.is_taken.get_mut(index)?;
        if at != token || *is_taken || !comment.is_trailing() {
            return None;
        }
        *is_taken = true;
        Some(comment)
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
    pub(super) fn take_leading(
        &mut self,
        previous: Option<TokenId>,
        first: TokenId,
    ) -> Vec<(TokenId, Comment)> {
        let Some(previous) = previous else { return self.comments.take(TokenId(0), first) };
        let next = TokenId(previous.0 + 1);
        let has_separator = self.tree.is_separator(next);
        self.comments.take_if(next, first, |token, comment| {
            let is_behind = token == next || (has_separator && token.0 == next.0 + 1);
            !(is_behind && comment.is_trailing())
        })
    }

    /// Writes the comment behind a node that ends with `last`, also where a
    /// separator stands between them.
    pub(super) fn trailing_comment(&mut self, last: TokenId) {
        let next = TokenId(last.0 + 1);
        let trailing = self.comments.take_trailing(next).or_else(|| {
            self.tree
                .is_separator(next)
                .then(|| self.comments.take_trailing(TokenId(next.0 + 1)))?
        });
        if let Some(comment) = trailing {
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

/// The comments of a declaration's gap that are its doc comment, at the end.
pub(super) fn split_docs(
    first: TokenId,
    comments: Vec<(TokenId, Comment)>,
) -> (Vec<(TokenId, Comment)>, Vec<(TokenId, Comment)>) {
    let mut ordinary = comments;
    let start = ordinary.partition_point(|(token, _)| *token < first);
    let nearest: Vec<Comment> = ordinary.iter().skip(start).map(|(_, comment)| *comment).collect();
    let docs = trivia::doc_run(&nearest).map(|run| ordinary.split_off(start + run.start));
    (ordinary, docs.unwrap_or_default())
}
