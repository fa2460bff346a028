//! The description of a method: its head, not its body.

use std::fmt;

use crate::class::Doc;
use crate::name::{Name, Selector};
use crate::ty::Type;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodInfo {
    pub selector: Selector,
    pub signature: Signature,
    pub flags: MethodFlags,
    pub origin: MethodOrigin,
    pub doc: Option<Doc>,
}

/// One parameter for each argument of the selector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    pub parameters: Vec<Parameter>,
    pub returns: Slot,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameter {
    /// Missing in damaged headers and in poor metadata.
    pub name: Option<Name>,
    pub slot: Slot,
}

/// What is written and what was worked out, which never overwrite each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    pub declared: Option<Type>,
    pub inferred: Option<Type>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MethodFlags {
    pub is_sealed: bool,
    pub is_internal: bool,
}

/// Who put a method where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MethodOrigin {
    /// It stands in the class.
    #[default]
    Class,
    /// The compiler provides it for a slot.
    Generated,
    /// `Class >> selector => …`, or a patch of a class that has no source.
    Extension,
}

impl MethodInfo {
    /// A method without types.
    pub fn untyped(selector: Selector) -> Self {
        let parameters = vec![Parameter::default(); selector.arity()];
        MethodInfo::new(selector, Signature { parameters, returns: Slot::default() })
    }

    pub fn new(selector: Selector, signature: Signature) -> Self {
        MethodInfo {
            selector,
            signature,
            flags: MethodFlags::default(),
            origin: MethodOrigin::default(),
            doc: None,
        }
    }
}

impl Slot {
    pub fn declared(ty: Option<Type>) -> Self {
        Slot { declared: ty, inferred: None }
    }

    /// The declared type, else the inferred one.
    pub fn ty(&self) -> Option<&Type> {
        self.declared.as_ref().or(self.inferred.as_ref())
    }
}

/// The head as people read it: `fill: n :: Integer -> Integer`.
impl fmt::Display for MethodInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.signature.parameters.is_empty() {
            true => f.write_str(&self.selector)?,
            false => write_parameters(f, self)?,
        }
        match self.signature.returns.ty() {
            Some(ty) => write!(f, " -> {}", ty.for_people()),
            None => Ok(()),
        }
    }
}

fn write_parameters(f: &mut fmt::Formatter<'_>, method: &MethodInfo) -> fmt::Result {
    let parts = method.selector.parts().zip(&method.signature.parameters);
    for (index, (part, parameter)) in parts.enumerate() {
        let space = if index > 0 { " " } else { "" };
        write!(f, "{space}{part} {}", parameter.name.as_deref().unwrap_or("_"))?;
        if let Some(ty) = parameter.slot.ty() {
            write!(f, " :: {}", ty.for_people())?;
        }
    }
    Ok(())
}
