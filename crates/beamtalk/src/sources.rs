//! Beamtalk files: finding them and reading them.
//!
//! What the user names is taken at its word, links included. What is met inside a
//! folder is taken only if it is a plain file with our extension, so that a
//! folder never leads outside itself.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::exit::Failure;

/// Spans count bytes in 32 bits; well below that, a file is surely not source.
const LARGEST: u64 = 1 << 30;
const SKIPPED_FOLDERS: [&str; 3] = ["_build", "target", "node_modules"];

/// What the user writes for standard input, whatever files there are.
const STDIN: &str = "-";

/// A text to work on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Source {
    /// As messages call it.
    pub(crate) name: String,
    pub(crate) origin: Origin,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    Stdin,
    /// Never a link that a folder contained; a link the user named is resolved.
    File(PathBuf),
}

/// What is looked for in folders. A file that is named is taken whatever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Sources,
    /// Markdown, with examples in it.
    Documents,
}

/// What the named paths hold, in order of their names.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) sources: Vec<Source>,
    /// Folders that could not be looked into.
    pub(crate) failures: Vec<Failure>,
}

/// Why a source gave no text.
#[derive(Debug)]
pub(crate) enum Unread {
    /// Line and column, from one, and offset of the first byte that is not UTF-8.
    NotUtf8 {
        line: u32,
        column: u32,
        offset: usize,
    },
    TooLarge,
    Failed(Failure),
}

impl Source {
    /// One text that the user named: a file, or `-` for standard input.
    pub(crate) fn named(path: &Path) -> Result<Source, Failure> {
        if path == Path::new(STDIN) {
            return Ok(Source { name: "<stdin>".to_owned(), origin: Origin::Stdin });
        }
        let name = shown(path);
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                Err(Failure::WrongUse(format!("`{name}` is a folder; name one file")))
            }
            Ok(_) => {
                let target = resolve(path, &name)?;
                Ok(Source { name, origin: Origin::File(target) })
            }
            Err(error) => Err(unusable(path, error)),
        }
    }

    /// Test scripts are checked but are no modules.
    pub(crate) fn is_script(&self) -> bool {
        self.name.ends_with(".btscript")
    }

    /// A text about Beamtalk, with examples in it.
    pub(crate) fn is_document(&self) -> bool {
        is_document(Path::new(&self.name))
    }

    pub(crate) fn read(&self) -> Result<String, Unread> {
        let mut bytes = Vec::new();
        let limit = LARGEST + 1;
        let read = match &self.origin {
            Origin::Stdin => io::stdin().lock().take(limit).read_to_end(&mut bytes),
            Origin::File(path) => File::open(path).and_then(|file| {
                // A file that tells its size is not read in vain.
                let length = file.metadata()?.len();
                if length > LARGEST {
                    return Ok(length as usize);
                }
                bytes.reserve_exact(length as usize);
                file.take(limit).read_to_end(&mut bytes)
            }),
        };
        match read {
            Ok(length) if length as u64 > LARGEST => Err(Unread::TooLarge),
            Ok(_) => String::from_utf8(bytes).map_err(|error| not_utf8(&error)),
            Err(error) => {
                Err(Unread::Failed(Failure::environment(format!("read `{}`", self.name), error)))
            }
        }
    }
}

/// A path below the current folder without that folder, as messages call it.
pub(crate) fn near(path: &Path) -> String {
    let folder = std::env::current_dir().and_then(fs::canonicalize).ok();
    let inside = folder.as_deref().and_then(|folder| path.strip_prefix(folder).ok());
    inside.unwrap_or(path).to_string_lossy().into_owned()
}

/// The Beamtalk files that the paths name or contain, each once.
pub(crate) fn find(paths: &[PathBuf]) -> Result<Found, Failure> {
    find_wanted(paths, Wanted::Sources)
}

/// The files that the paths name, and those in them that are wanted, each once.
pub(crate) fn find_wanted(paths: &[PathBuf], wanted: Wanted) -> Result<Found, Failure> {
    let mut found = Found::default();
    for path in paths {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() && path != Path::new(STDIN) => {
                walk(path, wanted, &mut found);
            }
            _ => found.sources.push(Source::named(path)?),
        }
    }
    found.sources.sort();
    found.sources.dedup();
    Ok(found)
}

fn walk(root: &Path, wanted: Wanted, found: &mut Found) {
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        if let Err(error) = look_into(&folder, wanted, &mut folders, found) {
            let doing = format!("look into `{}`", shown(&folder));
            found.failures.push(Failure::environment(doing, error));
        }
    }
}

fn look_into(
    folder: &Path,
    wanted: Wanted,
    folders: &mut Vec<PathBuf>,
    found: &mut Found,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        // The type of the entry itself: a link is neither folder nor file, so no
        // loop is possible and nothing outside is reached.
        let ty = entry.file_type()?;
        if ty.is_dir() && !is_skipped(&path) {
            folders.push(path);
        } else if ty.is_file() && wanted.includes(&path) {
            let path = without_dot(&path).to_owned();
            found.sources.push(Source { name: shown(&path), origin: Origin::File(path) });
        }
    }
    Ok(())
}

fn is_skipped(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || SKIPPED_FOLDERS.contains(&name.as_ref())
}

impl Wanted {
    fn includes(self, path: &Path) -> bool {
        match self {
            Wanted::Sources => is_ours(path),
            Wanted::Documents => is_document(path),
        }
    }
}

/// Whether a name says that a file is Markdown.
pub(crate) fn is_document(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "md" || extension == "markdown")
}

/// Whether a name says that a file is Beamtalk.
pub(crate) fn is_ours(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "bt" || extension == "btscript")
}

/// A path for people, without control characters: they could rewrite the terminal.
fn shown(path: &Path) -> String {
    let text = without_dot(path).to_string_lossy();
    match text.contains(char::is_control) {
        true => text.escape_debug().to_string(),
        false => text.into_owned(),
    }
}

/// The same path without a leading `./`, so that each file has one name.
fn without_dot(path: &Path) -> &Path {
    match path.strip_prefix(".") {
        Ok(rest) if !rest.as_os_str().is_empty() => rest,
        _ => path,
    }
}

/// Where a link that the user named leads; other paths stay as they are.
fn resolve(path: &Path, name: &str) -> Result<PathBuf, Failure> {
    if !path.is_symlink() {
        return Ok(without_dot(path).to_owned());
    }
    fs::canonicalize(path).map_err(|error| Failure::environment(format!("follow `{name}`"), error))
}

fn unusable(path: &Path, error: io::Error) -> Failure {
    let name = shown(path);
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            let mut text = format!("there is no file or folder `{name}`");
            let module = path.with_extension("bt");
            if module != path && module.is_file() {
                text.push_str(&format!("\n  hint: did you mean `{}`?", shown(&module)));
            }
            Failure::WrongUse(text)
        }
        _ => Failure::environment(format!("open `{name}`"), error),
    }
}

fn not_utf8(error: &std::string::FromUtf8Error) -> Unread {
    let offset = error.utf8_error().valid_up_to();
    let before = String::from_utf8_lossy(&error.as_bytes()[..offset]);
    let line = before.matches('\n').count() as u32 + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() as u32 + 1;
    Unread::NotUtf8 { line, column, offset }
}
