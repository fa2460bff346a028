//! `[dependencies]`: other packages, and where they come from.

use syntax::{Severity, Span};
use toml::de::DeValue;

use super::reader::{Entry, Reader, Section};
use super::{PACKAGE_NAME, UNFETCHED, Version, package_name_fault, suggested_package_name};
use crate::guess;
use crate::report::Finding;

const KEYS: [&str; 5] = ["path", "git", "tag", "branch", "rev"];
const REFERENCES: [&str; 3] = ["tag", "branch", "rev"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) from: DependencySource,
    /// Where the manifest speaks of it.
    pub(crate) span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DependencySource {
    /// As written: relative to the package that says it.
    Path(String),
    Git {
        url: String,
        reference: GitReference,
    },
    Registry(Version),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GitReference {
    Tag(String),
    Branch(String),
    Revision(String),
}

/// The dependencies of the package of this name, by name.
pub(super) fn read(reader: &mut Reader, section: &Section, package: &str) -> Vec<Dependency> {
    let mut dependencies = Vec::new();
    for entry in section.entries() {
        if !is_package_name(reader, &entry, package) {
            continue;
        }
        let Some(from) = origin(reader, &entry) else { continue };
        refuse_unfetched(reader, &entry, &from);
        dependencies.push(Dependency { name: entry.key.to_owned(), from, span: entry.key_span });
    }
    dependencies
}

fn is_package_name(reader: &mut Reader, entry: &Entry, package: &str) -> bool {
    if let Some(fault) = package_name_fault(entry.key) {
        let message = format!("No package can be called `{}`: {fault}", entry.key);
        let finding = Finding::new(PACKAGE_NAME, Severity::Error, message);
        let finding = match suggested_package_name(entry.key) {
            Some(name) => finding.with_hint(format!("did you mean `{name}`?")),
            None => finding,
        };
        reader.report(finding, entry.key_span);
        return false;
    }
    if entry.key == package {
        let message = "A package cannot depend on itself".to_owned();
        reader.error(entry.key_span, message, "remove this line");
        return false;
    }
    true
}

fn origin(reader: &mut Reader, entry: &Entry) -> Option<DependencySource> {
    match entry.value {
        DeValue::String(version) => registry(reader, entry, version),
        DeValue::Table(_) => {
            let table = reader.table(entry)?;
            let is_misspelt = refuse_unknown_keys(reader, entry.key, &table);
            match (table.entry("path"), table.entry("git")) {
                (Some(path), None) => local(reader, &table, &path),
                (None, Some(url)) => git(reader, &table, &url),
                (Some(_), Some(_)) => {
                    let message = format!("`{}` has both a `path` and a `git`", entry.key);
                    reader.error(entry.key_span, message, "keep one of them");
                    None
                }
                (None, None) if is_misspelt => None,
                (None, None) => {
                    let message = format!("`{}` does not say where it comes from", entry.key);
                    reader.error(entry.key_span, message, "as in `{ path = \"../tea\" }`");
                    None
                }
            }
        }
        _ => {
            let message = format!("`{}` must be a version or a table", entry.key);
            reader.error(entry.span, message, "as in `\"1.2.3\"` or `{ path = \"../tea\" }`");
            None
        }
    }
}

fn registry(reader: &mut Reader, entry: &Entry, text: &str) -> Option<DependencySource> {
    if let Some(version) = Version::parse(text) {
        return Some(DependencySource::Registry(version));
    }
    let is_range = text.contains(['^', '~', '>', '<', '=', '*', ',', '|', ' ']);
    let (message, hint) = match is_range {
        true => (
            format!("`{text}` is a range of versions"),
            "name one version exactly, as in `1.2.3`: what is built is then always the same",
        ),
        false => (
            format!("`{text}` is no version"),
            "a version is three numbers, as in `1.2.3`; a folder is `{ path = \"…\" }`",
        ),
    };
    reader.error(entry.span, message, hint);
    None
}

fn local(reader: &mut Reader, table: &Section, path: &Entry) -> Option<DependencySource> {
    for reference in REFERENCES.iter().filter_map(|key| table.entry(key)) {
        let message = format!("`{}` belongs to a `git`, not to a `path`", reference.key);
        reader.error(reference.key_span, message, "remove it");
    }
    let text = reader.string(path)?;
    if text.is_empty() || text.contains('\0') {
        let message = "This path names no folder".to_owned();
        reader.error(path.span, message, "as in `{ path = \"../tea\" }`");
        return None;
    }
    Some(DependencySource::Path(text))
}

fn git(reader: &mut Reader, table: &Section, url: &Entry) -> Option<DependencySource> {
    let url_text = reader.string(url)?;
    let references: Vec<Entry> = REFERENCES.iter().filter_map(|key| table.entry(key)).collect();
    let [reference] = references.as_slice() else {
        let message = match references.is_empty() {
            true => "This does not say which commit is meant".to_owned(),
            false => "More than one of `tag`, `branch` and `rev` is given".to_owned(),
        };
        reader.error(url.key_span, message, "give exactly one of `tag`, `branch` and `rev`");
        return None;
    };
    let text = reader.string(reference)?;
    let reference = match reference.key {
        "tag" => GitReference::Tag(text),
        "branch" => GitReference::Branch(text),
        _ => GitReference::Revision(text),
    };
    Some(DependencySource::Git { url: url_text, reference })
}

/// Whether there were any.
fn refuse_unknown_keys(reader: &mut Reader, name: &str, table: &Section) -> bool {
    let unknown: Vec<Entry> = table.entries().filter(|entry| !KEYS.contains(&entry.key)).collect();
    for entry in &unknown {
        let message = format!("The dependency `{name}` has no key `{}`", entry.key);
        let hint = guess::nearest(entry.key, KEYS).map_or_else(
            || format!("its keys are {}", super::reader::listed(&KEYS)),
            |it| format!("did you mean `{it}`?"),
        );
        reader.error(entry.key_span, message, &hint);
    }
    !unknown.is_empty()
}

fn refuse_unfetched(reader: &mut Reader, entry: &Entry, from: &DependencySource) {
    let source = match from {
        DependencySource::Path(_) => return,
        DependencySource::Git { .. } => "git",
        DependencySource::Registry(_) => "a registry",
    };
    let message = format!("`{}` comes from {source}, which cannot be fetched yet", entry.key);
    let finding = Finding::new(UNFETCHED, Severity::Error, message);
    let hint = format!("get it by hand and write `{} = {{ path = \"…\" }}`", entry.key);
    reader.report(finding.with_hint(hint), entry.key_span);
}
