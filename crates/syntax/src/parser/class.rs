//! Classes: header, data declarations, and the members in between.

use super::{KeywordRule, Parser, Place};
use crate::arena::List;
use crate::problem::{Bracket, NameRole, ProblemKind};
use crate::token::{TokenId, TokenKind};
use crate::tree::{
    Class, ClassId, ClassModifiers, ClassName, DataDeclaration, DataKind, Expect, Item, Member,
    Superclass, TypeParameter,
};

impl Parser<'_> {
    pub(super) fn class(&mut self) -> ClassId {
        self.documentable.push(self.here());
        let first = self.here();
        let modifiers = self.class_modifiers();
        let superclass = self.superclass();
        self.bump();
        let name = self.class_name_after_subclass();
        let type_parameters = match self.begins_line() {
            true => Vec::new(),
            false => self.type_parameters(),
        };
        let native = self.native_module();
        let handle_scope = self.handle_scope();
        let class = self.nodes.classes.alloc(Class {
            header: self.range_from(first),
            modifiers,
            superclass,
            name,
            type_parameters,
            native,
            handle_scope,
            members: Vec::new(),
        });
        self.items.push(Item::Class(class));
        self.class_body(class);
        class
    }

    fn class_modifiers(&mut self) -> ClassModifiers {
        let mut modifiers = ClassModifiers::default();
        // A modifier word directly before `subclass:` is the superclass.
        while self.next_is(TokenKind::Identifier) {
            match self.text_at(self.position) {
                "internal" => modifiers.is_internal = true,
                "abstract" => modifiers.is_abstract = true,
                "sealed" => modifiers.is_sealed = true,
                "typed" => modifiers.is_typed = true,
                _ => break,
            }
            self.bump();
        }
        modifiers
    }

    fn superclass(&mut self) -> Option<Superclass> {
        let mut class = ClassName { package: None, name: self.bump() };
        if self.eat(TokenKind::At).is_some() {
            class = ClassName { package: Some(class.name), name: self.bump() };
        }
        let arguments = match self.at(TokenKind::LeftParen) {
            true => self.type_arguments(),
            false => List::EMPTY,
        };
        let is_root = class.package.is_none() && self.text_at(class.name.0) == "nil";
        (!is_root).then_some(Superclass { class, arguments })
    }

    fn class_name_after_subclass(&mut self) -> Option<TokenId> {
        if let Some(name) = self.eat(TokenKind::Identifier) {
            return Some(name);
        }
        self.report(ProblemKind::MissingName(NameRole::Class));
        // `subclass: #Name` is what other Smalltalks write.
        if !self.begins_line() && matches!(self.kind(), TokenKind::Symbol | TokenKind::String) {
            self.bump();
        }
        None
    }

    /// `(T, E :: Bound)`
    pub(super) fn type_parameters(&mut self) -> Vec<TypeParameter> {
        let mut parameters = Vec::new();
        let Some(first) = self.eat(TokenKind::LeftParen) else { return parameters };
        loop {
            let Some(name) = self.eat(TokenKind::Identifier) else {
                self.report(ProblemKind::MissingName(NameRole::TypeParameter));
                break;
            };
            let bound = match self.eat(TokenKind::DoubleColon) {
                None => None,
                Some(_) => {
                    let bound = self.eat(TokenKind::Identifier);
                    if bound.is_none() {
                        self.report(ProblemKind::MissingName(NameRole::TypeBound));
                    }
                    bound
                }
            };
            parameters.push(TypeParameter { name, bound });
            if !self.eat_comma() {
                break;
            }
        }
        self.close(TokenKind::RightParen, Bracket::TypeParameters, first);
        parameters
    }

    /// A keyword that goes on with the class header, not a method of that name.
    fn at_header_keyword(&mut self, keyword: &str) -> bool {
        self.at_keyword(keyword) && !(self.begins_line() && self.is_method_start(self.position))
    }

    fn native_module(&mut self) -> Option<TokenId> {
        if !self.at_header_keyword("native:") {
            return None;
        }
        let keyword = self.bump();
        if self.at(TokenKind::Identifier) && !self.begins_line() {
            return Some(self.bump());
        }
        self.report_token(ProblemKind::MissingName(NameRole::NativeModule), keyword);
        None
    }

    fn handle_scope(&mut self) -> Option<TokenId> {
        if !self.at_header_keyword("handleScope:") {
            return None;
        }
        self.bump();
        let scope = self.eat(TokenKind::Symbol);
        if scope.is_none() {
            self.report(ProblemKind::HandleScopeNotSymbol);
        }
        scope
    }

    pub(super) fn class_body(&mut self, class: ClassId) {
        loop {
            while self.at(TokenKind::Period) {
                self.bump();
            }
            if self.at(TokenKind::Eof) || self.at_item_start() {
                return;
            }
            let before = self.position;
            let member = match self.at(TokenKind::AtExpect) {
                true => match self.member_with_expect() {
                    Some(member) => Some(member),
                    // It stood at module level, or nothing followed it.
                    None if self.position == before => return,
                    None => continue,
                },
                false => self.opt_member(None),
            };
            match member {
                Some(member) => {
                    if let Some(class) = self.nodes.classes.get_mut(class) {
                        class.members.push(member);
                    }
                }
                None if self.misplaced_handle_scope() || self.skip_stray_member_tokens() => {}
                None => return,
            }
        }
    }

    fn opt_member(&mut self, expect: Option<Expect>) -> Option<Member> {
        let first = expect.map_or(self.here(), |expect| expect.directive);
        if self.at_data_declaration() {
            self.documentable.push(first);
            return Some(Member::Data(self.data_declaration(expect)));
        }
        if self.is_method_start(self.position) {
            self.documentable.push(first);
            return Some(Member::Method(self.class_method(expect)));
        }
        None
    }

    fn member_with_expect(&mut self) -> Option<Member> {
        let start = self.position;
        let (column, errors, problems) = (self.column(), self.errors, self.problems.len());
        let expect = self.expect_directive();
        if let Some(member) = self.opt_member(Some(expect)) {
            return Some(member);
        }
        if column == Some(0) {
            // Text at the margin is module-level code again: it is read there.
            self.position = start;
            self.errors = errors;
            self.problems.truncate(problems);
        } else {
            self.report_token(ProblemKind::ExpectWithoutMember, expect.directive);
        }
        None
    }

    fn misplaced_handle_scope(&mut self) -> bool {
        if !self.at_keyword("handleScope:") {
            return false;
        }
        self.report(ProblemKind::HandleScopeAmongMembers);
        self.bump();
        self.eat(TokenKind::Symbol);
        true
    }

    /// In a class body, tokens that can begin nothing at all are skipped with
    /// their line, so that the members after them are kept.
    fn skip_stray_member_tokens(&mut self) -> bool {
        if self.can_start_expression() || self.column() == Some(0) {
            return false;
        }
        self.report_unexpected();
        self.bump();
        while !self.at(TokenKind::Eof) && !self.begins_line() {
            self.bump();
        }
        true
    }

    pub(super) fn at_data_declaration(&self) -> bool {
        self.data_kind().is_some()
    }

    fn data_kind(&self) -> Option<DataKind> {
        if !self.at(TokenKind::Keyword) {
            return None;
        }
        match self.text_at(self.position) {
            "state:" => Some(DataKind::State),
            "field:" => Some(DataKind::Field),
            "classState:" => Some(DataKind::ClassState),
            _ => None,
        }
    }

    /// `state: name :: Type = initialiser`
    fn data_declaration(&mut self, expect: Option<Expect>) -> DataDeclaration {
        let kind = self.data_kind().unwrap_or(DataKind::State);
        let first = self.bump();
        let (name, annotation) = self.data_name(kind);
        let initialiser = self.at_operator("=").then(|| {
            self.bump();
            let outer = self.place;
            self.place = Place {
                keyword_rule: KeywordRule::NotFirst,
                is_in_method: false,
                header_column: Some(self.column_at(first.0).unwrap_or(2)),
                is_in_elements: false,
            };
            let initialiser = self.expression();
            self.place = outer;
            initialiser
        });
        let tokens = self.range_from(first);
        DataDeclaration { tokens, expect, kind, name, annotation, initialiser }
    }

    fn data_name(&mut self, kind: DataKind) -> (Option<TokenId>, Option<crate::tree::TypeId>) {
        if let Some(name) = self.eat(TokenKind::Identifier) {
            return (Some(name), self.opt_annotation());
        }
        if self.at_colon_style() {
            return self.colon_style_name();
        }
        self.report(ProblemKind::MissingName(match kind {
            DataKind::State => NameRole::State,
            DataKind::Field => NameRole::Field,
            DataKind::ClassState => NameRole::ClassState,
        }));
        (None, self.opt_annotation())
    }
}
