//! Statements outside any class become functions.
//!
//! In go trees whose statements are run one after the other, and the names that
//! are bound before; out comes a module with a function for each tree, which
//! takes bindings and answers the value of the last statement and the bindings
//! afterwards. Every variable of the outermost level lives in a cell that the
//! bindings hold, so that a block kept in one evaluation shares it with the next.
//! Knows nothing of sessions.

use hierarchy::ClassHierarchy;
use syntax::tree::{ExprId, Item};
use syntax::{LineIndex, Tree};

use crate::body::{Body, Surroundings};
use crate::core_erlang::build::{atom, call, function, let_, list, module, tuple, var};
use crate::core_erlang::{Module, Name};
use crate::frame::Place;
use crate::method::{Lowered, body_code};
use crate::receivers::Receivers;
use crate::region::with_region;
use crate::sequence::Sequence;
use crate::variables::{Storage, bindings};

/// The statements of a tree, to be run by a function of this name.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation<'a> {
    pub function: &'a str,
    pub tree: &'a Tree,
    /// How many lines of the file stand before the text of the tree.
    pub first_line: u32,
}

/// A module of functions, `Bindings -> {Value, NewBindings}`, one for each
/// evaluation. They are run in this order: each knows the names in `known` and
/// what those before it assign. What the hierarchy knows may choose what is tried
/// first, and never what comes out.
pub fn evaluations(
    module_name: &str,
    file: &str,
    evaluations: &[Evaluation],
    known: &[&str],
    hierarchy: &ClassHierarchy,
) -> Module {
    let mut known: Vec<String> = known.iter().map(|name| (*name).to_owned()).collect();
    let lowered: Vec<Lowered> =
        evaluations.iter().map(|it| evaluation(*it, &mut known, hierarchy)).collect();
    let exports = lowered.iter().map(|it| it.function.name.clone()).collect();
    let functions = lowered.into_iter().flat_map(|it| [it.function].into_iter().chain(it.inner));
    let functions = functions.collect();
    module(module_name, file, exports, vec![], functions)
}

pub(crate) fn evaluation(
    it: Evaluation,
    known: &mut Vec<String>,
    hierarchy: &ClassHierarchy,
) -> Lowered {
    let statements: Vec<ExprId> = it
        .tree
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Statement(statement) => Some(*statement),
            _ => None,
        })
        .collect();
    let variables = bindings(it.tree, known, &statements);
    let assigned = variables.all.iter().filter(|it| it.storage == Storage::Binding);
    *known = assigned.map(|it| it.name.clone()).collect();
    let receivers = Receivers::of_text(it.tree, hierarchy);
    let around = Surroundings { receivers, ..Surroundings::default() };
    let lines = LineIndex::new(&it.tree.text);
    let mut body = Body::new(it.tree, &around, &lines, variables);
    body.first_line = it.first_line;
    body.has_self = false;
    body.patient.method = it.function.to_owned();
    let cells = open_cells(&mut body);
    let line = statements.first().map_or(0, |statement| body.line_of(*statement));
    let code = body_code(&mut body, &statements, Sequence::default());
    let pairs = cells.iter().map(|(name, cell)| tuple([atom(name), var(cell.clone())]));
    let bound = call("beamtalk_bindings", "bound", [var("Bindings"), list(pairs.collect())], line);
    let answer = let_("Answer", code, let_("Bound", bound, tuple([var("Answer"), var("Bound")])));
    let answer = cells.into_iter().rev().fold(answer, |rest, (name, cell)| {
        let found = call("beamtalk_bindings", "cell", [var("Bindings"), atom(&name)], line);
        let_(cell, found, rest)
    });
    // What the bindings hold goes on; all else that was made is over.
    let function = function(it.function, vec!["Bindings".into()], with_region(answer), line);
    Lowered { function, inner: body.patient.functions }
}

/// A cell for each binding that the statements use.
fn open_cells(body: &mut Body) -> Vec<(String, Name)> {
    let used: Vec<_> =
        body.variables.used_bindings().into_iter().map(|(id, it)| (id, it.to_owned())).collect();
    let mut cells = Vec::new();
    for (variable, name) in used {
        let cell = body.fresh(&name);
        body.frame.places.insert(variable, Place::Cell(cell.clone()));
        cells.push((name, cell));
    }
    cells
}
