//! One description of each class, and the hierarchy they make.
//!
//! In go trees, the sources of the class library and metadata of compiled modules;
//! out come [`ClassInfo`] and the [`ClassHierarchy`] that answers what a class is,
//! inherits and understands. Knows no bodies, infers nothing, and touches neither
//! files nor a running system.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod aliases;
mod builtins;
mod class;
mod entry;
mod generated;
mod globals;
mod hashing;
mod hierarchy;
mod lookup;
pub mod meta;
mod method;
mod name;
mod protocols;
pub mod surface;
mod ty;
mod walk;

pub use builtins::{STDLIB_PACKAGE, STDLIB_SOURCES};
pub use class::{
    AliasInfo, ClassFlags, ClassInfo, Doc, ExtensionInfo, FieldInfo, FieldKind, Kind, ProtocolInfo,
    Side, Superclass, TypeParameter,
};
pub use entry::Origin;
pub use generated::LONGEST_CONSTRUCTOR;
pub use globals::{global_class, global_names};
pub use hashing::{Fast, FastHasher};
pub use hierarchy::ClassHierarchy;
pub use lookup::Found;
pub use meta::{MetaFault, MetaProblem};
pub use method::{MethodFlags, MethodInfo, MethodOrigin, Parameter, Signature, Slot};
pub use name::{ClassName, Name, Selector, known};
pub use protocols::Requirement;
pub use surface::{Surface, surface};
pub use ty::{ClassType, ForPeople, Members, Type};
pub use walk::{Lineage, LineageEnd, MAX_ANCESTORS};
