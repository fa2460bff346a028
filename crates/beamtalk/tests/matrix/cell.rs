//! Cells, and the programs they run in. A program has many cells, for loading one
//! costs more than running it; a marker before each cell tells their outputs apart.
//! Knows nothing of what a cell shows.

use std::collections::BTreeMap;

use crate::home::{self, Home};
use crate::output;

/// One place in a matrix.
pub(crate) struct Cell {
    /// Where it stands in each dimension.
    pub(crate) label: String,
    pub(crate) method: Option<Method>,
    /// Statements at the top; `$receiver` and `$selector` stand for the method's.
    pub(crate) asked: String,
    /// The last lines these statements print; those before may be anything but errors.
    pub(crate) expected: String,
}

pub(crate) struct Method {
    pub(crate) home: Home,
    pub(crate) parameters: Vec<&'static str>,
    pub(crate) statements: Vec<String>,
}

const CELLS_IN_A_PROGRAM: usize = 60;

/// What does not hold, a paragraph for each cell.
pub(crate) fn failures(cells: &[Cell]) -> Vec<String> {
    let numbered: Vec<(usize, &Cell)> = cells.iter().enumerate().collect();
    let mut got = BTreeMap::new();
    let mut alone = Vec::new();
    let chunks: Vec<&[(usize, &Cell)]> = numbered.chunks(CELLS_IN_A_PROGRAM).collect();
    for (chunk, output) in chunks.iter().zip(run(&chunks)) {
        match output.starts_with("! refused") {
            // One cell spoils the program of all; which one is found by itself.
            true => alone.extend(chunk.iter().copied()),
            false => got.extend(by_cell(&output)),
        }
    }
    let singles: Vec<&[(usize, &Cell)]> = alone.chunks(1).collect();
    for (single, output) in singles.iter().zip(run(&singles)) {
        let (number, _) = single[0];
        match output.starts_with("! refused") {
            true => drop(got.insert(number, output)),
            false => got.extend(by_cell(&output)),
        }
    }
    let wrong = numbered.iter().filter_map(|(number, cell)| {
        let got = got.get(number).map_or("nothing", |it| it.trim_end());
        (!holds(&cell.expected, got)).then(|| report(*number, cell, got))
    });
    wrong.collect()
}

fn run(chunks: &[&[(usize, &Cell)]]) -> Vec<String> {
    let programs: Vec<String> = chunks.iter().map(|chunk| program(chunk)).collect();
    let sources: Vec<&str> = programs.iter().map(String::as_str).collect();
    output::outputs(&sources)
}

fn program(cells: &[(usize, &Cell)]) -> String {
    let methods: Vec<(String, &Method)> = cells
        .iter()
        .filter_map(|(number, cell)| Some((format!("c{number}"), cell.method.as_ref()?)))
        .collect();
    let statements: Vec<String> = cells
        .iter()
        .map(|(number, cell)| format!("#(#cell, {number})\n{}\n", asked(*number, cell)))
        .collect();
    format!("{}\n{}", home::classes(&methods), statements.concat())
}

fn asked(number: usize, cell: &Cell) -> String {
    let Some(method) = &cell.method else { return cell.asked.clone() };
    let asked = cell.asked.replace("$receiver", method.home.receiver());
    asked.replace("$selector", &format!("c{number}"))
}

/// The output after each marker.
fn by_cell(output: &str) -> Vec<(usize, String)> {
    let mut cells: Vec<(usize, String)> = Vec::new();
    for line in output.lines() {
        let marker = line.strip_prefix("#(#cell, ").and_then(|rest| rest.strip_suffix(')'));
        match (marker.and_then(|number| number.parse().ok()), cells.last_mut()) {
            (Some(number), _) => cells.push((number, String::new())),
            (None, Some((_, said))) => *said += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    cells
}

fn holds(expected: &str, got: &str) -> bool {
    match got.strip_suffix(expected) {
        Some("") => true,
        Some(before) => {
            before.ends_with('\n') && !before.lines().any(|line| line.starts_with("! "))
        }
        None => false,
    }
}

fn report(number: usize, cell: &Cell, got: &str) -> String {
    let method = cell.method.as_ref().map(|it| it.home.definition(&format!("c{number}"), it));
    format!(
        "{}\n{}{}\n--- expected\n{}\n--- got\n{got}\n",
        cell.label,
        method.unwrap_or_default(),
        asked(number, cell),
        cell.expected,
    )
}
