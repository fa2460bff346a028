//! Rules of blocks, multiplied out: a captured write is seen by all who share the
//! variable, at the right moment, and `^` ends the method it is written in.
//!
//! A cell is a small program made of a place in each dimension, and what a tiny model
//! in Rust says it must answer. All cells of a matrix run on one BEAM. Out comes one
//! report of the cells that answer something else. `MATRIX=full` runs all cells, which
//! takes minutes; else the larger parts are thinned out evenly.

#[path = "matrix/captured.rs"]
mod captured;
#[path = "matrix/cell.rs"]
mod cell;
#[path = "matrix/construct.rs"]
mod construct;
#[path = "matrix/home.rs"]
mod home;
#[path = "matrix/order.rs"]
mod order;
#[path = "literate/output.rs"]
mod output;
#[path = "matrix/returns.rs"]
mod returns;
#[path = "matrix/variable.rs"]
mod variable;

use cell::Cell;

#[test]
fn captured_writes_are_seen_by_all_who_share_the_variable() {
    hold("captured writes", captured::cells());
}

#[test]
fn operands_are_evaluated_from_left_to_right() {
    hold("order of evaluation", order::cells());
}

#[test]
fn a_return_ends_the_method_it_is_written_in() {
    hold("non-local returns", returns::cells());
}

fn hold(matrix: &str, cells: Vec<Cell>) {
    let failures = cell::failures(&cells);
    eprintln!("{matrix}: {} cells", cells.len());
    let total = failures.len();
    assert!(total == 0, "{}\n{total} of {} cells fail", failures.join("\n"), cells.len());
}

/// Every so many cells of a dimension, or with `MATRIX=full` all of them. A step that
/// shares no factor with the sizes of the dimensions meets every place in each.
pub(crate) fn thinned(cells: Vec<Cell>, step: usize) -> impl Iterator<Item = Cell> {
    let is_full = std::env::var("MATRIX").is_ok_and(|it| it == "full");
    cells.into_iter().step_by(if is_full { 1 } else { step })
}
