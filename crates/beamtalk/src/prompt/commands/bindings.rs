//! The variables of a session, and the rest of a value that was cut.

use super::Next;
use crate::exit::Failure;
use crate::prompt::colours;
use crate::prompt::image::{Fields, fields, number, text};
use crate::prompt::session::Session;

/// How much of a value stands in a list of many, in characters.
const SHORT: usize = 60;

pub(super) fn bindings(session: &mut Session<'_>, _: &str) -> Result<Next, Failure> {
    let Some(answer) = session.ask("bindings", Fields::new())? else { return Ok(Next::Go) };
    let colour = session.console.out_colour;
    let line = |binding: &Fields| {
        let name = text(binding, "name").unwrap_or("?");
        let print = short(text(binding, "print").unwrap_or(""));
        let class = text(binding, "class").unwrap_or("");
        format!("{name} = {}\n", colours::value(&print, class, colour))
    };
    // What the prompt binds itself is no variable of the user's.
    let own = |binding: &&Fields| !text(binding, "name").is_some_and(|it| it.starts_with('_'));
    let lines: String = answer.rows("bindings").filter(own).map(line).collect();
    session.say(if lines.is_empty() { "No bindings.\n" } else { &lines })?;
    Ok(Next::Go)
}

pub(super) fn unbind(session: &mut Session<'_>, name: &str) -> Result<Next, Failure> {
    let name = name.trim();
    if session.ask("unbind", fields([("name", name)]))?.is_some() {
        session.say(&format!("{name} is no longer bound.\n"))?;
    }
    Ok(Next::Go)
}

pub(super) fn clear(session: &mut Session<'_>, _: &str) -> Result<Next, Failure> {
    if session.ask("clear", Fields::new())?.is_some() {
        session.say("Bindings cleared.\n")?;
    }
    Ok(Next::Go)
}

pub(super) fn more(session: &mut Session<'_>, _: &str) -> Result<Next, Failure> {
    let Some(answer) = session.ask("more", Fields::new())? else { return Ok(Next::Go) };
    session.say(&format!("{}\n", answer.text("value").unwrap_or("")))?;
    if let Some(bytes) = number(&answer.fields, "left").filter(|bytes| *bytes > 0) {
        session.cut(bytes)?;
    }
    Ok(Next::Go)
}

/// One line, and not a long one.
fn short(print: &str) -> String {
    let line = print.lines().next().unwrap_or("");
    let is_cut = line.chars().count() > SHORT || line.len() < print.trim_end().len();
    let mut shown: String = line.chars().take(SHORT).collect();
    if is_cut && !shown.ends_with('…') {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_in_a_list_is_one_short_line() {
        assert_eq!(short("42"), "42");
        assert_eq!(short("a\nb"), "a…");
        assert_eq!(short(&"é".repeat(99)).chars().count(), SHORT + 1);
    }
}
