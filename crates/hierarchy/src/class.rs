//! The description of a class, a protocol and an alias: plain data.
//!
//! Made from source by [`crate::surface()`] and from compiled modules by
//! [`crate::meta`]; looked up through [`crate::ClassHierarchy`]. It holds what was
//! declared and what was inferred, side by side, and no places in any text.

use std::sync::Arc;

use crate::method::MethodInfo;
use crate::name::{ClassName, Name};
use crate::ty::Type;

/// What stands in a doc comment.
pub type Doc = Arc<str>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassInfo {
    /// Never qualified: the package is a field of its own.
    pub name: ClassName,
    /// `None` for a root class.
    pub superclass: Option<Superclass>,
    /// What compiled code says. Source does not say it: the chain of superclasses
    /// does, and [`crate::ClassHierarchy::kind_of`] asks it first.
    pub kind: Option<Kind>,
    pub flags: ClassFlags,
    pub package: Option<Name>,
    pub doc: Option<Doc>,
    pub type_parameters: Vec<TypeParameter>,
    /// The Erlang module behind `self delegate`.
    pub native: Option<Name>,
    pub handle_scope: Option<Name>,
    /// In the order declared.
    pub fields: Vec<FieldInfo>,
    pub class_variables: Vec<FieldInfo>,
    /// As declared; a selector defined twice stands here twice.
    pub methods: Vec<MethodInfo>,
    pub class_methods: Vec<MethodInfo>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Superclass {
    pub class: ClassName,
    /// What the class makes of its superclass's type parameters; empty where it
    /// does not say.
    pub arguments: Vec<Type>,
}

/// How instances live: as values, as processes, or as neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Value,
    Actor,
    Object,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassFlags {
    pub is_sealed: bool,
    pub is_abstract: bool,
    pub is_typed: bool,
    pub is_internal: bool,
    /// There may be methods that are not listed: the text had errors, the metadata
    /// is of an old form, or nothing but the superclass is known.
    pub is_incomplete: bool,
}

/// `T` or `T :: Bound`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeParameter {
    pub name: Name,
    /// A protocol.
    pub bound: Option<ClassName>,
}

/// A slot of instances or a variable of the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldInfo {
    pub name: Name,
    pub kind: FieldKind,
    pub declared: Option<Type>,
    pub has_default: bool,
    pub doc: Option<Doc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// `state:`, of actors.
    State,
    /// `field:`, of values.
    Field,
    /// `classState:`
    ClassState,
}

/// Messages that conforming classes understand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolInfo {
    pub name: ClassName,
    pub package: Option<Name>,
    pub doc: Option<Doc>,
    pub type_parameters: Vec<TypeParameter>,
    pub extending: Option<ClassName>,
    pub methods: Vec<MethodInfo>,
    pub class_methods: Vec<MethodInfo>,
}

/// A name for a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliasInfo {
    pub name: ClassName,
    pub package: Option<Name>,
    pub is_internal: bool,
    pub doc: Option<Doc>,
    pub ty: Type,
}

/// A method that was added to a class from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtensionInfo {
    pub class: ClassName,
    pub side: Side,
    pub package: Option<Name>,
    pub method: MethodInfo,
}

/// Whether a message goes to an instance or to the class object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    Instance,
    Class,
}

impl ClassInfo {
    /// A class of which only name and superclass are known.
    pub fn new(name: ClassName, superclass: Option<ClassName>) -> Self {
        ClassInfo {
            name,
            superclass: superclass.map(|class| Superclass { class, arguments: Vec::new() }),
            kind: None,
            flags: ClassFlags::default(),
            package: None,
            doc: None,
            type_parameters: Vec::new(),
            native: None,
            handle_scope: None,
            fields: Vec::new(),
            class_variables: Vec::new(),
            methods: Vec::new(),
            class_methods: Vec::new(),
        }
    }

    /// The methods it declares on one side.
    pub fn methods_on(&self, side: Side) -> &[MethodInfo] {
        match side {
            Side::Instance => &self.methods,
            Side::Class => &self.class_methods,
        }
    }

    /// What an instance of it is: the class, applied to its own parameters.
    pub fn instance_type(&self) -> Type {
        let parameters = self.type_parameters.iter();
        let arguments = parameters.map(|parameter| Type::Parameter(parameter.name.clone()));
        Type::generic(self.name.clone(), arguments)
    }
}
