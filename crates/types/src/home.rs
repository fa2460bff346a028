//! What stands around a body: the class it belongs to, and the side of it.

use std::collections::HashSet;
use std::rc::Rc;

use hierarchy::{Kind, Side};
use syntax::Tree;
use syntax::tree::{Class, DataKind, Member};

use crate::ancestors::{Ancestors, Ancestry};

/// Where a body stands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Home<'p, 'a> {
    /// In no method: a statement of a file, or what a slot begins with.
    Outside,
    Method(&'p Around<'a>, Side),
}

/// What the class around a body offers to it.
#[derive(Debug)]
pub(crate) struct Around<'a> {
    pub(crate) class: &'a str,
    pub(crate) kind: Option<Kind>,
    own_slots: HashSet<&'a str>,
    own_slots_in_order: Vec<&'a str>,
    own_class_variables: HashSet<&'a str>,
    above: Rc<Ancestors<'a>>,
}

impl<'a> Around<'a> {
    /// A class that this text defines. Its own text tells what it declares, whoever
    /// else has its name.
    pub(crate) fn class(tree: &'a Tree, class: &'a Class, ancestry: &Ancestry<'a>) -> Self {
        let superclass = class.superclass.map(|it| tree.name(it.class.name));
        let above = ancestry.of(superclass);
        let name = class.name.map_or("", |name| tree.name(name));
        let declared = |is_of_class: bool| {
            let members = class.members.iter();
            let names = members.filter_map(move |member| match member {
                Member::Data(data) if (data.kind == DataKind::ClassState) == is_of_class => {
                    data.name
                }
                _ => None,
            });
            names.map(|name| tree.name(name)).collect::<Vec<&str>>()
        };
        let kind = match name {
            "Actor" => Some(Kind::Actor),
            "Value" => Some(Kind::Value),
            _ => above.kind,
        };
        let own_slots_in_order = declared(false);
        Around {
            class: name,
            kind,
            own_slots: own_slots_in_order.iter().copied().collect(),
            own_slots_in_order,
            own_class_variables: declared(true).into_iter().collect(),
            above,
        }
    }

    /// A class that is extended from outside.
    pub(crate) fn extended(class: &'a str, ancestry: &Ancestry<'a>) -> Self {
        let above = ancestry.of(Some(class));
        Around {
            class,
            kind: above.kind,
            own_slots: HashSet::new(),
            own_slots_in_order: Vec::new(),
            own_class_variables: HashSet::new(),
            above,
        }
    }

    pub(crate) fn has_slot(&self, name: &str) -> bool {
        self.own_slots.contains(name) || self.above.slots.contains(name)
    }

    pub(crate) fn has_class_variable(&self, name: &str) -> bool {
        self.own_class_variables.contains(name) || self.above.class_variables.contains(name)
    }

    /// All slots of instances, its own first.
    pub(crate) fn slots(&self) -> impl Iterator<Item = &'a str> {
        self.own_slots_in_order.iter().chain(&self.above.slots_in_order).copied()
    }

    /// Whether everything it inherits is known.
    pub(crate) fn is_whole(&self) -> bool {
        self.above.is_whole
    }

    /// Whether a method of it may assign a slot, as far as one can tell.
    pub(crate) fn may_assign_slots(&self) -> bool {
        self.kind != Some(Kind::Value) || self.above.is_test_case
    }
}
