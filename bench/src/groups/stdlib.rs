//! The collections of the class library beside Erlang's own modules doing the same work,
//! on 10, 1,000 and 100,000 elements, on one BEAM and in turn. The programs are in
//! `bench/programs`.

use crate::beam;
use crate::report::{Row, Target};

const GROUP: &str = "stdlib";

/// What any of the work may take, as a multiple of Erlang's.
const BOUND: f64 = 1.5;
/// How much faster than Erlang's our time may grow from 1,000 elements to 100,000.
const GROWTH: f64 = 1.3;

pub(crate) fn run() -> Vec<Row> {
    let lines = beam::lines_of("stdlib");
    let mut rows = Vec::new();
    let mut of_thousand = None;
    for line in &lines {
        let Some(figure) = Figure::read(line) else { continue };
        let Some(size) = figure.size else {
            rows.push(figure.words());
            continue;
        };
        rows.push(figure.time(size));
        match size {
            1_000 => of_thousand = Some(figure),
            100_000 => rows.extend(of_thousand.take().map(|small| figure.growth(&small))),
            _ => {}
        }
    }
    rows
}

/// `name TAB size TAB ours TAB theirs` in microseconds, or `name TAB ours TAB theirs` in
/// hundredths of words.
struct Figure {
    name: String,
    size: Option<u32>,
    ours: f64,
    theirs: f64,
}

impl Figure {
    fn read(line: &str) -> Option<Figure> {
        let parts: Vec<&str> = line.split('\t').collect();
        let (name, size, ours, theirs) = match parts[..] {
            [name, size, ours, theirs] => (name, Some(size.parse().ok()?), ours, theirs),
            [name, ours, theirs] => (name, None, ours, theirs),
            _ => return None,
        };
        let (ours, theirs) = (ours.parse().ok()?, theirs.parse().ok()?);
        Some(Figure { name: name.to_owned(), size, ours, theirs })
    }

    fn time(&self, size: u32) -> Row {
        let row = Row::plain(GROUP, format!("{}, {size}", self.name), self.ours / 1e3, "ms");
        row.against(self.theirs / 1e3, Some(Target::AtMost(BOUND)))
    }

    /// Each side's time for 100,000 elements as a multiple of its time for 1,000.
    fn growth(&self, small: &Figure) -> Row {
        let row = Row::plain(GROUP, format!("{}, growth", self.name), self.ours / small.ours, "×");
        row.against(self.theirs / small.theirs, Some(Target::AtMost(GROWTH)))
    }

    fn words(&self) -> Row {
        let beyond = (self.ours - self.theirs) / 100.0;
        let row = Row::plain(GROUP, self.name.clone(), beyond, "words");
        Row { target: Some(Target::AtMost(0.05)), ..row }
    }
}
