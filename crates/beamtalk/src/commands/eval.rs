//! `beamtalk eval`: the value of an expression.

use crate::cli::Eval;
use crate::commands::ground;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::launch;
use crate::natives::Asked;
use crate::reading::Reading;
use crate::running::Part;

/// As messages and stack traces call the text.
const NAME: &str = "<expression>";
const MODULE: &str = "bt@expression";

pub(crate) fn run(arguments: &Eval, console: &mut Console) -> Result<Exit, Failure> {
    let text = arguments.expression.join(" ");
    if text.trim().is_empty() {
        return Err(Failure::WrongUse(
            "there is nothing to evaluate\n  hint: beamtalk eval '3 + 4'".to_owned(),
        ));
    }
    let Some((mut program, ground)) = ground::here(console)? else { return Ok(Exit::Problems) };
    program.add(NAME.to_owned(), 0, Reading::of_statements(text));
    program.check(&mut Asked::kept())?;
    program.tell_findings(console)?;
    if program.has_errors() {
        return Ok(Exit::Problems);
    }
    let modules = program.files.last().map(|file| program.statements(file, MODULE).0);
    let mut running = launch::launch(&program, modules.as_slice(), &ground)?;
    let parts = [Part { function: "1", may_fail: false }];
    let ended = running.evaluate(MODULE, &parts, |_, _| Ok(()))?;
    match launch::land(running, ended, &program, console)? {
        Ok(printed) => {
            console.result(&format!("{printed}\n"))?;
            Ok(Exit::Clean)
        }
        Err(exit) => Ok(exit),
    }
}
