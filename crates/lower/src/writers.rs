//! Which methods of a class side write its variables: those that assign one, and those
//! that send such a method to `self`. A writer holds the lock of its class, so that a
//! failure undoes what it has written, itself or through others.

use std::collections::{HashMap, HashSet};

use syntax::Tree;
use syntax::tree::{Expr, ExprId, Method};

use crate::method::assigns_slots;

/// The selectors of the writers among the methods of one class side.
pub(crate) fn writers<'t>(
    tree: &'t Tree,
    methods: impl Iterator<Item = &'t Method>,
) -> HashSet<String> {
    let mut writers: Vec<String> = Vec::new();
    let mut senders: HashMap<String, Vec<String>> = HashMap::new();
    for method in methods {
        let selector = tree.header_selector(&method.header);
        let statements = tree.list(method.body);
        if assigns_slots(tree, statements) {
            writers.push(selector.clone());
        }
        for sent in sent_to_self(tree, statements) {
            senders.entry(sent).or_default().push(selector.clone());
        }
    }
    let mut found: HashSet<String> = HashSet::new();
    while let Some(writer) = writers.pop() {
        if found.insert(writer.clone()) {
            writers.extend(senders.get(&writer).into_iter().flatten().cloned());
        }
    }
    found
}

/// The selectors that statements send to `self`, in blocks too.
pub(crate) fn sent_to_self(tree: &Tree, statements: &[ExprId]) -> HashSet<String> {
    let is_self = |expr: ExprId| matches!(tree.nodes.exprs[expr], Expr::Identifier(name) if tree.text_of(name) == "self");
    let mut sent = HashSet::new();
    let mut pending = statements.to_vec();
    while let Some(next) = pending.pop() {
        if let Expr::Send(send) = tree.nodes.exprs[next]
            && is_self(send.receiver)
        {
            sent.insert(tree.selector(&send.message));
        }
        tree.children(next, |child| pending.push(child));
    }
    sent
}
