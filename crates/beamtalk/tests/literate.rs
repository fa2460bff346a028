//! The literate cases: every `tests/**/*.md` at the top of the repository.
//!
//! In goes Markdown, out comes one report of everything that does not hold. A
//! heading is a case, a fenced block is named by its stage, and each row of a
//! table with a `source` column is a case too. `UPDATE_EXPECT=1` writes what was
//! got back into the files. Knows no language rule: those are in the cases.

#[path = "literate/completions.rs"]
mod completions;
#[path = "literate/document.rs"]
mod document;
#[path = "literate/erasure.rs"]
#[allow(dead_code, reason = "another test counts")]
mod erasure;
#[path = "literate/laws.rs"]
mod laws;
#[path = "literate/output.rs"]
mod output;
#[path = "literate/problems.rs"]
mod problems;
#[path = "literate/stages.rs"]
mod stages;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, panic};

use document::{Case, Document, Place};

#[test]
fn literate_cases_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let blessing = env::var_os("UPDATE_EXPECT").is_some();
    let mut count = 0;
    let mut failures = Vec::new();
    let mut documents: Vec<(PathBuf, Document)> = markdown_files(&root.join("tests"))
        .into_iter()
        .map(|path| (path.clone(), Document::read(&fs::read_to_string(&path).unwrap())))
        .collect();
    let cases = documents.iter().flat_map(|(_, document)| &document.cases);
    let to_run: Vec<&Case> = cases.filter(|case| stages::needs_output(case)).collect();
    let sources: Vec<&str> = to_run.iter().map(|case| case.source.as_str()).collect();
    let mut outputs = output::outputs(&sources).into_iter();
    for (path, document) in &mut documents {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        failures.extend(
            document.faults.iter().map(|(line, fault)| format!("{name}:{line}: {fault}\n")),
        );
        let mut blessed = Vec::new();
        for case in &document.cases {
            count += 1;
            let output = stages::needs_output(case).then(|| outputs.next().unwrap_or_default());
            for mismatch in check(case, output.as_deref()) {
                match mismatch.place {
                    Some(place) if blessing => blessed.push((place, mismatch.got)),
                    _ => failures.push(report(&name, case, &mismatch)),
                }
            }
        }
        if !blessed.is_empty() {
            fs::write(&path, document.with_blessed(blessed)).unwrap();
        }
    }
    // Straight to the stream: the test harness would swallow a `println!`.
    writeln!(std::io::stderr(), "{count} cases").unwrap();
    assert!(count > 0, "no literate cases were found");
    let total = failures.len();
    assert!(total == 0, "{}\n{total} failures in {count} cases", failures.join("\n"));
}

/// One thing that does not hold; a law has no place to write the truth to.
pub(crate) struct Mismatch {
    pub(crate) what: &'static str,
    pub(crate) expected: String,
    pub(crate) got: String,
    pub(crate) place: Option<Place>,
}

/// A panic is a failure of its case, not of the run.
fn check(case: &Case, output: Option<&str>) -> Vec<Mismatch> {
    panic::catch_unwind(|| stages::check(case, output)).unwrap_or_else(|fault| {
        let words = fault.downcast_ref::<String>().cloned();
        let words = words.or_else(|| fault.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        vec![Mismatch {
            what: "panic",
            expected: "no panic".to_owned(),
            got: words.unwrap_or_default(),
            place: None,
        }]
    })
}

fn report(file: &str, case: &Case, mismatch: &Mismatch) -> String {
    let Mismatch { what, expected, got, .. } = mismatch;
    format!(
        "{file}:{}: {} ({what})\n--- source\n{}\n--- expected\n{}\n--- got\n{}\n",
        case.line,
        case.heading,
        case.source.trim_end_matches('\n'),
        expected.trim_end_matches('\n'),
        got.trim_end_matches('\n'),
    )
}

fn markdown_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "md" => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}
