//! `:help` and `:quit`.

use super::{COMMANDS, Command, Next, find, table};
use crate::exit::Failure;
use crate::prompt::image::fields;
use crate::prompt::session::Session;

const START: &str = "\
Type an expression and press Enter. A class goes on over indented lines and ends with
a blank line; open brackets and a last operator ask for more. Tab completes, Ctrl-R
searches what was typed before, Ctrl-C gives up an input or interrupts an evaluation,
Ctrl-D leaves.
";

const EXAMPLES: &str = "\
To begin with:
  3 + 4                  a message with an argument
  #(3, 1, 2) sort        a message to a list
  _                      the value of the last input
  :help Integer          what a class understands
  :help Integer isEven   what a message does
";

/// With nothing, what the prompt can do; else about one thing.
pub(super) fn help(session: &mut Session<'_>, topic: &str) -> Result<Next, Failure> {
    let topic = topic.trim();
    if topic.is_empty() {
        session.say(&overview())?;
        return Ok(Next::Go);
    }
    if topic.starts_with(':') {
        match find(topic) {
            Some(command) => session.say(&about(command))?,
            None => session.complain(&super::unknown(topic))?,
        }
        return Ok(Next::Go);
    }
    if let Some(answer) = session.ask("help", fields([("topic", topic)]))? {
        let docs = answer.text("docs").unwrap_or("").trim_end().to_owned();
        session.say(&format!("{docs}\n"))?;
    }
    Ok(Next::Go)
}

pub(super) fn quit(session: &mut Session<'_>, status: &str) -> Result<Next, Failure> {
    let status = status.trim();
    if status.is_empty() {
        return Ok(Next::Leave);
    }
    if let Ok(status) = status.parse() {
        return Ok(Next::Exit(status));
    }
    session.complain("Usage: :quit [STATUS]\nHint: a status is a number from 0 to 255")?;
    Ok(Next::Go)
}

fn overview() -> String {
    let row = |it: &Command| {
        let names: Vec<&str> = it.names().collect();
        let usage = format!("  {} {}", names.join(", "), it.arguments);
        vec![usage.trim_end().to_owned(), it.help.to_owned()]
    };
    let rows: Vec<Vec<String>> = COMMANDS.iter().map(row).collect();
    format!("{START}\nCommands:\n{}\n{EXAMPLES}", table(&rows))
}

fn about(command: &Command) -> String {
    let aliases = match command.aliases {
        [] => String::new(),
        aliases => format!("\nAlso: {}", aliases.join(", ")),
    };
    format!("{}\n{}{aliases}\n", command.usage(), command.help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_every_command_and_its_spellings() {
        let overview = overview();
        for command in COMMANDS {
            assert!(overview.contains(&format!("\n  {}", command.name)), "{}", command.name);
            for alias in command.aliases {
                assert!(about(command).contains(alias), "{alias}");
                assert!(overview.contains(&format!(", {alias}")), "{alias}");
            }
        }
        assert!(overview.lines().all(|line| line.chars().count() <= 120), "{overview}");
    }
}
