//! Doc comments that document nothing.

use super::Parser;
use crate::problem::{Detachment, ProblemKind};
use crate::trivia::{self, CommentKind};

impl Parser<'_> {
    pub(super) fn detached_doc_comments(&mut self) {
        for (id, token) in self.tokens.iter() {
            if !token.follows_comment() {
                continue;
            }
            let gap = self.tokens.gap_before(id);
            let comments = trivia::comments(self.text, gap);
            let Some(last) = comments.iter().rposition(|it| it.kind == CommentKind::Doc) else {
                continue;
            };
            let why = match self.documentable.binary_search(&id) {
                Err(_) => Detachment::NoDeclaration,
                Ok(_) if trivia::doc_run(&comments).is_some() => continue,
                Ok(_) if last + 1 < comments.len() => Detachment::OrdinaryComment,
                Ok(_) => Detachment::BlankLine,
            };
            if let Some(comment) = comments.get(last) {
                self.report_at(ProblemKind::DetachedDocComment(why), comment.span);
            }
        }
    }
}
