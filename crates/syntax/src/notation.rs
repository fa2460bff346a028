//! Trees and tokens as text, for `show` and for tests.
//!
//! Sends grow to the left without bound, so receivers are unwound in a loop; all
//! else nests no deeper than the parser allows.

mod declarations;
mod expressions;
mod patterns;
mod types;

use std::fmt::Write as _;

use crate::token::{TokenId, Tokens};
use crate::tree::{Item, Tree};

/// The tree as S-expressions, items separated by ` ¶ `.
pub fn notation(tree: &Tree) -> String {
    let mut printer = Printer { tree, selector: None, out: String::new() };
    for (index, item) in tree.items.iter().enumerate() {
        if index > 0 {
            printer.out.push_str(" ¶ ");
        }
        printer.item(item);
    }
    printer.out
}

/// One line for each token: where it stands, its kind, its text.
pub fn token_listing(text: &str, tokens: &Tokens) -> String {
    let mut out = String::new();
    for (id, token) in tokens.iter() {
        let span = token.span();
        let _ = write!(out, "{}..{} {:?}", span.start, span.end, token.kind);
        if !span.is_empty() {
            let _ = write!(
                out,
                " {}",
                span.of(text).escape_debug().collect::<String>().replace("\\\"", "\"")
            );
        }
        if let Some(fault) = tokens.fault(id) {
            let _ = write!(out, " [{fault:?}]");
        }
        out.push('\n');
    }
    out
}

struct Printer<'t> {
    tree: &'t Tree,
    /// Of the method being printed.
    selector: Option<String>,
    out: String,
}

impl Printer<'_> {
    fn item(&mut self, item: &Item) {
        let nodes = &self.tree.nodes;
        match *item {
            Item::Class(id) => self.class(&nodes.classes[id]),
            Item::Protocol(id) => self.protocol(&nodes.protocols[id]),
            Item::Extension(id) => self.extension(&nodes.extensions[id]),
            Item::Alias(id) => self.alias(&nodes.aliases[id]),
            Item::Statement(id) => self.expr(id),
        }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// The source text of a token.
    fn token(&mut self, token: TokenId) {
        self.out.push_str(self.tree.text_of(token));
    }

    /// A name, or `?` where a damaged header lacks it.
    fn name(&mut self, token: Option<TokenId>) {
        self.out.push_str(token.map_or("?", |token| self.tree.name(token)));
    }

    fn quoted(&mut self, value: &str) {
        self.out.push('"');
        for character in value.chars() {
            match character {
                '"' => self.push("\\\""),
                '\\' => self.push("\\\\"),
                '\n' => self.push("\\n"),
                '\t' => self.push("\\t"),
                '\r' => self.push("\\r"),
                other => self.out.push(other),
            }
        }
        self.out.push('"');
    }
}
