//! What type parameters stand for, read off arguments: a declared `List(T)` that is
//! given a `List(Ferry)` binds `T` to `Ferry`.

use std::collections::HashMap;

use hierarchy::{ClassName, ClassType, MethodInfo, Name, Type};

use crate::algebra::{union, without_nil};
use crate::inferred::{DynamicReason, InferredType, is_same_class};
use crate::substitution::Substitution;

/// What becomes of a parameter that is bound more than once.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Merge {
    /// It stands for all of them. Who wrote `Dynamic` is heeded; otherwise something
    /// known says more than something unknown.
    Union,
    /// It stands for the first that is known. Something unknown that was given for
    /// the parameter itself is not replaced by what is found inside another type.
    First,
}

pub(crate) struct Bindings<'o> {
    merge: Merge,
    /// Which parameters are bound at all.
    is_own: &'o dyn Fn(&Name) -> bool,
    found: HashMap<Name, Binding>,
}

struct Binding {
    ty: InferredType,
    depth: Depth,
}

/// Where in the declared type the parameter stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Whole,
    Inside,
}

impl<'o> Bindings<'o> {
    pub(crate) fn new(merge: Merge, is_own: &'o dyn Fn(&Name) -> bool) -> Self {
        Bindings { merge, is_own, found: HashMap::new() }
    }

    /// What a method's parameters say of the arguments it is given.
    pub(crate) fn of(mut self, method: &MethodInfo, arguments: &[InferredType]) -> Substitution {
        for (parameter, argument) in method.signature.parameters.iter().zip(arguments) {
            if let Some(declared) = parameter.slot.ty() {
                self.match_type(declared, argument, Depth::Whole);
            }
        }
        let mut substitution = Substitution::default();
        for (name, binding) in self.found {
            substitution.bind(name, binding.ty);
        }
        substitution
    }

    fn match_type(&mut self, declared: &Type, argument: &InferredType, depth: Depth) {
        match declared {
            Type::Parameter(name) if (self.is_own)(name) => self.bind(name, argument, depth),
            Type::Class(class) if !class.arguments.is_empty() => self.match_class(class, argument),
            Type::Union(members) => self.match_union(members, argument),
            _ => {}
        }
    }

    fn match_class(&mut self, declared: &ClassType, argument: &InferredType) {
        let argument = without_nil(argument);
        let InferredType::Known { class_name, arguments, .. } = &argument else { return };
        if !is_same_class(class_name, &declared.class) {
            return;
        }
        // A block ends in what it answers, however many parameters it has.
        let last = match is_same_class(class_name, &BLOCK) {
            true => declared.arguments.last().zip(arguments.last()),
            false => None,
        };
        let paired = match last {
            Some(_) => declared.arguments.len().min(arguments.len()).saturating_sub(1),
            None => arguments.len(),
        };
        let pairs = declared.arguments.iter().zip(arguments.iter()).take(paired);
        for (declared, argument) in pairs.chain(last) {
            self.match_type(declared, argument, Depth::Inside);
        }
    }

    /// A type that may also be nil; or a choice, of which what has the shape of the
    /// argument tells something.
    fn match_union(&mut self, members: &[Type], argument: &InferredType) {
        let nil = Type::nil();
        let mut others = members.iter().filter(|member| **member != nil);
        if let (Some(only), None) = (others.next(), others.next()) {
            return self.match_type(only, &without_nil(argument), Depth::Inside);
        }
        for member in members {
            if let Type::Class(class) = member {
                self.match_class(class, argument);
            }
        }
    }

    fn bind(&mut self, name: &Name, ty: &InferredType, depth: Depth) {
        let new = Binding { ty: ty.clone(), depth };
        let merged = match (self.found.remove(name), self.merge) {
            (None, _) => new,
            (Some(old), Merge::Union) => Binding { ty: both(old.ty, new.ty), depth },
            (Some(old), Merge::First) => match old.ty {
                InferredType::Dynamic(_) if old.depth == Depth::Inside || depth == Depth::Whole => {
                    new
                }
                _ => old,
            },
        };
        self.found.insert(name.clone(), merged);
    }
}

fn both(old: InferredType, new: InferredType) -> InferredType {
    use InferredType::{Dynamic, Never};
    match (&old, &new) {
        (Dynamic(DynamicReason::ExplicitDynamic), _) => old,
        (_, Dynamic(DynamicReason::ExplicitDynamic)) => new,
        (Dynamic(_), Dynamic(_) | Never) => old,
        (Dynamic(_), _) | (Never, Dynamic(_)) => new,
        (_, Dynamic(_)) => old,
        _ => union([old, new]),
    }
}

static BLOCK: ClassName = ClassName::constant("Block");
