//! What was typed: timed, saved to a script, or edited elsewhere and evaluated again.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::{Next, loading};
use crate::exit::Failure;
use crate::prompt::image::{fields, number, text};
use crate::prompt::inputs;
use crate::prompt::saved;
use crate::prompt::session::Session;

/// Evaluates, and says how long it took from here and how much work it was there.
pub(super) fn time(session: &mut Session<'_>, code: &str) -> Result<Next, Failure> {
    let mut asked = fields([("code", code)]);
    asked.insert("time".to_owned(), true.into());
    let begun = Instant::now();
    let Some(answer) = session.follow("eval", asked)? else { return Ok(Next::Go) };
    let took = begun.elapsed();
    session.show(&answer, code)?;
    let work = number(&answer.fields, "reductions").map(|it| format!(", {it} reductions"));
    session.note(&format!("{}{}", shown(took), work.unwrap_or_default()))?;
    Ok(Next::Go)
}

pub(super) fn save(session: &mut Session<'_>, file: &str) -> Result<Next, Failure> {
    let file = file.trim();
    let count = session.past.successes.len();
    if count == 0 {
        session.complain("There is nothing to save: no input has succeeded yet")?;
        return Ok(Next::Go);
    }
    if Path::new(file).exists() && !session.confirmed(&format!("{file} exists. Replace it?")) {
        session.note("Aborted: nothing was written.")?;
        return Ok(Next::Go);
    }
    match fs::write(file, saved::script(&session.past.successes)) {
        Ok(()) => session
            .say(&format!("Saved {} to {file}\n", crate::commands::counted(count, "input")))?,
        Err(error) => {
            session.complain(&Failure::environment(format!("write `{file}`"), error).to_string())?
        }
    }
    Ok(Next::Go)
}

/// Opens an editor on the last input, or on the file of a class.
pub(super) fn edit(session: &mut Session<'_>, class: &str) -> Result<Next, Failure> {
    if !session.reader.is_interactive() {
        session.complain("An editor needs a terminal")?;
        return Ok(Next::Go);
    }
    match class.trim() {
        "" => edit_input(session),
        class => edit_class(session, class),
    }
}

fn edit_input(session: &mut Session<'_>) -> Result<Next, Failure> {
    let before = session.past.last.clone().unwrap_or_default();
    let name = format!("beamtalk-input-{}.bt", std::process::id());
    let draft = env::temp_dir().join(name);
    let edited = fs::write(&draft, format!("{before}\n"))
        .map_err(|error| Failure::environment(format!("write `{}`", draft.display()), error))
        .and_then(|()| run_editor(&draft))
        .and_then(|()| {
            fs::read_to_string(&draft)
                .map_err(|error| Failure::environment(format!("read `{}`", draft.display()), error))
        });
    let _ = fs::remove_file(&draft);
    let text = match edited {
        Ok(text) => text,
        Err(failure) => {
            session.complain(&failure.to_string())?;
            return Ok(Next::Go);
        }
    };
    if text.trim().is_empty() {
        session.note("There is nothing to evaluate.")?;
        return Ok(Next::Go);
    }
    session.say(&format!("{}\n", text.trim_end()))?;
    for input in inputs::split(&text).into_iter().filter(|it| !it.trim().is_empty()) {
        match session.take(input)? {
            Next::Go => {}
            other => return Ok(other),
        }
    }
    Ok(Next::Go)
}

fn edit_class(session: &mut Session<'_>, class: &str) -> Result<Next, Failure> {
    let Some(info) = loading::info(session, class)? else { return Ok(Next::Go) };
    let file = text(&info, "source");
    let Some(file) = file.map(PathBuf::from).filter(|it| it.is_file()) else {
        session.complain(&format!("{class} has no source file to edit"))?;
        return Ok(Next::Go);
    };
    let before = fs::read(&file).ok();
    if let Err(failure) = run_editor(&file) {
        session.complain(&failure.to_string())?;
        return Ok(Next::Go);
    }
    if fs::read(&file).ok() == before {
        session.note("Unchanged.")?;
        return Ok(Next::Go);
    }
    loading::load(session, &file.to_string_lossy())
}

fn run_editor(file: &Path) -> Result<(), Failure> {
    let named = ["VISUAL", "EDITOR"].iter().find_map(|it| env::var(it).ok());
    let Some(editor) = named.filter(|it| !it.trim().is_empty()) else {
        return Err(Failure::Missing(
            "no editor is named\nHint: set VISUAL or EDITOR, as in `export EDITOR=vi`".to_owned(),
        ));
    };
    // An editor may come with arguments, as in `code --wait`.
    let ended = Command::new("sh")
        .args(["-c", &format!("{editor} \"$1\""), "sh"])
        .arg(file)
        .status()
        .map_err(|error| Failure::environment(format!("start `{editor}`"), error))?;
    match ended.success() {
        true => Ok(()),
        false => {
            Err(Failure::Missing(format!("`{editor}` ended with {ended}; nothing is evaluated")))
        }
    }
}

fn shown(took: Duration) -> String {
    match took.as_micros() {
        micros @ 0..1_000 => format!("{micros} µs"),
        micros @ 1_000..1_000_000 => format!("{:.1} ms", micros as f64 / 1e3),
        micros => format!("{:.2} s", micros as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit_that_fits() {
        let cases = [(5, "5 µs"), (1_500, "1.5 ms"), (2_345_000, "2.35 s")];
        for (micros, expected) in cases {
            assert_eq!(shown(Duration::from_micros(micros)), expected);
        }
    }
}
