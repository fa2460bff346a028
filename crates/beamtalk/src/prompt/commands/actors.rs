//! What is alive: actors, and the sessions of the workspace.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

use super::{Next, table};
use crate::exit::Failure;
use crate::prompt::image::{Fields, fields, number, text};
use crate::prompt::session::Session;

pub(super) fn actors(session: &mut Session<'_>, _: &str) -> Result<Next, Failure> {
    let Some(answer) = session.ask("actors", Fields::new())? else { return Ok(Next::Go) };
    let now = seconds_now();
    let row = |actor: &Fields| {
        let field = |name| text(actor, name).unwrap_or("").to_owned();
        let age = number(actor, "spawned_at").map(|it| age(now.saturating_sub(it)));
        vec![field("pid"), field("class"), age.unwrap_or_default()]
    };
    let rows: Vec<Vec<String>> = answer.rows("actors").map(row).collect();
    session.say(if rows.is_empty() { "No actors.\n".to_owned() } else { table(&rows) }.as_str())?;
    Ok(Next::Go)
}

pub(super) fn inspect(session: &mut Session<'_>, target: &str) -> Result<Next, Failure> {
    let Some(answer) = session.ask("inspect", fields([("target", target.trim())]))? else {
        return Ok(Next::Go);
    };
    let shown = match answer.fields.get("state").or_else(|| answer.fields.get("value")) {
        Some(Value::Object(slots)) if slots.is_empty() => "No slots.\n".to_owned(),
        Some(Value::Object(slots)) => {
            let row = |(name, value): (&String, &Value)| vec![name.clone(), plain(value)];
            table(&slots.iter().map(row).collect::<Vec<Vec<String>>>())
        }
        Some(other) => format!("{}\n", plain(other)),
        None => "nil\n".to_owned(),
    };
    session.say(&shown)?;
    Ok(Next::Go)
}

pub(super) fn kill(session: &mut Session<'_>, target: &str) -> Result<Next, Failure> {
    let target = target.trim();
    if session.ask("kill", fields([("target", target)]))?.is_some() {
        session.say("ok\n")?;
    }
    Ok(Next::Go)
}

pub(super) fn sessions(session: &mut Session<'_>, _: &str) -> Result<Next, Failure> {
    let Some(answer) = session.ask("sessions", Fields::new())? else { return Ok(Next::Go) };
    let now = seconds_now();
    let row = |it: &Fields| {
        let field = |name| text(it, name).unwrap_or("").to_owned();
        let age = number(it, "created_at").map(|at| age(now.saturating_sub(at)));
        vec![field("id"), field("kind"), age.unwrap_or_default()]
    };
    let rows: Vec<Vec<String>> = answer.rows("sessions").map(row).collect();
    session.say(&table(&rows))?;
    Ok(Next::Go)
}

pub(super) fn interrupt(session: &mut Session<'_>, _: &str) -> Result<Next, Failure> {
    match session.image.interrupt() {
        true => session.say("Interrupt sent.\n")?,
        false => session.complain("The workspace did not hear the interrupt")?,
    }
    Ok(Next::Go)
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs())
}

/// `5 s`, `3 min`, `2 h`, `9 d`.
fn age(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min", seconds / 60),
        3_600..172_800 => format!("{} h", seconds / 3_600),
        _ => format!("{} d", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::age;

    #[test]
    fn an_age_has_one_unit() {
        let cases = [(0, "0 s"), (59, "59 s"), (60, "1 min"), (7_300, "2 h"), (200_000, "2 d")];
        for (seconds, expected) in cases {
            assert_eq!(age(seconds), expected);
        }
    }
}
