//! Types put together: one of several, both at once, one without another.
//!
//! In go types, out comes a type in normal form. What a class inherits is asked of
//! [`Classes`], for an annotation means what its names say, whatever the classes are.

mod names;
mod symbols;

use std::collections::HashSet;
use std::sync::Arc;

use hierarchy::{ClassName, known};

use crate::inferred::{InferredType, Parts, Provenance};
pub use names::Classes;
use names::{difference_of_names, intersection_of_names};
use symbols::{excluded_symbols, symbols_without, under_symbol_laws};

/// What one of several types is. Of none nothing is known; a type that would be too
/// large is not known either.
pub fn union(types: impl IntoIterator<Item = InferredType>) -> InferredType {
    let mut members = Vec::new();
    let mut seen = Seen::default();
    let mut is_empty = true;
    for ty in types {
        is_empty = false;
        for member in ty.alternatives() {
            match member {
                InferredType::Dynamic(_) => return member.clone(),
                InferredType::Never => {}
                _ if seen.is_new(member, &members) => members.push(member.clone()),
                _ => {}
            }
        }
    }
    let mut members = under_symbol_laws(members);
    match members.len() {
        0 if is_empty => InferredType::UNKNOWN,
        0 => InferredType::Never,
        1 => members.remove(0),
        _ => {
            let provenance = common_provenance(&members);
            let members = Parts::new(members);
            match members.is_too_large() {
                true => InferredType::UNKNOWN,
                false => InferredType::Union { members, provenance },
            }
        }
    }
}

/// What values of both types are.
pub fn intersection(one: &InferredType, other: &InferredType, classes: Classes) -> InferredType {
    use InferredType::{Dynamic, Intersection, Negation, Never, Union};
    if one == other {
        return one.clone();
    }
    match (one, other) {
        (Dynamic(_), ty) | (ty, Dynamic(_)) => ty.clone(),
        (Never, _) | (_, Never) => Never,
        (top, ty) | (ty, top) if top.is_instance_of(&known::OBJECT) => ty.clone(),
        (Negation { base, excluded, .. }, ty) | (ty, Negation { base, excluded, .. }) => {
            difference(&intersection(base, ty, classes), excluded, classes)
        }
        (Union { members, .. }, _) => {
            union(members.iter().map(|member| intersection(member, other, classes)))
        }
        (_, Union { members, .. }) => {
            union(members.iter().map(|member| intersection(one, member, classes)))
        }
        (Intersection { members, provenance }, _) => add(members, other, provenance, classes),
        (_, Intersection { members, provenance }) => add(members, one, provenance, classes),
        _ => intersection_of_names(one, other, classes),
    }
}

/// What values of one type are that are not of another.
pub fn difference(from: &InferredType, without: &InferredType, classes: Classes) -> InferredType {
    use InferredType::{Dynamic, Never, Union};
    match (from, without) {
        (Dynamic(_), _) | (_, Dynamic(_) | Never) => from.clone(),
        (Never, _) => Never,
        _ if from == without => Never,
        (_, Union { members, .. }) => {
            members.iter().fold(from.clone(), |rest, member| difference(&rest, member, classes))
        }
        (Union { members, .. }, _) => {
            union(members.iter().map(|member| difference(member, without, classes)))
        }
        _ => match (excluded_symbols(from), without.symbol()) {
            (Some(mut symbols), Some(_)) => {
                symbols.extend(name_of(without));
                symbols_without(symbols, from)
            }
            _ => difference_of_names(from, without, classes),
        },
    }
}

/// The type without nil. What is no union stays as it is.
pub fn without_nil(ty: &InferredType) -> InferredType {
    match ty {
        InferredType::Union { members, .. } if members.iter().any(InferredType::is_nil) => {
            union(members.iter().filter(|member| !member.is_nil()).cloned())
        }
        _ => ty.clone(),
    }
}

/// `Symbol` for a type that is nothing but some symbols: what was read off literals
/// must not reject another literal.
pub fn widened(ty: &InferredType) -> InferredType {
    match ty.alternatives().iter().all(|member| member.symbol().is_some()) {
        true => InferredType::class(known::SYMBOL.clone(), provenance_of(ty)),
        false => ty.clone(),
    }
}

/// Which types were there. Few are looked for one by one, without making a set.
#[derive(Default)]
struct Seen(HashSet<InferredType>);

impl Seen {
    fn is_new(&mut self, ty: &InferredType, before: &[InferredType]) -> bool {
        if before.len() < 8 {
            return !before.contains(ty);
        }
        if self.0.is_empty() {
            self.0.extend(before.iter().cloned());
        }
        self.0.insert(ty.clone())
    }
}

/// The first that says more than that it was inferred. An alias says what one member
/// is, not what all of them are.
fn common_provenance(members: &[InferredType]) -> Provenance {
    let says_more =
        |from: &&Provenance| !matches!(from, Provenance::Inferred(_) | Provenance::Aliased(..));
    let mut provenances = members.iter().filter_map(InferredType::provenance);
    let first = provenances.clone().next();
    let chosen = provenances.find(says_more).or(first);
    chosen.map_or(Provenance::NOWHERE, Provenance::fresh)
}

/// One more in an intersection, which stays in the order of its text.
fn add(
    members: &Parts,
    ty: &InferredType,
    provenance: &Provenance,
    classes: Classes,
) -> InferredType {
    let added = match ty {
        InferredType::Intersection { members, .. } => members,
        _ => std::slice::from_ref(ty),
    };
    let is_apart =
        |one: &InferredType| added.iter().any(|other| intersection(one, other, classes).is_never());
    match members.iter().any(is_apart) {
        true => InferredType::Never,
        false => together([members, added].concat(), provenance.fresh()),
    }
}

fn together(mut members: Vec<InferredType>, provenance: Provenance) -> InferredType {
    members.sort_by_cached_key(InferredType::to_string);
    members.dedup();
    let members = Parts::new(members);
    match members.is_too_large() {
        true => InferredType::UNKNOWN,
        false => InferredType::Intersection { members, provenance },
    }
}

/// Where it is not known what is excluded, nothing is.
fn negation(base: &InferredType, excluded: &InferredType) -> InferredType {
    if excluded.is_dynamic() {
        return base.clone();
    }
    let provenance = provenance_of(base);
    let (base, excluded) = (Arc::new(base.clone()), Arc::new(excluded.clone()));
    InferredType::Negation { base, excluded, provenance }
}

fn provenance_of(ty: &InferredType) -> Provenance {
    ty.provenance().map_or(Provenance::NOWHERE, Provenance::fresh)
}

fn name_of(ty: &InferredType) -> Option<ClassName> {
    match ty {
        InferredType::Known { class_name, .. } => Some(class_name.clone()),
        _ => None,
    }
}
