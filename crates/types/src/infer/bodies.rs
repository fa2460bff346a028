//! The bodies of a program: one for each method, and one for what each text has outside
//! of its methods. They are numbered in the order of the texts.

use std::collections::HashMap;
use std::sync::Arc;

use hierarchy::{ClassName, Side};
use syntax::Tree;
use syntax::tree::{ClassId, Expr, Member, Method};

use super::{Inference, MethodKey};
use crate::inferred::InferredType;
use hierarchy::Fast;

/// The number of a body.
pub(super) type BodyId = usize;

#[derive(Clone, Debug)]
pub(super) struct Body<'a> {
    pub(super) tree: usize,
    /// Nothing for what stands outside of all methods of the text.
    pub(super) method: Option<(Arc<MethodKey>, &'a Method)>,
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Class(usize, ClassId),
    Extension,
    Outside,
}

/// What is kept of a body, for when something else has changed.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) method: Option<Arc<MethodKey>>,
    pub(super) body: InferredType,
    /// The results it has asked for, in that order.
    pub(super) demands: Vec<Demand>,
    /// It was in so many circles that it asked for nothing in the end.
    pub(super) is_alone: bool,
}

/// A body by the text it stands in and its number there, which other texts do not move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    pub(super) tree: usize,
    pub(super) number: usize,
    /// Whether it was in a circle with who asked.
    pub(super) is_circular: bool,
}

#[derive(Debug)]
pub(super) struct Bodies<'a> {
    pub(super) trees: Vec<&'a Tree>,
    pub(super) all: Vec<Body<'a>>,
    /// The number of the first body of each text.
    starts: Vec<BodyId>,
    by_key: HashMap<Arc<MethodKey>, BodyId, Fast>,
}

impl<'a> Bodies<'a> {
    /// What is known from before tells what the methods of a text are called, unless it
    /// is one that has changed.
    pub(super) fn new(trees: &[&'a Tree], before: &[Inference], changed: &[usize]) -> Self {
        let mut bodies = Bodies {
            trees: trees.to_vec(),
            all: Vec::new(),
            starts: Vec::new(),
            by_key: HashMap::default(),
        };
        let known = before.iter().map(|it| it.records.len()).sum();
        bodies.all.reserve(known);
        bodies.by_key.reserve(known);
        for (index, tree) in trees.iter().enumerate() {
            bodies.starts.push(bodies.all.len());
            let before = before.get(index).filter(|_| !changed.contains(&index));
            bodies.add(index, tree, before.map_or(&[], |it| &it.records));
        }
        bodies
    }

    fn add(&mut self, index: usize, tree: &'a Tree, before: &[Record]) {
        let mut before = before.iter().map(|it| it.method.as_ref());
        let mut key = |class: &ClassName, method: &Method| {
            let is_class_side = method.modifiers.is_class_side;
            let side = if is_class_side { Side::Class } else { Side::Instance };
            let made = || Arc::new((class.clone(), side, tree.header_selector(&method.header)));
            before.next().flatten().map_or_else(made, Arc::clone)
        };
        for (id, class) in tree.nodes.classes.iter() {
            let Some(name) = class.name else { continue };
            let name = ClassName::from(tree.text_of(name));
            for member in &class.members {
                if let Member::Method(method) = member {
                    let key = key(&name, method);
                    self.add_method(index, key, method, Place::Class(index, id));
                }
            }
        }
        for (_, extension) in tree.nodes.extensions.iter() {
            let class = ClassName::from(tree.text_of(extension.class.name));
            let key = key(&class, &extension.method);
            self.add_method(index, key, &extension.method, Place::Extension);
        }
        self.all.push(Body { tree: index, method: None, place: Place::Outside });
    }

    /// Of several methods of one name the same one counts that lookup finds: of a class
    /// the first, of several classes the last, and before all that others have added.
    fn add_method(&mut self, tree: usize, key: Arc<MethodKey>, method: &'a Method, place: Place) {
        let id = self.all.len();
        match self.by_key.get_mut(&key) {
            None => drop(self.by_key.insert(Arc::clone(&key), id)),
            Some(other) => {
                let before = self.all.get(*other).map(|it| it.place);
                if place != Place::Extension && before != Some(place) {
                    *other = id;
                }
            }
        }
        self.all.push(Body { tree, method: Some((key, method)), place });
    }

    /// The method that counts of those of one name.
    pub(super) fn named(&self, key: &MethodKey) -> Option<BodyId> {
        self.by_key.get(key).copied()
    }

    pub(super) fn of_tree(&self, tree: usize) -> &[Body<'a>] {
        let begin = self.start(tree);
        let end = self.starts.get(tree + 1).copied().unwrap_or(self.all.len());
        self.all.get(begin..end).unwrap_or_default()
    }

    pub(super) fn start(&self, tree: usize) -> BodyId {
        self.starts.get(tree).copied().unwrap_or(self.all.len())
    }

    /// Nothing for numbers that the text does not have.
    pub(super) fn at(&self, demand: &Demand) -> Option<BodyId> {
        (demand.number < self.of_tree(demand.tree).len())
            .then(|| self.start(demand.tree) + demand.number)
    }
}

impl Body<'_> {
    pub(super) fn key(&self) -> Option<&Arc<MethodKey>> {
        self.method.as_ref().map(|(key, _)| key)
    }

    /// Whether what it answers is for its body to tell.
    pub(super) fn is_open(&self, tree: &Tree) -> bool {
        let Some((_, method)) = &self.method else { return false };
        let is_primitive = |it| matches!(tree.nodes.exprs[it], Expr::Primitive(_));
        let mut statements = tree.list(method.body).iter().copied();
        method.header.return_type.is_none() && !statements.any(is_primitive)
    }
}
