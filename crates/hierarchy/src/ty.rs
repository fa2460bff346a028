//! Types as data: what an annotation says, without its place in a text.
//!
//! A type is a value that is cheap to copy, compare and print. It knows no
//! classes: whether a name is a class, a protocol or an alias, and what follows
//! from that, is for those who hold a hierarchy.

mod display;
mod read;

use std::collections::HashSet;
use std::ops::Deref;
use std::sync::Arc;

use crate::name::{ClassName, Name, known};

pub use display::ForPeople;
pub(crate) use read::class_name;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `Integer`, `net@Socket`, `List(E)`
    Class(ClassType),
    /// `Ferry class`. A class object has no type arguments.
    Meta(ClassName),
    /// `Self`
    SelfType,
    /// `Self class`
    SelfClass,
    /// `#north`
    Singleton(Name),
    /// `A | B | C`, in the order written.
    Union(Members),
    /// `A \ B \ C`: the first without the others.
    Difference(Members),
    /// `A & B & C`
    Intersection(Members),
    /// A type parameter of the class, or of the method that mentions it.
    Parameter(Name),
    Never,
    Dynamic,
}

/// An instance of a class or of a protocol; or an alias not yet looked up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClassType {
    pub class: ClassName,
    /// Empty where none are given.
    pub arguments: Arc<[Type]>,
}

/// Two or more types that only [`Type::union`], [`Type::difference`] and
/// [`Type::intersection`] put together: none of them twice, and none that would
/// be the same type spliced in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Members(Arc<[Type]>);

impl Type {
    pub fn class(class: impl Into<ClassName>) -> Self {
        Type::generic(class, [])
    }

    /// A class applied to arguments.
    pub fn generic(class: impl Into<ClassName>, arguments: impl IntoIterator<Item = Type>) -> Self {
        let arguments = arguments.into_iter().collect();
        Type::Class(ClassType { class: class.into(), arguments })
    }

    pub fn nil() -> Self {
        Type::class(known::UNDEFINED_OBJECT.clone())
    }

    /// What one of several types is. One is itself; of none nothing is known.
    pub fn union(members: impl IntoIterator<Item = Type>) -> Self {
        let mut flat = Vec::new();
        for member in members {
            match member {
                Type::Union(inner) => flat.extend_from_slice(&inner),
                _ => flat.push(member),
            }
        }
        combined(flat, Type::Union)
    }

    /// What several types have in common. One is itself; of none nothing is known.
    pub fn intersection(members: impl IntoIterator<Item = Type>) -> Self {
        let mut flat = Vec::new();
        for member in members {
            match member {
                Type::Intersection(inner) => flat.extend_from_slice(&inner),
                _ => flat.push(member),
            }
        }
        combined(flat, Type::Intersection)
    }

    /// `base` without any of the others. `(A \ B) \ C` is `A \ B \ C`.
    pub fn difference(base: Type, without: impl IntoIterator<Item = Type>) -> Self {
        let (base, mut excluded) = match &base {
            Type::Difference(members) => (members.base().clone(), members.excluded().to_vec()),
            _ => (base, Vec::new()),
        };
        excluded.extend(without);
        let excluded = distinct(excluded);
        match excluded.is_empty() {
            true => base,
            false => Type::Difference(Members([vec![base], excluded].concat().into())),
        }
    }

    /// The types directly inside, in order.
    pub fn parts(&self) -> &[Type] {
        match self {
            Type::Class(class) => &class.arguments,
            Type::Union(members) | Type::Difference(members) | Type::Intersection(members) => {
                members
            }
            Type::Meta(_)
            | Type::SelfType
            | Type::SelfClass
            | Type::Singleton(_)
            | Type::Parameter(_)
            | Type::Never
            | Type::Dynamic => &[],
        }
    }
}

impl Members {
    /// What a difference takes away from.
    pub fn base(&self) -> &Type {
        self.first().unwrap_or(&Type::Dynamic)
    }

    /// What a difference takes away.
    pub fn excluded(&self) -> &[Type] {
        self.get(1..).unwrap_or_default()
    }
}

impl Deref for Members {
    type Target = [Type];
    fn deref(&self) -> &[Type] {
        &self.0
    }
}

fn combined(flat: Vec<Type>, make: fn(Members) -> Type) -> Type {
    let mut flat = distinct(flat);
    match flat.len() {
        0 => Type::Dynamic,
        1 => flat.remove(0),
        _ => make(Members(flat.into())),
    }
}

/// Each type once, where it stood first.
fn distinct(mut types: Vec<Type>) -> Vec<Type> {
    let mut seen = HashSet::new();
    types.retain(|ty| seen.insert(ty.clone()));
    types
}
