//! `beamtalk show`: a text as one stage of the compiler sees it.

use syntax::Problem;

use crate::cli::{Show, Stage};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::fence::fenced;
use crate::layout;
use crate::render::{human, json};
use crate::report::{self, Finding};
use crate::sources::Source;

pub(crate) fn run(arguments: &Show, console: &mut Console) -> Result<Exit, Failure> {
    let source = Source::named(&arguments.file)?;
    let text = match source.read() {
        Ok(text) => text,
        Err(unread) => {
            let finding = report::unreadable(unread)?;
            console
                .say(human::finding(&source.name, "", &finding, console.err_colour).trim_end())?;
            return Ok(Exit::Problems);
        }
    };
    let shown = fenced(|| show(arguments, &source, &text))
        .unwrap_or_else(|panic| Ok((String::new(), vec![report::internal_error(panic)])));
    let (shown, errors) = shown?;
    console.result(&shown)?;
    for finding in &errors {
        console.say(human::finding(&source.name, &text, finding, console.err_colour).trim_end())?;
    }
    Ok(if errors.is_empty() { Exit::Clean } else { Exit::Problems })
}

/// What to print, and what is wrong with the text as far as this stage sees it.
fn show(arguments: &Show, source: &Source, text: &str) -> Result<(String, Vec<Finding>), Failure> {
    match (arguments.stage, arguments.json) {
        (Stage::Tokens, false) => Ok((syntax::token_listing(text, &syntax::lex(text)), Vec::new())),
        (Stage::Tokens, true) => Ok((json::tokens(text, &syntax::lex(text)), Vec::new())),
        (Stage::Tree, false) => {
            let (notation, problems) = tree(source, text);
            Ok((notation, report::findings(text, &layout::errors(problems))))
        }
        (Stage::Tree, true) => Err(Failure::WrongUse(
            "`--json` is for `show tokens`; a tree is shown as text".to_owned(),
        )),
    }
}

/// The tree of a module on one line, of a script on one line for each case.
fn tree(source: &Source, text: &str) -> (String, Vec<Problem>) {
    if !source.is_script() {
        let parse = syntax::parse(text);
        return (format!("{}\n", syntax::notation(&parse.tree)), parse.problems);
    }
    let script = syntax::parse_script(text);
    let cases = script.cases.iter().map(|case| syntax::parse(case.expression.of(text)).tree);
    (cases.map(|tree| format!("{}\n", syntax::notation(&tree))).collect(), script.problems)
}
