//! Type annotations, as written.

use super::{ClassName, TypeId};
use crate::arena::List;
use crate::token::TokenId;

#[derive(Clone, Copy, Debug)]
pub enum TypeAnnotation {
    /// `Integer`, `net@Socket`, `nil`.
    Simple(ClassName),
    /// `Shelf(Parcel, Nil)`
    Generic(ClassName, List<TypeId>),
    /// `Ferry class`
    ClassOf(ClassName),
    /// `Self`
    SelfType,
    /// `Self class`
    SelfClass,
    /// `#north`
    Singleton(TokenId),
    /// `A | B | C`; never a union inside a union.
    Union(List<TypeId>),
    /// `A \ B \ C`: the first without the others.
    Difference(List<TypeId>),
    /// `A & B & C`
    Intersection(List<TypeId>),
    /// No type where one was needed; a problem says so.
    Error,
}
