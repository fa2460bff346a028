//! Running a script: its expressions one after another, held to what they should
//! answer where the script says it.

use std::collections::BTreeMap;

use syntax::tree::Item;
use syntax::{LineIndex, ProblemKind};

use crate::commands::ground;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::launch;
use crate::loading;
use crate::natives::Asked;
use crate::program::{File, Program};
use crate::reading::Case;
use crate::running::{Ended, Part};
use crate::sources::Source;
use crate::testing::expectation::{Evaluation, Expectation, Mismatch, Outcome};

const MODULE: &str = "bt@script";

pub(crate) fn run(source: &Source, console: &mut Console) -> Result<Exit, Failure> {
    let Some((mut program, ground)) = ground::here(console)? else { return Ok(Exit::Problems) };
    load(source, &mut program)?;
    program.check(&mut Asked::kept())?;
    program.tell_findings(console)?;
    if program.has_errors() {
        return Ok(Exit::Problems);
    }
    let Some(script) = program.files.last() else { return Ok(Exit::Clean) };
    refuse_prompt_lines(script)?;
    let refused = not_refused(script, &program);
    let (module, functions) = program.statements(script, MODULE);
    let mut running = launch::launch(&program, &[module], &ground)?;
    let cases = script.reading.cases();
    let parts = functions.iter().zip(cases);
    let parts: Vec<Part<'_>> = parts
        .map(|(function, case)| Part { function, may_fail: case.expected.is_some() })
        .collect();
    let mut got: BTreeMap<String, Outcome> = BTreeMap::new();
    let ended = running.evaluate(MODULE, &parts, |function, ended| {
        got.extend(outcome(&ended).map(|outcome| (function.to_owned(), outcome)));
        Ok(())
    })?;
    let landed = launch::land(running, ended, &program, console)?;
    let failures = functions
        .iter()
        .enumerate()
        .filter_map(|(index, function)| failure(script, index, got.remove(function)?));
    let failures: Vec<String> = refused.into_iter().chain(failures).collect();
    for failure in &failures {
        console.say(failure)?;
    }
    match landed {
        Err(exit) => Ok(exit),
        Ok(_) if failures.is_empty() => Ok(Exit::Clean),
        Ok(_) => Ok(Exit::Problems),
    }
}

/// A script and the files it asks for, which are beside it.
fn load(source: &Source, program: &mut Program) -> Result<(), Failure> {
    program.read(source)?;
    let Some(mut script) = program.files.pop() else { return Ok(()) };
    // In a program, not everything has to be expected.
    let is_missing = |problem: &ide::Problem| matches!(problem, ide::Problem::Text(text) if text.kind == ProblemKind::MissingExpectation);
    script.reading.problems.retain(|problem| !is_missing(problem));
    loading::load(&source.name, &script.reading.text, program)?;
    program.files.push(script);
    Ok(())
}

/// A program has no prompt that would obey commands and take classes.
fn refuse_prompt_lines(script: &File) -> Result<(), Failure> {
    let text = &script.reading.text;
    let commands = syntax::parse_script(text).commands;
    let command = commands.first().map(|it| (it.expression.start, it.expression.of(text)));
    let is_type = |item: &Item| matches!(item, Item::Class(_) | Item::Protocol(_));
    let defines = |case: &&Case| case.tree.items.iter().any(is_type);
    let definition = script.reading.cases().iter().find(defines);
    let definition = definition.map(|it| (it.start, &*it.tree.text));
    let Some((start, input)) = command.into_iter().chain(definition).min() else { return Ok(()) };
    let line = LineIndex::new(text).line(start) + 1;
    Err(Failure::WrongUse(format!(
        "`{}` at {}:{line} needs a prompt\n  hint: `beamtalk test {}` runs the script at one",
        input.lines().next().unwrap_or_default().trim(),
        script.name,
        script.name
    )))
}

fn outcome(ended: &Ended) -> Option<Outcome> {
    match ended {
        Ended::Value(printed) => Some(Outcome::Value(printed.clone())),
        Ended::Raised(raised) => {
            let (kind, message) = (raised.kind.clone(), raised.message.clone());
            Some(Outcome::Raised { kind, message })
        }
        Ended::MissingClass(_) | Ended::Killed(_) | Ended::Left => None,
    }
}

/// What is wrong with one case, if anything.
fn failure(script: &File, index: usize, outcome: Outcome) -> Option<String> {
    let case = script.reading.cases().get(index)?;
    let expected = Expectation::parse(case.expected.as_deref()?);
    let warnings = script.reading.warnings_of(case);
    let evaluation = Evaluation { outcome, warnings };
    let mismatch = expected.matches(&evaluation).err()?;
    let line = LineIndex::new(&script.reading.text).line(case.start) + 1;
    Some(fail(&script.name, line, case.tree.text.trim(), &mismatch))
}

/// The files that should not have been loadable, and are.
fn not_refused(script: &File, program: &Program) -> Vec<String> {
    let refusals = loading::refusals(&script.name, &script.reading.text, program);
    let failed = refusals.into_iter().filter_map(|it| {
        let mismatch = it.verdict.err()?;
        Some(fail(&script.name, it.line, &it.directive, &mismatch))
    });
    failed.collect()
}

fn fail(name: &str, line: u32, expression: &str, mismatch: &Mismatch) -> String {
    let Mismatch { expected, got } = mismatch;
    let expression = expression.replace('\n', "\n    ");
    format!("FAIL {name}:{line}\n    {expression}\n  expected: {expected}\n  got:      {got}")
}
