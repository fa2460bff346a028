//! Captured writes: which variable, under which constructs, in a block that is kept
//! where and evaluated by whom. The model is a count: each run of the innermost body
//! adds one to the variable, which begins at zero.

use crate::cell::{Cell, Method};
use crate::construct::{CONSTRUCTS, Construct, names, nested};
use crate::home::{HOMES, Home};
use crate::thinned;
use crate::variable::{VARIABLES, Variable, turns};

const WRITE: &str = "n := n + 1";

/// Where the block is kept until it is evaluated.
#[derive(Clone, Copy, Debug)]
enum Store {
    Variable,
    List,
    Dictionary,
    Field,
    ClassVariable,
}

const STORES: [Store; 5] =
    [Store::Variable, Store::List, Store::Dictionary, Store::Field, Store::ClassVariable];

impl Store {
    fn keep(self, block: &str) -> String {
        match self {
            Store::Variable => format!("kept := {block}"),
            Store::List => format!("kept := #(0, {block})"),
            Store::Dictionary => format!("kept := #{{#k => {block}}}"),
            Store::Field => format!("kept := Box block: {block}"),
            Store::ClassVariable => format!("Vault keep: {block}"),
        }
    }

    fn kept(self) -> &'static str {
        match self {
            Store::Variable => "kept",
            Store::List => "kept last",
            Store::Dictionary => "(kept at: #k)",
            Store::Field => "kept block",
            Store::ClassVariable => "Vault kept",
        }
    }
}

/// Who evaluates the block, twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Evaluator {
    ItsMethod,
    SameObject,
    OtherSide,
    OtherClass,
    /// The caller, after the method has returned.
    Afterwards,
}

const EVALUATORS: [Evaluator; 5] = [
    Evaluator::ItsMethod,
    Evaluator::SameObject,
    Evaluator::OtherSide,
    Evaluator::OtherClass,
    Evaluator::Afterwards,
];

impl Evaluator {
    fn evaluate(self, home: Home, block: &str) -> Option<String> {
        match self {
            Evaluator::ItsMethod => Some(format!("{block} value. {block} value")),
            Evaluator::SameObject => {
                Some(format!("self evaluate: {block}. self evaluate: {block}"))
            }
            Evaluator::OtherSide => {
                let side = home.other_side();
                Some(format!("{side} evaluateThere: {block}. {side} evaluateThere: {block}"))
            }
            Evaluator::OtherClass => Some(format!("Runner twice: {block}")),
            Evaluator::Afterwards => None,
        }
    }
}

pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    cells.extend(thinned(one_deep(), 11));
    cells.extend(thinned(two_deep(), 23));
    cells.extend(thinned(three_deep(), 29));
    cells.extend(thinned(kept(), 11));
    cells.extend(thinned(passed(), 3));
    cells.extend(thinned(at_the_top(), 7));
    cells
}

/// Every variable under every construct, in every kind of method.
fn one_deep() -> Vec<Cell> {
    let mut cells = Vec::new();
    for home in HOMES {
        for variable in VARIABLES {
            cells.extend(CONSTRUCTS.iter().map(|it| literal(home, variable, &[it])));
        }
    }
    cells
}

/// Every construct in every other; variables and homes take turns.
fn two_deep() -> Vec<Cell> {
    let pairs = CONSTRUCTS.iter().flat_map(|outer| CONSTRUCTS.iter().map(move |it| [outer, it]));
    let turns = turns(7);
    pairs.zip(turns).map(|(pair, (home, variable))| literal(home, variable, &pair)).collect()
}

/// Every construct in every other in some third.
fn three_deep() -> Vec<Cell> {
    let count = CONSTRUCTS.len();
    let mut cells = Vec::new();
    for ((first, second), (home, variable)) in
        (0..count).flat_map(|first| (0..count).map(move |second| (first, second))).zip(turns(3))
    {
        let third = (first * 31 + second * 17) % count;
        let three = [&CONSTRUCTS[third], &CONSTRUCTS[first], &CONSTRUCTS[second]];
        cells.push(literal(home, variable, &three));
    }
    cells
}

fn literal(home: Home, variable: Variable, constructs: &[&Construct]) -> Cell {
    let body = nested(constructs, WRITE, "nil");
    let runs: usize = constructs.iter().map(|it| it.runs).product();
    Cell {
        label: format!("{home:?}, {variable:?}, {}", names(constructs)),
        method: Some(Method {
            home,
            parameters: variable.parameters(),
            statements: variable.around(&body, "n"),
        }),
        asked: variable.message().to_owned(),
        expected: runs.to_string(),
    }
}

/// A block with a construct in it, kept, and evaluated twice; and a block that is
/// evaluated twice in each run of a construct.
fn kept() -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut turns = turns(0);
    for store in STORES {
        for evaluator in EVALUATORS {
            for construct in CONSTRUCTS {
                let Some((home, variable)) = turns.next() else { continue };
                cells.push(kept_cell(home, variable, store, evaluator, construct));
            }
        }
        for evaluator in EVALUATORS {
            for (construct, (home, variable)) in CONSTRUCTS.iter().zip(&mut turns) {
                cells.extend(within(home, variable, store, evaluator, construct));
            }
        }
    }
    cells
}

fn kept_cell(
    home: Home,
    variable: Variable,
    store: Store,
    evaluator: Evaluator,
    construct: &Construct,
) -> Cell {
    let keep = store.keep(&format!("[{}]", construct.around(WRITE, 1, "nil")));
    let evaluate = evaluator.evaluate(home, store.kept());
    let (body, answer) = match &evaluate {
        Some(evaluate) => (format!("{keep}. {evaluate}"), "n".to_owned()),
        None => (keep, format!("#({}, [n])", store.kept())),
    };
    let message = variable.message();
    let asked = match evaluate {
        Some(_) => message.to_owned(),
        None => format!(
            "[:both | both first value. both first value. both last value] value: {message}"
        ),
    };
    Cell {
        label: format!("{home:?}, {variable:?}, {store:?}, {evaluator:?}, {}", construct.name),
        method: Some(Method {
            home,
            parameters: variable.parameters(),
            statements: variable.around(&body, &answer),
        }),
        asked,
        expected: (2 * construct.runs).to_string(),
    }
}

fn within(
    home: Home,
    variable: Variable,
    store: Store,
    evaluator: Evaluator,
    construct: &Construct,
) -> Option<Cell> {
    let evaluate = evaluator.evaluate(home, store.kept())?;
    let keep = store.keep(&format!("[{WRITE}]"));
    let body = format!("{keep}. {}", construct.around(&evaluate, 1, "nil"));
    Some(Cell {
        label: format!(
            "{home:?}, {variable:?}, {store:?}, {evaluator:?} within {}",
            construct.name
        ),
        method: Some(Method {
            home,
            parameters: variable.parameters(),
            statements: variable.around(&body, "n"),
        }),
        asked: variable.message().to_owned(),
        expected: (2 * construct.runs).to_string(),
    })
}

/// A block with a construct in it, passed straight to a method.
fn passed() -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut turns = turns(5);
    for evaluator in [Evaluator::SameObject, Evaluator::OtherSide, Evaluator::OtherClass] {
        for (construct, (home, variable)) in CONSTRUCTS.iter().zip(&mut turns) {
            let block = format!("[{}]", construct.around(WRITE, 1, "nil"));
            let Some(body) = evaluator.evaluate(home, &block) else { continue };
            cells.push(Cell {
                label: format!("{home:?}, {variable:?}, passed, {evaluator:?}, {}", construct.name),
                method: Some(Method {
                    home,
                    parameters: variable.parameters(),
                    statements: variable.around(&body, "n"),
                }),
                asked: variable.message().to_owned(),
                expected: (2 * construct.runs).to_string(),
            });
        }
    }
    cells
}

/// The variable belongs to the session, and each statement is evaluated by itself.
fn at_the_top() -> Vec<Cell> {
    let mut cells = Vec::new();
    for outer in CONSTRUCTS {
        let body = outer.around(WRITE, 1, "nil");
        cells.push(top(outer.name.to_owned(), format!("[{body}] value"), outer.runs));
        let runs = 2 * outer.runs;
        for store in STORES {
            let keep = store.keep(&format!("[{body}]"));
            let kept = store.kept();
            let label = format!("{store:?}, {}", outer.name);
            let statements = format!("{keep}\n{kept} value\n{kept} value");
            cells.push(top(label, statements, runs));
        }
    }
    cells
}

/// Statements may print what they like; the last line is the variable.
fn top(label: String, statements: String, runs: usize) -> Cell {
    Cell {
        label: format!("top, {label}"),
        method: None,
        asked: format!("n := 0\n{statements}\n#(#is, n)"),
        expected: format!("#(#is, {runs})"),
    }
}
