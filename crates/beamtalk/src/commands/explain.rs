//! `beamtalk explain`: what a diagnostic code means, with an example.

use crate::build;
use crate::cli::Explain;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::guess;
use crate::manifest;
use crate::package;
use crate::report;

pub(crate) fn run(arguments: &Explain, console: &mut Console) -> Result<Exit, Failure> {
    let text = match &arguments.code {
        Some(code) => explanation(code).ok_or_else(|| unknown(code))?,
        None => catalogue(),
    };
    console.result(&text)?;
    Ok(Exit::Clean)
}

fn explanation(code: &str) -> Option<String> {
    if let Some((code, meaning)) = rules_of_this_room().find(|(known, _)| *known == code) {
        return Some(format!("{code}\n\n{meaning}\n"));
    }
    let rule = ide::explain(code)?;
    let (wrong, right) = (indented(rule.example), indented(rule.better));
    Some(format!(
        "{code}\n\n{}\n\nThis breaks the rule:\n\n{wrong}\nThis does not:\n\n{right}",
        rule.summary
    ))
}

/// What is found outside texts: about files, manifests, packages and builds.
fn rules_of_this_room() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rules = report::RULES.into_iter().chain(manifest::RULES);
    rules.chain(package::RULES).chain(build::RULES)
}

fn catalogue() -> String {
    let mut rules: Vec<(&str, &str)> = rules_of_this_room().collect();
    rules.extend(ide::rules().map(|rule| (rule.code, rule.summary)));
    rules.sort_unstable();
    let width = rules.iter().map(|(code, _)| code.len()).max().unwrap_or(0);
    rules.iter().map(|(code, meaning)| format!("{code:width$}  {meaning}\n")).collect()
}

fn unknown(code: &str) -> Failure {
    let known =
        rules_of_this_room().map(|(known, _)| known).chain(ide::rules().map(|rule| rule.code));
    let hint = match guess::nearest(code, known) {
        Some(known) => format!("did you mean `{known}`?"),
        None => "`beamtalk explain` lists all codes".to_owned(),
    };
    Failure::WrongUse(format!("there is no diagnostic code `{code}`\n  hint: {hint}"))
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect()
}
