//! All classes together: what every question is asked of.
//!
//! A hierarchy is a value. Cloning it is cheap, and a clone never changes when the
//! original does, so that whoever answers a question holds still what it asks.
//! It knows no text and no running system; both hand their descriptions in.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::builtins;
use crate::class::{AliasInfo, ClassFlags, ClassInfo, ExtensionInfo, ProtocolInfo, Side};
use crate::entry::{Entry, Origin};
use crate::hashing::Fast;
use crate::method::{MethodInfo, MethodOrigin, Slot};
use crate::name::{ClassName, Selector, known};
use crate::surface::Surface;
use crate::ty::Type;

#[derive(Clone, Debug, Default)]
pub struct ClassHierarchy {
    pub(crate) tables: Arc<Tables>,
}

/// Keyed by the name without a package, as the running system knows it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    pub(crate) classes: HashMap<ClassName, Arc<Entry>, Fast>,
    pub(crate) protocols: HashMap<ClassName, Layered<ProtocolInfo>, Fast>,
    pub(crate) aliases: HashMap<ClassName, Layered<AliasInfo>, Fast>,
    pub(crate) extensions: HashMap<ClassName, Arc<Extensions>, Fast>,
}

/// The methods that were added to one class from outside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extensions {
    instance: BTreeMap<Selector, Layered<ExtensionInfo>>,
    class: BTreeMap<Selector, Layered<ExtensionInfo>>,
}

type Layered<T> = (Origin, Arc<T>);

impl ClassHierarchy {
    pub fn empty() -> Self {
        ClassHierarchy::default()
    }

    /// The class library.
    pub fn with_builtins() -> Self {
        builtins::hierarchy()
    }

    /// Adds what a text declares, under the policy of [`Origin`].
    pub fn add_classes(&mut self, surface: Surface, origin: Origin) {
        for protocol in surface.protocols {
            self.add_protocol(protocol, origin);
        }
        for class in surface.classes {
            self.add_class(class, origin);
        }
        for alias in surface.aliases {
            self.add_alias(alias, origin);
        }
        for extension in surface.extensions {
            self.add_extension(extension, origin);
        }
    }

    /// Whether the class was added: one that counts for more stays.
    pub fn add_class(&mut self, class: ClassInfo, origin: Origin) -> bool {
        let name = simple(&class.name);
        let is_kept = self.tables.classes.get(&name).is_some_and(|entry| entry.origin > origin);
        if !is_kept {
            let entry = Entry::new(ClassInfo { name: name.clone(), ..class }, origin);
            self.change().classes.insert(name, Arc::new(entry));
        }
        !is_kept
    }

    pub fn add_protocol(&mut self, protocol: ProtocolInfo, origin: Origin) {
        self.add_class(class_of_protocol(&protocol), Origin::Protocol);
        let name = simple(&protocol.name);
        let is_kept = self.tables.protocols.get(&name).is_some_and(|(kept, _)| *kept > origin);
        if !is_kept {
            self.change().protocols.insert(name, (origin, Arc::new(protocol)));
        }
    }

    pub fn add_alias(&mut self, alias: AliasInfo, origin: Origin) {
        let name = simple(&alias.name);
        let is_kept = self.tables.aliases.get(&name).is_some_and(|(kept, _)| *kept > origin);
        if !is_kept {
            self.change().aliases.insert(name, (origin, Arc::new(alias)));
        }
    }

    /// The class need not be there yet. Among several for one selector the first
    /// wins, unless a later one counts for more.
    pub fn add_extension(&mut self, extension: ExtensionInfo, origin: Origin) {
        let extensions = self.change().extensions.entry(simple(&extension.class)).or_default();
        let extensions = Arc::make_mut(extensions).on_mut(extension.side);
        let selector = extension.method.selector.clone();
        let is_kept = extensions.get(&selector).is_some_and(|(kept, _)| *kept >= origin);
        if !is_kept {
            extensions.insert(selector, (origin, Arc::new(extension)));
        }
    }

    /// Adds classes of which nothing is known but what they inherit from.
    pub fn add_external_superclasses(
        &mut self,
        superclasses: impl IntoIterator<Item = (ClassName, Option<ClassName>)>,
    ) {
        for (name, superclass) in superclasses {
            let flags = ClassFlags { is_incomplete: true, ..ClassFlags::default() };
            let stub = ClassInfo { flags, ..ClassInfo::new(name, superclass) };
            self.add_class(stub, Origin::Stub);
        }
    }

    /// Adds a compiled class. One of the library keeps its own description, which
    /// says more; methods that it lacks or that were patched are laid over it.
    pub(crate) fn add_compiled(&mut self, class: ClassInfo, patched: &[(Side, Selector)]) {
        let name = simple(&class.name);
        let entry = self.tables.classes.get(&name);
        let Some(builtin) = entry.filter(|entry| entry.origin == Origin::Builtin) else {
            self.add_class(class, Origin::Metadata);
            return;
        };
        let patched: HashSet<&(Side, Selector)> = patched.iter().collect();
        let laid_over = |side, methods: Vec<MethodInfo>| -> Vec<MethodInfo> {
            let is_new = |method: &MethodInfo| {
                let is_known = builtin.has(side, &method.selector);
                !is_known || patched.contains(&(side, method.selector.clone()))
            };
            let new = methods.into_iter().filter(is_new);
            new.map(|method| MethodInfo { origin: MethodOrigin::Extension, ..method }).collect()
        };
        let instance = laid_over(Side::Instance, class.methods);
        let class_side = laid_over(Side::Class, class.class_methods);
        let entry = builtin.with_patches(instance, class_side);
        self.change().classes.insert(name, Arc::new(entry));
    }

    /// The methods that were put into a class of the library at run time.
    pub fn patches(&self, class: &ClassName, side: Side) -> &[MethodInfo] {
        let entry = self.tables.classes.get(class.simple());
        entry.map_or(&[], |it| it.all_patches(side))
    }

    /// Writes down what a method without a declared answer was found to answer. One that
    /// others have added counts where the class has none of that name.
    pub fn record_inferred(&mut self, class: &ClassName, side: Side, selector: &str, ty: Type) {
        let tables = self.change();
        let entry = tables.classes.get_mut(class.simple());
        let own = entry.and_then(|it| Arc::make_mut(it).returns_mut(side, selector));
        let returns = match own {
            Some(own) => Some(own),
            None => tables.extensions.get_mut(class.simple()).and_then(|extensions| {
                let (_, it) = Arc::make_mut(extensions).on_mut(side).get_mut(selector)?;
                Some(&mut Arc::make_mut(it).method.signature.returns)
            }),
        };
        if let Some(Slot { declared: None, inferred }) = returns {
            *inferred = Some(ty);
        }
    }

    /// Removes a class, protocol or alias; the class library stays. Extensions of
    /// the class stay too, for when it comes back.
    pub fn remove(&mut self, name: &ClassName) {
        let name = name.simple();
        let tables = self.change();
        let class = tables.classes.get(name).map(|entry| entry.origin);
        let protocol = tables.protocols.get(name).map(|(origin, _)| *origin);
        let alias = tables.aliases.get(name).map(|(origin, _)| *origin);
        if [class, protocol, alias].contains(&Some(Origin::Builtin)) {
            return;
        }
        tables.classes.remove(name);
        tables.protocols.remove(name);
        tables.aliases.remove(name);
    }

    pub fn remove_extension(&mut self, class: &ClassName, side: Side, selector: &str) {
        if let Some(extensions) = self.change().extensions.get_mut(class.simple()) {
            Arc::make_mut(extensions).on_mut(side).remove(selector);
        }
    }

    /// The tables, for this hierarchy alone: a clone keeps what it has.
    fn change(&mut self) -> &mut Tables {
        Arc::make_mut(&mut self.tables)
    }
}

impl Extensions {
    pub(crate) fn on(&self, side: Side) -> &BTreeMap<Selector, Layered<ExtensionInfo>> {
        match side {
            Side::Instance => &self.instance,
            Side::Class => &self.class,
        }
    }

    fn on_mut(&mut self, side: Side) -> &mut BTreeMap<Selector, Layered<ExtensionInfo>> {
        match side {
            Side::Instance => &mut self.instance,
            Side::Class => &mut self.class,
        }
    }
}

fn simple(class: &ClassName) -> ClassName {
    match class.package() {
        Some(_) => ClassName::from(class.simple()),
        None => class.clone(),
    }
}

/// What a protocol's name is as a class object: what it understands, it inherits.
fn class_of_protocol(protocol: &ProtocolInfo) -> ClassInfo {
    let superclass = Some(known::PROTOCOL.clone());
    ClassInfo {
        flags: ClassFlags { is_sealed: true, is_abstract: true, ..ClassFlags::default() },
        package: protocol.package.clone(),
        doc: protocol.doc.clone(),
        type_parameters: protocol.type_parameters.clone(),
        ..ClassInfo::new(protocol.name.clone(), superclass)
    }
}
