//! `beamtalk build-stdlib`: the class library as BEAM code, beside the runtime.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use etf::Term;
use hierarchy::{ClassHierarchy, STDLIB_SOURCES};
use ide::complete::selector_uses;
use syntax::Tree;

use crate::build::{CoreCompiler as _, Job};
use crate::commands::counted;
use crate::compile::Resident;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::home::Home;
use crate::natives;
use crate::soundness;

/// `checked` is for tests of the type checker: see `soundness.rs`.
pub(crate) fn run(checked: bool, console: &mut Console) -> Result<Exit, Failure> {
    let home = Home::find()?;
    let (folder, data) = (home.library(), home.library_data());
    let parse = |(_, text): &(&str, &str)| syntax::parse(text).tree;
    let trees: Vec<Tree> = STDLIB_SOURCES.iter().map(parse).collect();
    let mut builtins = ClassHierarchy::with_builtins();
    let all: Vec<&Tree> = trees.iter().collect();
    let mut say = |words: &str| console.say(words);
    let natives = natives::known(|| Ok(home.clone()), &mut say)?;
    let inferences = types::infer_program(&all, &builtins, natives.as_ref());
    types::record_results(&mut builtins, &inferences);
    let mut jobs = STDLIB_SOURCES.iter().zip(&trees).flat_map(|((path, _), tree)| {
        let classes = tree.nodes.classes.iter();
        let checks = checked.then(|| soundness::checks(tree, path, &builtins, natives.as_ref()));
        let classes = classes.map(|(_, class)| match &checks {
            None => lower::class(tree, class, &builtins, path),
            Some(checks) => {
                lower::class_with_checks(tree, class, &builtins, path, Arc::clone(checks))
            }
        });
        let stem = path.trim_end_matches(".bt");
        let outside = format!("bt@stdlib@file@{stem}");
        let outside = lower::outside(tree, &builtins, &outside, Some("stdlib"), path);
        let jobs = classes.chain(outside).map(|module| Job {
            core: lower::core_erlang::encode(&module),
            module: module.name.to_string(),
        });
        jobs.collect::<Vec<_>>()
    });
    let mut count = 0;
    Resident::at(home).compile(&mut jobs, &mut |compiled| {
        let beam = compiled.outcome.map_err(|text| {
            Failure::Bug(format!("OTP refused the code of {}: {text}", compiled.module))
        })?;
        let path = folder.join(format!("{}.beam", compiled.module));
        count += 1;
        fs::write(&path, beam)
            .map_err(|error| Failure::environment(format!("write `{}`", path.display()), error))
    })?;
    write_uses(&data)?;
    console.say(&format!("the class library is compiled: {}", counted(count, "module")))?;
    Ok(Exit::Clean)
}

/// How often the library sends each message, for the prompt's order of completions: the
/// editor's has the same numbers.
fn write_uses(folder: &Path) -> Result<(), Failure> {
    let pairs = selector_uses()
        .into_iter()
        .map(|(selector, times)| (Term::binary(selector), Term::Integer(times.into())));
    let table = etf::encode(&Term::from(etf::Map::new(pairs.collect::<Vec<_>>())));
    let path = folder.join("selector_use.etf");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, table));
    written.map_err(|error| Failure::environment(format!("write `{}`", path.display()), error))
}
