//! `beamtalk show`: a text as one stage of the compiler sees it.

mod types;

use hierarchy::{ClassHierarchy, Origin};
use lower::{Evaluation, core_erlang};
use syntax::{Problem, Tree};

use crate::build::Typed;
use crate::cli::{Show, Stage};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::fence::fenced;
use crate::layout;
use crate::render::{human, json};
use crate::report::{self, Finding};
use crate::sources::Source;

/// What the module of code outside classes is called here; a build names it after its file.
const OUTSIDE: &str = "bt@outside";

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
    let typed = match arguments.stage {
        Stage::Types => Some(types::of(&source, &text, console)?),
        _ => None,
    };
    let shown = fenced(|| show(arguments, &source, &text, typed.as_ref()))
        .unwrap_or_else(|panic| Ok((String::new(), vec![report::internal_error(panic)])));
    let (shown, errors) = shown?;
    console.result(&shown)?;
    for finding in &errors {
        console.say(human::finding(&source.name, &text, finding, console.err_colour).trim_end())?;
    }
    Ok(if errors.is_empty() { Exit::Clean } else { Exit::Problems })
}

/// What to print, and what is wrong with the text as far as this stage sees it.
fn show(
    arguments: &Show,
    source: &Source,
    text: &str,
    typed: Option<&Typed>,
) -> Result<(String, Vec<Finding>), Failure> {
    match (arguments.stage, arguments.json) {
        (Stage::Tokens, false) => Ok((syntax::token_listing(text, &syntax::lex(text)), Vec::new())),
        (Stage::Tokens, true) => Ok((json::tokens(text, &syntax::lex(text)), Vec::new())),
        (Stage::Tree, false) => {
            let (notation, problems) = tree(source, text);
            Ok((notation, report::findings(text, &layout::errors(problems))))
        }
        (Stage::Core, false) => Ok(core(source, text)),
        (Stage::Types, as_json) => {
            let (_, problems) = whole(source, text);
            let shown = match as_json {
                true => typed.map(types::json),
                false => typed.map(types::listing),
            };
            let shown = shown.unwrap_or_default();
            Ok((shown, report::findings(text, &layout::errors(problems))))
        }
        (Stage::Tree | Stage::Core, true) => Err(Failure::WrongUse(
            "`--json` is for `show tokens` and `show types`; other stages are shown as text"
                .to_owned(),
        )),
    }
}

/// The modules that a text without errors becomes: those of its classes, and one for what
/// stands outside them. Line numbers are left out: they are in the way of reading.
fn core(source: &Source, text: &str) -> (String, Vec<Finding>) {
    if source.is_script() {
        return script_core(text);
    }
    let parse = syntax::parse(text);
    let errors = layout::errors(parse.problems);
    if !errors.is_empty() {
        return (String::new(), report::findings(text, &errors));
    }
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_classes(hierarchy::surface(&parse.tree), Origin::Module);
    let classes = parse.tree.nodes.classes.iter();
    let classes = classes.map(|(_, class)| lower::class(&parse.tree, class, &hierarchy, ""));
    let outside = lower::outside(&parse.tree, &hierarchy, OUTSIDE, None, "");
    let modules = classes.chain(outside).map(|module| core_erlang::print(&module));
    (modules.collect::<Vec<_>>().join("\n"), Vec::new())
}

/// A function for each expression of a script, named by its order.
fn script_core(text: &str) -> (String, Vec<Finding>) {
    let script = syntax::parse_script(text);
    let errors = layout::errors(script.problems);
    if !errors.is_empty() {
        return (String::new(), report::findings(text, &errors));
    }
    let trees: Vec<_> =
        script.cases.iter().map(|case| syntax::parse(case.expression.of(text)).tree).collect();
    let names: Vec<String> = (1..=trees.len()).map(|number| number.to_string()).collect();
    let evaluations: Vec<Evaluation<'_>> = trees
        .iter()
        .zip(&names)
        .map(|(tree, function)| Evaluation { function, tree, first_line: 0 })
        .collect();
    let hierarchy = ClassHierarchy::with_builtins();
    let module = lower::evaluations(OUTSIDE, "", &evaluations, &[], &hierarchy);
    (core_erlang::print(&module), Vec::new())
}

/// One tree for all of a text. A script is read as a module too: what its cases expect
/// stands in comments, and a case knows the variables of those before it.
fn whole(source: &Source, text: &str) -> (Tree, Vec<Problem>) {
    let parse = syntax::parse(text);
    match source.is_script() {
        true => (parse.tree, syntax::parse_script(text).problems),
        false => (parse.tree, parse.problems),
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
