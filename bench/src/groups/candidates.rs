//! How good completion is on our own library, tests and examples, as `beamtalk
//! completion-eval` measures it: by both engines, and by the editor's on the same code
//! without its annotations.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::report::{Row, Target};

const GROUP: &str = "completion";

/// A figure of a report: its name, how it is read, its unit and what it must reach.
type Figure = (&'static str, fn(&Value) -> Option<f64>, &'static str, Target);

const FIGURES: [Figure; 6] = [
    ("receivers typed", |it| share(&it["all"], "typed"), "%", Target::AtLeast(95.0)),
    ("recall of typed", |it| share(&it["all"], "recall_of_typed"), "%", Target::AtLeast(97.0)),
    ("first ten, two letters", |it| letters(it, 2, "first_ten"), "%", Target::AtLeast(95.0)),
    ("first ten, no letter", |it| letters(it, 0, "first_ten"), "%", Target::AtLeast(65.0)),
    (
        "mean reciprocal rank, two letters",
        |it| letters(it, 2, "mean_reciprocal_rank"),
        "",
        Target::AtLeast(0.8),
    ),
    ("empty without a reason", |it| it["silent"].as_f64(), "", Target::AtMost(0.0)),
];

/// What a newcomer's code must reach.
const STRIPPED: Figure =
    ("receivers typed", |it| share(&it["all"], "typed"), "%", Target::AtLeast(80.0));

pub(crate) fn run() -> Vec<Row> {
    let mut rows = Vec::new();
    for report in reports(&[]) {
        let engine = report["engine"].as_str().expect("the name of an engine").to_owned();
        rows.extend(FIGURES.map(|figure| row(&engine, figure, &report)));
    }
    for report in reports(&["--engine", "editor", "--strip-annotations"]) {
        rows.push(row("without annotations", STRIPPED, &report));
    }
    rows
}

fn row(whose: &str, (name, read, unit, target): Figure, report: &Value) -> Row {
    let value = read(report).unwrap_or_else(|| panic!("no {name} in {report}"));
    Row { target: Some(target), ..Row::plain(GROUP, format!("{whose}: {name}"), value, unit) }
}

fn share(of: &Value, name: &str) -> Option<f64> {
    of[name].as_f64()
}

fn letters(report: &Value, count: usize, name: &str) -> Option<f64> {
    report["all"]["letters"][count][name].as_f64()
}

/// One for each engine.
fn reports(options: &[&str]) -> Vec<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new(root.join("bin/beamtalk"))
        .args(["completion-eval", "--json"])
        .args(options)
        .args(["stdlib", "tests", "examples"])
        .current_dir(&root)
        .env_remove("BEAMTALK_HOME")
        .output()
        .expect("the command; has `make build` been run?");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).expect("text");
    said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}
