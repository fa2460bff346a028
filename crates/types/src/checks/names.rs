//! Names that nothing binds, `self` where there is none, and names that are not the
//! program's to give.
//!
//! A bare name is a variable of the body if one is in scope, else a slot of the
//! class around, in instance methods. Names that begin with a capital are classes
//! and none of this file's business.

use std::collections::{HashMap, HashSet};

use hierarchy::{ClassName, Name, Side};
use syntax::{Span, TokenId};

use crate::bodies::Body;
use crate::home::Home;
use crate::problem::{ProblemKind, Unbound};
use crate::spelling::nearest;

/// What the language itself gives a meaning, and what nobody can assign.
const FIXED: [&str; 4] = ["self", "nil", "true", "false"];

/// How many names of a scope are compared with a misspelled one.
const COMPARED: usize = 200;

/// What a body has said about its names so far.
#[derive(Debug, Default)]
pub(crate) struct Names<'a> {
    /// By name, the place that introduces it first.
    introduced: HashMap<&'a str, Span>,
    unbound: Vec<Reading<'a>>,
}

/// A name where nothing binds it.
#[derive(Debug)]
struct Reading<'a> {
    name: &'a str,
    span: Span,
    /// Where it was introduced before, in a scope that has ended.
    ended: Option<Span>,
    meant: Option<Name>,
}

impl<'a> Names<'a> {
    pub(crate) fn introduced(&mut self, name: &'a str, span: Span) {
        self.introduced.entry(name).or_insert(span);
    }

    /// The names that are read where nothing binds them, and those that may be meant.
    pub(crate) fn sought(&self) -> HashSet<Name> {
        let names = self.unbound.iter();
        names.flat_map(|it| [Name::from(it.name)].into_iter().chain(it.meant.clone())).collect()
    }
}

/// Whether a name always means the same.
pub(crate) fn is_fixed(name: &str) -> bool {
    FIXED.contains(&name)
}

pub(crate) fn read(body: &mut Body, token: TokenId) {
    let name = body.tree.name(token);
    match name {
        "self" => return read_self(body, token),
        _ if is_fixed(name) => return,
        _ => {}
    }
    if let Some(variable) = body.scopes.find(name) {
        return body.variables.read(*variable);
    }
    let span = body.span_of(token);
    let class_side = match body.home {
        Home::Method(around, Side::Instance) if around.has_slot(name) || !around.is_whole() => {
            return;
        }
        Home::Method(around, Side::Class) => around,
        _ => return unbound(body, name, span),
    };
    let why = match name {
        _ if class_side.has_class_variable(name) => Unbound::ClassVariable,
        _ if class_side.has_slot(name) => Unbound::InstanceSlot,
        _ => return unbound(body, name, span),
    };
    body.report(ProblemKind::UndefinedVariable { why, meant: None }, span);
}

/// A block may take `self` as a parameter: it is to become a method.
pub(crate) fn read_self(body: &mut Body, token: TokenId) {
    let is_bound = matches!(body.home, Home::Method(..)) || body.scopes.find("self").is_some();
    if !is_bound {
        body.report(ProblemKind::SelfOutsideMethod, body.span_of(token));
    }
}

/// A name that a program gives to a slot, a variable or a parameter.
pub(crate) fn declared(body: &mut Body, name: &str, span: Span) {
    if is_reserved(name) {
        body.report(ProblemKind::ReservedPrefix, span);
    }
}

pub(crate) fn is_reserved(name: &str) -> bool {
    name.starts_with("__")
}

/// Reports the names that nothing bound: now it is known what came later.
pub(crate) fn finish(body: Body) {
    for Reading { name, span, ended, meant } in body.names.unbound {
        let why = match (ended, body.names.introduced.get(name)) {
            (Some(ended), _) => Unbound::Ended(ended),
            (None, Some(later)) => Unbound::Later(*later),
            (None, None) => Unbound::Nowhere,
        };
        body.findings.report(ProblemKind::UndefinedVariable { why, meant }, span);
    }
}

fn unbound<'a>(body: &mut Body<'a, '_>, name: &'a str, span: Span) {
    let meant = match body.findings.may_suggest() {
        true => suggestion(body, name),
        false => None,
    };
    let ended = body.names.introduced.get(name).copied();
    body.names.unbound.push(Reading { name, span, ended, meant });
}

fn suggestion(body: &Body, name: &str) -> Option<Name> {
    let around = match body.home {
        Home::Method(around, Side::Instance) => Some(around),
        _ => None,
    };
    let slots = around.into_iter().flat_map(|around| around.slots());
    let local = body.scopes.latest_first().take(COMPARED);
    let candidates = local.chain(slots.take(COMPARED)).chain(FIXED);
    let capitalised = capitalised(name);
    let is_global = || {
        hierarchy::global_class(&capitalised).is_some()
            || body.hierarchy.class(&ClassName::from(&*capitalised)).is_some()
    };
    nearest(name, candidates)
        .map(Name::from)
        .or_else(|| is_global().then(|| Name::from(&*capitalised)))
}

/// `dock` as `Dock`.
pub(crate) fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
