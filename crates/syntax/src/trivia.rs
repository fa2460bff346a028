//! Comments: what stands in the gaps between tokens.

use crate::span::Span;
use crate::token::TokenId;
use crate::tree::Tree;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentKind {
    /// `// text`
    Line,
    /// `/// text`
    Doc,
    /// `/* text */`
    Block,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    pub kind: CommentKind,
    /// Without the line's end.
    pub span: Span,
    /// Line feeds between what stands before it and this comment.
    pub lines_before: u32,
    /// Line feeds between this comment and what comes after it.
    pub lines_after: u32,
    /// A line comment directly behind code on the same line.
    pub is_trailing: bool,
}

/// The comments in a gap between two tokens.
pub fn comments(text: &str, gap: Span) -> Vec<Comment> {
    let mut found: Vec<Comment> = Vec::new();
    let bytes = gap.of(text).as_bytes();
    let (mut at, mut lines) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        if *byte != b'/' {
            lines += u32::from(*byte == b'\n');
            at += 1;
            continue;
        }
        let rest = bytes.get(at..).unwrap_or_default();
        let (kind, length) = match rest.get(1) {
            Some(b'*') => (CommentKind::Block, block_length(rest)),
            _ => {
                let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                let is_doc = rest.get(2) == Some(&b'/') && rest.get(3) != Some(&b'/');
                (if is_doc { CommentKind::Doc } else { CommentKind::Line }, length)
            }
        };
        if let Some(before) = found.last_mut() {
            before.lines_after = lines;
        }
        let start = gap.start + at as u32;
        let content = rest.get(..length).unwrap_or_default().trim_ascii_end().len();
        let span = Span { start, end: start + content as u32 };
        let is_first = found.is_empty() && gap.start > 0;
        let is_trailing = is_first && lines == 0 && kind != CommentKind::Block;
        found.push(Comment { kind, span, lines_before: lines, lines_after: 0, is_trailing });
        at += length;
        lines = 0;
    }
    // The beginning of a text is a line's beginning.
    if gap.start == 0
        && let Some(first) = found.first_mut()
    {
        first.lines_before = first.lines_before.max(1);
    }
    if let Some(last) = found.last_mut() {
        last.lines_after = lines;
    }
    found
}

fn block_length(rest: &[u8]) -> usize {
    let inside = rest.get(2..).unwrap_or_default();
    inside.windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |end| end + 4)
}

/// Which of a gap's comments are the doc comment of a declaration that follows:
/// the last unbroken run of `///` lines directly above it.
pub fn doc_run(comments: &[Comment]) -> Option<std::ops::Range<usize>> {
    let end = comments.len();
    let mut start = end;
    for (index, comment) in comments.iter().enumerate().rev() {
        let touches = comment.lines_after == 1;
        let stands_alone = comment.lines_before > 0;
        if comment.kind != CommentKind::Doc || !touches || !stands_alone {
            break;
        }
        start = index;
    }
    (start < end).then_some(start..end)
}

impl Tree {
    /// The comments before a token.
    pub fn comments_before(&self, token: TokenId) -> Vec<Comment> {
        match self.tokens.get(token).follows_comment() {
            true => comments(&self.text, self.tokens.gap_before(token)),
            false => Vec::new(),
        }
    }

    /// The doc comment of the declaration that begins with `token`: its lines
    /// without `///` and one space.
    pub fn doc_comment(&self, token: TokenId) -> Option<String> {
        let comments = self.comments_before(token);
        let run = comments.get(doc_run(&comments)?)?;
        let lines: Vec<&str> = run.iter().map(|comment| self.doc_line(comment)).collect();
        Some(lines.join("\n"))
    }

    fn doc_line(&self, comment: &Comment) -> &str {
        let text = comment.span.of(&self.text);
        let text = text.strip_prefix("///").unwrap_or(text);
        text.strip_prefix(' ').unwrap_or(text)
    }
}
