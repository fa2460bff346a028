//! `:sync`: the workspace as the files of the project say.
//!
//! The package is built here, so that problems are shown as those of a build are; the
//! workspace loads what has come of it. A file with problems holds up no other.

use std::path::PathBuf;

use super::{Next, loading};
use crate::build::{self, Built, PartKind, Target};
use crate::client::Reply;
use crate::commands::counted;
use crate::compile::Resident;
use crate::exit::Failure;
use crate::home::Home;
use crate::prompt::image::fields;
use crate::prompt::session::Session;
use crate::sources;

pub(super) fn sync(session: &mut Session<'_>, how: &str) -> Result<Next, Failure> {
    let is_forced = match how.trim() {
        "" => false,
        "--force" => true,
        other => {
            session.complain(&format!("Usage: :sync [--force]\nnot {other}"))?;
            return Ok(Next::Go);
        }
    };
    if let Some(Synced { classes, broken }) = synced(session, is_forced, false)? {
        let classes = if classes.is_empty() { "none".to_owned() } else { classes.join(", ") };
        session.say(&format!("Classes: {classes}\n"))?;
        blame(session, &broken)?;
    }
    Ok(Next::Go)
}

/// The same with the tests. Answers whether all files could be loaded.
pub(super) fn with_tests(session: &mut Session<'_>) -> Result<bool, Failure> {
    let Some(Synced { broken, .. }) = synced(session, false, true)? else { return Ok(false) };
    blame(session, &broken)?;
    Ok(broken.is_empty())
}

struct Synced {
    /// Those that were loaded.
    classes: Vec<String>,
    /// Files that could not be compiled.
    broken: Vec<PathBuf>,
}

/// How many files there are, and what became of them.
#[derive(Default)]
struct Tally {
    changed: usize,
    deleted: usize,
    broken: usize,
    total: usize,
}

impl Tally {
    fn shown(&self) -> String {
        let Tally { changed, deleted, broken, total } = *self;
        let unchanged = total.saturating_sub(changed + broken);
        let others = [(unchanged, "unchanged"), (deleted, "deleted")];
        let others = others.iter().filter(|(number, _)| *number > 0);
        let others: Vec<String> = others.map(|(number, word)| format!("{number} {word}")).collect();
        let others = match others.is_empty() {
            true => String::new(),
            false => format!(" ({})", others.join(", ")),
        };
        format!("Reloaded {changed} of {}{others}\n", counted(total, "file"))
    }
}

fn blame(session: &mut Session<'_>, broken: &[PathBuf]) -> Result<(), Failure> {
    if broken.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = broken.iter().map(|it| sources::near(it)).collect();
    session.complain(&format!("Not loaded: {}", names.join(", ")))
}

/// Nothing if there is nothing to load, which is then said.
fn synced(
    session: &mut Session<'_>,
    is_forced: bool,
    with_tests: bool,
) -> Result<Option<Synced>, Failure> {
    let built = match built(session, is_forced, with_tests) {
        Ok(built) => built,
        Err(failure) => {
            session.complain(&failure.to_string())?;
            return Ok(None);
        }
    };
    if built.parts.is_empty() {
        session.complain("There is nothing to load")?;
        return Ok(None);
    }
    let mut tally = Tally::default();
    let (mut classes, mut broken) = (vec![], vec![]);
    for part in built.parts {
        let mut asked = fields([("folder", &*part.ebin.to_string_lossy())]);
        asked.insert("restore".to_owned(), true.into());
        asked.insert("force".to_owned(), is_forced.into());
        let Some(answer) = session.ask("load-modules", asked)? else { return Ok(None) };
        let changed = files(&answer, "changed");
        let is_broken = |file: &&str| part.broken.iter().any(|it| it.ends_with(file));
        tally.changed += changed.iter().filter(|it| !is_broken(it)).count();
        tally.deleted += files(&answer, "deleted").len();
        tally.broken += part.broken.len();
        tally.total += match part.kind {
            // Only what is built of it matters here.
            PartKind::Dependency => changed.len() + files(&answer, "unchanged").len(),
            _ => part.sources.len(),
        };
        classes.extend(loading::classes(&answer));
        broken.extend(part.broken);
    }
    session.say(&tally.shown())?;
    classes.sort();
    classes.dedup();
    Ok(Some(Synced { classes, broken }))
}

fn built(session: &mut Session<'_>, is_forced: bool, with_tests: bool) -> Result<Built, Failure> {
    let project = session.project.clone();
    if !project.join("beamtalk.toml").is_file() {
        return Err(Failure::WrongUse(format!(
            "`{}` has no beamtalk.toml, so there is no package to build\nHint: :load PATH loads files",
            project.display()
        )));
    }
    let mut request = crate::commands::build::request(Target::at(&project)?)?;
    request.is_forced = is_forced;
    request.with_tests = with_tests;
    request.is_quiet = true;
    let mut compiler = Resident::at(Home::find()?);
    build::build(&request, &mut compiler, session.console)
}

/// Source files that an answer names, by what became of them.
fn files<'r>(answer: &'r Reply, which: &str) -> Vec<&'r str> {
    let files = answer.fields.get("files").and_then(|it| it.get(which)?.as_array());
    files.into_iter().flatten().filter_map(serde_json::Value::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_counted_by_what_became_of_them() {
        let rows = [
            ((2, 0, 0, 2), "Reloaded 2 of 2 files\n"),
            ((0, 0, 0, 1), "Reloaded 0 of 1 file (1 unchanged)\n"),
            ((1, 0, 1, 3), "Reloaded 1 of 3 files (1 unchanged)\n"),
            ((2, 1, 0, 7), "Reloaded 2 of 7 files (5 unchanged, 1 deleted)\n"),
            ((0, 3, 0, 0), "Reloaded 0 of 0 files (3 deleted)\n"),
        ];
        for ((changed, deleted, broken, total), shown) in rows {
            assert_eq!(Tally { changed, deleted, broken, total }.shown(), shown);
        }
    }
}
