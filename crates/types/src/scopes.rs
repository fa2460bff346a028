//! Which names are bound at a point of a body, and to what.
//!
//! A name is introduced by a parameter, a pattern or its first assignment, and
//! lives to the end of the method or block it is introduced in. The arm of a match
//! is neither: only what its pattern binds ends with it. Whoever walks a body says
//! when a scope begins and ends; nothing here knows expressions.

use std::collections::HashMap;

#[derive(Clone, Debug)]
pub struct Scopes<'t, T> {
    /// By name, what it is bound to, innermost last.
    bound: HashMap<&'t str, Vec<T>>,
    /// In the order they were introduced.
    order: Vec<&'t str>,
    open: Vec<Open<'t>>,
}

#[derive(Clone, Debug)]
struct Open<'t> {
    first: usize,
    is_arm: bool,
    /// What the body of an arm introduces, for the scope around it.
    outliving: Vec<&'t str>,
}

impl<T> Default for Scopes<'_, T> {
    fn default() -> Self {
        Scopes { bound: HashMap::new(), order: Vec::new(), open: Vec::new() }
    }
}

impl<'t, T: Clone> Scopes<'t, T> {
    pub fn enter_block(&mut self) {
        self.enter(false);
    }

    pub fn enter_arm(&mut self) {
        self.enter(true);
    }

    /// Ends what was entered last.
    pub fn leave(&mut self) {
        let Some(ended) = self.open.pop() else { return };
        let outliving: Vec<(&str, T)> =
            ended.outliving.iter().filter_map(|it| Some((*it, self.find(it)?.clone()))).collect();
        for name in self.order.drain(ended.first.min(self.order.len())..) {
            if let Some(values) = self.bound.get_mut(name) {
                values.pop();
            }
        }
        for (name, value) in outliving {
            self.assign(name, value);
        }
    }

    /// A parameter, or a name in the pattern of an arm.
    pub fn introduce(&mut self, name: &'t str, value: T) {
        self.bound.entry(name).or_default().push(value);
        self.order.push(name);
    }

    /// The first assignment of a name.
    pub fn assign(&mut self, name: &'t str, value: T) {
        self.introduce(name, value);
        if let Some(open) = self.open.last_mut().filter(|open| open.is_arm) {
            open.outliving.push(name);
        }
    }

    pub fn find(&self, name: &str) -> Option<&T> {
        self.bound.get(name)?.last()
    }

    /// The names in scope, the latest first; one that hides another comes twice.
    pub fn latest_first(&self) -> impl Iterator<Item = &'t str> {
        self.order.iter().rev().copied()
    }

    fn enter(&mut self, is_arm: bool) {
        self.open.push(Open { first: self.order.len(), is_arm, outliving: Vec::new() });
    }
}

#[cfg(test)]
mod tests {
    use super::Scopes;

    #[test]
    fn names_end_with_their_block_and_hidden_ones_come_back() {
        let mut scopes = Scopes::default();
        scopes.assign("cup", 1);
        scopes.enter_block();
        scopes.introduce("cup", 2);
        scopes.assign("lid", 3);
        assert_eq!((scopes.find("cup"), scopes.find("lid")), (Some(&2), Some(&3)));
        scopes.leave();
        assert_eq!((scopes.find("cup"), scopes.find("lid")), (Some(&1), None));
    }

    #[test]
    fn what_an_arm_assigns_outlives_it() {
        let mut scopes = Scopes::default();
        scopes.enter_block();
        scopes.enter_arm();
        scopes.introduce("tea", 1);
        scopes.enter_arm();
        scopes.assign("cup", 2);
        scopes.leave();
        scopes.leave();
        assert_eq!((scopes.find("cup"), scopes.find("tea")), (Some(&2), None));
        scopes.leave();
        assert_eq!(scopes.find("cup"), None);
        scopes.leave();
    }
}
