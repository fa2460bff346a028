//! Statements outside any class become functions.
//!
//! In go trees whose statements are run one after the other, and the names that
//! are bound before; out comes a module with a function for each tree, which
//! takes bindings and answers the value of the last statement and the bindings
//! afterwards. Every variable of the outermost level lives in a cell that the
//! bindings hold, so that a block kept in one evaluation shares it with the next.
//! A method that is written between statements takes effect when they get there.
//! Knows nothing of sessions.

use std::sync::Arc;

use hierarchy::ClassHierarchy;
use syntax::tree::{ExprId, Extension, Item};
use syntax::{LineIndex, Tree};

use crate::body::{Body, Surroundings};
use crate::checks::{Checks, with_sound};
use crate::core_erlang::build::{
    always, apply, atom, call, case, clause, do_, fun_name, function, let_, list, module,
    pattern_tuple, pattern_var, string, tuple, var,
};
use crate::core_erlang::{Expr as Core, Module, Name};
use crate::frame::Place;
use crate::method::{Lowered, body_code};
use crate::outside::{EVAL, patch};
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
    let lower = |it: &Evaluation| evaluation(*it, &mut known, hierarchy, module_name);
    module_of(module_name, file, evaluations.iter().map(lower).collect())
}

/// The same with code that asks whether values are what they are said to be, by what is
/// said of each tree. Statements between which methods stand are not asked about.
pub fn evaluations_with_checks(
    module_name: &str,
    file: &str,
    evaluations: &[(Evaluation, Arc<Checks>)],
    hierarchy: &ClassHierarchy,
) -> Module {
    let mut known = Vec::new();
    let lower = |(it, checks): &(Evaluation, Arc<Checks>)| {
        let parts = evaluated(it.tree);
        if parts.iter().any(|part| !part.patches.is_empty()) {
            return evaluation(*it, &mut known, hierarchy, module_name);
        }
        let statements: Vec<ExprId> = parts.into_iter().flat_map(|it| it.statements).collect();
        part(*it, &statements, &mut known, hierarchy, Some(checks))
    };
    module_of(module_name, file, evaluations.iter().map(lower).collect())
}

/// A module whose function `eval` runs the evaluations in turn and answers what each of
/// them comes to, beside its text: `Bindings -> {[{Text, Value}, …], NewBindings}`.
pub fn traced_evaluations(
    module_name: &str,
    file: &str,
    steps: &[Evaluation],
    known: &[&str],
    hierarchy: &ClassHierarchy,
) -> Module {
    let mut module = evaluations(module_name, file, steps, known, hierarchy);
    let values = |index: usize| var(format!("Value{index}"));
    let bindings = |index: usize| match index {
        0 => "Bindings".to_owned(),
        _ => format!("Bindings{index}"),
    };
    let pairs = steps
        .iter()
        .enumerate()
        .map(|(index, step)| tuple([string(step.tree.text.trim()), values(index)]));
    let answer = tuple([list(pairs.collect()), var(bindings(steps.len()))]);
    let body = steps.iter().enumerate().rev().fold(answer, |rest, (index, step)| {
        let ran = apply(fun_name(step.function, 1), vec![var(bindings(index))], 0);
        let value = pattern_var(format!("Value{index}"));
        let both = pattern_tuple(vec![value, pattern_var(bindings(index + 1))]);
        case(ran, vec![clause([both], always(), rest)])
    });
    let eval = function(EVAL, vec!["Bindings".into()], body, 0);
    module.exports = vec![eval.name.clone()];
    module.functions.push(eval);
    module
}

fn module_of(module_name: &str, file: &str, lowered: Vec<Lowered>) -> Module {
    let exports = lowered.iter().map(|it| it.function.name.clone()).collect();
    let functions = lowered.into_iter().flat_map(|it| [it.function].into_iter().chain(it.inner));
    let functions = functions.collect();
    module(module_name, file, exports, vec![], functions)
}

/// Statements, and the methods that stand behind them.
#[derive(Debug, Default)]
struct Part {
    statements: Vec<ExprId>,
    patches: Vec<Extension>,
}

/// What is evaluated of a tree. One that has methods only, as a line of a script may,
/// brings them when its turn comes.
fn evaluated(tree: &Tree) -> Vec<Part> {
    let parts = parts(tree);
    if parts.iter().any(|part| !part.statements.is_empty()) {
        return parts;
    }
    let extensions = tree.items.iter().filter_map(|item| match item {
        Item::Extension(id) => Some(tree.nodes.extensions[*id]),
        _ => None,
    });
    vec![Part { statements: Vec::new(), patches: extensions.collect() }]
}

/// What is written before the first statement is there from the start.
fn parts(tree: &Tree) -> Vec<Part> {
    let mut parts = vec![Part::default()];
    for item in &tree.items {
        let Some(part) = parts.last_mut() else { break };
        match item {
            Item::Statement(statement) if part.patches.is_empty() => {
                part.statements.push(*statement);
            }
            Item::Statement(statement) => {
                parts.push(Part { statements: vec![*statement], patches: Vec::new() });
            }
            Item::Extension(id) if !part.statements.is_empty() => {
                part.patches.push(tree.nodes.extensions[*id]);
            }
            _ => {}
        }
    }
    parts
}

/// The methods that are written behind a statement, as they are written.
pub(crate) fn patches(tree: &Tree) -> Vec<Extension> {
    parts(tree).into_iter().flat_map(|part| part.patches).collect()
}

/// All statements in one go.
pub(crate) fn statements(
    it: Evaluation,
    known: &mut Vec<String>,
    hierarchy: &ClassHierarchy,
) -> Lowered {
    let parts = parts(it.tree).into_iter();
    let statements: Vec<ExprId> = parts.flat_map(|part| part.statements).collect();
    part(it, &statements, known, hierarchy, None)
}

fn evaluation(
    it: Evaluation,
    known: &mut Vec<String>,
    hierarchy: &ClassHierarchy,
    owner: &str,
) -> Lowered {
    let parts = evaluated(it.tree);
    if parts.iter().all(|part| part.patches.is_empty()) {
        return statements(it, known, hierarchy);
    }
    let lines = LineIndex::new(&it.tree.text);
    let mut inner = Vec::new();
    let mut steps = Vec::new();
    for (index, Part { statements, patches }) in parts.iter().enumerate() {
        let name = format!("{}#{index}", it.function);
        let it = Evaluation { function: &name, ..it };
        let lowered = part(it, statements, known, hierarchy, None);
        inner.push(lowered.function);
        inner.extend(lowered.inner);
        let mut installed = Vec::new();
        for (number, extension) in patches.iter().enumerate() {
            let mark = format!("#{}#{index}#{number}", it.function);
            let (install, lowered) = patch(it.tree, extension, &mark, owner, hierarchy, &lines);
            installed.push(install);
            inner.push(lowered.function);
            inner.extend(lowered.inner);
        }
        steps.push((name, installed));
    }
    let function = function(it.function, vec!["Bindings".into()], in_turn(steps), 0);
    Lowered { function, inner }
}

/// Each part with the bindings of the one before it; the last one answers.
fn in_turn(steps: Vec<(String, Vec<Core>)>) -> Core {
    let last = steps.len().saturating_sub(1);
    let bindings = |index: usize| match index {
        0 => "Bindings".to_owned(),
        _ => format!("Bindings{index}"),
    };
    let answer = tuple([var("Value"), var(bindings(last + 1))]);
    steps.into_iter().enumerate().rev().fold(answer, |rest, (index, (name, installed))| {
        let rest = installed.into_iter().rev().fold(rest, |rest, install| do_(install, rest));
        let ran = apply(fun_name(name, 1), vec![var(bindings(index))], 0);
        let value = if index == last { "Value".to_owned() } else { format!("Value{index}") };
        let both = pattern_tuple(vec![pattern_var(value), pattern_var(bindings(index + 1))]);
        case(ran, vec![clause([both], always(), rest)])
    })
}

/// Some of the statements of a tree.
fn part(
    it: Evaluation,
    statements: &[ExprId],
    known: &mut Vec<String>,
    hierarchy: &ClassHierarchy,
    checks: Option<&Arc<Checks>>,
) -> Lowered {
    let variables = bindings(it.tree, known, statements);
    let assigned = variables.all.iter().filter(|it| it.storage == Storage::Binding);
    *known = assigned.map(|it| it.name.clone()).collect();
    let receivers = Receivers::of_text(it.tree, hierarchy).into();
    let around = Surroundings { receivers, checks: checks.cloned(), ..Surroundings::default() };
    let lines = LineIndex::new(&it.tree.text);
    let mut body = Body::new(it.tree, &around, &lines, variables);
    body.first_line = it.first_line;
    body.has_self = false;
    body.has_sound = checks.is_some();
    body.patient.method = it.function.to_owned();
    let cells = open_cells(&mut body);
    let line = statements.first().map_or(0, |statement| body.line_of(*statement));
    let code = with_sound(body_code(&mut body, statements, Sequence::default()), &around);
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
