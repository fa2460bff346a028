//! Benchmarks: runs groups of measurements, prints a table, keeps the results.
//!
//! Every target is a row with a verdict. Missing one only fails the run with
//! `--strict`, because figures move with the machine.

mod allocation;
mod beam;
mod corpus;
mod groups;
mod measure;
mod random;
mod report;
mod ruby_corpus;
mod words;
mod workspace;

use std::io::Write as _;
use std::process::ExitCode;

use groups::Group;

const USAGE: &str = "\
Usage: bench [--strict] [GROUP…]     measure these groups, or all of them
       bench corpus LINES [SEED]     print a generated Beamtalk program

--strict    end with 1 when a target is missed

Groups:
";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["corpus", lines] => print_corpus(lines, "1"),
        ["corpus", lines, seed] => print_corpus(lines, seed),
        _ => measure_groups(&arguments),
    }
}

fn print_corpus(lines: &str, seed: &str) -> ExitCode {
    let (Ok(lines), Ok(seed)) = (lines.parse(), seed.parse()) else {
        return wrong_use("LINES and SEED are whole numbers");
    };
    let text = corpus::generate(lines, seed);
    // A reader that has seen enough, such as `head`, is no failure.
    let _ = std::io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

fn measure_groups(arguments: &[&str]) -> ExitCode {
    let (options, names): (Vec<&str>, Vec<&str>) =
        arguments.iter().partition(|argument| argument.starts_with('-'));
    if let Some(option) = options.iter().find(|option| **option != "--strict") {
        return wrong_use(&format!("there is no option {option}"));
    }
    if let Some(name) =
        names.iter().find(|name| groups::ALL.iter().all(|group| group.name != **name))
    {
        return wrong_use(&format!("there is no group {name}"));
    }
    let is_wanted = |group: &&Group| names.is_empty() || names.contains(&group.name);
    let rows: Vec<_> =
        groups::ALL.iter().filter(is_wanted).flat_map(|group| (group.run)()).collect();
    print!("{}", report::table(&rows));

    let path = report::results_path();
    if let Err(error) = report::write_results(&rows, &path) {
        eprintln!("bench: cannot write {}: {error}", path.display());
        return ExitCode::FAILURE;
    }
    let missed = rows.iter().filter(|row| row.is_missed()).count();
    println!("\n{missed} targets missed; figures are in {}", path.display());
    match missed > 0 && options.contains(&"--strict") {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

fn wrong_use(reason: &str) -> ExitCode {
    let groups = groups::ALL.iter().map(|group| format!("  {:<10}{}\n", group.name, group.about));
    eprint!("bench: {reason}\n\n{USAGE}{}", groups.collect::<String>());
    ExitCode::from(2)
}
