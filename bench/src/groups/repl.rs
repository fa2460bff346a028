//! The prompt: how soon it is there, beside Erlang's own, and what a line costs at the
//! socket, beside what a prompt pays that compiles and loads a module for every line.

use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::report::{Row, Target};
use crate::workspace::{Client, Workspace, percentile};

const GROUP: &str = "repl";
const STARTS: usize = 7;
const LINES: usize = 2000;

/// Straight sends: the name of the figure, and the line.
const STRAIGHT: [(&str, &str); 3] =
    [("3 + 4", "3 + 4"), ("counter increment", "counter increment"), ("list size", "list size")];

/// A line that was never typed before: one that was is not compiled again.
fn with_block(number: usize) -> String {
    format!("#(1, 2, 3) inject: 0 into: [:sum :each | sum + (each * {number})]")
}

/// In milliseconds, at the socket.
const STRAIGHT_LIMIT: f64 = 0.6;
const BLOCK_LIMIT: f64 = 4.0;
const CLASS_LIMIT: f64 = 40.0;
const PROMPT_LIMIT: f64 = 100.0;

/// Of what a prompt pays that compiles every line.
const SHARE_OF_COMPILING: f64 = 0.4;
const TIMES_ERLANG: f64 = 2.5;

pub(crate) fn run() -> Vec<Row> {
    let mut rows = starts();
    let workspace = Workspace::running("repl");
    let mut client = workspace.connect();
    client.eval(COUNTER);
    client.eval("counter := BenchCounter spawn");
    client.eval("list := #(1, 2, 3)");
    let compiling = compiling();
    for (name, line) in STRAIGHT {
        let time = middle(&mut client, line, LINES);
        rows.push(limited(format!("`{name}`, median"), time, STRAIGHT_LIMIT));
        let row = Row::plain(GROUP, format!("`{name}` beside compiling"), milliseconds(time), "ms");
        let share = Some(Target::AtMost(SHARE_OF_COMPILING));
        rows.push(row.against(milliseconds(compiling), share));
    }
    let new = (0..LINES / 10).flat_map(|number| times(&mut client, &with_block(number), 1));
    let time = median(new.collect());
    rows.push(limited("new expression with a block, median", time, BLOCK_LIMIT));
    let time = middle(&mut client, &with_block(0), LINES / 10);
    rows.push(limited("the same expression again, median", time, BLOCK_LIMIT));
    let time = middle(&mut client, &ten_methods(), LINES / 40);
    rows.push(limited("class of ten methods, median", time, CLASS_LIMIT));
    rows
}

const COUNTER: &str = "\
Actor subclass: BenchCounter
  state: count = 0
  increment => self.count := self.count + 1
";

fn ten_methods() -> String {
    let method = |n: usize| format!("  m{n}: x => (x + {n}) * self.seed\n");
    let methods: String = (0..10).map(method).collect();
    format!("Value subclass: BenchTen\n  field: seed = 1\n{methods}")
}

/// From the start of the command to what the first line answers, which is later than the
/// prompt; Erlang's up to its prompt.
fn starts() -> Vec<Row> {
    let cold = |turn: usize| {
        let workspace = Workspace::cold(&format!("cold-{turn}"));
        timed(workspace.command(&["repl", "-e", "3 + 4"]), "7")
    };
    let turns: Vec<(Duration, Duration)> =
        (0..STARTS).map(|turn| (cold(turn), timed(Command::new("erl"), "1> "))).collect();
    let (ours, erlang): (Vec<_>, Vec<_>) = turns.into_iter().unzip();
    let (ours, erlang) = (median(ours), median(erlang));
    let row = Row::plain(GROUP, "a prompt, nothing runs yet", milliseconds(ours), "ms");
    let first = row.against(milliseconds(erlang), Some(Target::AtMost(TIMES_ERLANG)));
    let workspace = Workspace::running("warm");
    let warm = || timed(workspace.command(&["repl", "-e", "3 + 4"]), "7");
    let warm = median((0..STARTS).map(|_| warm()).collect());
    vec![first, limited("a prompt, the workspace runs", warm, PROMPT_LIMIT)]
}

/// Until this text has been printed.
fn timed(mut command: Command, text: &str) -> Duration {
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a command");
    let mut out = child.stdout.take().expect("a pipe");
    let mut said = String::new();
    let mut buffer = [0; 4096];
    while !said.contains(text) {
        let length = out.read(&mut buffer).expect("a pipe");
        assert!(length > 0, "{command:?} ended with: {said}");
        said.push_str(&String::from_utf8_lossy(&buffer[..length]));
    }
    let took = start.elapsed();
    drop(child.stdin.take());
    let _ = child.kill();
    let _ = child.wait();
    took
}

/// Compiling and loading a tiny module in this run, as `programs/repl_baseline.erl` does.
fn compiling() -> Duration {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/repl_baseline.erl");
    let program = format!(
        "{{ok, M, B}} = compile:file(\"{source}\", [binary, report]), \
         {{module, M}} = code:load_binary(M, \"\", B), M:main(), halt()."
    );
    let output = Command::new("erl").args(["-noshell", "-eval", &program]).output();
    let output = output.expect("`erl` must be in PATH");
    let said = String::from_utf8_lossy(&output.stdout);
    let nanoseconds = said.trim().parse().expect("a number of nanoseconds");
    Duration::from_nanos(nanoseconds)
}

fn middle(client: &mut Client, code: &str, count: usize) -> Duration {
    client.eval(code);
    percentile(&times(client, code, count), 50)
}

fn times(client: &mut Client, code: &str, count: usize) -> Vec<Duration> {
    client.times(&json!({"op": "eval", "id": "1", "code": code}), count)
}

fn limited(name: impl Into<String>, time: Duration, limit: f64) -> Row {
    let row = Row::plain(GROUP, name, milliseconds(time), "ms");
    Row { target: Some(Target::AtMost(limit)), ..row }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
