//! One class as a hierarchy holds it: its description, ready to be asked.

use std::sync::Arc;

use crate::class::{ClassInfo, Side};
use crate::generated;
use crate::method::{MethodInfo, Slot};

/// Where an entry comes from. One replaces another that stands here before it or
/// beside it: the order is the policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// Nothing but its superclass is known.
    Stub,
    /// A protocol's name, so that it can stand where a class object can.
    Protocol,
    /// A compiled module, which may be older than the text.
    Metadata,
    /// Some text of the project.
    Project,
    /// The class library.
    Builtin,
    /// The text being compiled.
    Module,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) origin: Origin,
    pub(crate) info: ClassInfo,
    instance: Methods,
    class: Methods,
}

/// One side of a class.
#[derive(Clone, Debug, Default)]
struct Methods {
    /// Of the methods that the description lists.
    index: Index,
    /// Provided if the class turns out to be one of values.
    generated: Table,
    /// Put in at run time, before all others.
    patches: Table,
}

/// Methods that can be asked for by selector.
#[derive(Clone, Debug, Default)]
struct Table {
    methods: Arc<[MethodInfo]>,
    index: Index,
}

/// Positions in a list of methods, ordered by selector.
#[derive(Clone, Debug, Default)]
struct Index(Arc<[u32]>);

impl Entry {
    pub(crate) fn new(info: ClassInfo, origin: Origin) -> Self {
        let instance = Methods {
            index: Index::of(&info.methods),
            generated: Table::of(generated::instance_methods(&info)),
            patches: Table::default(),
        };
        let class = Methods {
            index: Index::of(&info.class_methods),
            generated: Table::of(generated::class_methods(&info)),
            patches: Table::default(),
        };
        Entry { origin, info, instance, class }
    }

    /// The method it lists, the first one where there are several.
    pub(crate) fn declared(&self, side: Side, selector: &str) -> Option<&MethodInfo> {
        self.on(side).index.find(self.info.methods_on(side), selector)
    }

    pub(crate) fn generated(&self, side: Side, selector: &str) -> Option<&MethodInfo> {
        self.on(side).generated.find(selector)
    }

    pub(crate) fn patch(&self, side: Side, selector: &str) -> Option<&MethodInfo> {
        self.on(side).patches.find(selector)
    }

    pub(crate) fn all_generated(&self, side: Side) -> &[MethodInfo] {
        &self.on(side).generated.methods
    }

    pub(crate) fn all_patches(&self, side: Side) -> &[MethodInfo] {
        &self.on(side).patches.methods
    }

    /// Whether its description or its slots give it the method.
    pub(crate) fn has(&self, side: Side, selector: &str) -> bool {
        self.declared(side, selector).is_some() || self.generated(side, selector).is_some()
    }

    /// The same class with these methods before its own.
    pub(crate) fn with_patches(&self, instance: Vec<MethodInfo>, class: Vec<MethodInfo>) -> Self {
        let mut entry = self.clone();
        entry.instance.patches = Table::of(instance);
        entry.class.patches = Table::of(class);
        entry
    }

    /// What its own method answers, to be filled in.
    pub(crate) fn returns_mut(&mut self, side: Side, selector: &str) -> Option<&mut Slot> {
        let methods = match side {
            Side::Instance => &mut self.info.methods,
            Side::Class => &mut self.info.class_methods,
        };
        let found = methods.iter_mut().find(|method| method.selector == *selector)?;
        Some(&mut found.signature.returns)
    }

    fn on(&self, side: Side) -> &Methods {
        match side {
            Side::Instance => &self.instance,
            Side::Class => &self.class,
        }
    }
}

impl Table {
    fn of(methods: Vec<MethodInfo>) -> Self {
        Table { index: Index::of(&methods), methods: methods.into() }
    }

    fn find(&self, selector: &str) -> Option<&MethodInfo> {
        self.index.find(&self.methods, selector)
    }
}

impl Index {
    fn of(methods: &[MethodInfo]) -> Self {
        let mut positions: Vec<u32> = (0..).take(methods.len()).collect();
        positions.sort_by_key(|at| methods.get(*at as usize).map(|method| &method.selector));
        Index(positions.into())
    }

    fn find<'m>(&self, methods: &'m [MethodInfo], selector: &str) -> Option<&'m MethodInfo> {
        let at = |position: u32| methods.get(position as usize);
        let is_before = |position: &u32| at(*position).is_some_and(|it| *it.selector < *selector);
        let first = self.0.partition_point(is_before);
        let found = self.0.get(first).and_then(|position| at(*position))?;
        (found.selector == *selector).then_some(found)
    }
}
