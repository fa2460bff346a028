//! One source file as planning sees it: what it declares, which classes it
//! mentions, and what is wrong with it. Its tree is not kept; trees are large, and
//! most files need not be compiled again.

use std::collections::BTreeSet;

use hierarchy::{ClassName, Surface};
use syntax::tree::Item;
use syntax::{Parse, Severity, TokenKind, Tree};

use super::digest::Digest;
use crate::exit::Failure;
use crate::fence::fenced;
use crate::inference::Answer;
use crate::policy::Policy;
use crate::report::{self, Finding};
use crate::sources::Source;

#[derive(Debug)]
pub(super) struct Unit {
    pub(super) source: Source,
    /// Below the root of its package, with `/` on every system: the same wherever
    /// the package lies.
    pub(super) path: String,
    pub(super) text: String,
    pub(super) digest: Digest,
    pub(super) surface: Surface,
    /// Every name in it that may be a class, a protocol or an alias, its own included.
    pub(super) mentions: BTreeSet<ClassName>,
    /// Whether something outside its classes becomes code.
    pub(super) has_loose_code: bool,
    /// By their places.
    pub(super) findings: Vec<Finding>,
    /// What its methods answer that declare nothing, once that is known.
    pub(super) answers: Vec<Answer>,
}

impl Unit {
    pub(super) fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// Each name it declares for others: classes, protocols and aliases.
    pub(super) fn declared(&self) -> impl Iterator<Item = &ClassName> {
        let classes = self.surface.classes.iter().map(|it| &it.name);
        let protocols = self.surface.protocols.iter().map(|it| &it.name);
        classes.chain(protocols).chain(self.surface.aliases.iter().map(|it| &it.name))
    }

    pub(super) fn report(&mut self, finding: Finding) {
        self.findings.push(finding);
        self.findings.sort_by_key(|finding| finding.span);
    }
}

/// Reads and parses a file of a package, or of none.
pub(super) fn examine(
    source: &Source,
    path: String,
    package: Option<&str>,
    policy: &Policy,
) -> Result<Unit, Failure> {
    let (text, unreadable) = match source.read() {
        Ok(text) => (text, None),
        Err(unread) => (String::new(), Some(report::unreadable(unread)?)),
    };
    let digest = Digest::of(text.as_bytes());
    let mut unit = Unit {
        source: source.clone(),
        path,
        text,
        digest,
        surface: Surface::default(),
        mentions: BTreeSet::new(),
        has_loose_code: false,
        findings: Vec::new(),
        answers: Vec::new(),
    };
    match (unreadable, fenced(|| syntax::parse(&unit.text))) {
        (Some(finding), _) => unit.findings.push(finding),
        (None, Err(panic)) => unit.findings.push(report::internal_error(panic)),
        (None, Ok(parse)) => unit.take(parse, package, policy),
    }
    Ok(unit)
}

impl Unit {
    fn take(&mut self, parse: Parse, package: Option<&str>, policy: &Policy) {
        let Parse { tree, mut problems } = parse;
        problems.retain(|problem| policy.shows(&problem.into()));
        problems.sort_by_key(|problem| problem.span);
        self.findings = report::findings(&self.text, &problems);
        let surface = hierarchy::surface(&tree);
        let surface = match package {
            Some(package) => surface.in_package(package),
            None => surface,
        };
        self.surface = if self.has_errors() { surface.incomplete() } else { surface };
        self.mentions = mentions(&tree);
        self.has_loose_code = has_loose_code(&tree);
    }
}

/// A class is mentioned by its name and no other way: symbols and strings do not
/// count, whatever is done with them when the program runs.
fn mentions(tree: &Tree) -> BTreeSet<ClassName> {
    let mut mentions: BTreeSet<&str> = BTreeSet::new();
    for (id, token) in tree.tokens.iter() {
        let text = tree.text_of(id);
        if token.kind == TokenKind::Identifier
            && text.starts_with(|it: char| it.is_ascii_uppercase())
        {
            mentions.insert(text);
        }
    }
    mentions.into_iter().map(ClassName::from).collect()
}

fn has_loose_code(tree: &Tree) -> bool {
    tree.items.iter().any(|item| match item {
        Item::Extension(_) | Item::Statement(_) | Item::Protocol(_) => true,
        Item::Class(_) | Item::Alias(_) => false,
    })
}
