//! The order of evaluation: an expression reads a variable, evaluates a construct that
//! writes it, and reads it again. What is read before must not see the writes, what is
//! read after must see all of them.

use crate::cell::{Cell, Method};
use crate::construct::{CONSTRUCTS, Construct};
use crate::home::Home;
use crate::thinned;
use crate::variable::{Variable, turns};

const WRITE: &str = "n := n + 1";

/// An expression in which `$write` stands for the construct, and what it answers after
/// so many writes.
struct Position {
    name: &'static str,
    text: &'static str,
    answer: fn(usize) -> String,
}

const fn position(name: &'static str, text: &'static str, answer: fn(usize) -> String) -> Position {
    Position { name, text, answer }
}

/// The construct answers what the variable has become.
const POSITIONS: &[Position] = &[
    position("list", "#(n, $write, n)", in_list),
    position("array", "#[n, $write, n]", |now| format!("#[0, {now}, {now}]")),
    position("list with a tail", "#(n, $write | #(n))", in_list),
    position("dictionary", "#{#a => n, #b => $write, #c => n}", |now| {
        format!("#{{#a => 0, #b => {now}, #c => {now}}}")
    }),
    position("operands", "n * 10000 + ($write * 100) + n", |now| (now * 101).to_string()),
    position("equality", "#(n =:= $write, n)", |now| format!("#({}, {now})", now == 0)),
    position("receiver", "n -> ($write -> n)", |now| format!("0 -> {now} -> {now}")),
    position("arguments", "Runner three: n and: $write and: n", in_list),
    position(
        "arguments performed",
        "Runner perform: #three:and:and: withArguments: #(n, $write, n)",
        in_list,
    ),
    position(
        "arguments of a block",
        "[:x :y :z | #(x, y, z)] value: n value: $write value: n",
        in_list,
    ),
    position("cascade", "Runner three: n and: $write and: n; three: n and: n and: n", |now| {
        format!("#({now}, {now}, {now})")
    }),
    position("interpolation", "\"{n}/{$write}/{n}\"", |now| format!("\"0/{now}/{now}\"")),
    position("branch", "n =:= 0 ifTrue: [#(n, $write, n)]", in_list),
    position("condition", "was := n. $write >= 0 ifTrue: [#(was, n, n)]", in_list),
    position("subject", "was := n. $write match: [v -> #(was, v, n)]", in_list),
    position("assignment", "#[x, y, z] := #[n, $write, n]. #(x, y, z)", in_list),
    position("return", "^#(n, $write, n)", in_list),
];

/// The construct stands there by itself, and only that it answers is seen.
const BARE_POSITIONS: &[Position] = &[
    position("bare in a list", "#(n, ($write) class isNil, n)", bare),
    position("bare argument", "Runner three: n and: ($write) class isNil and: n", bare),
];

fn in_list(now: usize) -> String {
    format!("#(0, {now}, {now})")
}

fn bare(now: usize) -> String {
    format!("#(0, false, {now})")
}

pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut turns = turns(0);
    for position in POSITIONS {
        for (construct, (home, variable)) in CONSTRUCTS.iter().zip(&mut turns) {
            let write = format!("[{}. n] value", construct.around(WRITE, 1, "nil"));
            cells.push(cell(home, variable, position, construct, &write));
        }
    }
    for position in BARE_POSITIONS {
        let constructs = CONSTRUCTS.iter().filter(|it| it.is_one_expression());
        for (construct, (home, variable)) in constructs.zip(&mut turns) {
            let write = construct.around(WRITE, 1, "nil");
            cells.push(cell(home, variable, position, construct, &write));
        }
    }
    thinned(cells, 3).collect()
}

fn cell(
    home: Home,
    variable: Variable,
    position: &Position,
    construct: &Construct,
    write: &str,
) -> Cell {
    let text = position.text.replace("$write", write);
    Cell {
        label: format!("{home:?}, {variable:?}, {}, {}", position.name, construct.name),
        method: Some(Method {
            home,
            parameters: variable.parameters(),
            statements: variable.around("0", &text),
        }),
        asked: variable.message().to_owned(),
        expected: (position.answer)(construct.runs),
    }
}
