//! Files that belong to packages: which those are, and what is wrong with them as a build
//! would see it. The whole package is looked at, whatever is asked about.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use hierarchy::ClassHierarchy;

use crate::build::{self, Inspected, InspectedFile, Target};
use crate::exit::Failure;
use crate::natives::Asked;
use crate::package::{self, FileReport, Project};
use crate::policy::Flags;
use crate::sources::{Origin, Source};

/// Where a file belongs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// The package in this folder is made of it.
    Package(PathBuf),
    /// It stands alone, if only beside a package.
    Loose(Option<PathBuf>),
}

/// One place for each source. A script is part of no package: nothing is made of it.
pub(crate) fn places(sources: &[Source]) -> Vec<Place> {
    let home = std::env::home_dir();
    let mut projects: HashMap<PathBuf, Project> = HashMap::new();
    let place = |source: &Source| {
        let Some(path) = real_path(source) else { return Place::Loose(None) };
        let folder = path.parent().unwrap_or(&path);
        let project = projects
            .entry(folder.to_owned())
            .or_insert_with(|| package::project_of(folder, home.as_deref()));
        if !project.has_manifest {
            return Place::Loose(None);
        }
        let root = project.root.clone();
        let is_inside = |it| path.starts_with(root.join(it));
        match !source.is_script() && (is_inside("src") || is_inside("test")) {
            true => Place::Package(root),
            false => Place::Loose(Some(root)),
        }
    };
    sources.iter().map(place).collect()
}

/// Packages that were looked at.
#[derive(Debug, Default)]
pub(crate) struct Packages {
    seen: BTreeMap<PathBuf, Inspected>,
    /// The package and the number of each file.
    files: HashMap<PathBuf, (PathBuf, usize)>,
    /// Why others were not.
    pub(crate) failures: Vec<Failure>,
}

impl Packages {
    pub(crate) fn of(places: &[Place], flags: &Flags, natives: &mut Asked) -> Packages {
        let mut packages = Packages::default();
        let roots: BTreeSet<&PathBuf> = places.iter().filter_map(Place::root).collect();
        for root in roots {
            match build::inspect(&Target::Package(root.clone()), flags, natives) {
                Ok(inspected) => packages.add(root, inspected),
                Err(failure) => packages.failures.push(failure),
            }
        }
        packages
    }

    fn add(&mut self, root: &Path, inspected: Inspected) {
        for (number, file) in inspected.files.iter().enumerate() {
            if let Some(path) = real_path(&file.source) {
                self.files.insert(path, (root.to_owned(), number));
            }
        }
        self.seen.insert(root.to_owned(), inspected);
    }

    /// What is known of a source, if it is one of theirs.
    pub(crate) fn file(&self, source: &Source) -> Option<&InspectedFile> {
        let (root, number) = self.files.get(&real_path(source)?)?;
        self.seen.get(root)?.files.get(*number)
    }

    /// The classes of a package.
    pub(crate) fn hierarchy(&self, root: &Path) -> Option<&ClassHierarchy> {
        self.seen.get(root)?.hierarchy.as_ref()
    }

    /// What is wrong with manifests.
    pub(crate) fn reports(&self) -> impl Iterator<Item = &FileReport> {
        self.seen.values().flat_map(|it| &it.reports)
    }
}

impl Place {
    fn root(&self) -> Option<&PathBuf> {
        match self {
            Place::Package(root) => Some(root),
            Place::Loose(root) => root.as_ref(),
        }
    }
}

fn real_path(source: &Source) -> Option<PathBuf> {
    match &source.origin {
        Origin::File(path) => fs::canonicalize(path).ok(),
        Origin::Stdin => None,
    }
}
