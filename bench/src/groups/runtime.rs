//! How fast compiled classes run, each piece of work beside the same work written in
//! Erlang by hand, on one BEAM and in turn. The programs are in `bench/programs`.

use crate::beam;
use crate::report::{Row, Target};

const GROUP: &str = "runtime";

/// Names in `runtime_driver.erl`, and what their ratio may be.
const TARGETS: [(&str, f64); 9] = [
    ("fib: 27, class side", 2.5),
    ("fib: 27, instance", 2.5),
    ("to:do: with a captured counter", 1.3),
    ("whileTrue: with captured variables", 1.3),
    ("collect:, 1 M elements", 1.5),
    ("inject:into:, 1 M elements", 1.5),
    ("send, four classes in turn", 4.0),
    ("value object and two reads", 2.0),
    ("on:do: that does not raise", 1.5),
];

pub(crate) fn run() -> Vec<Row> {
    beam::lines_of("runtime").iter().filter_map(|line| row(line)).collect()
}

/// `name TAB ours TAB theirs`, in microseconds.
fn row(line: &str) -> Option<Row> {
    let mut parts = line.split('\t');
    let name = parts.next()?;
    let ours: f64 = parts.next()?.parse().ok()?;
    let theirs: f64 = parts.next()?.parse().ok()?;
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    let target = target.map(|(_, bound)| Target::AtMost(*bound));
    Some(Row::plain(GROUP, name, ours / 1e3, "ms").against(theirs / 1e3, target))
}
