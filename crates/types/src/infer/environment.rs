//! The names around an expression, and their types.
//!
//! One environment serves a whole body. A scope inside it is entered and left again:
//! leaving takes back what the scope has changed and answers what it has done to the
//! names around it, which whoever entered it may join to what was there.

use std::collections::HashMap;

use hierarchy::{ClassInfo, Name, Side};

use crate::algebra::union;
use crate::inferred::{InferredType, Provenance};
use hierarchy::Fast;

/// What can have a type: a local name, or a slot of `self` where a test has shown
/// something of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key<'a> {
    Local(&'a str),
    Slot(&'a str),
}

#[derive(Debug, Default)]
pub(super) struct Environment<'a> {
    known: HashMap<Key<'a>, Known, Fast>,
    scopes: Vec<Scope<'a>>,
    /// What the scopes have changed, in the order in which they did.
    changes: Vec<(Key<'a>, Option<Known>)>,
    pub(super) class: Option<&'a ClassInfo>,
    pub(super) side: Option<Side>,
    pub(super) is_method: bool,
}

#[derive(Clone, Debug)]
struct Known {
    ty: InferredType,
    /// How many scopes are around the one that the name belongs to.
    depth: usize,
}

#[derive(Debug)]
struct Scope<'a> {
    /// How many changes there were before it.
    begin: usize,
    effects: Effects<'a>,
}

/// What a scope has done to the names around it.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects<'a> {
    assigned: HashMap<&'a str, InferredType, Fast>,
    /// Slots of which it has ended what was known.
    forgotten: Vec<&'a str>,
}

impl<'a> Environment<'a> {
    pub(super) fn of_method(class: Option<&'a ClassInfo>, side: Side) -> Self {
        Environment { class, side: Some(side), is_method: true, ..Environment::default() }
    }

    pub(super) fn self_type(&self) -> InferredType {
        let Some(class) = self.class else { return InferredType::UNKNOWN };
        match self.side {
            Some(Side::Class) => InferredType::meta(class.name.clone(), Provenance::NOWHERE),
            _ => {
                let own = class.type_parameters.iter();
                let own = own.map(|it| InferredType::class(&*it.name, Provenance::NOWHERE));
                InferredType::generic(class.name.clone(), own, Provenance::NOWHERE)
            }
        }
    }

    pub(super) fn get(&self, key: Key<'a>) -> Option<&InferredType> {
        self.known.get(&key).map(|it| &it.ty)
    }

    /// The names that the outermost scope has by now.
    pub(super) fn names(&self) -> impl Iterator<Item = (Name, InferredType)> {
        self.known.iter().filter_map(|(key, known)| match key {
            Key::Local(name) => Some((Name::from(*name), known.ty.clone())),
            Key::Slot(_) => None,
        })
    }

    /// A name of this scope.
    pub(super) fn bind(&mut self, name: &'a str, ty: InferredType) {
        let depth = self.scopes.len();
        self.set(Key::Local(name), Some(Known { ty, depth }));
    }

    pub(super) fn narrow(&mut self, key: Key<'a>, ty: InferredType) {
        let depth = self.known.get(&key).map_or(self.scopes.len(), |it| it.depth);
        self.set(key, Some(Known { ty, depth }));
    }

    /// After an assignment to a slot.
    pub(super) fn forget(&mut self, slot: &'a str) {
        self.set(Key::Slot(slot), None);
        if let Some(scope) = self.scopes.last_mut() {
            scope.effects.forgotten.push(slot);
        }
    }

    /// In its own scope a name is what was assigned last. A name from around may be
    /// assigned again by the time it is read, for blocks run more than once.
    pub(super) fn assign(&mut self, name: &'a str, ty: InferredType) {
        let key = Key::Local(name);
        let around = self.known.get(&key).filter(|it| it.depth < self.scopes.len());
        let (Some(before), Some(scope)) = (around, self.scopes.last_mut()) else {
            return self.bind(name, ty);
        };
        let known = Known { ty: union([before.ty.clone(), ty.clone()]), depth: before.depth };
        match scope.effects.assigned.get_mut(name) {
            Some(all) => *all = union([all.clone(), ty]),
            None => drop(scope.effects.assigned.insert(name, ty)),
        }
        self.set(key, Some(known));
    }

    /// How many scopes are around this place.
    pub(super) fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// Begins a scope inside this one, such as a block.
    pub(super) fn enter(&mut self) {
        self.scopes.push(Scope { begin: self.changes.len(), effects: Effects::default() });
    }

    /// Ends the scope that was entered last: all is known that was known before it.
    pub(super) fn leave(&mut self) -> Effects<'a> {
        let Some(scope) = self.scopes.pop() else { return Effects::default() };
        while self.changes.len() > scope.begin {
            let Some((key, before)) = self.changes.pop() else { break };
            match before {
                Some(known) => drop(self.known.insert(key, known)),
                None => drop(self.known.remove(&key)),
            }
        }
        scope.effects
    }

    /// Begins with what a first look at this scope has found that it assigns.
    pub(super) fn foresee(&mut self, trial: &Effects<'a>) {
        for (name, assigned) in &trial.assigned {
            let key = Key::Local(name);
            let Some(before) = self.known.get(&key) else { continue };
            let ty = union([before.ty.clone(), assigned.clone()]);
            let depth = before.depth;
            self.set(key, Some(Known { ty, depth }));
        }
        for slot in &trial.forgotten {
            self.set(Key::Slot(slot), None);
        }
    }

    /// After a scope that may have run or not, and more than once: what it has
    /// assigned joins what was there.
    pub(super) fn join(&mut self, inner: Effects<'a>) {
        for (name, assigned) in inner.assigned {
            let before = self.get(Key::Local(name)).cloned();
            self.assign(name, union(before.into_iter().chain([assigned])));
        }
        inner.forgotten.into_iter().for_each(|slot| self.forget(slot));
    }

    /// After a block that is kept and may run at any time.
    pub(super) fn lose(&mut self, inner: Effects<'a>) {
        for name in inner.assigned.into_keys() {
            self.assign(name, InferredType::UNKNOWN);
        }
        inner.forgotten.into_iter().for_each(|slot| self.forget(slot));
    }

    /// Nothing outside of all scopes is ever taken back.
    fn set(&mut self, key: Key<'a>, known: Option<Known>) {
        let before = match known {
            Some(known) => self.known.insert(key, known),
            None => self.known.remove(&key),
        };
        if !self.scopes.is_empty() {
            self.changes.push((key, before));
        }
    }
}

impl Effects<'_> {
    pub(super) fn are_none(&self) -> bool {
        self.assigned.is_empty() && self.forgotten.is_empty()
    }
}
