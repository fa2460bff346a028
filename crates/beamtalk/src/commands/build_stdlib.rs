//! `beamtalk build-stdlib`: the class library as BEAM code, beside the runtime.

use std::fs;

use hierarchy::{ClassHierarchy, STDLIB_SOURCES};

use crate::build::{CoreCompiler as _, Job};
use crate::commands::counted;
use crate::compile::Resident;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::home::Home;

pub(crate) fn run(console: &mut Console) -> Result<Exit, Failure> {
    let home = Home::find()?;
    let folder = home.library();
    let builtins = ClassHierarchy::with_builtins();
    let mut jobs = STDLIB_SOURCES.iter().flat_map(|(path, text)| {
        let tree = syntax::parse(text).tree;
        let classes = tree.nodes.classes.iter();
        let classes = classes.map(|(_, class)| lower::class(&tree, class, &builtins, path));
        let stem = path.trim_end_matches(".bt");
        let outside = format!("bt@stdlib@file@{stem}");
        let outside = lower::outside(&tree, &builtins, &outside, Some("stdlib"), path);
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
    console.say(&format!("the class library is compiled: {}", counted(count, "module")))?;
    Ok(Exit::Clean)
}
