//! Whether something may be given where a type is asked for, and if not, how much of
//! it does not fit.
//!
//! The lenient relation, with three differences that keep it silent or low where code
//! may well be right: a union fits in part, nobody knows of a type parameter, and a
//! block may take more than it is given.

use hierarchy::{ClassName, known};

use crate::inferred::{InferredType, Provenance};
use crate::problem::Misfit;
use crate::relation::is_type_compatible;
use crate::world::World;

static BLOCK: ClassName = ClassName::constant("Block");

pub(crate) fn misfit(world: World, got: &InferredType, expected: &InferredType) -> Option<Misfit> {
    match got {
        InferredType::Dynamic(_)
        | InferredType::Never
        | InferredType::Negation { .. }
        | InferredType::Intersection { .. } => None,
        InferredType::Union { members, .. } => of_union(world, members, expected),
        InferredType::Known { .. } if world.is_type_parameter(got) => of_open(world, expected),
        InferredType::Known { .. } | InferredType::Meta { .. } => of_one(world, got, expected),
    }
}

fn of_union(world: World, members: &[InferredType], expected: &InferredType) -> Option<Misfit> {
    if members.iter().any(InferredType::is_dynamic) {
        return None;
    }
    let unfit = |it: &&InferredType| match misfit(world, it, expected) {
        Some(Misfit::Whole | Misfit::Some(_)) => true,
        Some(Misfit::Open) | None => false,
    };
    let unfit: Vec<InferredType> = members.iter().filter(unfit).cloned().collect();
    match unfit.len() {
        0 => None,
        count if count == members.len() => Some(Misfit::Whole),
        _ => Some(Misfit::Some(unfit)),
    }
}

/// Whatever it stands for is an object.
fn of_open(world: World, expected: &InferredType) -> Option<Misfit> {
    let object = InferredType::class(known::OBJECT.clone(), Provenance::NOWHERE);
    let is_open = |it: &InferredType| world.is_type_parameter(it);
    let fits =
        is_type_compatible(world, &object, expected) || expected.alternatives().iter().any(is_open);
    (!fits).then_some(Misfit::Open)
}

fn of_one(world: World, got: &InferredType, expected: &InferredType) -> Option<Misfit> {
    let mut misfit = Misfit::Whole;
    for expected in expected.alternatives() {
        match of_pair(world, got, expected) {
            None => return None,
            Some(Misfit::Whole) => {}
            Some(partial) => misfit = partial,
        }
    }
    Some(misfit)
}

fn of_pair(world: World, got: &InferredType, expected: &InferredType) -> Option<Misfit> {
    let is_block = got.is_instance_of(&BLOCK) && expected.is_instance_of(&BLOCK);
    let (taken, asked) = (got.arguments(), expected.arguments());
    if !is_block || taken.len() != asked.len() {
        return (!is_type_compatible(world, got, expected)).then_some(Misfit::Whole);
    }
    let ((result, taken), (wanted, asked)) = taken.split_last().zip(asked.split_last())?;
    // A block of numbers may be given integers; and what is known to be integers here
    // may be numbers for who evaluates it.
    let is_related = |(taken, given): (&InferredType, &InferredType)| {
        is_type_compatible(world, taken, given) || is_type_compatible(world, given, taken)
    };
    match taken.iter().zip(asked).all(is_related) {
        true => misfit_of_result(world, result, wanted),
        false => Some(Misfit::Whole),
    }
}

/// A type parameter inside another type is let pass.
fn misfit_of_result(world: World, got: &InferredType, wanted: &InferredType) -> Option<Misfit> {
    misfit(world, got, wanted).filter(|it| *it != Misfit::Open)
}
