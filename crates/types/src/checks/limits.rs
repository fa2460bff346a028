//! What the BEAM cannot hold: numbers and names beyond all use.

use hierarchy::LONGEST_CONSTRUCTOR;
use syntax::tree::{
    Class, DataKind, Expr, Extension, Header, Item, Member, Message, MethodSelector,
};
use syntax::{Span, TokenId, TokenKind, Tree, literal};

use crate::findings::Findings;
use crate::problem::{ProblemKind, limits};

pub(crate) fn check(tree: &Tree, findings: &mut Findings) {
    for (_, token) in tree.tokens.iter() {
        let span = token.span();
        // Nothing short can be too long, and nearly everything is short.
        if span.range().len() <= limits::CLASS_NAME {
            continue;
        }
        match token.kind {
            TokenKind::Identifier => name(tree, span, limits::NAME, findings),
            TokenKind::Keyword => name(tree, span, limits::NAME + 1, findings),
            TokenKind::Symbol => {
                let value = literal::symbol_value(span.of(&tree.text));
                report_beyond(value.chars().count(), limits::NAME, span, findings);
            }
            TokenKind::Integer => integer(tree, span, findings),
            _ => {}
        }
    }
    sent_selectors(tree, findings);
    for item in &tree.items {
        match *item {
            Item::Class(id) => class(tree, &tree.nodes.classes[id], findings),
            Item::Extension(id) => extension(tree, &tree.nodes.extensions[id], findings),
            Item::Protocol(id) => {
                let protocol = &tree.nodes.protocols[id];
                shorter_name(tree, protocol.name, limits::CLASS_NAME, findings);
                let signatures = protocol.signatures.iter();
                signatures.for_each(|it| defined(tree, &it.header, limits::DEFINED, findings));
            }
            Item::Alias(_) | Item::Statement(_) => {}
        }
    }
}

fn class(tree: &Tree, class: &Class, findings: &mut Findings) {
    shorter_name(tree, class.name, limits::CLASS_NAME, findings);
    for member in &class.members {
        match member {
            Member::Data(data) => shorter_name(tree, data.name, limits::DEFINED, findings),
            Member::Method(method) => defined(tree, &method.header, limits::DEFINED, findings),
        }
    }
    constructor(tree, class, findings);
}

/// The selector that the slots of a value make together. The value is still made by
/// `new:`, so this is no error.
fn constructor(tree: &Tree, class: &Class, findings: &mut Findings) {
    let mut length = 0;
    for member in &class.members {
        let Member::Data(data) = member else { continue };
        let Some(name) = data.name.filter(|_| data.kind == DataKind::Field) else { continue };
        let span = tree.tokens.get(name).span();
        let characters = span.of(&tree.text).chars().count();
        // One that is too long itself has been reported.
        if characters > limits::DEFINED {
            return;
        }
        length += characters + 1;
        if length > LONGEST_CONSTRUCTOR {
            return findings.report(ProblemKind::NoConstructor, span);
        }
    }
}

fn extension(tree: &Tree, extension: &Extension, findings: &mut Findings) {
    let class = tree.text_of(extension.class.name).chars().count();
    let side = if extension.method.modifiers.is_class_side { " class>>" } else { ">>" };
    let limit = limits::EXTENSION.saturating_sub(class + side.len()).min(limits::DEFINED);
    defined(tree, &extension.method.header, limit, findings);
}

fn defined(tree: &Tree, header: &Header, limit: usize, findings: &mut Findings) {
    match header.selector {
        MethodSelector::Unary(selector) => shorter_name(tree, Some(selector), limit, findings),
        MethodSelector::Binary(selector, _) => {
            name(tree, tree.tokens.get(selector).span(), limit, findings);
        }
        MethodSelector::Keyword(parts) => {
            let parts = tree.nodes.header_parts[parts].iter().map(|part| part.keyword);
            keywords(tree, parts, limit, findings);
        }
    }
}

fn sent_selectors(tree: &Tree, findings: &mut Findings) {
    let sends = tree.nodes.exprs.iter().filter_map(|(_, expr)| match expr {
        Expr::Send(send) => Some(send.message),
        _ => None,
    });
    let cascaded = tree.nodes.messages.iter().map(|(_, message)| *message);
    for message in sends.chain(cascaded) {
        match message {
            Message::Keyword(parts) => {
                let parts = tree.nodes.keyword_parts[parts].iter().map(|part| part.keyword);
                keywords(tree, parts, limits::NAME, findings);
            }
            Message::Binary(selector, _) => {
                name(tree, tree.tokens.get(selector).span(), limits::NAME, findings);
            }
            Message::Unary(_) => {}
        }
    }
}

/// A selector of several keywords, each of which may be short enough. A keyword
/// that alone is too long has been seen among the tokens.
fn keywords(
    tree: &Tree,
    parts: impl Iterator<Item = TokenId>,
    limit: usize,
    findings: &mut Findings,
) {
    let (mut length, mut longest, mut place) = (0, 0, None);
    for part in parts {
        let span = tree.tokens.get(part).span();
        length += span.range().len();
        longest = longest.max(span.range().len());
        place = Some(place.map_or(span, |place: Span| Span { start: place.start, end: span.end }));
    }
    if let Some(place) = place.filter(|_| longest <= limits::NAME + 1) {
        report_beyond(length, limit, place, findings);
    }
}

/// A name that has less room than others; one that is too long for any use has
/// been seen among the tokens.
fn shorter_name(tree: &Tree, token: Option<TokenId>, limit: usize, findings: &mut Findings) {
    let Some(token) = token else { return };
    let span = tree.tokens.get(token).span();
    if span.range().len() <= limits::NAME {
        name(tree, span, limit, findings);
    }
}

fn name(tree: &Tree, span: Span, limit: usize, findings: &mut Findings) {
    report_beyond(span.of(&tree.text).chars().count(), limit, span, findings);
}

fn report_beyond(length: usize, limit: usize, span: Span, findings: &mut Findings) {
    if length > limit {
        findings.report(ProblemKind::NameTooLong { limit }, span);
    }
}

fn integer(tree: &Tree, span: Span, findings: &mut Findings) {
    let text = span.of(&tree.text).trim_start_matches('-');
    let digits = text.split_once('r').map_or(text, |(_, digits)| digits);
    if digits.len() > limits::INTEGER_DIGITS {
        findings.report(ProblemKind::IntegerTooLong, span);
    }
}
