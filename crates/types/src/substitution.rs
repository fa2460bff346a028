//! What stands for the names that a declared type leaves open.

use std::collections::HashMap;

use hierarchy::{Name, TypeParameter, known};

use crate::algebra::widened;
use crate::inferred::InferredType;

/// Types for type parameters, and for `Self`.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    bindings: HashMap<Name, InferredType>,
    receiver: Option<InferredType>,
}

impl Substitution {
    /// Parameters bound to arguments, position by position.
    pub fn of(parameters: &[TypeParameter], arguments: &[InferredType]) -> Self {
        let names = parameters.iter().map(|parameter| parameter.name.clone());
        let bindings = names.zip(arguments.iter().cloned()).collect();
        Substitution { bindings, receiver: None }
    }

    /// The same with `Self`, which is all of the receiver's type.
    pub fn with_receiver(mut self, receiver: InferredType) -> Self {
        self.receiver = Some(receiver);
        self
    }

    pub fn bind(&mut self, name: Name, ty: InferredType) {
        self.bindings.insert(name, ty);
    }

    /// Adds what another one binds and this one does not.
    pub fn extend(&mut self, other: Substitution) {
        for (name, ty) in other.bindings {
            self.bindings.entry(name).or_insert(ty);
        }
    }

    /// What it binds of these parameters, and nothing else.
    pub(crate) fn only(mut self, parameters: &[TypeParameter]) -> Self {
        self.bindings.retain(|name, _| parameters.iter().any(|it| it.name == *name));
        self
    }

    pub fn get(&self, name: &str) -> Option<&InferredType> {
        self.bindings.get(name)
    }

    /// What `Self` is.
    pub fn receiver(&self) -> Option<&InferredType> {
        self.receiver.as_ref()
    }

    /// For what a method takes: an element type that was read off literal symbols
    /// takes any symbol.
    pub fn widened(&self) -> Self {
        let bindings = self.bindings.iter().map(|(name, ty)| (name.clone(), widened(ty)));
        Substitution { bindings: bindings.collect(), receiver: self.receiver.clone() }
    }

    /// What `Self class` is. A class object is the class of its instances, and the
    /// symbols share one.
    pub(crate) fn class_object(&self) -> InferredType {
        let receiver = match &self.receiver {
            Some(InferredType::Negation { base, .. }) => base,
            Some(receiver) => receiver,
            None => return InferredType::UNKNOWN,
        };
        match receiver {
            InferredType::Known { provenance, .. } => {
                let class = receiver.instance_class().unwrap_or(&known::OBJECT);
                InferredType::meta(class.clone(), provenance.clone())
            }
            InferredType::Meta { .. } => receiver.clone(),
            _ => InferredType::UNKNOWN,
        }
    }
}
