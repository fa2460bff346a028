//! What the text of each method of a class says beyond its head, for the metadata: how
//! it is written, and on the class side what it does to the variables of the class.
//! `hierarchy::ClassInfo` knows heads alone.

use std::collections::HashMap;

use hierarchy::Side;
use syntax::Tree;
use syntax::tree::{Class, ExprId, Member, Method};

use crate::core_erlang::Literal;
use crate::meta::{atom, binary, boolean, list};
use crate::method::assigns_slots;
use crate::writers::sent_to_self;

pub(crate) struct Texts<'t> {
    tree: &'t Tree,
    methods: HashMap<(Side, String), &'t Method>,
}

impl<'t> Texts<'t> {
    pub(crate) fn of_class(tree: &'t Tree, class: &'t Class) -> Self {
        let methods = class.members.iter().filter_map(|member| {
            let Member::Method(method) = member else { return None };
            let side = if method.modifiers.is_class_side { Side::Class } else { Side::Instance };
            Some(((side, tree.header_selector(&method.header)), method))
        });
        Texts { tree, methods: methods.collect() }
    }

    /// Entries for the metadata of a method; none where the compiler has made it.
    pub(crate) fn of(&self, side: Side, selector: &str) -> Vec<(&'static str, Literal)> {
        let Some(method) = self.methods.get(&(side, selector.to_owned())) else {
            return Vec::new();
        };
        let source = self.tree.tokens.span_of(method.tokens).of(&self.tree.text);
        let mut entries = vec![("source", binary(source))];
        if side == Side::Class {
            entries.extend(writing_entries(self.tree, self.tree.list(method.body)));
        }
        entries
    }
}

/// From these the runtime works out who writes.
pub(crate) fn writing_entries(tree: &Tree, statements: &[ExprId]) -> Vec<(&'static str, Literal)> {
    let sent = sent_to_self(tree, statements);
    let mut entries = Vec::new();
    if assigns_slots(tree, statements) {
        entries.push(("assigns_class_variables", boolean(true)));
    }
    if !sent.is_empty() {
        entries.push(("self_sends", list(sent.iter().map(|it| atom(it)))));
    }
    entries
}
