//! `beamtalk run`: a message to a class of the package, a file, a script, or the
//! application that the package is.

use std::path::Path;

use hierarchy::{ClassName, Side};

use crate::cli::Run;
use crate::commands::{application, ground, script};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::guess;
use crate::launch;
use crate::natives::Asked;
use crate::program::Program;
use crate::running::{Ended, Part, Running};
use crate::sources::Source;

const MODULE: &str = "bt@program";
const START: &str = "beamtalk run";

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
    if arguments.target == "." {
        return match rest {
            [] => application::run(console),
            [word, ..] => Err(Failure::WrongUse(format!(
                "an application takes no arguments, and `{word}` was given\n  \
                 hint: send a message to a class instead: beamtalk run Main run"
            ))),
        };
    }
    match (target.extension().and_then(|it| it.to_str()), rest) {
        (Some("btscript"), []) => script::run(&Source::named(target)?, console),
        (Some("btscript"), [word, ..]) => {
            Err(Failure::WrongUse(format!("a script takes no arguments, and `{word}` was given")))
        }
        (Some("bt"), _) => run_file(target, rest, console),
        _ => {
            let first = std::iter::once(&arguments.target);
            let words: Vec<String> = first.chain(rest).cloned().collect();
            run_in_package(&message(START, &words)?, console)
        }
    }
}

/// The statements of a file, or a message to one of its classes.
fn run_file(path: &Path, words: &[String], console: &mut Console) -> Result<Exit, Failure> {
    let message = if words.is_empty() {
        None
    } else {
        Some(message(&format!("{START} {}", path.display()), words)?)
    };
    let Some((mut program, ground)) = ground::here(console)? else { return Ok(Exit::Problems) };
    program.read(&Source::named(path)?)?;
    program.check(&mut Asked::kept())?;
    program.tell_findings(console)?;
    if program.has_errors() {
        return Ok(Exit::Problems);
    }
    if message.is_none() && !program.has_statements() {
        return Err(no_statements(path, &program));
    }
    let modules = program.files.last().map(|file| program.statements(file, MODULE).0);
    let mut running = launch::launch(&program, modules.as_slice(), &ground)?;
    let ended = match message {
        Some(message) => send(&message, &program, &mut running)?,
        None => {
            let parts = [Part { function: "1", may_fail: false }];
            running.evaluate(MODULE, &parts, |_, _| Ok(()))?
        }
    };
    Ok(launch::land(running, ended, &program, console)?.err().unwrap_or(Exit::Clean))
}

fn run_in_package(message: &Message<'_>, console: &mut Console) -> Result<Exit, Failure> {
    let Message { class, selector, .. } = message;
    let own = format!("{class}.bt");
    let file = if Path::new(&own).is_file() { &own } else { "FILE.bt" };
    let otherwise = format!("name the file with the class: {START} {file} {class} {selector}");
    let Some((program, ground)) = ground::package(&otherwise, console)? else {
        return Ok(Exit::Problems);
    };
    let mut running = launch::launch(&program, &[], &ground)?;
    let ended = send(message, &program, &mut running)?;
    Ok(launch::land(running, ended, &program, console)?.err().unwrap_or(Exit::Clean))
}

/// Where the class does not know the message itself, what is nearest to it is proposed.
fn send(message: &Message<'_>, program: &Program, running: &mut Running) -> Result<Ended, Failure> {
    let Message { class, selector, arguments } = *message;
    let mut ended = running.send(class, selector, arguments)?;
    if let Ended::Raised(raised) = &mut ended {
        let is_unknown = raised.kind == "does_not_understand"
            && raised.trace.is_empty()
            && raised.class.as_deref() == Some(class)
            && raised.selector.as_deref() == Some(selector);
        let meant = guess::message(class, selector, program.hierarchy());
        if let (true, Some(meant)) = (is_unknown, meant) {
            raised.hint = Some(format!("did you mean `{meant}`?"));
        }
    }
    Ok(ended)
}

/// Proposes a message to the first class of the file.
fn no_statements(path: &Path, program: &Program) -> Failure {
    let trees = program.files.last().into_iter().flat_map(|file| file.reading.trees());
    let mut classes = trees.flat_map(|(tree, _)| {
        let names = tree.nodes.classes.iter().filter_map(|(_, class)| class.name);
        names.map(|name| tree.name(name))
    });
    let class = classes.next().unwrap_or("Main");
    let info = program.hierarchy().class(&ClassName::from(class));
    let methods = info.into_iter().flat_map(|it| it.methods_on(Side::Class));
    let mut unary = methods.map(|it| &*it.selector).filter(|it| !it.ends_with(':'));
    let selector = unary.next().unwrap_or("run");
    Failure::WrongUse(format!(
        "`{}` has no statements outside its classes\n  \
         hint: name a class and a message: beamtalk run {0} {class} {selector}",
        path.display()
    ))
}

/// `start` is what stands before the class.
fn message<'w>(start: &str, words: &'w [String]) -> Result<Message<'w>, Failure> {
    let (class, selector, arguments) = match words {
        [class, selector, arguments @ ..] => (class, selector, arguments),
        [class] if class.starts_with(char::is_uppercase) => {
            return Err(Failure::WrongUse(format!(
                "name a message for the class `{class}`\n  hint: {start} {class} run"
            )));
        }
        _ => {
            return Err(Failure::WrongUse(format!(
                "name a class and a message\n  hint: {start} Main run"
            )));
        }
    };
    match selector.matches(':').count() {
        0 if !arguments.is_empty() => Err(Failure::WrongUse(format!(
            "`{selector}` takes no arguments, and {} given\n  \
             hint: a message with one keyword takes them as a list: \
             {start} {class} {selector}: {}",
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
             hint: {start} {class} main: one two"
        ))),
    }
}
