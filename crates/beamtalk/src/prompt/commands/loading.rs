//! Classes from files: loaded, loaded again, taken away.

use std::fs;
use std::path::PathBuf;

use hierarchy::{ClassName, surface};

use super::Next;
use crate::client::{Reply, Trouble};
use crate::commands::counted;
use crate::exit::Failure;
use crate::prompt::image::{Fields, fields};
use crate::prompt::paths;
use crate::prompt::session::Session;
use crate::sources::{self, Origin};

/// A file, or all files of a folder.
pub(super) fn load(session: &mut Session<'_>, path: &str) -> Result<Next, Failure> {
    let path = paths::as_meant(path.trim());
    if let Some(Loaded { classes, files }) = load_paths(session, std::slice::from_ref(&path))? {
        let shown = match path.is_dir() {
            true => format!("Loaded {} from {}\n", counted(files, "file"), path.display()),
            false => format!("Loaded: {}\n", classes.join(", ")),
        };
        session.say(&shown)?;
        session.past.loaded = Some(path);
    }
    Ok(Next::Go)
}

pub(super) fn reload(session: &mut Session<'_>, class: &str) -> Result<Next, Failure> {
    let class = class.trim();
    if !class.is_empty() {
        if let Some(answer) = session.ask("reload", fields([("class", class)]))? {
            session.show(&without_value(&answer), "")?;
            let classes = classes(&answer);
            let named = if classes.is_empty() { class.to_owned() } else { classes.join(", ") };
            session.say(&format!("Reloaded: {named}\n"))?;
        }
        return Ok(Next::Go);
    }
    let Some(path) = session.past.loaded.clone() else {
        session.complain("Nothing was loaded yet\nHint: :load PATH, or :reload CLASS")?;
        return Ok(Next::Go);
    };
    if let Some(Loaded { classes, .. }) = load_paths(session, std::slice::from_ref(&path))? {
        session.say(&format!("Reloaded: {}\n", classes.join(", ")))?;
    }
    Ok(Next::Go)
}

pub(super) fn unload(session: &mut Session<'_>, class: &str) -> Result<Next, Failure> {
    let class = class.trim();
    if session.ask("unload", fields([("module", class)]))?.is_some() {
        session.say(&format!("Unloaded: {class}\n"))?;
    }
    Ok(Next::Go)
}

pub(super) fn remove_method(session: &mut Session<'_>, words: &str) -> Result<Next, Failure> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let (class, selector) = match &*words {
        [class, selector] => ((*class).to_owned(), *selector),
        [class, "class", selector] => (format!("{class} class"), *selector),
        _ => {
            session.complain("Usage: :remove-method CLASS SELECTOR")?;
            return Ok(Next::Go);
        }
    };
    let selector = selector.trim_start_matches('#');
    let owner = words.first().copied().unwrap_or_default();
    let Some(info) = info(session, owner)? else { return Ok(Next::Go) };
    // All that runs may need it; over a pipe the line after this one is no answer.
    let is_needed = is_of_library(&info) && session.reader.is_interactive();
    let question = format!("{class} is a class of the library. Remove {selector} from it?");
    if is_needed && !session.confirmed(&question) {
        session.note(&format!("Aborted: {class}>>{selector} stays."))?;
        return Ok(Next::Go);
    }
    session.evaluate(&format!("{class} removeSelector: #'{selector}'"))
}

pub(super) fn remove_class(session: &mut Session<'_>, class: &str) -> Result<Next, Failure> {
    let class = class.trim();
    if info(session, class)?.is_none() {
        return Ok(Next::Go);
    }
    if !session.confirmed(&format!("Remove {class} and everything in it?")) {
        session.note(&format!("Aborted: {class} stays."))?;
        return Ok(Next::Go);
    }
    session.evaluate(&format!("{class} removeFromSystem"))
}

/// What is known of a class. Nothing if there is none, which is then said.
pub(super) fn info(session: &mut Session<'_>, class: &str) -> Result<Option<Fields>, Failure> {
    let Some(answer) = session.ask("info", fields([("symbol", class)]))? else { return Ok(None) };
    let info = answer.fields.get("info").and_then(serde_json::Value::as_object).cloned();
    let is_known = |it: &Fields| it.get("found").and_then(serde_json::Value::as_bool) == Some(true);
    let info = info.filter(is_known);
    if info.is_none() {
        // Who lists the methods of a class says why there are none, and which was meant.
        session.ask("methods", fields([("class", class)]))?;
    }
    Ok(info)
}

fn is_of_library(info: &Fields) -> bool {
    info.get("builtin").and_then(serde_json::Value::as_bool) == Some(true)
}

pub(crate) struct Loaded {
    classes: Vec<String>,
    files: usize,
}

/// Nothing if something is wrong, which is then said.
pub(crate) fn load_paths(
    session: &mut Session<'_>,
    paths: &[PathBuf],
) -> Result<Option<Loaded>, Failure> {
    let found = match sources::find(paths) {
        Ok(found) => found,
        Err(failure) => {
            session.complain(&failure.to_string())?;
            return Ok(None);
        }
    };
    for failure in &found.failures {
        session.complain(&failure.to_string())?;
    }
    let mut texts = vec![];
    for source in found.sources.iter().filter(|it| !it.is_script()) {
        let Origin::File(file) = &source.origin else { continue };
        match fs::read_to_string(file) {
            Ok(text) => texts.push((file.clone(), text)),
            Err(error) => {
                let failure = Failure::environment(format!("read `{}`", source.name), error);
                session.complain(&failure.to_string())?;
            }
        }
    }
    let (mut classes_of_all, mut files, mut failed) = (vec![], 0, vec![]);
    for (file, text) in superclasses_first(texts) {
        let name = file.to_string_lossy().into_owned();
        let asked = fields([("source", &*text), ("path", &*name)]);
        match session.image.ask("load-source", asked.clone()) {
            Ok(answer) => {
                session.show(&without_value(&answer), &text)?;
                if answer.is_error() {
                    failed.push(sources::near(&file));
                    continue;
                }
                files += 1;
                classes_of_all.extend(classes(&answer));
            }
            Err(Trouble::NotSent) => {
                if session.ask("load-source", asked)?.is_none() {
                    return Ok(None);
                }
            }
            Err(_) => return Ok(None),
        }
    }
    if !failed.is_empty() {
        session.note(&format!("Not loaded: {}", failed.join(", ")))?;
        return Ok(None);
    }
    Ok(Some(Loaded { classes: classes_of_all, files }))
}

/// Files in an order in which each finds what it builds on.
fn superclasses_first(texts: Vec<(PathBuf, String)>) -> Vec<(PathBuf, String)> {
    let mut waiting: Vec<(PathBuf, String, Vec<ClassName>, Vec<ClassName>)> = texts
        .into_iter()
        .map(|(file, text)| {
            let classes = surface(&syntax::parse(&text).tree).classes;
            let names = classes.iter().map(|it| it.name.clone()).collect();
            let above = classes.iter().filter_map(|it| Some(it.superclass.as_ref()?.class.clone()));
            let above = above.collect();
            (file, text, names, above)
        })
        .collect();
    let mut ordered = vec![];
    while !waiting.is_empty() {
        let pending: Vec<Vec<ClassName>> = waiting.iter().map(|it| it.2.clone()).collect();
        let is_ready = |index: usize, above: &[ClassName]| {
            let mut others = pending.iter().enumerate().filter(|(it, _)| *it != index);
            !others.any(|(_, names)| above.iter().any(|it| names.contains(it)))
        };
        let ready = waiting.iter().enumerate().position(|(index, it)| is_ready(index, &it.3));
        // Files in a circle are loaded as they come, and the compiler says what is wrong.
        let (file, text, ..) = waiting.remove(ready.unwrap_or(0));
        ordered.push((file, text));
    }
    ordered
}

pub(super) fn classes(answer: &Reply) -> Vec<String> {
    let name = |it: &serde_json::Value| {
        it.as_str().or_else(|| it.get("name")?.as_str()).map(str::to_owned)
    };
    answer.list("classes").iter().filter_map(name).collect()
}

/// The warnings of an answer, without what a command says in its own words.
fn without_value(answer: &Reply) -> Reply {
    let kept = answer.fields.iter().filter(|(name, _)| *name != "print");
    Reply { fields: kept.map(|(name, value)| (name.clone(), value.clone())).collect::<Fields>() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_comes_after_those_it_builds_on() {
        let files = [
            ("a.bt", "B subclass: A"),
            ("b.bt", "C subclass: B"),
            ("c.bt", "Object subclass: C"),
            ("d.bt", "E subclass: D"),
            ("e.bt", "D subclass: E"),
        ];
        let texts = files.map(|(file, text)| (PathBuf::from(file), text.to_owned())).to_vec();
        let ordered = superclasses_first(texts);
        let names: Vec<&str> = ordered.iter().filter_map(|(file, _)| file.to_str()).collect();
        assert_eq!(names, ["c.bt", "b.bt", "a.bt", "d.bt", "e.bt"]);
    }
}
