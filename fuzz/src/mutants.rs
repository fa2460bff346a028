//! New programs from pieces of others.
//!
//! In go texts; out come classes with members taken from several of them, in which
//! expressions, patterns and tokens are replaced by others of their kind. Most of
//! them are free of errors; none is checked here.

use std::collections::HashMap;
use std::ops::Range;

use syntax::tree::Member;
use syntax::{Span, TokenKind, Tree};

use crate::random::Random;

/// What programs are made of, as text.
#[derive(Debug, Default)]
pub struct Pieces {
    headers: Vec<String>,
    members: Vec<String>,
    exprs: Vec<String>,
    patterns: Vec<String>,
    tokens: HashMap<TokenKind, Vec<String>>,
}

impl Pieces {
    /// Takes apart a text, if it has no errors.
    pub fn add(&mut self, text: &str) {
        let parse = syntax::parse(text);
        if parse.has_errors() {
            return;
        }
        let tree = &parse.tree;
        let piece = |span: Span| span.of(&tree.text).to_owned();
        for (_, class) in tree.nodes.classes.iter() {
            self.headers.push(piece(tree.tokens.span_of(class.header)));
            let ranges = class.members.iter().map(|member| match member {
                Member::Data(data) => data.tokens,
                Member::Method(method) => method.tokens,
            });
            self.members.extend(ranges.map(|range| piece(tree.tokens.span_of(range))));
        }
        self.exprs.extend(tree.nodes.exprs.iter().map(|(id, _)| piece(tree.expr_span(id))));
        self.patterns
            .extend(tree.nodes.patterns.iter().map(|(id, _)| piece(tree.pattern_span(id))));
        for (_, token) in tree.tokens.iter() {
            self.tokens.entry(token.kind).or_default().push(piece(token.span()));
        }
    }

    /// A class of a few members, changed in a few places.
    pub fn program(&self, random: &mut Random) -> String {
        let mut text = pick(&self.headers, random).to_owned();
        for _ in 0..=random.below(4) {
            text.push_str("\n  ");
            text.push_str(pick(&self.members, random));
        }
        text.push('\n');
        for _ in 0..random.below(5) {
            let parse = syntax::parse(&text);
            // What has errors is not read to its end.
            if parse.has_errors() {
                break;
            }
            text = self.changed(&parse.tree, random);
        }
        text
    }

    fn changed(&self, tree: &Tree, random: &mut Random) -> String {
        let exprs = tree.nodes.exprs.iter().map(|(id, _)| tree.expr_span(id).range());
        let patterns = tree.nodes.patterns.iter().map(|(id, _)| tree.pattern_span(id).range());
        let place = |places: Vec<Range<usize>>, random: &mut Random| {
            places.get(random.below(places.len())).cloned().unwrap_or(0..0)
        };
        let (range, with) = match random.below(8) {
            0..4 => (place(exprs.collect(), random), format!("({})", pick(&self.exprs, random))),
            4 => (place(exprs.collect(), random), pick(&self.exprs, random).to_owned()),
            5 => (place(patterns.collect(), random), pick(&self.patterns, random).to_owned()),
            _ => {
                let tokens: Vec<_> = tree.tokens.iter().collect();
                let (_, token) = tokens[random.below(tokens.len())];
                let alike = self.tokens.get(&token.kind).map(Vec::as_slice).unwrap_or_default();
                (token.span().range(), pick(alike, random).to_owned())
            }
        };
        let mut text = tree.text.to_string();
        text.replace_range(range, &with);
        text
    }
}

fn pick<'a>(from: &'a [String], random: &mut Random) -> &'a str {
    from.get(random.below(from.len())).map_or("", String::as_str)
}
