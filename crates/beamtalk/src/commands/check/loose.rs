//! Files that are part of no package: read first and checked then, because what one
//! declares decides what is right in another. Those beside a package know its classes.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use hierarchy::ClassHierarchy;
use syntax::Tree;
use types::Inference;
use types::native::NativeSignatures;

use super::packages::{Packages, Place};
use super::{Answer, Outcome, read};
use crate::exit::Failure;
use crate::fence::fenced;
use crate::inference;
use crate::natives::Asked;
use crate::reading::{Reading, Rules, Whole};
use crate::report;
use crate::sources::Source;
use crate::workers;

/// Those that stand together, each group with what it needs.
pub(super) struct Loose<'s>(Vec<Group<'s>>);

struct Group<'s> {
    files: BTreeMap<&'s Source, File>,
    /// What they declare together. Nothing for files of a package that was not looked at:
    /// of these only the syntax is.
    whole: Option<Whole>,
    natives: Option<Arc<NativeSignatures>>,
}

/// A file after the first pass; the answer is taken once.
struct File {
    answer: Mutex<Option<Answer>>,
    types: Option<Result<Inference, String>>,
}

impl<'s> Loose<'s> {
    /// Reads all that are part of no package that was looked at.
    pub(super) fn of(
        sources: &'s [Source],
        places: &[Place],
        packages: &Packages,
        rules: Rules,
        natives: &mut Asked,
    ) -> Result<Loose<'s>, Failure> {
        let mut groups: BTreeMap<&Place, Vec<&'s Source>> = BTreeMap::new();
        for (source, place) in sources.iter().zip(places) {
            if packages.file(source).is_none() {
                groups.entry(place).or_default().push(source);
            }
        }
        let group = |(place, sources): (&Place, Vec<&'s Source>)| {
            let whole = match place {
                Place::Package(_) => None,
                Place::Loose(root) => {
                    let classes = root.as_deref().and_then(|root| packages.hierarchy(root));
                    let classes = classes.cloned().unwrap_or_else(ClassHierarchy::with_builtins);
                    Some(Whole::with(classes, rules))
                }
            };
            Group::of(&sources, whole, natives)
        };
        Ok(Loose(groups.into_iter().map(group).collect::<Result<_, _>>()?))
    }

    /// Looks at what a source means, if that can be said.
    pub(super) fn checked(&self, source: &Source) -> Answer {
        let find = |group| -> Option<(&Group, &File)> {
            let group: &Group = group;
            Some((group, group.files.get(source)?))
        };
        let Some((group, file)) = self.0.iter().find_map(find) else {
            return Err(Failure::Bug(format!("`{}` was not read", source.name)));
        };
        let taken = file.answer.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(answer) = taken else {
            return Err(Failure::Bug(format!("`{}` was read twice", source.name)));
        };
        let mut outcome = answer?;
        if let (Outcome::Read(reading), Some(whole)) = (&mut outcome, &group.whole) {
            let types = match file.types.as_ref().map(Result::as_ref).transpose() {
                Ok(types) => types,
                Err(panic) => return Ok(Outcome::Finding(report::internal_error(panic.clone()))),
            };
            reading.check(&source.name, whole, types, group.natives.as_deref());
        }
        Ok(outcome)
    }
}

impl<'s> Group<'s> {
    fn of(
        sources: &[&'s Source],
        mut whole: Option<Whole>,
        natives: &mut Asked,
    ) -> Result<Group<'s>, Failure> {
        let answers = read_all(sources);
        let mut types = Vec::new();
        let mut known = None;
        if let Some(whole) = &mut whole {
            sources.iter().zip(&answers).for_each(|(source, answer)| add(whole, source, answer));
            let trees: Vec<Option<&Tree>> = answers.iter().map(tree).collect();
            let readable: Vec<&Tree> = trees.iter().copied().flatten().collect();
            known = natives.for_trees(&readable)?;
            let inferred = inference::infer(&readable, whole.hierarchy(), known.as_deref());
            let mut inferred = inferred.into_iter();
            types.extend(trees.iter().map(|tree| tree.and_then(|_| inferred.next())));
        }
        types.resize_with(sources.len(), || None);
        let mut files = BTreeMap::new();
        for ((source, answer), types) in sources.iter().zip(answers).zip(types) {
            files.insert(*source, File { answer: Mutex::new(Some(answer)), types });
        }
        Ok(Group { files, whole, natives: known })
    }
}

fn read_all(sources: &[&Source]) -> Vec<Answer> {
    let mut answers = Vec::with_capacity(sources.len());
    let read = |source: &&Source| {
        fenced(|| read(source))
            .unwrap_or_else(|panic| Ok(Outcome::Finding(report::internal_error(panic))))
    };
    workers::in_order(sources, read, |answer| {
        answers.push(answer);
        ControlFlow::Continue(())
    });
    answers
}

/// What a source declares, for the others to see.
fn add(whole: &mut Whole, source: &Source, answer: &Answer) {
    let Ok(Outcome::Read(reading)) = answer else {
        return whole.add_unseen();
    };
    if reading.has_errors() {
        whole.add_unseen();
    }
    if let Ok(Some(surface)) = fenced(|| reading.surface()) {
        whole.add(&source.name, surface);
    }
}

fn tree(answer: &Answer) -> Option<&Tree> {
    match answer {
        Ok(Outcome::Read(reading)) => Reading::module(reading),
        _ => None,
    }
}
