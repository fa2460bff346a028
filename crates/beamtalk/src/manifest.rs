//! `beamtalk.toml`: what a package says about itself.
//!
//! In goes the text of a manifest; out come a [`Manifest`] and findings with their
//! places. Knows no files: whether a dependency is where it is said to be is for
//! `package.rs`.

mod dependency;
mod name;
mod reader;

use std::collections::BTreeMap;
use std::fmt;

use syntax::{Category, Severity};
use toml::de::{DeTable, DeValue};

use crate::guess;
use crate::report::Finding;

pub(crate) use dependency::{Dependency, DependencySource};
pub(crate) use name::{package_name_fault, suggested_package_name};
use reader::{Entry, Reader, Section};

/// What the file is called.
pub(crate) const FILE_NAME: &str = "beamtalk.toml";

/// The codes of a manifest's findings, with what they mean.
pub(crate) const RULES: [(&str, &str); 4] = [
    (
        INVALID_MANIFEST,
        "`beamtalk.toml` says in TOML what a package is called, its version and what it needs. \
         Something in it cannot be read or has no meaning.",
    ),
    (
        UNKNOWN_KEY,
        "A section or key of `beamtalk.toml` that this version does not know is ignored. \
         It may be misspelt, or meant for another version or another tool.",
    ),
    (
        PACKAGE_NAME,
        "The name of a package becomes the name of an Erlang application: lower-case ASCII letters, \
         digits and `_`, a letter first, at most 64 characters, and no name that Erlang or Beamtalk \
         uses itself.",
    ),
    (
        UNFETCHED,
        "Packages from git or from a registry are recognised but cannot be fetched yet. A package \
         that is already on this machine can be named by its path.",
    ),
];

pub(crate) const INVALID_MANIFEST: &str = "invalid-manifest";
const UNKNOWN_KEY: &str = "unknown-manifest-key";
pub(crate) const PACKAGE_NAME: &str = "package-name";
const UNFETCHED: &str = "unfetched-dependency";

const SECTIONS: [&str; 7] =
    ["package", "dependencies", "application", "native", "diagnostics", "registry", "workspace"];
const PACKAGE_KEYS: [&str; 5] = ["name", "version", "description", "licenses", "strict-deps"];
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Manifest {
    pub(crate) name: String,
    pub(crate) version: Version,
    pub(crate) description: Option<String>,
    /// SPDX identifiers, as written.
    pub(crate) licenses: Vec<String>,
    pub(crate) strict_deps: bool,
    /// By name.
    pub(crate) dependencies: Vec<Dependency>,
    /// The class of the root supervisor.
    pub(crate) supervisor: Option<String>,
    /// Levels of categories of diagnostics.
    pub(crate) diagnostics: BTreeMap<Category, Level>,
    pub(crate) registry: Option<String>,
    pub(crate) workspace: WorkspaceDefaults,
}

/// Defaults for options of the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WorkspaceDefaults {
    /// In seconds.
    pub(crate) idle_timeout: Option<u64>,
    pub(crate) persistent: Option<bool>,
    /// Names of variables that pass into the workspace.
    pub(crate) env: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version {
    pub(crate) major: u64,
    pub(crate) minor: u64,
    pub(crate) patch: u64,
}

/// How loud a category of diagnostics is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Off,
    Lint,
    Hint,
    Warn,
    Error,
}

/// Reads a manifest. There is one if no finding is an error.
pub(crate) fn parse(text: &str) -> (Option<Manifest>, Vec<Finding>) {
    let mut reader = Reader::new(text);
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        reader.syntax_error(error.message(), error.span());
    }
    let manifest = if reader.has_errors() { None } else { manifest(&mut reader, table.get_ref()) };
    let manifest = manifest.filter(|_| !reader.has_errors());
    (manifest, reader.findings())
}

fn manifest(reader: &mut Reader, table: &DeTable) -> Option<Manifest> {
    let document = reader.document(table);
    unknown_sections(reader, &document);
    let package = document.required_section(reader, "package");
    let dependencies = document.section(reader, "dependencies");
    let application = document.section(reader, "application");
    let diagnostics = document.section(reader, "diagnostics");
    let registry = document.section(reader, "registry");
    let workspace = document.section(reader, "workspace");
    refuse_native(reader, &document);

    let package = package?;
    package.warn_of_unknown_keys(reader, &PACKAGE_KEYS);
    let name = package.required(reader, "name").and_then(|it| package_name(reader, &it));
    let version = package.required(reader, "version").and_then(|it| version(reader, &it));
    let named = name.as_deref().unwrap_or_default();
    let manifest = Manifest {
        dependencies: dependencies.map_or(Vec::new(), |it| dependency::read(reader, &it, named)),
        description: package.string(reader, "description"),
        licenses: package.strings(reader, "licenses"),
        strict_deps: package.boolean(reader, "strict-deps").unwrap_or(false),
        supervisor: application.and_then(|it| supervisor(reader, &it)),
        diagnostics: diagnostics.map_or(BTreeMap::new(), |it| levels(reader, &it)),
        registry: registry.and_then(|it| {
            it.warn_of_unknown_keys(reader, &["url"]);
            it.string(reader, "url")
        }),
        workspace: workspace
            .map_or(WorkspaceDefaults::default(), |it| workspace_defaults(reader, &it)),
        name: name?,
        version: version?,
    };
    Some(manifest)
}

/// Whatever stands at the top that is none of ours.
fn unknown_sections(reader: &mut Reader, document: &Section) {
    for entry in document.entries() {
        if SECTIONS.contains(&entry.key) {
            continue;
        }
        let is_section = matches!(entry.value, DeValue::Table(_));
        let hint = match PACKAGE_KEYS.contains(&entry.key) {
            true => format!("`{}` belongs below `[package]`", entry.key),
            false => guess::nearest(entry.key, SECTIONS).map_or_else(
                || format!("sections are {}", reader::listed(&SECTIONS)),
                |it| format!("did you mean `[{it}]`?"),
            ),
        };
        let what = if is_section { "section" } else { "key" };
        let message = format!("The {what} `{}` means nothing here and is ignored", entry.key);
        let finding = Finding::new(UNKNOWN_KEY, Severity::Warning, message).with_hint(hint);
        reader.report(finding, entry.key_span);
    }
}

/// Erlang packages as dependencies have a section that is reserved.
fn refuse_native(reader: &mut Reader, document: &Section) {
    let Some(native) = document.section(reader, "native") else { return };
    if let Some(entry) = native.entry("dependencies") {
        reader.error(
            entry.key_span,
            "`[native.dependencies]` is reserved: Erlang packages cannot be fetched".to_owned(),
            "remove the section; a package may only need other Beamtalk packages",
        );
    }
    native.warn_of_unknown_keys(reader, &["dependencies"]);
}

fn package_name(reader: &mut Reader, entry: &Entry) -> Option<String> {
    let name = reader.string(entry)?;
    match package_name_fault(&name) {
        None => Some(name),
        Some(fault) => {
            let message = format!("`{name}` cannot be the name of a package: {fault}");
            let finding = Finding::new(PACKAGE_NAME, Severity::Error, message);
            let hint = suggested_package_name(&name);
            let hint = hint.map_or_else(|| "as in `tea_house`".to_owned(), |it| format!("`{it}`"));
            reader.report(finding.with_hint(format!("a legal name is {hint}")), entry.span);
            None
        }
    }
}

fn version(reader: &mut Reader, entry: &Entry) -> Option<Version> {
    let text = reader.string(entry)?;
    let version = Version::parse(&text);
    if version.is_none() {
        let message = format!("`{text}` is no version");
        reader.error(entry.span, message, "a version is three numbers, as in `0.1.0`");
    }
    version
}

fn supervisor(reader: &mut Reader, application: &Section) -> Option<String> {
    application.warn_of_unknown_keys(reader, &["supervisor"]);
    let entry = application.required(reader, "supervisor")?;
    let class = reader.string(&entry)?;
    let is_class = class.starts_with(|it: char| it.is_ascii_uppercase())
        && class.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    if !is_class {
        let message = format!("`{class}` is not the name of a class");
        reader.error(entry.span, message, "name the class of the root supervisor, as in `TeaSup`");
    }
    is_class.then_some(class)
}

fn levels(reader: &mut Reader, section: &Section) -> BTreeMap<Category, Level> {
    let keys = Category::ALL.map(Category::manifest_key);
    let mut levels = BTreeMap::new();
    for entry in section.entries() {
        let category = Category::of_manifest_key(entry.key);
        if category.is_none() {
            let message = format!("`{}` is no category of diagnostics", entry.key);
            reader.error(entry.key_span, message, &guess_among(entry.key, &keys, "categories"));
        }
        let Some(word) = reader.string(&entry) else { continue };
        match (Level::named(&word), category) {
            (Some(level), Some(category)) => drop(levels.insert(category, level)),
            (Some(_), None) => {}
            (None, _) => {
                let words = Level::ALL.map(Level::word);
                let hint = guess_among(&word, &words, "levels");
                reader.error(entry.span, format!("`{word}` is no level"), &hint);
            }
        }
    }
    levels
}

/// The word that may have been meant, or all that there are.
fn guess_among(word: &str, known: &[&str], what: &str) -> String {
    match guess::nearest(word, known.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("{what} are {}", reader::listed(known)),
    }
}

fn workspace_defaults(reader: &mut Reader, section: &Section) -> WorkspaceDefaults {
    section.warn_of_unknown_keys(reader, &["idle-timeout", "persistent", "env"]);
    WorkspaceDefaults {
        idle_timeout: section.natural(reader, "idle-timeout"),
        persistent: section.boolean(reader, "persistent"),
        env: section.strings(reader, "env"),
    }
}

impl Version {
    pub(crate) fn parse(text: &str) -> Option<Version> {
        let mut numbers = text.split('.').map(|part| {
            let is_number = part.bytes().all(|it| it.is_ascii_digit());
            let has_leading_zero = part.len() > 1 && part.starts_with('0');
            part.parse().ok().filter(|_| is_number && !has_leading_zero)
        });
        let version =
            Version { major: numbers.next()??, minor: numbers.next()??, patch: numbers.next()?? };
        numbers.next().is_none().then_some(version)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl Level {
    const ALL: [Level; 5] = [Level::Off, Level::Lint, Level::Hint, Level::Warn, Level::Error];

    fn named(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|it| it.word() == word)
    }

    /// As a manifest writes it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Level::Off => "off",
            Level::Lint => "lint",
            Level::Hint => "hint",
            Level::Warn => "warn",
            Level::Error => "error",
        }
    }
}

#[cfg(test)]
mod tests;
