//! What a build has to say while it goes, as data and in words.

use std::io::{self, IsTerminal as _};
use std::path::Path;

use syntax::Severity;

use super::{PartKind, Request, Warnings};
use crate::commands::counted;
use crate::console::Console;
use crate::exit::Failure;
use crate::render::human;
use crate::report::Finding;
use crate::sources;

/// What anybody reads about one file.
const SHOWN: usize = 100;

#[derive(Debug)]
pub(super) enum Notice<'n> {
    /// What is wrong with a file. The text is empty where it could not be had.
    Report {
        file: &'n str,
        text: &'n str,
        findings: &'n [Finding],
    },
    /// Another build has the folder.
    Waiting,
    /// Something else worth knowing.
    Note(&'n str),
    /// A module's file was removed, because nothing becomes that module any more.
    Removed(&'n str),
    /// How much of a part there is to do, before it is done.
    Compiling {
        part: &'n str,
        kind: PartKind,
        changed: usize,
        blocked: usize,
        total: usize,
    },
    Progress {
        done: usize,
        total: usize,
    },
    /// Errors were found in so many files, and so many more rely on those.
    Failed {
        errors: usize,
        files: usize,
        dependents: usize,
    },
}

pub(super) fn show(
    notice: &Notice,
    request: &Request,
    console: &mut Console,
) -> Result<(), Failure> {
    match *notice {
        Notice::Report { file, text, findings } => {
            let hides = request.warnings == Warnings::Hide;
            let is_shown = |it: &&Finding| !hides || it.severity == Severity::Error;
            let findings: Vec<&Finding> = findings.iter().filter(is_shown).collect();
            let file = sources::near(Path::new(file));
            for finding in findings.iter().take(SHOWN) {
                console.say(human::finding(&file, text, finding, console.err_colour).trim_end())?;
                console.say("")?;
            }
            match findings.len().saturating_sub(SHOWN) {
                0 => Ok(()),
                more => console.say(&format!("… and {more} more in {file}\n")),
            }
        }
        Notice::Waiting if io::stderr().is_terminal() => {
            console.say("Waiting for another build of this project to end")
        }
        Notice::Waiting => Ok(()),
        Notice::Note(words) => console.say(words),
        Notice::Removed(module) => {
            console.say(&format!("Removed {module}.beam, which has no source any more"))
        }
        Notice::Compiling { changed: 0, .. } if request.is_quiet => Ok(()),
        Notice::Compiling { .. } => match compiling(notice) {
            Some(words) => console.say(&words),
            None => Ok(()),
        },
        Notice::Progress { done, total } => {
            console.progress(done, total, "file");
            Ok(())
        }
        Notice::Failed { errors, files, dependents } => {
            console.say(&failed(errors, files, dependents))
        }
    }
}

/// The line about how much there is to do, if there is one to say.
pub(super) fn compiling(notice: &Notice) -> Option<String> {
    let Notice::Compiling { part, kind, changed, blocked, total } = *notice else { return None };
    let files = |count: usize| {
        let noun = if kind == PartKind::Tests { "test file" } else { "file" };
        let plural = if count == 1 { "" } else { "s" };
        let of = if kind == PartKind::Dependency { format!(" of {part}") } else { String::new() };
        format!("{noun}{plural}{of}")
    };
    let unchanged = total.saturating_sub(changed + blocked);
    match (changed, blocked, total) {
        (0, 0, _) if kind == PartKind::Dependency => None,
        (0, 0, 0) if kind == PartKind::Tests => Some("There are no test files".to_owned()),
        (0, 0, 0) => Some("There are no Beamtalk files to compile".to_owned()),
        (0, 0, 1) => Some(format!("The only {} is unchanged", files(1))),
        (0, 0, _) => Some(format!("All {total} {} are unchanged", files(total))),
        (0, _, _) => None,
        _ if changed == total => Some(format!("Compiling {total} {}", files(total))),
        _ => {
            let counted = files(total);
            Some(format!("Compiling {changed} of {total} {counted} ({unchanged} unchanged)"))
        }
    }
}

pub(super) fn failed(errors: usize, files: usize, dependents: usize) -> String {
    let errors = format!("{} in {}", counted(errors, "error"), counted(files, "file"));
    match dependents {
        0 => errors,
        1 => format!("{errors}; 1 file that relies on them was not compiled"),
        _ => format!("{errors}; {dependents} files that rely on them were not compiled"),
    }
}
