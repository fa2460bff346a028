//! What an actor costs beside a `gen_server` written by hand for the same work, on one
//! BEAM and in turn. The programs are in `bench/programs`.

use crate::beam;
use crate::report::{Row, Target};

const GROUP: &str = "actors";

/// Names in `actors_driver.erl`, the unit of their figures and how many make one, and
/// what the ratio may be.
const FIGURES: [(&str, &str, f64, Option<f64>); 7] = [
    ("call", "ns", 10.0, Some(1.25)),
    ("cast", "ns", 10.0, Some(1.25)),
    ("spawn and stop", "µs", 1e3, None),
    ("spawn", "µs", 1e3, Some(1.5)),
    ("memory of an idle actor", "bytes", 1.0, Some(1.3)),
    ("100,000 actors answer", "ms", 1e3, None),
    ("call while the class is reloaded, worst", "µs", 1.0, None),
];

pub(crate) fn run() -> Vec<Row> {
    beam::lines_of("actors").iter().filter_map(|line| row(line)).collect()
}

/// `name TAB ours TAB theirs`
fn row(line: &str) -> Option<Row> {
    let mut parts = line.split('\t');
    let name = parts.next()?;
    let ours: f64 = parts.next()?.parse().ok()?;
    let theirs: f64 = parts.next()?.parse().ok()?;
    let (_, unit, one, bound) = *FIGURES.iter().find(|(known, ..)| *known == name)?;
    let row = Row::plain(GROUP, name, ours / one, unit);
    Some(row.against(theirs / one, bound.map(Target::AtMost)))
}
