//! What a declared type says of a value.
//!
//! In go a type as it is declared, and what stands for the names it leaves open; out
//! comes an inferred type. Aliases are replaced by what they stand for. Whether the
//! classes exist is not asked.

use std::cell::RefCell;
use std::collections::HashMap;

use hierarchy::{ClassHierarchy, ClassName, ClassType, Members, Name, Type};
use syntax::Span;

use crate::algebra::{Classes, difference, intersection, union};
use crate::inferred::{DynamicReason, InferredType, Provenance};
use crate::substitution::Substitution;

/// Reads declared types. What an alias stands for is worked out once.
#[derive(Debug)]
pub struct Resolver<'h> {
    hierarchy: &'h ClassHierarchy,
    aliases: RefCell<HashMap<ClassName, Expansion>>,
}

/// What a type is resolved for.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    /// To know what is declared: a type parameter stays one.
    Declaration(Span),
    /// To know what comes of a send: a type parameter that nothing is bound to may
    /// be anything.
    Send(Span),
    /// To know what an Erlang function takes and gives.
    Specification,
}

#[derive(Clone, Debug)]
enum Expansion {
    /// An alias that leads back to itself finds this.
    InProgress,
    Done(InferredType),
}

/// How deep types and aliases may lead; behind it nothing is known.
const MAX_DEPTH: usize = 200;

impl<'h> Resolver<'h> {
    pub fn new(hierarchy: &'h ClassHierarchy) -> Self {
        Resolver { hierarchy, aliases: RefCell::default() }
    }

    pub fn hierarchy(&self) -> &'h ClassHierarchy {
        self.hierarchy
    }

    pub fn resolve(
        &self,
        ty: &Type,
        substitution: &Substitution,
        purpose: Purpose,
    ) -> InferredType {
        Resolution { resolver: self, substitution, purpose }.resolve(ty, MAX_DEPTH)
    }

    /// A type that leaves nothing open, as far as it can.
    pub fn declared(&self, ty: &Type, span: Span) -> InferredType {
        self.resolve(ty, &Substitution::default(), Purpose::Declaration(span))
    }

    /// What an alias stands for wherever it is written: around it nothing is bound.
    fn expansion(&self, alias: &ClassName, ty: &Type, depth: usize) -> InferredType {
        let name = ClassName::from(alias.simple());
        match self.aliases.borrow().get(&name) {
            Some(Expansion::Done(known)) => return known.clone(),
            Some(Expansion::InProgress) => return InferredType::UNKNOWN,
            None => {}
        }
        self.aliases.borrow_mut().insert(name.clone(), Expansion::InProgress);
        let substitution = &Substitution::default();
        let purpose = Purpose::Declaration(Span::default());
        let expanded = Resolution { resolver: self, substitution, purpose }.resolve(ty, depth);
        self.aliases.borrow_mut().insert(name, Expansion::Done(expanded.clone()));
        expanded
    }
}

struct Resolution<'r, 'h> {
    resolver: &'r Resolver<'h>,
    substitution: &'r Substitution,
    purpose: Purpose,
}

impl Resolution<'_, '_> {
    fn resolve(&self, ty: &Type, depth: usize) -> InferredType {
        let Some(depth) = depth.checked_sub(1) else { return InferredType::UNKNOWN };
        let from = self.purpose.provenance();
        match ty {
            Type::Never => InferredType::Never,
            Type::Dynamic => InferredType::Dynamic(self.purpose.reason()),
            Type::Parameter(name) => self.parameter(name),
            Type::Class(class) => self.class(class, depth),
            Type::SelfType => {
                self.substitution.receiver().cloned().unwrap_or(InferredType::UNKNOWN)
            }
            Type::SelfClass => self.substitution.class_object(),
            Type::Meta(class) => InferredType::meta(class.clone(), from),
            Type::Singleton(symbol) => InferredType::singleton(symbol, from),
            Type::Union(members) => union(self.each(members, depth)),
            Type::Intersection(members) => self.chain(members, depth, intersection),
            Type::Difference(members) => self.chain(members, depth, difference),
        }
    }

    fn class(&self, class: &ClassType, depth: usize) -> InferredType {
        let name = &class.class;
        if !class.arguments.is_empty() {
            let arguments = self.each(&class.arguments, depth);
            return InferredType::generic(name.clone(), arguments, self.purpose.provenance());
        }
        if let Some(bound) = self.substitution.get(name) {
            return bound.clone();
        }
        match self.resolver.hierarchy.alias(name) {
            Some(alias) => {
                let expanded = self.resolver.expansion(name, &alias.ty, depth);
                expanded.with_provenance(Provenance::Aliased(name.clone(), self.purpose.span()))
            }
            None => InferredType::class(name.clone(), self.purpose.provenance()),
        }
    }

    fn parameter(&self, name: &Name) -> InferredType {
        if let Some(bound) = self.substitution.get(name) {
            return bound.clone();
        }
        let class = ClassName::from(name.clone());
        let is_class = || self.resolver.hierarchy.class(&class).is_some();
        match self.purpose {
            Purpose::Send(_) if !is_class() => InferredType::UNKNOWN,
            _ => InferredType::class(class, self.purpose.provenance()),
        }
    }

    fn each(&self, types: &[Type], depth: usize) -> Vec<InferredType> {
        types.iter().map(|ty| self.resolve(ty, depth)).collect()
    }

    /// Operands from left to right. What a name means here does not hang on what its
    /// class inherits from.
    fn chain(
        &self,
        operands: &Members,
        depth: usize,
        operation: fn(&InferredType, &InferredType, Classes) -> InferredType,
    ) -> InferredType {
        let classes = Classes::Names(self.resolver.hierarchy);
        let operands = self.each(operands, depth).into_iter();
        let whole = operands.reduce(|left, right| operation(&left, &right, classes));
        whole.unwrap_or(InferredType::UNKNOWN)
    }
}

impl Purpose {
    fn span(self) -> Span {
        match self {
            Purpose::Declaration(span) | Purpose::Send(span) => span,
            Purpose::Specification => Span::default(),
        }
    }

    fn provenance(self) -> Provenance {
        match self {
            Purpose::Declaration(span) => Provenance::Declared(span),
            Purpose::Send(span) => Provenance::Substituted(span),
            Purpose::Specification => Provenance::Extracted,
        }
    }

    fn reason(self) -> DynamicReason {
        match self {
            Purpose::Declaration(_) | Purpose::Send(_) => DynamicReason::ExplicitDynamic,
            Purpose::Specification => DynamicReason::DynamicSpec,
        }
    }
}
