//! What the compiler provides for the slots of a value class.
//!
//! For `Value subclass: Dot` with `field: x` and `field: y`: the readers `x` and
//! `y`, the copiers `withX:` and `withY:`, and `Dot x: … y: …`. What the class
//! defines itself is left to it. Whether a class is one of values is not known here.

use std::collections::HashSet;

use crate::class::{ClassInfo, FieldInfo};
use crate::method::{MethodInfo, MethodOrigin, Parameter, Signature, Slot};
use crate::name::Selector;
use crate::ty::Type;

/// Characters of the selector of a keyword constructor. A value with more and longer
/// slots has none, for no selector is longer than an atom, and this one is part of one:
/// `class_a:b:`.
pub const LONGEST_CONSTRUCTOR: usize = 255 - "class_".len();

/// Readers and copiers of the slots that the class itself declares.
pub(crate) fn instance_methods(class: &ClassInfo) -> Vec<MethodInfo> {
    let readers = class.fields.iter().map(reader);
    let copiers = class.fields.iter().map(|field| copier(field, class.instance_type()));
    missing_from(&class.methods, readers.chain(copiers))
}

/// The keyword constructor over the slots that the class itself declares.
pub(crate) fn class_methods(class: &ClassInfo) -> Vec<MethodInfo> {
    missing_from(&class.class_methods, constructor(class))
}

/// The methods whose selectors are not taken, each selector once.
fn missing_from(
    declared: &[MethodInfo],
    provided: impl IntoIterator<Item = MethodInfo>,
) -> Vec<MethodInfo> {
    let taken = declared.iter().map(|method| method.selector.clone());
    let mut taken: HashSet<Selector> = taken.collect();
    provided.into_iter().filter(|method| taken.insert(method.selector.clone())).collect()
}

fn reader(field: &FieldInfo) -> MethodInfo {
    let selector = Selector::from(field.name.clone());
    provided(selector, Vec::new(), field.declared.clone())
}

fn copier(field: &FieldInfo, answer: Type) -> MethodInfo {
    let mut characters = field.name.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    let name: String = first.into_iter().chain(characters).collect();
    let selector = Selector::from(&*format!("with{name}:"));
    provided(selector, vec![parameter(field)], Some(answer))
}

fn constructor(class: &ClassInfo) -> Option<MethodInfo> {
    if class.fields.is_empty() {
        return None;
    }
    let keywords: String = class.fields.iter().map(|field| format!("{}:", field.name)).collect();
    if keywords.chars().count() > LONGEST_CONSTRUCTOR {
        return None;
    }
    let parameters = class.fields.iter().map(parameter).collect();
    let selector = Selector::from(&*keywords);
    Some(provided(selector, parameters, Some(class.instance_type())))
}

fn parameter(field: &FieldInfo) -> Parameter {
    Parameter { name: Some(field.name.clone()), slot: Slot::declared(field.declared.clone()) }
}

fn provided(selector: Selector, parameters: Vec<Parameter>, answer: Option<Type>) -> MethodInfo {
    let signature = Signature { parameters, returns: Slot::declared(answer) };
    let origin = MethodOrigin::Generated;
    MethodInfo { origin, ..MethodInfo::new(selector, signature) }
}
