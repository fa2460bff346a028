//! Tab: candidates at the socket with a thousand classes of the user's own loaded, on the
//! path that only reads tables and on the one that asks the compiler; beside what IEx
//! takes for its own, where Elixir is installed.

use std::process::Command;
use std::time::Duration;

use serde_json::json;

use super::candidates;
use crate::report::{Row, Target};
use crate::workspace::{Client, Workspace, percentile};

const GROUP: &str = "completion";
const CLASSES: usize = 1000;
const REQUESTS: usize = 2000;

/// In milliseconds.
const FAST_MEDIAN: f64 = 0.3;
const ASKED_MEDIAN: f64 = 2.0;
const WORST: f64 = 20.0;

/// One token, and chains of unary messages.
const FAST: [&str; 5] =
    ["\"hello\" si", "\"hello\" size ", "thing ", "thing twin size ", "BenchThing7 "];

/// What the compiler is asked about.
const ASKED: [&str; 6] = [
    "#(1, 2, 3) collect: [:each | each * 2] si",
    "#(1, 2, 3) collect: [:each | each ",
    "(thing twin) ",
    "3 + 4 ma",
    "thing twin; si",
    "total := (\"a\" ++ \"b\") size ",
];

pub(crate) fn run() -> Vec<Row> {
    let workspace = Workspace::running("completion");
    let mut client = workspace.connect();
    for first in (0..CLASSES).step_by(50) {
        let classes: String = (first..first + 50).map(class).collect();
        client.eval(&classes);
    }
    client.eval("thing := BenchThing7 new");
    let (fast, asked) = (times(&mut client, &FAST), times(&mut client, &ASKED));
    let figures = [
        ("tables only, median", percentile(&fast, 50), FAST_MEDIAN),
        ("tables only, 99 in 100", percentile(&fast, 99), WORST),
        ("compiler asked, median", percentile(&asked, 50), ASKED_MEDIAN),
        ("compiler asked, 99 in 100", percentile(&asked, 99), WORST),
    ];
    let row = |(name, time, limit): (&str, Duration, f64)| {
        let row = Row::plain(GROUP, name, milliseconds(time), "ms");
        Row { target: Some(Target::AtMost(limit)), ..row }
    };
    let mut rows: Vec<Row> = figures.into_iter().map(row).collect();
    rows.extend(elixir().map(|theirs| {
        let ours = milliseconds(percentile(&fast, 50));
        let row = Row::plain(GROUP, "tables only, beside IEx.Autocomplete", ours, "ms");
        row.against(milliseconds(theirs), Some(Target::AtMost(1.0)))
    }));
    rows.extend(candidates::run());
    rows
}

/// The median of what IEx takes, in the same run.
fn elixir() -> Option<Duration> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/completion_baseline.exs");
    let output = Command::new("elixir").arg(script).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout);
    said.trim().parse().ok().map(Duration::from_nanos)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn class(number: usize) -> String {
    let methods: String =
        (0..5).map(|n| format!("  part{n}: x :: Integer -> Integer => x + {n}\n")).collect();
    format!(
        "Value subclass: BenchThing{number}\n  field: size :: Integer = {number}\n  \
         twin -> BenchThing{number} => self\n{methods}\n"
    )
}

fn times(client: &mut Client, texts: &[&str]) -> Vec<Duration> {
    let mut times = Vec::new();
    for text in texts {
        let request = json!({
            "op": "complete", "id": "1", "code": text, "cursor": text.len(), "detail": true,
        });
        let answer = client.ask(&request);
        let offered = answer["completions"].as_array().is_some_and(|it| !it.is_empty());
        assert!(offered, "{text}: {answer}");
        times.extend(client.times(&request, REQUESTS / texts.len()));
    }
    times.sort();
    times
}
