//! `beamtalk run`: a message to a class of the package, a file, or a script.

use std::path::Path;

use crate::cli::Run;
use crate::commands::{ground, script};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::launch;
use crate::running::Part;
use crate::sources::Source;

const MODULE: &str = "bt@program";

/// A message for a class, from the words of the command line.
#[derive(Debug, PartialEq, Eq)]
struct Message<'a> {
    class: &'a str,
    selector: &'a str,
    /// What a keyword message takes, as one list.
    arguments: &'a [String],
}

pub(crate) fn run(arguments: &Run, console: &mut Console) -> Result<Exit, Failure> {
    let (target, rest) = (Path::new(&arguments.target), arguments.rest.as_slice());
    match (target.extension().and_then(|it| it.to_str()), rest) {
        (Some("btscript"), []) => script::run(&Source::named(target)?, console),
        (Some("btscript"), [word, ..]) => {
            Err(Failure::WrongUse(format!("a script takes no arguments, and `{word}` was given")))
        }
        (Some("bt"), _) => run_file(target, rest, console),
        _ => {
            let first = std::iter::once(&arguments.target);
            let words: Vec<String> = first.chain(rest).cloned().collect();
            run_in_package(&message(&words)?, console)
        }
    }
}

/// The statements of a file, or a message to one of its classes.
fn run_file(path: &Path, words: &[String], console: &mut Console) -> Result<Exit, Failure> {
    let message = if words.is_empty() { None } else { Some(message(words)?) };
    let Some((mut program, ground)) = ground::here(console)? else { return Ok(Exit::Problems) };
    program.read(&Source::named(path)?)?;
    program.check();
    program.tell_findings(console)?;
    if program.has_errors() {
        return Ok(Exit::Problems);
    }
    if message.is_none() && !program.has_statements() {
        return Err(Failure::WrongUse(format!(
            "`{}` has no statements outside its classes\n  \
             hint: name a class and a message: beamtalk run {0} Main run",
            path.display()
        )));
    }
    let modules = program.files.last().map(|file| program.statements(file, MODULE).0);
    let mut running = launch::launch(&program, modules.as_slice(), &ground)?;
    let ended = match message {
        Some(Message { class, selector, arguments }) => running.send(class, selector, arguments)?,
        None => {
            let parts = [Part { function: "1", may_fail: false }];
            running.evaluate(MODULE, &parts, |_, _| Ok(()))?
        }
    };
    Ok(launch::land(running, ended, console)?.err().unwrap_or(Exit::Clean))
}

fn run_in_package(message: &Message<'_>, console: &mut Console) -> Result<Exit, Failure> {
    let Message { class, selector, arguments } = message;
    let Some((program, ground)) = ground::package(console)? else { return Ok(Exit::Problems) };
    let mut running = launch::launch(&program, &[], &ground)?;
    let ended = running.send(class, selector, arguments)?;
    Ok(launch::land(running, ended, console)?.err().unwrap_or(Exit::Clean))
}

fn message(words: &[String]) -> Result<Message<'_>, Failure> {
    let [class, selector, arguments @ ..] = words else {
        return Err(Failure::WrongUse(
            "name a class and a message\n  hint: beamtalk run Main run".to_owned(),
        ));
    };
    match selector.matches(':').count() {
        0 if !arguments.is_empty() => Err(Failure::WrongUse(format!(
            "`{selector}` takes no arguments, and {} given\n  \
             hint: a message with one keyword takes them as a list: \
             beamtalk run {class} {selector}: {}",
            if arguments.len() == 1 {
                "one was".to_owned()
            } else {
                format!("{} were", arguments.len())
            },
            arguments.join(" ")
        ))),
        0 => Ok(Message { class, selector, arguments }),
        1 if selector.ends_with(':') => Ok(Message { class, selector, arguments }),
        _ => Err(Failure::WrongUse(format!(
            "`{selector}` has several keywords; a program is started with one at most\n  \
             hint: beamtalk run {class} main: one two"
        ))),
    }
}
