//! The names around an expression, and their types.

use std::collections::HashMap;

use hierarchy::{ClassInfo, Side};

use crate::algebra::union;
use crate::inferred::{InferredType, Provenance};

/// What is known at one place. A name, or `self.slot` where it has been narrowed.
#[derive(Clone, Debug, Default)]
pub(super) struct Environment<'a> {
    types: HashMap<String, InferredType>,
    /// What this scope has assigned to names of the scopes around it.
    assigned: HashMap<String, InferredType>,
    own: Vec<String>,
    /// Slots of which this scope has ended what was known.
    forgotten: Vec<String>,
    pub(super) class: Option<&'a ClassInfo>,
    pub(super) side: Option<Side>,
    pub(super) is_method: bool,
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

    pub(super) fn get(&self, name: &str) -> Option<&InferredType> {
        self.types.get(name)
    }

    /// A name of this scope.
    pub(super) fn bind(&mut self, name: &str, ty: InferredType) {
        self.own.push(name.to_owned());
        self.types.insert(name.to_owned(), ty);
    }

    pub(super) fn narrow(&mut self, key: &str, ty: InferredType) {
        self.types.insert(key.to_owned(), ty);
    }

    /// After an assignment to a slot.
    pub(super) fn forget(&mut self, key: &str) {
        self.types.remove(key);
        self.forgotten.push(key.to_owned());
    }

    /// In its own scope a name is what was assigned last. A name from around may be
    /// assigned again by the time it is read, for blocks run more than once.
    pub(super) fn assign(&mut self, name: &str, ty: InferredType) {
        let is_own = self.own.iter().any(|it| it == name) || !self.types.contains_key(name);
        if is_own {
            return self.bind(name, ty);
        }
        let before = self.assigned.remove(name);
        let all = union(before.into_iter().chain([ty.clone()]));
        self.assigned.insert(name.to_owned(), all);
        let seen = self.types.remove(name);
        self.types.insert(name.to_owned(), union(seen.into_iter().chain([ty])));
    }

    /// Whether this scope has changed what is known around it.
    pub(super) fn has_effects(&self) -> bool {
        !self.assigned.is_empty() || !self.forgotten.is_empty()
    }

    /// Begins with what a first look at this scope has found that it assigns.
    pub(super) fn foresee(&mut self, trial: &Environment) {
        for (name, assigned) in &trial.assigned {
            let before = self.types.remove(name);
            let all = union(before.into_iter().chain([assigned.clone()]));
            self.types.insert(name.clone(), all);
        }
        for key in &trial.forgotten {
            self.types.remove(key);
        }
    }

    /// A scope inside this one, such as a block.
    pub(super) fn inner(&self) -> Self {
        Environment {
            assigned: HashMap::new(),
            own: Vec::new(),
            forgotten: Vec::new(),
            ..self.clone()
        }
    }

    /// After an inner scope that may have run or not, and more than once: what it has
    /// assigned joins what was there.
    pub(super) fn join(&mut self, inner: Environment) {
        for (name, assigned) in inner.assigned {
            let before = self.types.get(&name).cloned();
            let ty = union(before.into_iter().chain([assigned]));
            self.assign(&name, ty);
        }
        inner.forgotten.iter().for_each(|key| self.forget(key));
    }

    /// After a block that is kept and may run at any time.
    pub(super) fn lose(&mut self, inner: Environment) {
        for name in inner.assigned.into_keys() {
            self.assign(&name, InferredType::UNKNOWN);
        }
        inner.forgotten.iter().for_each(|key| self.forget(key));
    }
}
