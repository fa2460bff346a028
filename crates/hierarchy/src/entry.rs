//! One class as a hierarchy holds it: its description, ready to be asked.

use std::sync::Arc;

use crate::class::{ClassInfo, FieldInfo, Side};
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
    fields: Index,
    class_variables: Index,
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

/// Positions in a list of what has names, ordered by these.
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
        let fields = Index::of(&info.fields);
        let class_variables = Index::of(&info.class_variables);
        Entry { origin, info, instance, class, fields, class_variables }
    }

    /// The slot that it declares.
    pub(crate) fn field(&self, name: &str) -> Option<&FieldInfo> {
        self.fields.find(&self.info.fields, name)
    }

    pub(crate) fn class_variable(&self, name: &str) -> Option<&FieldInfo> {
        self.class_variables.find(&self.info.class_variables, name)
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
        if self.patch(side, selector).is_some() {
            let patches = match side {
                Side::Instance => &mut self.instance.patches,
                Side::Class => &mut self.class.patches,
            };
            let position = patches.index.position(&patches.methods, selector)?;
            let method = Arc::make_mut(&mut patches.methods).get_mut(position)?;
            return Some(&mut method.signature.returns);
        }
        let (methods, index) = match side {
            Side::Instance => (&mut self.info.methods, &self.instance.index),
            Side::Class => (&mut self.info.class_methods, &self.class.index),
        };
        let position = index.position(methods, selector)?;
        Some(&mut methods.get_mut(position)?.signature.returns)
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
    fn of(all: &[impl Named]) -> Self {
        let mut positions: Vec<u32> = (0..).take(all.len()).collect();
        positions.sort_by_key(|at| all.get(*at as usize).map(Named::name));
        Index(positions.into())
    }

    fn find<'m, T: Named>(&self, all: &'m [T], name: &str) -> Option<&'m T> {
        all.get(self.position(all, name)?)
    }

    /// The first of those with the name.
    fn position(&self, all: &[impl Named], name: &str) -> Option<usize> {
        let named = |position: u32| all.get(position as usize).map(Named::name);
        let first = self.0.partition_point(|it| named(*it).is_some_and(|it| it < name));
        let position = *self.0.get(first)?;
        (named(position)? == name).then_some(position as usize)
    }
}

/// What an index can find.
trait Named {
    fn name(&self) -> &str;
}

impl Named for MethodInfo {
    fn name(&self) -> &str {
        &self.selector
    }
}

impl Named for FieldInfo {
    fn name(&self) -> &str {
        &self.name
    }
}
