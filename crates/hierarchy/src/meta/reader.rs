//! One metadata map, asked key by key. A missing key is a default; a value of the
//! wrong form is a default and a problem.

use etf::{Map, Term};

use super::{MetaFault, MetaProblem};
use crate::class::{Side, TypeParameter};
use crate::name::{ClassName, Name, Selector};
use crate::ty::Type;

pub(super) struct Reader<'t> {
    meta: &'t Term,
    class: Option<ClassName>,
    faults: Vec<MetaFault>,
    pub(super) patched: Vec<(Side, Selector)>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(meta: &'t Term) -> Self {
        Reader { meta, class: None, faults: Vec::new(), patched: Vec::new() }
    }

    pub(super) fn problems(self) -> Vec<MetaProblem> {
        let class = self.class;
        let problem = |fault| MetaProblem { class: class.clone(), fault };
        self.faults.into_iter().map(problem).collect()
    }

    pub(super) fn report(&mut self, fault: MetaFault) {
        self.faults.push(fault);
    }

    /// The name without which there is nothing to describe.
    pub(super) fn class_name(&mut self) -> Option<ClassName> {
        let named = self.get("class").and_then(Term::as_atom).map(ClassName::from);
        let name = named.map(|name| ClassName::from(name.simple())).filter(|it| !it.is_empty());
        if name.is_none() {
            self.report(match self.meta.as_map() {
                Some(_) => MetaFault::Unnamed,
                None => MetaFault::NotAMap,
            });
        }
        self.class = name.clone();
        name
    }

    pub(super) fn get(&self, key: &str) -> Option<&'t Term> {
        self.meta.get(key)
    }

    pub(super) fn flag(&mut self, key: &'static str) -> bool {
        self.read(key, Term::as_bool).unwrap_or(false)
    }

    pub(super) fn integer(&mut self, key: &'static str) -> Option<i64> {
        self.read(key, Term::as_integer)
    }

    pub(super) fn list(&mut self, key: &'static str) -> &'t [Term] {
        self.read(key, Term::as_list).unwrap_or_default()
    }

    pub(super) fn map(&mut self, key: &'static str) -> &'t [(Term, Term)] {
        self.read(key, Term::as_map).map(Map::pairs).unwrap_or_default()
    }

    /// A name; `none` is none.
    pub(super) fn name(&mut self, key: &'static str) -> Option<Name> {
        self.read(key, atom_or_text).map(Name::from)
    }

    pub(super) fn text(&mut self, key: &'static str) -> Option<&'t str> {
        self.read(key, Term::as_str)
    }

    pub(super) fn is_internal(&mut self) -> bool {
        self.flag("is_internal") || self.name("visibility").is_some_and(|it| it == "internal")
    }

    fn read<T>(&mut self, key: &'static str, form: fn(&'t Term) -> Option<T>) -> Option<T> {
        let value = self.get(key).filter(|value| !value.is_atom("none"))?;
        let read = form(value);
        if read.is_none() {
            self.report(MetaFault::WrongValue(key));
        }
        read
    }
}

pub(super) fn atom_or_text(term: &Term) -> Option<&str> {
    term.as_atom().or_else(|| term.as_str()).filter(|text| !text.is_empty())
}

/// A type from its text or, where there is none, from the atom that stands for it.
/// An error is a value that is neither.
pub(super) fn ty(
    text: Option<&Term>,
    atom: Option<&Term>,
    scope: &[TypeParameter],
) -> Result<Option<Type>, ()> {
    let is_given = |term: &&Term| !term.is_atom("none");
    match text.filter(is_given).or(atom.filter(is_given)) {
        None => Ok(None),
        Some(term) => match atom_or_text(term) {
            Some(text) => Ok(Some(Type::parse(text, scope))),
            None => Err(()),
        },
    }
}
