//! A look at all files of a package, or of none, as a build would see them, with nothing
//! written.

use hierarchy::ClassHierarchy;

use super::analysis::{Analysis, Typed};
use super::digest::Digest;
use super::examine;
use super::look::{self, Memory};
use super::memory::Known;
use super::parts::{self, PartKind, Target};
use crate::exit::Failure;
use crate::natives::Asked;
use crate::package::FileReport;
use crate::policy::Flags;
use crate::report::Finding;
use crate::sources::Source;

#[derive(Debug)]
pub(crate) struct Inspected {
    /// Those of dependencies first, then those of the package, then its tests.
    pub(crate) files: Vec<InspectedFile>,
    /// What is wrong with manifests. If that is an error, no file was looked at.
    pub(crate) reports: Vec<FileReport>,
    /// All classes, with what their methods answer; nothing if no file was looked at.
    pub(crate) hierarchy: Option<ClassHierarchy>,
}

#[derive(Debug)]
pub(crate) struct InspectedFile {
    pub(crate) source: Source,
    pub(crate) kind: PartKind,
    pub(crate) text: String,
    pub(crate) findings: Vec<Finding>,
    /// Nothing for one that cannot be read.
    pub(crate) typed: Option<Typed>,
}

/// Inspects a target, the tests of a package included.
pub(crate) fn inspect(
    target: &Target,
    flags: &Flags,
    natives: &mut Asked,
) -> Result<Inspected, Failure> {
    let parts = parts::parts(target, true)?;
    let mut units = examine(&parts, flags)?;
    // Nothing is remembered, so it does not matter by which tools.
    let base = Digest::of(b"");
    let mut seen = look::look(&parts, &mut units, (flags, &base), &mut Forgetful, natives)?;
    let mut files = Vec::new();
    for ((part, units), typed) in parts.all.iter().zip(units).zip(seen.typed) {
        for (unit, typed) in units.into_iter().zip(typed) {
            files.push(InspectedFile {
                source: unit.source,
                kind: part.kind,
                text: unit.text,
                findings: unit.findings,
                typed,
            });
        }
    }
    Ok(Inspected { files, reports: parts.reports, hierarchy: seen.hierarchies.pop() })
}

struct Forgetful;

impl Memory for Forgetful {
    fn recall(&self, _part: usize, _key: &Digest, _files: usize) -> Option<Vec<Known>> {
        None
    }

    fn keep(&mut self, _part: usize, _key: &Digest, _analyses: &[Analysis]) {}
}
