//! Classes, methods, protocols, aliases, and the order of items.

use super::comments::split_docs;
use super::flat::Flat;
use super::{Formatter, Neighbour};
use crate::token::{TokenId, TokenKind, TokenRange};
use crate::tree::{
    Class, DataDeclaration, DataKind, Expect, ExprId, Extension, Item, Member, Method, Protocol,
    Signature,
};
use crate::trivia::CommentKind;

/// Whether a blank line stands before a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blank {
    AsInSource,
    Always,
    Never,
}

impl Formatter<'_> {
    pub(super) fn items(&mut self) {
        let tree = self.tree;
        let mut previous: Option<TokenId> = None;
        for (index, item) in tree.items.iter().enumerate() {
            if previous.is_some() {
                self.newline();
            }
            let range = self.item_range(item);
            let next = match tree.items.get(index + 1) {
                Some(Item::Class(_) | Item::Alias(_)) => Neighbour::Declaration,
                _ => Neighbour::Other,
            };
            self.neighbour = (range.last, next);
            self.item(item, previous);
            previous = Some(range.last);
        }
        self.end_of_file(previous);
    }

    fn end_of_file(&mut self, previous: Option<TokenId>) {
        let end = TokenId(self.tree.tokens.len() as u32 - 1);
        let remaining = self.take_leading(previous, end);
        if let Some(previous) = previous {
            self.newline();
            if !remaining.is_empty() && self.had_blank_line(previous, end, &remaining) {
                self.blank_line();
            }
        }
        self.comment_lines(&remaining);
    }

    fn item(&mut self, item: &Item, previous: Option<TokenId>) {
        let nodes = &self.tree.nodes;
        match *item {
            Item::Statement(statement) => self.top_statement(statement, previous),
            Item::Class(id) => {
                let class = &nodes.classes[id];
                self.declaration(previous, class.header, Blank::AsInSource, |formatter| {
                    formatter.class_header(class);
                });
                let (_, next) = self.neighbour;
                self.class_members(class, next);
            }
            Item::Protocol(id) => {
                let protocol = &nodes.protocols[id];
                self.declaration(previous, protocol.header, Blank::AsInSource, |formatter| {
                    formatter.protocol_header(protocol);
                });
                self.signatures(protocol);
            }
            Item::Extension(id) => self.extension(&nodes.extensions[id], previous),
            Item::Alias(id) => {
                let alias = &nodes.aliases[id];
                self.declaration(previous, alias.tokens, Blank::AsInSource, |formatter| {
                    let internal = if alias.is_internal { "internal type " } else { "type " };
                    let line = Flat::new(formatter.tree).push(internal).name(Some(alias.name));
                    formatter.push(&line.push(" = ").ty(alias.ty).out);
                });
            }
        }
    }

    fn top_statement(&mut self, statement: ExprId, previous: Option<TokenId>) {
        let range = self.tree.expr_range(statement);
        let leading = self.take_leading(previous, range.first);
        if let Some(previous) = previous
            && self.had_blank_line(previous, range.first, &leading)
        {
            self.blank_line();
        }
        if self.comment_lines(&leading) {
            self.blank_line();
        }
        self.statement(statement);
    }

    /// The tokens of an item, members included.
    fn item_range(&self, item: &Item) -> TokenRange {
        let nodes = &self.tree.nodes;
        match *item {
            Item::Statement(statement) => self.tree.expr_range(statement),
            Item::Extension(id) => nodes.extensions[id].tokens,
            Item::Alias(id) => nodes.aliases[id].tokens,
            Item::Class(id) => {
                let class = &nodes.classes[id];
                let last = class.members.last().map_or(class.header.last, |it| tokens_of(it).last);
                TokenRange { last, ..class.header }
            }
            Item::Protocol(id) => {
                let protocol = &nodes.protocols[id];
                let last = protocol.signatures.last().map(|signature| signature.tokens.last);
                TokenRange { last: last.unwrap_or(protocol.header.last), ..protocol.header }
            }
        }
    }

    /// Comments, doc comment and head of a declaration, and what trails it.
    /// `range` is what `write` writes, except bodies.
    fn declaration(
        &mut self,
        previous: Option<TokenId>,
        range: TokenRange,
        blank: Blank,
        write: impl FnOnce(&mut Self),
    ) {
        let start = self.lead_in(previous, range.first, blank);
        write(self);
        self.finish_declaration(start, range);
        self.trailing_comment(range.last);
    }

    /// Writes what stands above a declaration. Answers where comments that are
    /// found inside it are to be inserted.
    fn lead_in(&mut self, previous: Option<TokenId>, first: TokenId, blank: Blank) -> LeadIn {
        let leading = self.take_leading(previous, first);
        let had_blank = previous.is_some_and(|it| self.had_blank_line(it, first, &leading));
        if blank == Blank::Always || (blank == Blank::AsInSource && had_blank) {
            self.blank_line();
        }
        let (ordinary, docs) = split_docs(first, leading);
        let had_blank_after = self.comment_lines(&ordinary);
        let insert_at = self.out.len();
        let separates_docs = blank == Blank::Always && !docs.is_empty() && !ordinary.is_empty();
        // What was no doc comment must not become one.
        let ends_in_doc = ordinary.last().is_some_and(|(_, it)| it.kind == CommentKind::Doc);
        let keeps_apart = docs.is_empty() && ends_in_doc;
        if had_blank_after || separates_docs || keeps_apart {
            self.blank_line();
        }
        self.comment_lines(&docs);
        LeadIn { insert_at, has_docs: !docs.is_empty(), is_method: blank == Blank::Always }
    }

    /// Moves comments from inside a declaration to above it. What would be read
    /// as its doc comment there is kept apart by a blank line.
    fn finish_declaration(&mut self, lead_in: LeadIn, range: TokenRange) {
        let inner = self.comments.take(TokenId(range.first.0 + 1), range.last);
        let Some((_, last)) = inner.last().copied() else { return };
        let is_set_apart = match lead_in.has_docs {
            true => lead_in.is_method,
            false => last.kind == CommentKind::Doc,
        };
        self.hoist(lead_in.insert_at, &inner, is_set_apart);
    }

    fn class_header(&mut self, class: &Class) {
        let mut line = Flat::new(self.tree);
        let modifiers = class.modifiers;
        for (holds, word) in [
            (modifiers.is_internal, "internal "),
            (modifiers.is_abstract, "abstract "),
            (modifiers.is_sealed, "sealed "),
            (modifiers.is_typed, "typed "),
        ] {
            line = if holds { line.push(word) } else { line };
        }
        line = match class.superclass {
            Some(superclass) => {
                line.class_name(superclass.class).type_arguments(superclass.arguments)
            }
            None => line.push("nil"),
        };
        line = line.push(" subclass: ").name(class.name).type_parameters(&class.type_parameters);
        if class.native.is_some() {
            line = line.push(" native: ").name(class.native);
        }
        self.push(&line.out);
        if let Some(scope) = class.handle_scope {
            self.newline();
            let line = Flat::new(self.tree).push("handleScope: ").symbol(scope).out;
            self.indented(|formatter| formatter.push(&line));
        }
    }

    fn class_members(&mut self, class: &Class, next: Neighbour) {
        let mut members = class.grouped_members().peekable();
        while let Some(member) = members.next() {
            let next = members.peek().map_or(next, |next| self.member_neighbour(next));
            self.neighbour = (tokens_of(member).last, next);
            self.newline();
            let previous = previous_member(class, member);
            self.indented(|formatter| match member {
                Member::Data(data) => formatter.data(data, previous),
                Member::Method(method) => formatter.method(method, previous),
            });
        }
    }

    fn member_neighbour(&self, member: &Member) -> Neighbour {
        match self.tree.tokens.get(tokens_of(member).first).kind {
            TokenKind::GtGt => Neighbour::GtGtMethod,
            _ => Neighbour::Other,
        }
    }

    fn expect_line(&mut self, expect: Option<Expect>) {
        if let Some(expect) = expect {
            let line = Flat::new(self.tree).expect(expect).out;
            self.push(&line);
            self.newline();
        }
    }

    fn data(&mut self, data: &DataDeclaration, previous: TokenId) {
        let range = tokens_of(&Member::Data(*data));
        self.declaration(Some(previous), range, Blank::Never, |formatter| {
            formatter.expect_line(data.expect);
            let keyword = match data.kind {
                DataKind::State => "state: ",
                DataKind::Field => "field: ",
                DataKind::ClassState => "classState: ",
            };
            let mut line = Flat::new(formatter.tree).push(keyword).name(data.name);
            if let Some(annotation) = data.annotation {
                line = line.push(" :: ").ty(annotation);
            }
            formatter.push(&line.out);
            if let Some(initialiser) = data.initialiser {
                formatter.push(" = ");
                formatter.is_in_initialiser = true;
                formatter.expr(initialiser);
                formatter.is_in_initialiser = false;
            }
        });
    }

    fn method(&mut self, method: &Method, previous: TokenId) {
        let range = tokens_of(&Member::Method(*method));
        let lead_in = self.lead_in(Some(previous), range.first, Blank::Always);
        self.expect_line(method.expect);
        if method.modifiers.is_class_side {
            self.push("class ");
        }
        self.method_rest(method, lead_in, range);
    }

    fn extension(&mut self, extension: &Extension, previous: Option<TokenId>) {
        let range = extension.tokens;
        let lead_in = self.lead_in(previous, range.first, Blank::AsInSource);
        let is_class_side = extension.method.modifiers.is_class_side;
        let target = Flat::new(self.tree).class_name(extension.class);
        self.push(&target.push(if is_class_side { " class >> " } else { " >> " }).out);
        self.method_rest(&extension.method, lead_in, range);
    }

    /// Modifiers, header and body. Comments in the header go above the method.
    fn method_rest(&mut self, method: &Method, lead_in: LeadIn, range: TokenRange) {
        if method.modifiers.is_internal {
            self.push("internal ");
        }
        if method.modifiers.is_sealed {
            self.push("sealed ");
        }
        let header = Flat::new(self.tree).header(&method.header).push(" =>").out;
        self.push(&header);
        let body = self.tree.list(method.body);
        let arrow = self.arrow_before(range, body);
        self.finish_declaration(lead_in, TokenRange { last: arrow, ..range });
        self.method_body(arrow, body);
    }

    fn protocol_header(&mut self, protocol: &Protocol) {
        let line = Flat::new(self.tree).push("Protocol define: ").name(protocol.name);
        self.push(&line.type_parameters(&protocol.type_parameters).out);
        if protocol.extending.is_some() {
            self.newline();
            let line = Flat::new(self.tree).push("extending: ").name(protocol.extending).out;
            self.indented(|formatter| formatter.push(&line));
        }
    }

    fn signatures(&mut self, protocol: &Protocol) {
        let mut previous = protocol.header.last;
        for (index, signature) in protocol.signatures.iter().enumerate() {
            self.newline();
            let blank = if index == 0 { Blank::Never } else { Blank::AsInSource };
            let next = protocol.signatures.get(index + 1);
            let arrow_follows = next.is_some_and(|next| self.begins_with_arrow(next));
            let needs_period = signature.header.return_type.is_none() && arrow_follows;
            self.indented(|formatter| {
                formatter.signature(signature, previous, blank, needs_period);
            });
            previous = signature.tokens.last;
        }
    }

    fn begins_with_arrow(&self, signature: &Signature) -> bool {
        self.tree.tokens.get(signature.tokens.first).kind == TokenKind::Arrow
    }

    /// A period parts a signature from an arrow that is not its return type's.
    fn signature(
        &mut self,
        signature: &Signature,
        previous: TokenId,
        blank: Blank,
        needs_period: bool,
    ) {
        self.declaration(Some(previous), signature.tokens, blank, |formatter| {
            let line = Flat::new(formatter.tree);
            let line = line.push(if signature.is_class_side { "class " } else { "" });
            let period = if needs_period { "." } else { "" };
            formatter.push(&line.header(&signature.header).push(period).out);
        });
    }
}

/// Where a declaration's inner comments go, and what stands there already.
struct LeadIn {
    insert_at: usize,
    has_docs: bool,
    is_method: bool,
}

/// The tokens of a member, a directive before it included.
fn tokens_of(member: &Member) -> TokenRange {
    let (tokens, expect) = match member {
        Member::Data(data) => (data.tokens, data.expect),
        Member::Method(method) => (method.tokens, method.expect),
    };
    TokenRange { first: expect.map_or(tokens.first, |expect| expect.directive), ..tokens }
}

/// The last token before a member, in source order.
fn previous_member(class: &Class, member: &Member) -> TokenId {
    let first = tokens_of(member).first;
    let index = class.members.partition_point(|other| tokens_of(other).first < first);
    let before = index.checked_sub(1).and_then(|before| class.members.get(before));
    before.map_or(class.header.last, |before| tokens_of(before).last)
}
