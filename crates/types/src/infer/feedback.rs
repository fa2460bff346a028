//! Blocks that are given again what they answered. `inject:into:` takes
//! `Block(A, E, A)`: what the block answers for one element it is given for the next, so
//! that it may be of another type than the value to begin with.

use hierarchy::{Found, MethodInfo, Name, Type};

use super::blocks::MOST_LOOKS;
use super::engine::Engine;
use super::environment::Environment;
use super::sends::Sent;
use crate::inferred::InferredType;
use crate::substitution::Substitution;

/// So often a type may grow; what grows longer would do so for ever.
const MOST_GROWTH: usize = 2;

/// A type parameter that a block of a method both takes and answers, which of the
/// arguments is the value to begin with, and which is the block.
struct Carried<'m> {
    letter: &'m Name,
    first: usize,
    block: usize,
}

impl<'a> Engine<'a> {
    /// Looks at the blocks again with all that they may be given, which then stands for
    /// the value to begin with as well. What cannot be told is left open.
    pub(super) fn fed_back(
        &mut self,
        sent: Sent,
        types: &mut [InferredType],
        found: Option<Found<'a>>,
        mut given: Substitution,
        around: &mut Environment<'a>,
    ) {
        let Some(found) = found else { return };
        let Some(carried) = carried(found.method) else { return };
        let Some(first) = types.get(carried.first).cloned() else { return };
        if first.is_dynamic() {
            return;
        }
        for growth in 0..=MOST_GROWTH {
            let told = self.resolver.method_parameters(found.method, found.class, types);
            let before = given.get(carried.letter);
            let all = match told.get(carried.letter) {
                // Nothing carries nil on and on.
                _ if first.is_nil() && carried.answers_anything(types) => &InferredType::UNKNOWN,
                Some(all) if Some(all) == before || growth < MOST_GROWTH => all,
                _ => &InferredType::UNKNOWN,
            };
            if before == Some(all) || self.look.again >= MOST_LOOKS {
                return;
            }
            given.bind(carried.letter.clone(), all.clone());
            self.look.again += 1;
            self.blocks_of(sent, types, Some(found), &given, around);
            self.look.again -= 1;
            // Given anything, a block may still be known to answer something.
            let is_known = all.is_dynamic() && !carried.answers_anything(types);
            let value = if is_known { &first } else { all };
            if let Some(slot) = types.get_mut(carried.first) {
                slot.clone_from(value);
            }
        }
    }
}

impl Carried<'_> {
    fn answers_anything(&self, types: &[InferredType]) -> bool {
        let answer = types.get(self.block).and_then(|it| it.arguments().last());
        answer.is_some_and(InferredType::is_dynamic)
    }
}

fn carried(method: &MethodInfo) -> Option<Carried<'_>> {
    let parameters = &method.signature.parameters;
    let (block, letter) = parameters
        .iter()
        .enumerate()
        .find_map(|(index, it)| Some((index, carried_letter(it.slot.ty()?)?)))?;
    let is_first = |ty: &Type| matches!(ty, Type::Parameter(it) if it == letter);
    let first = parameters.iter().position(|it| it.slot.ty().is_some_and(is_first))?;
    Some(Carried { letter, first, block })
}

/// What a block both takes and answers.
fn carried_letter(ty: &Type) -> Option<&Name> {
    let Type::Class(block) = ty else { return None };
    let (answer, taken) = block.arguments.split_last()?;
    let Type::Parameter(letter) = answer else { return None };
    (block.class.simple() == "Block" && taken.contains(answer)).then_some(letter)
}
