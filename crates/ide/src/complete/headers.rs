//! Places in declarations: types, heads of classes and methods, members.

use syntax::tree::{Class, DataKind, Item, Member, Method, MethodSelector};
use syntax::{TokenId, TokenKind, Tree};

use super::cursor::Cursor;
use super::position::{Nowhere, Position, TypePlace};

/// Where a member of a class begins or goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderPlace {
    /// The class, as it is called in the text.
    pub(super) class: String,
    pub(super) superclass: Option<String>,
    pub(super) is_class_side: bool,
    /// The keywords of the header that stand before the cursor.
    pub(super) parts: Vec<String>,
    /// Whether modifiers stand before it, so that no slot can be declared.
    pub(super) has_modifiers: bool,
    /// Whether it is an extension, outside of the class.
    pub(super) is_extension: bool,
}

pub(super) fn place(cursor: &Cursor) -> Option<Position> {
    match member_line(cursor) {
        true => {
            let mut mended = mended(cursor).into_iter();
            mended.find_map(|it| in_header(&it)).or_else(|| declared(cursor))
        }
        false => declared(cursor),
    }
}

/// The text with what the head of a method at the cursor may lack: its arrow, or the rest of
/// a keyword and then its arrow. Brackets that a type has opened are closed first.
pub(super) fn mended(cursor: &Cursor) -> [Cursor; 2] {
    let keyword = if cursor.prefix.is_empty() { "next: it => nil" } else { ": it => nil" };
    let closers = ")".repeat(open_in_line(cursor));
    [cursor.with_behind(&format!("{closers} => nil")), cursor.with_behind(keyword)]
}

/// A place in the head of a member. Elsewhere what was put in would be in the way.
fn in_header(cursor: &Cursor) -> Option<Position> {
    declared(cursor).filter(|_| {
        let (Some(marker), tree) = (cursor.marker, cursor.tree()) else { return false };
        let members = tree.nodes.classes.iter().flat_map(|(_, class)| &class.members);
        members.into_iter().any(|it| match it {
            Member::Method(it) => it.tokens.first <= marker && marker <= it.tokens.last,
            Member::Data(_) => false,
        })
    })
}

pub(super) fn declared(cursor: &Cursor) -> Option<Position> {
    let marker = cursor.marker?;
    let tree = cursor.tree();
    let new_name = |what| Some(Position::Nothing(Nowhere::NewName(what)));
    for (_, class) in tree.nodes.classes.iter() {
        if class.superclass.is_some_and(|it| it.class.name == marker) {
            return Some(Position::TypeName(TypePlace::Superclass));
        }
        if class.name == Some(marker) {
            return new_name("a new class");
        }
        if class.type_parameters.iter().any(|it| it.bound == Some(marker)) {
            return Some(Position::TypeName(TypePlace::Protocol));
        }
        if class.type_parameters.iter().any(|it| it.name == marker) {
            return new_name("a type parameter");
        }
        if class.header.first <= marker && marker <= class.header.last {
            let is_type = class.superclass.is_some_and(|it| {
                tree.nodes.type_lists[it.arguments].iter().any(|it| {
                    let range = tree.type_range(*it);
                    range.first <= marker && marker <= range.last
                })
            });
            if !is_type {
                return Some(Position::ClassHead);
            }
        }
        for member in &class.members {
            if let Some(position) = in_member(cursor, class, member) {
                return Some(position);
            }
        }
    }
    for (_, extension) in tree.nodes.extensions.iter() {
        let name = tree.text_of(extension.class.name).to_owned();
        let method = &extension.method;
        if let Some(parts) = in_selector(cursor, &method.header.selector) {
            return Some(parts.map_or(
                Position::Nothing(Nowhere::NewName("a parameter")),
                |parts| {
                    Position::Member(HeaderPlace {
                        class: name,
                        superclass: None,
                        is_class_side: method.modifiers.is_class_side,
                        parts,
                        has_modifiers: true,
                        is_extension: true,
                    })
                },
            ));
        }
    }
    for (_, protocol) in tree.nodes.protocols.iter() {
        if protocol.extending == Some(marker) {
            return Some(Position::TypeName(TypePlace::Protocol));
        }
        if protocol.name == Some(marker) {
            return new_name("a new protocol");
        }
        if protocol.header.first <= marker && marker <= protocol.header.last {
            return Some(Position::ClassHead);
        }
        let is_in = |it: &syntax::tree::Signature| in_selector(cursor, &it.header.selector);
        if protocol.signatures.iter().any(|it| is_in(it).is_some()) {
            return new_name("a message that a protocol asks for");
        }
    }
    if tree.nodes.aliases.iter().any(|(_, alias)| alias.name == marker) {
        return new_name("a new alias");
    }
    if tree
        .nodes
        .aliases
        .iter()
        .any(|(_, alias)| alias.tokens.first <= marker && marker < alias.name)
    {
        return Some(Position::ClassHead);
    }
    in_type(cursor)
}

fn in_type(cursor: &Cursor) -> Option<Position> {
    let marker = cursor.marker?;
    let tree = cursor.tree();
    let is_in = |id: syntax::tree::TypeId| {
        let range = tree.type_range(id);
        range.first <= marker && marker <= range.last
    };
    if let Some((_, before)) = cursor.token_before()
        && before.kind == TokenKind::DoubleColon
        && cursor.kind(marker) == TokenKind::Identifier
        && !is_pattern(cursor)
    {
        return Some(Position::TypeName(TypePlace::Any));
    }
    let outermost = tree.nodes.types.iter().filter(|(id, _)| is_in(*id)).last()?.0;
    let is_symbol = matches!(cursor.kind(marker), TokenKind::Symbol | TokenKind::Hash);
    if is_symbol {
        return Some(Position::Nothing(Nowhere::NewName("the symbol of a type")));
    }
    let arrow = tree.type_range(outermost).first.0.checked_sub(1).map(TokenId);
    let is_return = arrow.is_some_and(|it| cursor.kind(it) == TokenKind::Arrow);
    Some(Position::TypeName(if is_return { TypePlace::Return } else { TypePlace::Any }))
}

fn is_pattern(cursor: &Cursor) -> bool {
    let Some(marker) = cursor.marker else { return false };
    let tree = cursor.tree();
    tree.nodes.patterns.iter().any(|(id, _)| {
        let range = tree.pattern_range(id);
        range.first <= marker && marker <= range.last
    })
}

fn in_member(cursor: &Cursor, class: &Class, member: &Member) -> Option<Position> {
    let marker = cursor.marker?;
    let tree = cursor.tree();
    match member {
        Member::Data(data) if data.tokens.first == marker => Some(Position::Member(HeaderPlace {
            class: class.name.map_or(String::new(), |it| tree.text_of(it).to_owned()),
            superclass: class.superclass.map(|it| tree.text_of(it.class.name).to_owned()),
            is_class_side: false,
            parts: Vec::new(),
            has_modifiers: false,
            is_extension: false,
        })),
        Member::Data(data) => (data.name == Some(marker)).then_some(Position::Nothing(
            Nowhere::NewName(match data.kind {
                DataKind::ClassState => "a new class variable",
                DataKind::State | DataKind::Field => "a new slot",
            }),
        )),
        Member::Method(method) => {
            let is_modifier =
                method.tokens.first <= marker && marker < selector_start(method, tree);
            let parts = match is_modifier {
                true => Some(Vec::new()),
                false => in_selector(cursor, &method.header.selector)?,
            };
            let Some(parts) = parts else {
                return Some(Position::Nothing(Nowhere::NewName("a parameter")));
            };
            let modifiers = method.modifiers;
            Some(Position::Member(HeaderPlace {
                class: class.name.map_or(String::new(), |it| tree.text_of(it).to_owned()),
                superclass: class.superclass.map(|it| tree.text_of(it.class.name).to_owned()),
                is_class_side: modifiers.is_class_side,
                has_modifiers: method.tokens.first != marker,
                parts,
                is_extension: false,
            }))
        }
    }
}

fn selector_start(method: &Method, tree: &Tree) -> TokenId {
    match method.header.selector {
        MethodSelector::Unary(it) | MethodSelector::Binary(it, _) => it,
        MethodSelector::Keyword(parts) => {
            let first = tree.nodes.header_parts[parts].first();
            first.map_or(method.tokens.first, |it| it.keyword)
        }
    }
}

/// The keywords before the cursor if that is in the selector, none if in a parameter.
fn in_selector(cursor: &Cursor, selector: &MethodSelector) -> Option<Option<Vec<String>>> {
    let marker = cursor.marker?;
    let tree = cursor.tree();
    match *selector {
        MethodSelector::Unary(it) => (it == marker).then(|| Some(Vec::new())),
        MethodSelector::Binary(_, parameter) => (parameter.name == Some(marker)).then_some(None),
        MethodSelector::Keyword(parts) => {
            let parts = &tree.nodes.header_parts[parts];
            if parts.iter().any(|it| it.parameter.name == Some(marker)) {
                return Some(None);
            }
            let number = parts.iter().position(|it| it.keyword == marker)?;
            let before = parts.iter().take(number);
            Some(Some(before.map(|it| tree.text_of(it.keyword).to_owned()).collect()))
        }
    }
}

/// Whether the line of the cursor is such a head, and has no arrow yet.
fn member_line(cursor: &Cursor) -> bool {
    let Some(marker) = cursor.marker else { return false };
    let tree = cursor.tree();
    let in_line = |token: &TokenId| {
        cursor.kind(*token) != TokenKind::Eof
            && (*token == marker || !tree.tokens.get(*token).begins_line())
    };
    let mut behind = (marker.0..).map(TokenId).take_while(in_line);
    is_open(cursor) && !behind.any(|it| cursor.kind(it) == TokenKind::FatArrow)
}

/// Whether the cursor stands in the head of a method, before its arrow: in the column of
/// members and outside of all brackets.
pub(super) fn is_open(cursor: &Cursor) -> bool {
    let Some(marker) = cursor.marker else { return false };
    let tree = cursor.tree();
    let first = cursor.line_start(marker);
    let column = cursor.column(first);
    let Some((class, start)) = class_before(cursor, first) else { return false };
    if column == 0 || cursor.kind(first) == TokenKind::AtExpect {
        return false;
    }
    let is_data = matches!(tree.text_of(first), "field:" | "state:" | "classState:");
    let members = class.members.iter().map(|it| match it {
        Member::Data(data) => data.tokens.first,
        Member::Method(method) => method.tokens.first,
    });
    let known = members.rev().find(|it| *it < first).map(|it| cursor.column(it));
    if is_data || known.is_some_and(|it| it != column) {
        return false;
    }
    let mut before = (first.0..marker.0).map(TokenId);
    let has_arrow = before.any(|it| cursor.kind(it) == TokenKind::FatArrow);
    !has_arrow && depth(cursor, start, first) == 0
}

/// How many parentheses are open in the line before the cursor.
fn open_in_line(cursor: &Cursor) -> usize {
    let Some(marker) = cursor.marker else { return 0 };
    let first = cursor.line_start(marker);
    let kinds = (first.0..marker.0).map(|it| cursor.kind(TokenId(it)));
    let depth = kinds.fold(0i64, |depth, kind| match kind {
        TokenKind::LeftParen => depth + 1,
        TokenKind::RightParen => depth - 1,
        _ => depth,
    });
    usize::try_from(depth).unwrap_or(0)
}

/// The class whose body a token may stand in, and the end of its head.
fn class_before(cursor: &Cursor, token: TokenId) -> Option<(&Class, TokenId)> {
    let tree = cursor.tree();
    let mut last = None;
    for item in &tree.items {
        match *item {
            Item::Class(id) => {
                let class = &tree.nodes.classes[id];
                if class.header.last < token {
                    last = Some((class, class.header.last));
                }
            }
            Item::Protocol(id) if tree.nodes.protocols[id].header.first < token => last = None,
            Item::Extension(id) if tree.nodes.extensions[id].tokens.first < token => last = None,
            Item::Alias(id) if tree.nodes.aliases[id].tokens.first < token => last = None,
            Item::Statement(id) => {
                let first = tree.expr_range(id).first;
                if first < token && cursor.column(first) == 0 {
                    last = None;
                }
            }
            _ => {}
        }
    }
    last
}

/// How many brackets are open.
fn depth(cursor: &Cursor, from: TokenId, to: TokenId) -> i64 {
    let kinds = (from.0 + 1..to.0).map(|it| cursor.kind(TokenId(it)));
    kinds.fold(0, |depth, kind| match kind {
        TokenKind::StringStart => depth + 1,
        TokenKind::StringEnd => depth - 1,
        _ if kind.closer().is_some() => depth + 1,
        _ if kind.is_closer() => depth - 1,
        _ => depth,
    })
}
