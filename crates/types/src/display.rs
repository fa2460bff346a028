//! Inferred types as text.
//!
//! The canonical text, which [`std::fmt::Display`] gives, is in the syntax of types
//! and reads back as the same type. What people see differs in three things: `Nil`
//! for the class of nil; the alias, with what it stands for behind it; and why a type
//! is not known. The last two are said of the whole type alone: inside another they
//! would read as type arguments.

use std::fmt;

use hierarchy::{Name, Type};

use crate::inferred::{DynamicReason, InferredType, Provenance, is_letter};

/// A type as people see it.
#[derive(Clone, Copy, Debug)]
pub struct ForPeople<'a>(&'a InferredType);

impl InferredType {
    pub fn for_people(&self) -> ForPeople<'_> {
        ForPeople(self)
    }

    /// The declared type that says the same.
    pub fn to_type(&self) -> Type {
        match self {
            InferredType::Known { class_name, arguments, .. } => {
                if let Some(symbol) = class_name.strip_prefix('#') {
                    return Type::Singleton(Name::from(symbol));
                }
                match arguments.is_empty() && is_letter(class_name) {
                    true => Type::Parameter(Name::from(&**class_name)),
                    false => Type::generic(class_name.clone(), types(arguments)),
                }
            }
            InferredType::Union { members, .. } => Type::union(types(members)),
            InferredType::Intersection { members, .. } => Type::intersection(types(members)),
            InferredType::Meta { class_name, .. } => Type::Meta(class_name.clone()),
            InferredType::Negation { base, excluded, .. } => {
                Type::difference(base.to_type(), [excluded.to_type()])
            }
            InferredType::Dynamic(_) => Type::Dynamic,
            InferredType::Never => Type::Never,
        }
    }
}

impl DynamicReason {
    /// In the words that stand behind `Dynamic`.
    pub fn words(self) -> Option<&'static str> {
        match self {
            DynamicReason::UnannotatedParam => Some("unannotated parameter"),
            DynamicReason::UnannotatedReturn => Some("unannotated return"),
            DynamicReason::DynamicReceiver => Some("dynamic receiver"),
            DynamicReason::AmbiguousControlFlow => Some("ambiguous control flow"),
            DynamicReason::UntypedFfi => Some("untyped FFI"),
            DynamicReason::DynamicSpec => Some("FFI spec is Dynamic"),
            DynamicReason::ExplicitDynamic => Some("explicitly declared Dynamic"),
            DynamicReason::Unknown => None,
        }
    }
}

impl fmt::Display for InferredType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_type().fmt(f)
    }
}

impl fmt::Display for ForPeople<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ty = self.0.to_type();
        let ty = ty.for_people();
        if let InferredType::Dynamic(reason) = self.0 {
            return match reason.words() {
                Some(words) => write!(f, "Dynamic ({words})"),
                None => f.write_str("Dynamic"),
            };
        }
        match self.0.provenance() {
            Some(Provenance::Aliased(alias, _)) => write!(f, "{alias} ({ty})"),
            _ => ty.fmt(f),
        }
    }
}

fn types(parts: &[InferredType]) -> impl Iterator<Item = Type> {
    parts.iter().map(InferredType::to_type)
}
