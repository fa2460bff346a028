//! What it costs that the compiler sees what is alive: requests to a port that was told
//! of the classes, beside requests that bring all classes along; the way to the port,
//! beside an empty one; and how soon all is known again when something was killed. The
//! classes have twenty methods. The programs are in `bench/programs`, the port is the
//! command that `make build` leaves in `bin`.

use crate::beam;
use crate::report::{Row, Target};

const GROUP: &str = "streaming";

/// What is judged.
#[derive(Clone, Copy)]
enum Bound {
    None,
    /// The ratio to what stands beside it.
    Ratio(f64),
    /// The figure alone.
    Value(f64),
}

const MICRO: (&str, f64) = ("µs", 1e3);
const MILLI: (&str, f64) = ("ms", 1e6);
const BYTES: (&str, f64) = ("bytes", 1.0);

/// More classes may make no difference.
const FLAT: Bound = Bound::Ratio(1.1);

/// Names in `streaming_driver.erl`, the unit of their figures, and what they may be.
const FIGURES: [(&str, (&str, f64), Bound); 15] = [
    ("round trip to the port", MICRO, Bound::Ratio(2.0)),
    ("round trip through the server", MICRO, Bound::None),
    ("time of a line, 10 classes", MICRO, Bound::None),
    ("time of a line, 100 classes", MICRO, Bound::None),
    ("time of a line, 1000 classes", MICRO, Bound::None),
    ("bytes of a line, 10 classes", BYTES, Bound::None),
    ("bytes of a line, 100 classes", BYTES, Bound::None),
    ("bytes of a line, 1000 classes", BYTES, Bound::None),
    ("time of a line, 1000 classes against 10", MICRO, FLAT),
    ("bytes of a line, 1000 classes against 10", BYTES, FLAT),
    ("time of a completion, 1000 classes against 10", MICRO, FLAT),
    ("bytes of a completion, 1000 classes against 10", BYTES, FLAT),
    ("registration to visibility", MICRO, Bound::Value(1000.0)),
    ("recovery of 1,000 classes, the port is killed", MILLI, Bound::Value(150.0)),
    ("recovery of 1,000 classes, the server is killed", MILLI, Bound::Value(150.0)),
];

pub(crate) fn run() -> Vec<Row> {
    beam::lines_of("streaming").iter().filter_map(|line| row(line)).collect()
}

/// `name TAB ours TAB theirs`
fn row(line: &str) -> Option<Row> {
    let mut parts = line.split('\t');
    let name = parts.next()?;
    let ours: f64 = parts.next()?.parse().ok()?;
    let theirs: f64 = parts.next()?.parse().ok()?;
    let (_, (unit, one), bound) = *FIGURES.iter().find(|(known, ..)| *known == name)?;
    let row = Row::plain(GROUP, name, ours / one, unit);
    Some(match bound {
        Bound::None => row.against(theirs / one, None),
        Bound::Ratio(bound) => row.against(theirs / one, Some(Target::AtMost(bound))),
        // What stands beside it in the driver's line would be judged in its place.
        Bound::Value(bound) => Row { target: Some(Target::AtMost(bound)), ..row },
    })
}
