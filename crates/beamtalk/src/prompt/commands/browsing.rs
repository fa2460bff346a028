//! Classes, types, candidates and compiled code, without evaluating anything.

use super::{Next, table};
use crate::client::Reply;
use crate::exit::Failure;
use crate::prompt::candidates::{self, Candidates, Source, first_line};
use crate::prompt::colours::{of_source, painted};
use crate::prompt::image::{Fields, Image, fields, text};
use crate::prompt::session::Session;

pub(super) fn type_of(session: &mut Session<'_>, code: &str) -> Result<Next, Failure> {
    let Some(answer) = session.ask_about("type", fields([("code", code)]), code)? else {
        return Ok(Next::Go);
    };
    let ty = answer.text("type").unwrap_or("Dynamic");
    let why = answer.text("why").filter(|it| !it.is_empty());
    let why = why.map(|it| format!("  {it}\n")).unwrap_or_default();
    let ty = painted(ty, &of_source(ty), session.console.out_colour);
    session.say(&format!("{ty}\n{why}"))?;
    Ok(Next::Go)
}

/// On a terminal a table, elsewhere one candidate a line for whoever reads it.
pub(super) fn complete(session: &mut Session<'_>, text: &str) -> Result<Next, Failure> {
    let candidates = offered(session, text);
    let lines = listed(&candidates, session.reader.is_interactive());
    session.say(&lines)?;
    Ok(Next::Go)
}

/// What may be written at the end of a text.
pub(crate) fn offered(session: &mut Session<'_>, text: &str) -> Candidates {
    candidates::at_end(text, &mut Asking(session.image))
}

pub(super) fn classes(session: &mut Session<'_>, filter: &str) -> Result<Next, Failure> {
    let filter = filter.trim();
    let asked = if filter.is_empty() { Fields::new() } else { fields([("filter", filter)]) };
    let Some(answer) = session.ask("list-classes", asked)? else { return Ok(Next::Go) };
    let row = |class: &Fields| {
        let field = |name| text(class, name).unwrap_or("").to_owned();
        let above = match field("superclass") {
            none if none.is_empty() || none == "none" => String::new(),
            superclass => format!("< {superclass}"),
        };
        vec![field("name"), above, first_line(&field("doc")).to_owned()]
    };
    let rows: Vec<Vec<String>> = answer.rows("class_list").map(row).collect();
    session
        .say(if rows.is_empty() { "No classes.\n".to_owned() } else { table(&rows) }.as_str())?;
    Ok(Next::Go)
}

pub(super) fn browse(session: &mut Session<'_>, class: &str) -> Result<Next, Failure> {
    let class = class.trim();
    let Some(answer) = session.ask("methods", fields([("class", class)]))? else {
        return Ok(Next::Go);
    };
    let side = |wanted: &str| -> Vec<String> {
        let methods = answer.rows("methods").filter(|it| text(it, "side") == Some(wanted));
        let shown = |it: &Fields| {
            ["signature", "selector", "name"]
                .iter()
                .find_map(|name| text(it, name))
                .map(str::to_owned)
        };
        methods.filter_map(shown).collect()
    };
    let slots: Vec<String> = answer
        .list("state_vars")
        .iter()
        .filter_map(|it| it.as_str().or_else(|| it.get("name")?.as_str()).map(str::to_owned))
        .collect();
    let parts = [("Slots", slots), ("Methods", side("instance")), ("Class methods", side("class"))];
    let mut shown = format!("{class}\n");
    for (title, lines) in parts.iter().filter(|(_, lines)| !lines.is_empty()) {
        shown.push_str(&format!("\n{title}:\n"));
        lines.iter().for_each(|line| shown.push_str(&format!("  {line}\n")));
    }
    session.say(&shown)?;
    Ok(Next::Go)
}

/// A class is meant by its name alone, or with a selector behind it.
pub(super) fn show_codegen(session: &mut Session<'_>, code: &str) -> Result<Next, Failure> {
    let words: Vec<&str> = code.split_whitespace().collect();
    let is_class = |word: &str| {
        word.starts_with(char::is_uppercase)
            && word.chars().all(|it| it.is_alphanumeric() || it == '_' || it == '@')
    };
    let asked = match &*words {
        [class] if is_class(class) => fields([("class", class)]),
        [class, selector] if is_class(class) => {
            fields([("class", *class), ("selector", selector.trim_start_matches('#'))])
        }
        _ => fields([("code", code)]),
    };
    if let Some(answer) = session.ask_about("show-codegen", asked, code)? {
        let core = answer.text("core_erlang").unwrap_or("").trim_end().to_owned();
        session.say(&format!("{core}\n"))?;
    }
    Ok(Next::Go)
}

fn listed(candidates: &Candidates, is_terminal: bool) -> String {
    if let Some(reason) = &candidates.reason {
        return format!("# {}\n", first_line(reason));
    }
    // Whoever reads this splits it at tabs and new lines.
    let plain = |text: &str| text.replace(['\t', '\n', '\r'], " ");
    let row = |it: &candidates::Candidate| {
        vec![plain(&it.label), plain(&it.signature), plain(&it.defined_in)]
    };
    let rows: Vec<Vec<String>> = candidates.items.iter().map(row).collect();
    match is_terminal {
        true => table(&rows),
        false => rows.iter().map(|row| format!("{}\n", row.join("\t"))).collect(),
    }
}

/// The session itself, asked for candidates.
struct Asking<'i>(&'i mut dyn Image);

impl Source for Asking<'_> {
    fn complete(&mut self, code: &str) -> Result<Reply, String> {
        self.0.ask("complete", candidates::question(code)).map_err(|trouble| trouble.to_string())
    }
}

impl Session<'_> {
    /// As `ask`, about a text that errors are shown in.
    fn ask_about(
        &mut self,
        op: &str,
        asked: Fields,
        source: &str,
    ) -> Result<Option<Reply>, Failure> {
        match self.image.ask(op, asked.clone()) {
            Ok(answer) => {
                self.show(&answer, source)?;
                Ok((!answer.is_error()).then_some(answer))
            }
            Err(_) => self.ask(op, asked),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::candidates::Candidate;

    #[test]
    fn candidates_are_lines_for_machines_and_a_table_for_people() {
        let item = |label: &str, signature: &str| Candidate {
            label: label.to_owned(),
            signature: signature.to_owned(),
            defined_in: "Pot".to_owned(),
            ..Candidate::default()
        };
        let some = Candidates {
            items: vec![item("fill:", "fill: n\t:: Integer"), item("size", "size -> Integer")],
            reason: None,
        };
        assert_eq!(
            listed(&some, false),
            "fill:\tfill: n :: Integer\tPot\nsize\tsize -> Integer\tPot\n"
        );
        assert_eq!(
            listed(&some, true),
            "fill:  fill: n :: Integer  Pot\nsize   size -> Integer     Pot\n"
        );
        let none = Candidates { items: vec![], reason: Some("not known\nmore".to_owned()) };
        assert_eq!(listed(&none, false), "# not known\n");
    }
}
