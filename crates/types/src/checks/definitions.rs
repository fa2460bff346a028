//! Classes, protocols and aliases: they share one space of names, in a program and
//! with the class library.

use std::collections::HashMap;

use hierarchy::{ClassHierarchy, ClassName, Name, ProtocolInfo};
use syntax::tree::Protocol;
use syntax::{Span, TokenId, Tree};

use crate::context::Context;
use crate::findings::Findings;
use crate::problem::{Definer, ProblemKind};
use crate::spelling::nearest;

/// What a definition makes a name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Class,
    Protocol,
    Alias,
}

/// The names that a text has defined so far.
#[derive(Debug)]
pub(crate) struct Definitions<'t> {
    first: HashMap<&'t str, Span>,
    library: ClassHierarchy,
}

impl<'t> Definitions<'t> {
    pub(crate) fn new() -> Self {
        Definitions { first: HashMap::new(), library: ClassHierarchy::with_builtins() }
    }

    pub(crate) fn check(
        &mut self,
        tree: &'t Tree,
        token: TokenId,
        sort: Sort,
        context: Context,
        findings: &mut Findings,
    ) {
        let (name, span) = (tree.name(token), tree.tokens.get(token).span());
        if name == "Self" {
            findings.report(ProblemKind::NamedSelf, span);
        }
        let kind = match self.first.get(name) {
            Some(first) => Some(ProblemKind::DuplicateDefinition(Definer::Here(*first))),
            None => self.elsewhere(name, sort, context),
        };
        self.first.entry(name).or_insert(span);
        if let Some(kind) = kind {
            findings.report(kind, span);
        }
    }

    /// At a prompt anything but the library may be defined anew.
    fn elsewhere(&self, name: &str, sort: Sort, context: Context) -> Option<ProblemKind> {
        if context.is_library() {
            return None;
        }
        if let Context::Module { file, program, .. } = context
            && let Some(other) = program.definer(name, file)
        {
            return Some(ProblemKind::DuplicateDefinition(Definer::File(other.clone())));
        }
        let class = ClassName::from(name);
        let is_protocol = self.library.protocol(&class).is_some();
        let is_class = self.library.class(&class).is_some() && !is_protocol;
        let is_taken = is_class || is_protocol || self.library.alias(&class).is_some();
        match sort {
            Sort::Class if is_class => Some(ProblemKind::LibraryClassName),
            _ => is_taken.then_some(ProblemKind::DuplicateDefinition(Definer::Library)),
        }
    }
}

/// How many protocols are compared with a misspelled one.
const COMPARED: usize = 200;

/// A protocol that takes its first messages from one that nobody knows. `known`
/// begins empty and is filled when first needed.
pub(crate) fn extending<'h>(
    tree: &Tree,
    protocol: &Protocol,
    hierarchy: &'h ClassHierarchy,
    known: &mut Vec<&'h ProtocolInfo>,
    findings: &mut Findings,
) {
    let Some(token) = protocol.extending else { return };
    let name = tree.name(token);
    if hierarchy.protocol(&ClassName::from(name)).is_some() {
        return;
    }
    let meant = match findings.may_suggest() {
        true => {
            if known.is_empty() {
                *known = hierarchy.protocols();
            }
            let names = known.iter().take(COMPARED).map(|protocol| &*protocol.name);
            nearest(name, names).map(Name::from)
        }
        false => None,
    };
    findings.report(ProblemKind::UnknownProtocol { meant }, tree.tokens.get(token).span());
}
