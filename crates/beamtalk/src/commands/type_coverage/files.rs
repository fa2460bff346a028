//! The files that are to be counted, with their types: those of packages in the light of
//! their package, those without one together.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use syntax::Tree;

use crate::build::{self, InspectedFile, PartKind, Target, Typed};
use crate::exit::Failure;
use crate::inference;
use crate::natives::Asked;
use crate::package::FileReport;
use crate::policy::Flags;
use crate::reading::{Reading, Rules, Whole};
use crate::sources::{self, Origin, Source};

#[derive(Default)]
pub(super) struct Files {
    /// By what messages call them.
    pub(super) typed: BTreeMap<String, Typed>,
    /// Those that cannot be counted.
    pub(super) broken: Vec<String>,
    /// What is wrong with manifests.
    pub(super) manifests: Vec<FileReport>,
}

impl Files {
    pub(super) fn at(paths: &[PathBuf], natives: &mut Asked) -> Result<Files, Failure> {
        let mut files = Files::default();
        for path in paths {
            match Target::at(path)? {
                Target::Package(root) => files.add_package(path, root, natives)?,
                Target::Loose { path, .. } => files.add_loose(path, natives)?,
            }
        }
        Ok(files)
    }

    fn add_package(
        &mut self,
        path: &Path,
        root: PathBuf,
        natives: &mut Asked,
    ) -> Result<(), Failure> {
        let path = fs::canonicalize(path)
            .map_err(|error| Failure::environment(format!("open `{}`", path.display()), error))?;
        let is_test = path.starts_with(root.join("test"));
        let inspected = build::inspect(&Target::Package(root), &Flags::default(), natives)?;
        self.manifests.extend(inspected.reports);
        let is_wanted = |it: &InspectedFile| {
            // Tests are for whoever names them, and packages that are only needed never count.
            let is_of_kind = match it.kind {
                PartKind::Package | PartKind::Loose => true,
                PartKind::Tests => is_test,
                PartKind::Dependency => false,
            };
            is_of_kind && path_of(&it.source).starts_with(&path)
        };
        for file in inspected.files.into_iter().filter(is_wanted) {
            self.add(&file.source, file.typed);
        }
        Ok(())
    }

    fn add_loose(&mut self, path: PathBuf, natives: &mut Asked) -> Result<(), Failure> {
        let found = sources::find(&[path])?;
        if let Some(failure) = found.failures.into_iter().next() {
            return Err(failure);
        }
        let mut whole = Whole::new(Rules::Program);
        let mut trees: Vec<(Source, Option<Tree>)> = Vec::new();
        for source in found.sources.into_iter().filter(|it| !it.is_script()) {
            let Ok(reading) = Reading::of(&source) else {
                trees.push((source, None));
                continue;
            };
            if let Some(surface) = reading.surface() {
                whole.add(&source.name, surface);
            }
            trees.push((source, reading.into_module()));
        }
        let readable: Vec<&Tree> = trees.iter().filter_map(|(_, tree)| tree.as_ref()).collect();
        let natives = natives.for_trees(&readable)?;
        let inferred = inference::infer(&readable, whole.hierarchy(), natives.as_deref());
        let mut inferred = inferred.into_iter();
        for (source, tree) in trees {
            let inference = tree.as_ref().and_then(|_| inferred.next()?.ok());
            let typed = tree.zip(inference).map(|(tree, inference)| Typed { tree, inference });
            self.add(&source, typed);
        }
        Ok(())
    }

    fn add(&mut self, source: &Source, typed: Option<Typed>) {
        let name = sources::near(path_of(source));
        match typed {
            Some(typed) => drop(self.typed.insert(name, typed)),
            None if self.broken.contains(&name) => {}
            None => self.broken.push(name),
        }
    }
}

/// The sources of a build are called by their whole paths.
fn path_of(source: &Source) -> &Path {
    match &source.origin {
        Origin::File(path) => path,
        Origin::Stdin => Path::new(&source.name),
    }
}
