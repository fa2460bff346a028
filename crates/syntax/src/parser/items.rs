//! The top of a module: declarations and statements in any order.

use super::{AT_MODULE_LEVEL, Parser};
use crate::problem::ProblemKind;
use crate::token::{TokenKind, TokenRange};
use crate::tree::{Alias, ClassId, ClassName, ExprId, Extension, Item, Method};

/// A class whose body ended at something that was no member.
#[derive(Clone, Copy)]
struct Interrupted {
    class: ClassId,
    /// How many errors there were when it ended.
    errors: u32,
}

impl Parser<'_> {
    pub(super) fn module(&mut self) {
        // The class whose body a stray statement may have interrupted.
        let mut interrupted: Option<Interrupted> = None;
        while !self.at(TokenKind::Eof) {
            let before = self.position;
            if self.is_alias_start(self.position) {
                interrupted = None;
                self.alias();
            } else if self.is_protocol_start(self.position) {
                interrupted = None;
                self.protocol();
            } else if self.is_class_start(self.position) {
                let class = self.class();
                interrupted = Some(Interrupted { class, errors: self.errors });
            } else if self.is_extension_start(self.position) {
                interrupted = None;
                self.extension();
            } else if let Some(class) = interrupted.filter(|_| self.resumes_class()) {
                self.resume_class(class);
                interrupted = Some(Interrupted { errors: self.errors, ..class });
            } else {
                self.top_statement();
            }
            self.guard_progress(before);
        }
    }

    fn top_statement(&mut self) {
        let statement = match self.opt_broken_alias() {
            Some(alias) => alias,
            None => self.statement().0,
        };
        self.items.push(Item::Statement(statement));
    }

    /// Every loop over items or statements must consume something.
    pub(super) fn guard_progress(&mut self, before: u32) {
        if self.position == before && !self.at(TokenKind::Eof) {
            self.report(ProblemKind::ExpectedExpression);
            self.bump();
        }
    }

    /// Whether an indented line goes on with a class after code that could not
    /// be part of it. Such a text is wrong in any case; this keeps its members.
    fn resumes_class(&mut self) -> bool {
        self.column().is_some_and(|column| column > 0)
            && (self.at_data_declaration() || self.is_method_start(self.position))
    }

    fn resume_class(&mut self, interrupted: Interrupted) {
        // What interrupted it may have been reported already.
        if self.errors > interrupted.errors {
        } else if self.at_data_declaration() {
            self.report(ProblemKind::ExpectedExpression);
        } else if let Some(arrow) = self.method_arrow() {
            self.report_token(ProblemKind::MisplacedHeader, arrow);
        }
        self.class_body(interrupted.class);
    }

    /// `[internal] type Name = type`
    fn alias(&mut self) {
        self.documentable.push(self.here());
        let first = self.here();
        let is_internal = self.at_word("internal");
        if is_internal {
            self.bump();
        }
        self.bump();
        let name = self.bump();
        if self.text_at(name.0).len() == 1 {
            self.report_token(ProblemKind::OneLetterAlias, name);
        }
        self.bump();
        let ty = self.type_annotation();
        let tokens = self.range_from(first);
        let alias = self.nodes.aliases.alloc(Alias { tokens, is_internal, name, ty });
        self.items.push(Item::Alias(alias));
    }

    /// `type Name` with something after it that only an alias could have.
    fn opt_broken_alias(&mut self) -> Option<ExprId> {
        let position = self.position + u32::from(self.at_word("internal"));
        if !self.is_word_at(position, "type") || !self.is_upper_at(position + 1) {
            return None;
        }
        let next = self.token_at(position + 2);
        if next.begins_line() {
            return None;
        }
        let kind = match next.kind {
            TokenKind::LeftParen => ProblemKind::GenericAlias,
            TokenKind::Pipe
            | TokenKind::Symbol
            | TokenKind::Assign
            | TokenKind::DoubleColon
            | TokenKind::FatArrow => ProblemKind::MissingAliasEquals,
            _ => return None,
        };
        self.report_at(kind, next.span());
        let first = self.bump();
        while !self.at(TokenKind::Eof) && !self.begins_line() {
            self.bump();
        }
        Some(self.error_expr(first))
    }

    /// `Class >> header => body`
    fn extension(&mut self) {
        self.documentable.push(self.here());
        let first = self.here();
        let package = (self.next_is(TokenKind::At)).then(|| {
            let package = self.bump();
            self.bump();
            package
        });
        let class = ClassName { package, name: self.bump() };
        let is_class_side = self.at_word("class");
        if is_class_side {
            self.bump();
        }
        self.bump();
        let method = self.extension_method(is_class_side);
        let tokens = TokenRange { first, last: method.tokens.last };
        let extension = Extension { tokens, class, method };
        let extension = self.nodes.extensions.alloc(extension);
        self.items.push(Item::Extension(extension));
    }

    /// The entry point for live editing: one method and nothing else.
    pub(super) fn lone_method(&mut self) -> Option<Method> {
        self.documentable.push(self.here());
        if !self.is_method_start(self.position) {
            let has_arrow = self.tokens.iter().any(|(_, it)| it.kind == TokenKind::FatArrow);
            if self.looks_like_header() && !has_arrow {
                self.skip_all();
                self.report(ProblemKind::MissingFatArrow);
            } else {
                self.report(ProblemKind::NotOneMethod);
                self.skip_all();
            }
            return None;
        }
        let method = self.class_method(None);
        self.place = AT_MODULE_LEVEL;
        while self.at(TokenKind::Period) {
            self.bump();
        }
        if !self.at(TokenKind::Eof) {
            self.report(ProblemKind::TextAfterMethod);
            self.skip_all();
            return None;
        }
        Some(method)
    }

    fn looks_like_header(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Identifier
                | TokenKind::Keyword
                | TokenKind::BinarySelector
                | TokenKind::Arrow
        )
    }

    fn skip_all(&mut self) {
        while !self.at(TokenKind::Eof) {
            self.bump();
        }
    }
}
