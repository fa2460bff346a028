//! All parts in the light of those they may use: what is wrong with their files, and what
//! their methods answer.
//!
//! Parts come after those they see. What an earlier look has found out is taken from a
//! [`Memory`], where there is one.

use hierarchy::{ClassHierarchy, Origin};

use super::analysis::{self, Analysis, Sight, Typed};
use super::digest::Digest;
use super::memory::{self, Known};
use super::parts::Parts;
use super::unit::Unit;
use crate::exit::Failure;
use crate::inference;
use crate::natives::Asked;
use crate::policy::Flags;

/// What was found out before, by part.
pub(super) trait Memory {
    fn recall(&self, part: usize, key: &Digest, files: usize) -> Option<Vec<Known>>;
    fn keep(&mut self, part: usize, key: &Digest, analyses: &[Analysis]);
}

/// What is known of each part afterwards.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The library, all that the part may use, and itself, with what methods answer.
    pub(super) hierarchies: Vec<ClassHierarchy>,
    /// The files with their types, where they were not taken from memory.
    pub(super) typed: Vec<Vec<Option<Typed>>>,
}

/// Looks at every part and adds to its files what is wrong with them. `base` is a
/// fingerprint of the tools.
pub(super) fn look(
    parts: &Parts,
    units: &mut [Vec<Unit>],
    (flags, base): (&Flags, &Digest),
    memory: &mut dyn Memory,
    natives: &mut Asked,
) -> Result<Seen, Failure> {
    let mut seen = Seen::default();
    let mut keys: Vec<Digest> = Vec::new();
    for (position, part) in parts.all.iter().enumerate() {
        let policy = part.policy(flags);
        let mut hierarchy = hierarchy(&part.sees, position, units);
        let Some(own) = units.get(position) else { break };
        let others: Vec<Digest> =
            part.sees.iter().filter_map(|it| keys.get(*it).copied()).collect();
        let key = memory::key(base, part.package(), own, &policy, &others);
        let (known, typed) = match memory.recall(position, &key, own.len()) {
            Some(known) => (known, Vec::new()),
            None => {
                let others = part.sees.iter().filter_map(|it| units.get(*it)).flatten().collect();
                let sight = Sight {
                    package: part.package(),
                    own,
                    seen: others,
                    hierarchy: &hierarchy,
                    policy: &policy,
                };
                let analyses = analysis::analyse(&sight, natives)?;
                memory.keep(position, &key, &analyses);
                let pairs =
                    analyses.into_iter().map(|Analysis { findings, answers, typed, .. }| {
                        (Known { findings, answers }, typed)
                    });
                pairs.unzip()
            }
        };
        for (unit, known) in units.get_mut(position).into_iter().flatten().zip(known) {
            known.findings.into_iter().for_each(|finding| unit.report(finding));
            policy.apply(&mut unit.findings);
            inference::record(&mut hierarchy, &known.answers);
            unit.answers = known.answers;
        }
        keys.push(key);
        seen.hierarchies.push(hierarchy);
        seen.typed.push(typed);
    }
    Ok(seen)
}

/// What methods of others answer is known by now; of its own part it is not.
fn hierarchy(sees: &[usize], own: usize, units: &[Vec<Unit>]) -> ClassHierarchy {
    let mut hierarchy = ClassHierarchy::with_builtins();
    let seen = sees.iter().filter_map(|it| units.get(*it)).flatten();
    for unit in seen.clone().chain(units.get(own).into_iter().flatten()) {
        hierarchy.add_classes(unit.surface.clone(), Origin::Project);
    }
    seen.for_each(|unit| inference::record(&mut hierarchy, &unit.answers));
    hierarchy
}
