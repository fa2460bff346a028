//! Where the methods of a text stand.

use hierarchy::Side;
use syntax::tree::{Class, Item, Member, Method};
use syntax::{Span, TokenId, Tree, trivia};

/// A method of a text and where it stands, with its doc comment.
pub(super) struct Placed<'t> {
    pub(super) class: &'t str,
    pub(super) side: Side,
    pub(super) selector: String,
    pub(super) span: Span,
}

/// All methods of a text, also those that stand outside of their classes, and those that
/// protocols require.
pub(super) fn methods(tree: &Tree) -> Vec<Placed<'_>> {
    let mut placed = Vec::new();
    for item in &tree.items {
        match *item {
            Item::Class(id) => {
                let class = &tree.nodes.classes[id];
                let Some(name) = class.name else { continue };
                for member in &class.members {
                    let Member::Method(method) = member else { continue };
                    placed.push(member_place(tree, tree.name(name), method));
                }
            }
            Item::Extension(id) => {
                let extension = &tree.nodes.extensions[id];
                placed.push(Placed {
                    class: tree.name(extension.class.name),
                    side: side(&extension.method),
                    selector: tree.header_selector(&extension.method.header),
                    span: with_doc(tree, extension.tokens.first, extension.method.tokens.last),
                });
            }
            Item::Protocol(id) => {
                let protocol = &tree.nodes.protocols[id];
                let Some(name) = protocol.name else { continue };
                placed.extend(protocol.signatures.iter().map(|signature| Placed {
                    class: tree.name(name),
                    side: if signature.is_class_side { Side::Class } else { Side::Instance },
                    selector: tree.header_selector(&signature.header),
                    span: with_doc(tree, signature.tokens.first, signature.tokens.last),
                }));
            }
            Item::Alias(_) | Item::Statement(_) => {}
        }
    }
    placed
}

pub(super) fn side(method: &Method) -> Side {
    match method.modifiers.is_class_side {
        true => Side::Class,
        false => Side::Instance,
    }
}

pub(super) fn member_place<'t>(tree: &'t Tree, class: &'t str, method: &Method) -> Placed<'t> {
    let first = method.expect.map_or(method.tokens.first, |expect| expect.directive);
    Placed {
        class,
        side: side(method),
        selector: tree.header_selector(&method.header),
        span: with_doc(tree, first, method.tokens.last),
    }
}

/// A class with its doc comment and all its members.
pub(super) fn class_place(tree: &Tree, class: &Class) -> Span {
    let last = class.members.last().map_or(class.header.last, |member| match member {
        Member::Method(method) => method.tokens.last,
        Member::Data(data) => data.tokens.last,
    });
    with_doc(tree, class.header.first, last)
}

/// The protocol of that name with its doc comment and all it requires.
pub(super) fn protocol_place(tree: &Tree, name: &str) -> Option<Span> {
    let mut protocols = tree.nodes.protocols.iter().map(|(_, protocol)| protocol);
    let protocol = protocols.find(|it| it.name.is_some_and(|it| tree.name(it) == name))?;
    let last = protocol.signatures.last().map_or(protocol.header.last, |it| it.tokens.last);
    Some(with_doc(tree, protocol.header.first, last))
}

/// From the doc comment above a declaration, or from its first token.
pub(super) fn with_doc(tree: &Tree, first: TokenId, last: TokenId) -> Span {
    let comments = tree.comments_before(first);
    let run = trivia::doc_run(&comments).and_then(|run| comments.get(run.start));
    let start = run.map_or(tree.tokens.get(first).span().start, |comment| comment.span.start);
    Span { start, end: tree.tokens.get(last).span().end }
}
