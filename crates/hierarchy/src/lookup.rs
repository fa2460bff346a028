//! Questions about classes, answered the way messages are dispatched.
//!
//! On one class: what was patched in, what it declares, what the compiler provides
//! for its slots, what others extended it with. Then the same one class up.

use std::collections::HashSet;

use crate::class::{AliasInfo, ClassInfo, FieldInfo, Kind, ProtocolInfo, Side};
use crate::entry::{Entry, Origin};
use crate::hierarchy::ClassHierarchy;
use crate::method::MethodInfo;
use crate::name::{ClassName, known};

/// A method and where it was found.
#[derive(Clone, Copy, Debug)]
pub struct Found<'h> {
    pub method: &'h MethodInfo,
    /// The class that has it.
    pub class: &'h ClassInfo,
    /// The side of that class. A method for class objects that was found on the
    /// instance side is one of `Class` or above, which all class objects share.
    pub side: Side,
    /// How many steps from the class that was asked.
    pub distance: usize,
}

/// Classes.
impl ClassHierarchy {
    /// The description of a class as it was handed in: without what the compiler
    /// provides and what others added.
    pub fn class(&self, class: &ClassName) -> Option<&ClassInfo> {
        self.tables.entry(class).map(|entry| &entry.info)
    }

    /// The description of a class with all methods that stand in its module.
    pub fn compiled_class(&self, class: &ClassName) -> Option<ClassInfo> {
        let entry = self.tables.entry(class)?;
        let mut info = entry.info.clone();
        info.kind = self.kind_of(class);
        if info.kind == Some(Kind::Value) {
            info.methods.extend_from_slice(entry.all_generated(Side::Instance));
            info.class_methods.extend_from_slice(entry.all_generated(Side::Class));
        }
        Some(info)
    }

    /// The methods that stand in the module of a class.
    pub fn compiled_methods(
        &self,
        class: &ClassName,
        side: Side,
    ) -> impl Iterator<Item = &MethodInfo> {
        let entry = self.tables.entry(class);
        let is_value = entry.is_some() && self.kind_of(class) == Some(Kind::Value);
        entry.into_iter().flat_map(move |entry| {
            let generated = if is_value { entry.all_generated(side) } else { &[] };
            entry.info.methods_on(side).iter().chain(generated)
        })
    }

    pub fn origin(&self, class: &ClassName) -> Option<Origin> {
        self.tables.entry(class).map(|entry| entry.origin)
    }

    pub fn protocol(&self, name: &ClassName) -> Option<&ProtocolInfo> {
        self.tables.protocols.get(name.simple()).map(|(_, protocol)| &**protocol)
    }

    pub fn alias(&self, name: &ClassName) -> Option<&AliasInfo> {
        self.tables.aliases.get(name.simple()).map(|(_, alias)| &**alias)
    }

    /// All classes, by name.
    pub fn classes(&self) -> Vec<&ClassInfo> {
        let entries = self.tables.classes.values();
        by_name(entries.map(|entry| &entry.info), |class| &class.name)
    }

    /// All protocols, by name.
    pub fn protocols(&self) -> Vec<&ProtocolInfo> {
        let protocols = self.tables.protocols.values();
        by_name(protocols.map(|(_, protocol)| &**protocol), |protocol| &protocol.name)
    }

    /// All aliases, by name.
    pub fn aliases(&self) -> Vec<&AliasInfo> {
        let aliases = self.tables.aliases.values();
        by_name(aliases.map(|(_, alias)| &**alias), |alias| &alias.name)
    }

    /// The superclasses, nearest first.
    pub fn superclasses(&self, class: &ClassName) -> impl Iterator<Item = &ClassInfo> {
        self.walk(class).skip(1).map(|entry| &entry.info)
    }

    /// The direct subclasses, by name.
    pub fn subclasses(&self, class: &ClassName) -> Vec<&ClassInfo> {
        let entries = self.tables.classes.values().map(|entry| &entry.info);
        let is_below = |info: &&ClassInfo| superclass(info) == Some(class.simple());
        by_name(entries.filter(is_below), |class| &class.name)
    }

    /// Whether a class is another or inherits from it. The other need not be known.
    pub fn is_subclass(&self, class: &ClassName, of: &ClassName) -> bool {
        let of = of.simple();
        let is_of = |entry: &Entry| entry.info.name == *of || superclass(&entry.info) == Some(of);
        class.simple() == of || self.walk(class).any(is_of)
    }

    /// The kind of a class that is known: the nearest of `Actor` and `Value` above
    /// it decides. Where the chain is broken, what the compiled class says.
    pub fn kind_of(&self, class: &ClassName) -> Option<Kind> {
        let mut compiled = None;
        let mut walk = self.walk(class);
        let mut is_known = false;
        for entry in walk.by_ref() {
            let own = root_kind(&entry.info.name);
            let above = superclass(&entry.info).and_then(root_kind);
            if let Some(kind) = own.or(above) {
                return Some(kind);
            }
            compiled = compiled.or(entry.info.kind);
            is_known = true;
        }
        match walk.is_whole() {
            true => is_known.then_some(Kind::Object),
            false => is_known.then_some(compiled.unwrap_or(Kind::Object)),
        }
    }
}

/// Methods and fields.
impl ClassHierarchy {
    /// The method that an instance of a class answers a message with.
    pub fn find_method(&self, class: &ClassName, selector: &str) -> Option<Found<'_>> {
        self.find(class, Side::Instance, selector)
    }

    /// The method that a class object answers a message with: on the class side of
    /// the class and its superclasses, then on the instance side of `Class`,
    /// `Behaviour`, `Object` and `ProtoObject`, whose instance it is.
    pub fn find_class_method(&self, class: &ClassName, selector: &str) -> Option<Found<'_>> {
        let own = self.find(class, Side::Class, selector);
        own.or_else(|| {
            let steps = self.walk(class).count();
            let found = self.find(&known::CLASS, Side::Instance, selector)?;
            (steps > 0).then_some(Found { distance: steps + found.distance, ..found })
        })
    }

    /// All methods of instances: own first, then inherited, each selector once.
    pub fn all_methods(&self, class: &ClassName) -> Vec<Found<'_>> {
        let mut listing = Listing::default();
        self.list(&mut listing, class, Side::Instance);
        listing.found
    }

    /// All methods of the class object, in the order of [`Self::find_class_method`].
    pub fn all_class_methods(&self, class: &ClassName) -> Vec<Found<'_>> {
        let mut listing = Listing::default();
        self.list(&mut listing, class, Side::Class);
        if listing.steps > 0 {
            self.list(&mut listing, &known::CLASS, Side::Instance);
        }
        listing.found
    }

    /// The methods that a class itself has on one side, in the order of lookup,
    /// each selector once.
    pub fn own_methods(&self, class: &ClassName, side: Side) -> Vec<&MethodInfo> {
        let Some(entry) = self.tables.entry(class) else { return Vec::new() };
        let mut selectors = HashSet::new();
        let methods = self.methods_of(entry, side);
        methods.filter(|method| selectors.insert(&method.selector)).collect()
    }

    /// The slot of instances that a name means: the nearest class that declares it
    /// decides.
    pub fn find_field(&self, class: &ClassName, name: &str) -> Option<(&ClassInfo, &FieldInfo)> {
        self.walk(class).find_map(|entry| Some((&entry.info, entry.field(name)?)))
    }

    /// The class variable that a name means.
    pub fn find_class_variable(
        &self,
        class: &ClassName,
        name: &str,
    ) -> Option<(&ClassInfo, &FieldInfo)> {
        self.walk(class).find_map(|entry| Some((&entry.info, entry.class_variable(name)?)))
    }

    fn find(&self, class: &ClassName, side: Side, selector: &str) -> Option<Found<'_>> {
        self.walk(class).enumerate().find_map(|(distance, entry)| {
            let method = self.own_method(entry, side, selector)?;
            Some(Found { method, class: &entry.info, side, distance })
        })
    }

    fn own_method<'h>(
        &'h self,
        entry: &'h Entry,
        side: Side,
        selector: &str,
    ) -> Option<&'h MethodInfo> {
        let generated = || {
            let method = entry.generated(side, selector)?;
            self.is_value(entry).then_some(method)
        };
        let extension = || {
            let extensions = self.tables.extensions.get(&*entry.info.name)?;
            extensions.on(side).get(selector).map(|(_, extension)| &extension.method)
        };
        let own = entry.patch(side, selector).or_else(|| entry.declared(side, selector));
        own.or_else(generated).or_else(extension)
    }

    /// Everything that [`Self::own_method`] may find, what it finds first first.
    fn methods_of<'h>(
        &'h self,
        entry: &'h Entry,
        side: Side,
    ) -> impl Iterator<Item = &'h MethodInfo> {
        let generated = match entry.all_generated(side) {
            [] => &[],
            methods if self.is_value(entry) => methods,
            _ => &[],
        };
        let extensions = self.tables.extensions.get(&*entry.info.name);
        let extensions = extensions.into_iter().flat_map(move |it| it.on(side).values());
        let own = entry.all_patches(side).iter().chain(entry.info.methods_on(side));
        own.chain(generated).chain(extensions.map(|(_, extension)| &extension.method))
    }

    fn list<'h>(&'h self, listing: &mut Listing<'h>, class: &ClassName, side: Side) {
        for entry in self.walk(class) {
            for method in self.methods_of(entry, side) {
                if listing.selectors.insert(&method.selector) {
                    let distance = listing.steps;
                    listing.found.push(Found { method, class: &entry.info, side, distance });
                }
            }
            listing.steps += 1;
        }
    }

    fn is_value(&self, entry: &Entry) -> bool {
        self.kind_of(&entry.info.name) == Some(Kind::Value)
    }
}

/// Methods as they are found on the way up.
#[derive(Default)]
struct Listing<'h> {
    found: Vec<Found<'h>>,
    selectors: HashSet<&'h str>,
    steps: usize,
}

fn superclass(class: &ClassInfo) -> Option<&str> {
    class.superclass.as_ref().map(|superclass| superclass.class.simple())
}

fn root_kind(class: &str) -> Option<Kind> {
    match class {
        "Value" => Some(Kind::Value),
        "Actor" => Some(Kind::Actor),
        _ => None,
    }
}

fn by_name<'h, T>(items: impl Iterator<Item = &'h T>, name: fn(&T) -> &ClassName) -> Vec<&'h T> {
    let mut items: Vec<&T> = items.collect();
    items.sort_by(|one, other| name(one).cmp(name(other)));
    items
}
