//! `beamtalk type-coverage`: of how much of the code the types are known, and why they are
//! not of the rest.

mod count;
mod files;
mod shown;

use std::path::Path;

use syntax::Severity;

use crate::cli::TypeCoverage;
use crate::commands::counted;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::natives::Asked;
use crate::render::human;
use crate::report::Finding;
use crate::sources;
use count::Coverage;
use files::Files;

/// So many files that cannot be counted are called by their names.
const NAMED: usize = 5;

pub(crate) fn run(arguments: &TypeCoverage, console: &mut Console) -> Result<Exit, Failure> {
    let mut natives = Asked::aloud(console);
    let Files { typed, mut broken, manifests } = Files::at(&arguments.paths, &mut natives)?;
    let mut coverage = Coverage::default();
    typed.iter().for_each(|(file, typed)| coverage.add(file, typed));
    drop(natives);
    let is_error = |finding: &Finding| finding.severity == Severity::Error;
    for report in manifests.iter().filter(|it| it.findings.iter().any(is_error)) {
        let file = sources::near(Path::new(&report.file));
        for finding in &report.findings {
            let shown = human::finding(&file, &report.text, finding, console.err_colour);
            console.say(shown.trim_end())?;
        }
        broken.push(file);
    }
    if let Some(class) = &arguments.class
        && !coverage.keep(class)
    {
        return Err(Failure::WrongUse(format!("there is no class `{class}` in what was named")));
    }
    let shown = match arguments.format.is_json() {
        true => shown::json(&coverage, arguments),
        false => shown::text(&coverage, arguments),
    };
    console.result(&shown)?;
    if !broken.is_empty() {
        let files = counted(broken.len(), "file");
        let mut named: Vec<&str> = broken.iter().map(String::as_str).take(NAMED).collect();
        named.extend((broken.len() > NAMED).then_some("…"));
        let named = named.join(", ");
        console.say(&format!(
            "not counted, because of errors: {files} ({named})\n  hint: beamtalk check"
        ))?;
        return Ok(Exit::Problems);
    }
    match arguments.at_least {
        Some(share) if !coverage.total().reaches(share) => {
            let percent = coverage.total().percent();
            console
                .say(&format!("{percent:.1} % of all types are known, and {share} % should be"))?;
            Ok(Exit::Problems)
        }
        _ => Ok(Exit::Clean),
    }
}
