//! Slots and class variables: whether a class of this kind has them, and whether
//! each has a name of its own.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use hierarchy::{ClassName, Kind};
use syntax::tree::{Class, DataDeclaration, DataKind, Member};
use syntax::{Span, TokenId, Tree};

use crate::checks::names;
use crate::findings::Findings;
use crate::home::Around;
use crate::problem::{ProblemKind, WrongData};

pub(crate) fn of_class(tree: &Tree, class: &Class, around: &Around, findings: &mut Findings) {
    let mut slots = Names::default();
    let mut class_variables = Names::default();
    for member in &class.members {
        let Member::Data(data) = member else { continue };
        if let Some(wrong) = wrong_for(around.kind, class.native.is_some(), data) {
            let keyword = tree.tokens.get(data.tokens.first).span();
            let kind = ProblemKind::WrongData(wrong, ClassName::from(around.class));
            findings.report(kind, keyword);
        }
        let Some(name) = data.name else { continue };
        if names::is_reserved(tree.name(name)) {
            findings.report(ProblemKind::ReservedPrefix, tree.tokens.get(name).span());
        }
        match data.kind {
            DataKind::ClassState => class_variables.declare(tree, name, false, findings),
            DataKind::State | DataKind::Field => {
                let has_setters = around.kind == Some(Kind::Value);
                slots.declare(tree, name, has_setters, findings);
            }
        }
    }
}

/// Where a class is not known to its root, whatever it declares may be right.
fn wrong_for(kind: Option<Kind>, is_native: bool, data: &DataDeclaration) -> Option<WrongData> {
    let kind = kind?;
    match (data.kind, kind) {
        (DataKind::ClassState, _) | (DataKind::Field, Kind::Value) => None,
        (DataKind::State, Kind::Actor) => is_native.then_some(WrongData::Native),
        _ => Some(WrongData::Kind(kind)),
    }
}

/// The names declared so far.
#[derive(Default)]
struct Names<'t> {
    declared: HashMap<&'t str, Span>,
    /// By name with a capital, which is what the setter is called after.
    setters: HashMap<String, Span>,
}

impl<'t> Names<'t> {
    fn declare(
        &mut self,
        tree: &'t Tree,
        token: TokenId,
        has_setters: bool,
        findings: &mut Findings,
    ) {
        let (name, span) = (tree.name(token), tree.tokens.get(token).span());
        if let Some(first) = self.declared.get(name) {
            return findings.report(ProblemKind::DuplicateSlot { first: *first }, span);
        }
        self.declared.insert(name, span);
        if !has_setters {
            return;
        }
        match self.setters.entry(names::capitalised(name)) {
            Entry::Occupied(first) => {
                findings.report(ProblemKind::SetterCollision { first: *first.get() }, span);
            }
            Entry::Vacant(none) => {
                none.insert(span);
            }
        }
    }
}
