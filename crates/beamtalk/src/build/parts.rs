//! What is to be built: the files of a package, of the packages it needs and of its
//! tests, or files that belong to no package.
//!
//! In goes what the user named; out come sets of files, each with the folder that
//! its modules go into. Only reads.

use std::fs;
use std::path::{Path, PathBuf};

use crate::exit::Failure;
use crate::manifest::Manifest;
use crate::package::{self, FileReport, Package};
use crate::policy::{Flags, Policy};
use crate::sources::{self, Origin, Source};

/// What the user named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The folder of a package.
    Package(PathBuf),
    /// Files without a package: one, or all below a folder.
    Loose { root: PathBuf, path: PathBuf },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    Dependency,
    Package,
    Tests,
    Loose,
}

/// Files whose modules go into one folder.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    pub(super) manifest: Option<Manifest>,
    /// Each file with its path below the root of the package, by path.
    pub(super) files: Vec<(String, Source)>,
    /// Below the root of the whole.
    pub(super) folder: String,
    /// Below `folder`.
    pub(super) ebin: &'static str,
    /// Positions of the parts whose classes it may use.
    pub(super) sees: Vec<usize>,
}

/// All parts, those that others see first.
#[derive(Debug)]
pub(super) struct Parts {
    /// Everything that is written is written below it.
    pub(super) root: PathBuf,
    /// The folder of all output, below the root.
    pub(super) output: &'static str,
    /// Empty where a manifest has errors.
    pub(super) all: Vec<Part>,
    /// What is wrong with manifests.
    pub(super) reports: Vec<FileReport>,
}

impl Part {
    /// How loud its findings are. What the command line says is not meant for those of
    /// others.
    pub(super) fn policy(&self, flags: &Flags) -> Policy {
        let table = self.manifest.as_ref().map(|it| it.diagnostics.clone()).unwrap_or_default();
        let flags = match self.kind {
            PartKind::Dependency => Flags::default(),
            _ => flags.clone(),
        };
        Policy { table, flags }
    }

    /// The name of its package.
    pub(super) fn package(&self) -> Option<&str> {
        self.manifest.as_ref().map(|manifest| manifest.name.as_str())
    }
}

impl Target {
    /// What a path means: the package it belongs to, else itself.
    pub(crate) fn at(path: &Path) -> Result<Target, Failure> {
        let Ok(metadata) = fs::metadata(path) else {
            // Who reads sources has the words for what is not there.
            Source::named(path)?;
            let text = "standard input cannot be built; name a file or a folder".to_owned();
            return Err(Failure::WrongUse(text));
        };
        let path = fs::canonicalize(path)
            .map_err(|error| Failure::environment(format!("open `{}`", path.display()), error))?;
        let folder = match metadata.is_dir() {
            true => path.clone(),
            false => path.parent().unwrap_or(&path).to_owned(),
        };
        let project = package::project_of(&folder, std::env::home_dir().as_deref());
        let is_inside = |it| path.starts_with(project.root.join(it));
        let belongs = metadata.is_dir() || is_inside("src") || is_inside("test");
        Ok(match project.has_manifest && belongs {
            true => Target::Package(project.root),
            false => Target::Loose { root: folder, path },
        })
    }
}

/// The parts of a target, with its tests if they are wanted.
pub(super) fn parts(target: &Target, with_tests: bool) -> Result<Parts, Failure> {
    match target {
        Target::Package(root) => package_parts(root, with_tests),
        Target::Loose { root, path } => {
            let part = Part {
                kind: PartKind::Loose,
                manifest: None,
                files: files(path, root)?,
                folder: "build".to_owned(),
                ebin: "",
                sees: Vec::new(),
            };
            let root = root.clone();
            Ok(Parts { root, output: "build", all: vec![part], reports: Vec::new() })
        }
    }
}

fn package_parts(root: &Path, with_tests: bool) -> Result<Parts, Failure> {
    let packages = package::load(root)?;
    let mut all: Vec<Part> = Vec::new();
    let last = packages.all.len().saturating_sub(1);
    for (index, package) in packages.all.iter().enumerate() {
        let (kind, folder) = match index == last {
            true => (PartKind::Package, "_build/dev".to_owned()),
            false => (PartKind::Dependency, format!("_build/deps/{}", package.manifest.name)),
        };
        all.push(part(kind, package, "src", folder, seen(package, &all))?);
    }
    if let Some(package) = packages.all.last().filter(|_| with_tests) {
        let mut sees = seen(package, &all);
        sees.push(last);
        all.push(part(PartKind::Tests, package, "test", "_build/test".to_owned(), sees)?);
    }
    Ok(Parts { root: root.to_owned(), output: "_build", all, reports: packages.reports })
}

fn part(
    kind: PartKind,
    package: &Package,
    below: &str,
    folder: String,
    sees: Vec<usize>,
) -> Result<Part, Failure> {
    let sources = package.root.join(below);
    let files = match sources.is_dir() {
        true => files(&sources, &package.root)?,
        false => Vec::new(),
    };
    Ok(Part { kind, manifest: Some(package.manifest.clone()), files, folder, ebin: "ebin", sees })
}

/// The dependencies of a package and theirs.
fn seen(package: &Package, parts: &[Part]) -> Vec<usize> {
    let mut seen: Vec<usize> = Vec::new();
    for direct in &package.dependencies {
        let further = parts.get(*direct).map(|part| part.sees.as_slice()).unwrap_or_default();
        seen.extend(further.iter().chain([direct]));
    }
    seen.sort_unstable();
    seen.dedup();
    seen
}

fn files(path: &Path, root: &Path) -> Result<Vec<(String, Source)>, Failure> {
    let found = sources::find(&[path.to_owned()])?;
    if let Some(failure) = found.failures.into_iter().next() {
        return Err(failure);
    }
    let modules = found.sources.into_iter().filter(|source| !source.is_script());
    let mut files: Vec<(String, Source)> =
        modules.map(|source| (path_below(&source, root), source)).collect();
    files.sort();
    Ok(files)
}

fn path_below(source: &Source, root: &Path) -> String {
    let Origin::File(path) = &source.origin else { return source.name.clone() };
    let below = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = below.iter().map(|it| it.to_string_lossy()).collect();
    parts.join("/")
}
