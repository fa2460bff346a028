//! Packages on the disk: where one is, what its manifest says, and the packages it
//! needs.
//!
//! In goes a folder; out come packages in the order in which they can be built, or
//! what is wrong with a manifest. Only reads.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use syntax::{Severity, Span};

use crate::exit::Failure;
use crate::manifest::{self, Dependency, DependencySource, INVALID_MANIFEST, Manifest};
use crate::report::Finding;

/// A manifest of more bytes is surely not one.
const LARGEST_MANIFEST: u64 = 1 << 20;
const STATE_FOLDER: &str = ".beamtalk";
/// How long a chain of packages that need each other may be.
const DEEPEST: usize = 100;

/// The codes of findings about dependencies, with what they mean.
pub(crate) const RULES: [(&str, &str); 2] = [
    (
        MISSING_DEPENDENCY,
        "A dependency with a path is a folder that holds a `beamtalk.toml` of that name. There is \
         none there, or it is the manifest of another package.",
    ),
    (
        CYCLE,
        "Packages are built before those that need them, so no package may need itself, not even \
         through others.",
    ),
];

const MISSING_DEPENDENCY: &str = "missing-dependency";
const CYCLE: &str = "dependency-cycle";

#[derive(Clone, Debug)]
pub(crate) struct Package {
    /// Absolute and without links.
    pub(crate) root: PathBuf,
    pub(crate) manifest: Manifest,
    /// Positions of the packages it names as dependencies.
    pub(crate) dependencies: Vec<usize>,
}

/// A package with all that it needs: dependencies first, itself last.
#[derive(Debug, Default)]
pub(crate) struct Packages {
    pub(crate) all: Vec<Package>,
    /// What is wrong with the manifests. With an error among them `all` is empty.
    pub(crate) reports: Vec<FileReport>,
}

/// Findings about one file, with its text.
#[derive(Debug)]
pub(crate) struct FileReport {
    /// As messages call it.
    pub(crate) file: String,
    /// Empty where it could not be had.
    pub(crate) text: String,
    pub(crate) findings: Vec<Finding>,
}

/// Where a project is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Project {
    pub(crate) root: PathBuf,
    pub(crate) has_manifest: bool,
}

/// The project that a folder belongs to: the nearest folder at or above it with a
/// manifest, a `.beamtalk` folder or a `.git`, else the folder itself. The
/// `.beamtalk` in the home folder is the user's own and marks no project.
pub(crate) fn project_of(folder: &Path, home: Option<&Path>) -> Project {
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let home = home.and_then(|home| fs::canonicalize(home).ok());
    let has_manifest = |it: &Path| it.join(manifest::FILE_NAME).is_file();
    let is_root = |it: &Path| {
        let is_home = Some(it) == home.as_deref();
        let has_state = !is_home && it.join(STATE_FOLDER).is_dir();
        has_manifest(it) || has_state || it.join(".git").exists()
    };
    let root = folder.ancestors().find(|it| is_root(it)).unwrap_or(&folder).to_owned();
    Project { has_manifest: has_manifest(&root), root }
}

/// Reads the package in a folder and every package it needs. Files are called by
/// their absolute paths.
pub(crate) fn load(root: &Path) -> Result<Packages, Failure> {
    let root = fs::canonicalize(root)
        .map_err(|error| Failure::environment(format!("open `{}`", root.display()), error))?;
    let mut loader = Loader::default();
    loader.visit(&root)?;
    let is_broken = loader.reports.iter().flat_map(|it| &it.findings).any(is_error);
    let all = if is_broken { Vec::new() } else { loader.done };
    Ok(Packages { all, reports: loader.reports })
}

/// Walks from a package to those it needs, depth first.
#[derive(Default)]
struct Loader {
    /// Each after all that it needs.
    done: Vec<Package>,
    /// The position of a package that is done; nothing for one that is broken.
    seen: BTreeMap<PathBuf, Option<usize>>,
    /// Names of packages and where the first of each name is.
    names: BTreeMap<String, PathBuf>,
    /// From the first package to the one at hand.
    path: Vec<(PathBuf, String)>,
    reports: Vec<FileReport>,
}

impl Loader {
    /// The position of the package in a folder that is known to hold a manifest.
    fn visit(&mut self, root: &Path) -> Result<Option<usize>, Failure> {
        if let Some(known) = self.seen.get(root) {
            return Ok(*known);
        }
        let path = root.join(manifest::FILE_NAME);
        let file = printable(&path.to_string_lossy());
        let (text, read) = read_manifest(&path, &file)?;
        let (manifest, mut findings) = match read {
            Some(finding) => (None, vec![finding]),
            None => manifest::parse(&text),
        };
        let mut dependencies = Vec::new();
        if let Some(manifest) = &manifest {
            self.names.entry(manifest.name.clone()).or_insert_with(|| root.to_owned());
            self.path.push((root.to_owned(), manifest.name.clone()));
            for dependency in &manifest.dependencies {
                match self.dependency(root, dependency, &text)? {
                    Ok(position) => dependencies.extend(position),
                    Err(finding) => findings.push(finding),
                }
            }
            self.path.pop();
        }
        let is_broken = findings.iter().any(is_error);
        if !findings.is_empty() {
            self.reports.push(FileReport { file, text, findings });
        }
        let position = manifest.filter(|_| !is_broken).map(|manifest| {
            self.done.push(Package { root: root.to_owned(), manifest, dependencies });
            self.done.len() - 1
        });
        self.seen.insert(root.to_owned(), position);
        Ok(position)
    }

    fn dependency(
        &mut self,
        from: &Path,
        dependency: &Dependency,
        text: &str,
    ) -> Result<Result<Option<usize>, Finding>, Failure> {
        let DependencySource::Path(path) = &dependency.from else { return Ok(Ok(None)) };
        let fault = |code, message| Finding::new(code, Severity::Error, message);
        let refused = |finding: Finding| Ok(Err(finding.at(text, dependency.span)));
        let root = match fs::canonicalize(from.join(path)) {
            Ok(root) if root.join(manifest::FILE_NAME).is_file() => root,
            _ => {
                let message = format!("There is no package at `{path}`");
                let hint =
                    "the path is relative to this file and names a folder with a `beamtalk.toml`";
                return refused(fault(MISSING_DEPENDENCY, printable(&message)).with_hint(hint));
            }
        };
        if let Some(start) = self.path.iter().position(|(it, _)| *it == root) {
            let names = self.path.iter().skip(start).map(|(_, name)| name.as_str());
            let cycle: Vec<&str> = names.chain([dependency.name.as_str()]).collect();
            let message = format!("Packages need each other in a circle: {}", cycle.join(" → "));
            let hint = "move what both need into a package of its own";
            return refused(fault(CYCLE, message).with_hint(hint));
        }
        if self.path.len() > DEEPEST {
            let message = format!("The chain of dependencies is longer than {DEEPEST} packages");
            return refused(fault(INVALID_MANIFEST, message));
        }
        let first = self.names.entry(dependency.name.clone()).or_insert_with(|| root.clone());
        if *first != root {
            let message = format!("There are two packages called `{}`", dependency.name);
            let hint = format!("the other is in `{}`; a system can hold only one", first.display());
            return refused(fault(INVALID_MANIFEST, message).with_hint(hint));
        }
        let position = self.visit(&root)?;
        let Some(found) = position.and_then(|it| self.done.get(it)) else { return Ok(Ok(None)) };
        if found.manifest.name != dependency.name {
            let message = format!("The package at `{path}` is called `{}`", found.manifest.name);
            let hint = format!("write `{} = …`", found.manifest.name);
            return refused(fault(MISSING_DEPENDENCY, printable(&message)).with_hint(hint));
        }
        Ok(Ok(position))
    }
}

/// The text, and why there is none. Reading ends at the largest size, whatever the
/// file turns out to be.
fn read_manifest(path: &Path, shown: &str) -> Result<(String, Option<Finding>), Failure> {
    let unread = |error: io::Error| Failure::environment(format!("read `{shown}`"), error);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unread)?;
    file.take(LARGEST_MANIFEST + 1).read_to_end(&mut bytes).map_err(unread)?;
    let fault = |message: &str| Finding::new(INVALID_MANIFEST, Severity::Error, message.to_owned());
    if bytes.len() as u64 > LARGEST_MANIFEST {
        let hint = "a package is described in a few lines";
        let finding = fault("A manifest may have at most 1 MiB").with_hint(hint);
        return Ok((String::new(), Some(finding)));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let span = Span { start: offset as u32, end: offset as u32 };
            let finding = fault("This is not UTF-8 text").with_hint("save the file as UTF-8");
            (String::new(), Some(finding.at(&text, span)))
        }
    })
}

fn is_error(finding: &Finding) -> bool {
    finding.severity == Severity::Error
}

/// Without control characters: they could rewrite the terminal.
fn printable(text: &str) -> String {
    match text.contains(char::is_control) {
        true => text.escape_debug().to_string(),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
