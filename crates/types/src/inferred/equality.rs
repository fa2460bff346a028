//! When two types are the same: they say the same of a value. Unions, intersections
//! and what is excluded are sets; provenance and reasons do not count.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::{InferredType, Parts, identity, is_same_class};

impl PartialEq for InferredType {
    fn eq(&self, other: &Self) -> bool {
        use InferredType::{Dynamic, Intersection, Known, Meta, Negation, Never, Union};
        match (self, other) {
            (
                Known { class_name: one, arguments: mine, .. },
                Known { class_name: other, arguments: theirs, .. },
            ) => is_same_class(one, other) && is_same_list(mine, theirs),
            (Meta { class_name: one, .. }, Meta { class_name: other, .. }) => {
                is_same_class(one, other)
            }
            (Union { members: mine, .. }, Union { members: theirs, .. })
            | (Intersection { members: mine, .. }, Intersection { members: theirs, .. }) => {
                is_same_set(mine, theirs)
            }
            (
                Negation { base: mine, excluded: without, .. },
                Negation { base: theirs, excluded, .. },
            ) => mine == theirs && without == excluded,
            (Dynamic(_), Dynamic(_)) | (Never, Never) => true,
            _ => false,
        }
    }
}

impl Eq for InferredType {}

impl Hash for InferredType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            InferredType::Known { class_name, arguments, .. } => {
                identity(class_name).hash(state);
                arguments.iter().for_each(|argument| argument.hash(state));
            }
            InferredType::Meta { class_name, .. } => identity(class_name).hash(state),
            InferredType::Union { members, .. } | InferredType::Intersection { members, .. } => {
                hash_of_set(members).hash(state);
            }
            InferredType::Negation { base, excluded, .. } => {
                base.hash(state);
                excluded.hash(state);
            }
            InferredType::Dynamic(_) | InferredType::Never => {}
        }
    }
}

fn is_same_list(one: &Parts, other: &Parts) -> bool {
    one.is(other) || one[..] == other[..]
}

/// Members stand in a set once. Few are looked for one by one; among many that would
/// take too long.
fn is_same_set(one: &Parts, other: &Parts) -> bool {
    if one.is(other) {
        return true;
    }
    if one.len() != other.len() {
        return false;
    }
    if one.len() <= 8 {
        return other.iter().all(|member| one.contains(member));
    }
    let members: HashSet<&InferredType> = one.iter().collect();
    other.iter().all(|member| members.contains(member))
}

/// The same in any order.
fn hash_of_set(members: &[InferredType]) -> u64 {
    let hashes = members.iter().map(|member| {
        let mut hasher = DefaultHasher::new();
        member.hash(&mut hasher);
        hasher.finish()
    });
    hashes.fold(0, u64::wrapping_add)
}
