//! Statements, as lines that begin at column zero: whoever places them indents.

use super::expression::{
    argument, binary, block, class_name, comparison, condition, expression, fitting, interpolated,
    keyword_send, literal, pair, property, receiver, selector, symbol, unary, variable,
};
use crate::random::Random;
use crate::words;

/// The widest expression that still fits its page where statements usually stand.
const WIDTH: usize = 70;

/// One statement; `depth` says how many more levels of blocks it may open.
pub(super) fn statement(random: &mut Random, depth: usize) -> Vec<String> {
    match random.below(30) {
        0..7 => one_line(random, |random| {
            let target = target(random);
            format!("{target} := {}", expression(random))
        }),
        7..13 => one_line(random, keyword_send),
        13 => one_line(random, |random| {
            format!("{} :: {} := {}", variable(random), ty(random), literal(random))
        }),
        14 | 15 => one_line(random, |random| {
            let (test, answer) = (condition(random), literal(random));
            format!("{test} ifTrue: [^{answer}]")
        }),
        16 => one_line(random, |random| {
            let (test, one, other) = (condition(random), literal(random), unary(random));
            format!("{} := {test} ifTrue: [{one}] ifFalse: [{other}]", variable(random))
        }),
        17 => one_line(random, |random| {
            let (log, one, other) = (receiver(random), argument(random), argument(random));
            format!("{log} add: {one}; add: {other}; {}", selector(random, 0).concat())
        }),
        18 => one_line(random, |random| {
            format!("{} {} {}!", variable(random), selector(random, 1).concat(), argument(random))
        }),
        19 => one_line(random, destructuring),
        20 => one_line(random, |random| format!("{} do: {}", receiver(random), block(random))),
        21 if depth == 0 => one_line(random, two_statements),
        21 => matching(random),
        22 => map_lines(random),
        23 => cascade_lines(random),
        24 => chain_lines(random),
        25 | 26 => keyword_lines(random),
        27 | 28 if depth > 0 => block_lines(random, depth - 1),
        29 if depth > 0 => conditional_lines(random, depth - 1),
        _ => one_line(random, |random| format!("super {}", with_argument(random))),
    }
}

/// The last statement of a method that answers something.
pub(super) fn answer(random: &mut Random) -> Vec<String> {
    match random.below(8) {
        0 => prefixed("^", matching(random)),
        1 => prefixed("^", keyword_lines(random)),
        _ => one_line(random, |random| format!("^{}", expression(random))),
    }
}

/// An expression short enough to stand behind a method's header.
pub(super) fn short(random: &mut Random, width: usize) -> String {
    fitting(random, width, |random| match random.below(4) {
        0 => binary(random),
        1 => format!("^{}", unary(random)),
        _ => expression(random),
    })
}

pub(super) fn ty(random: &mut Random) -> String {
    let class = class_name(random);
    match random.below(12) {
        0 | 1 => "Integer".to_owned(),
        2 | 3 => "String".to_owned(),
        4 => "Boolean".to_owned(),
        5 => format!("List({class})"),
        6 => format!("{class} | Nil"),
        7 => format!("{} | {}", symbol(random), symbol(random)),
        8 => format!("Block({class}, Boolean)"),
        9 => format!("Dictionary(Symbol, {class})"),
        10 => format!("{class} class"),
        _ => class,
    }
}

pub(super) fn indented(lines: Vec<String>, columns: usize) -> Vec<String> {
    let indent = |line: String| match line.is_empty() {
        true => line,
        false => format!("{}{line}", " ".repeat(columns)),
    };
    lines.into_iter().map(indent).collect()
}

/// Several statements, with a comment or an empty line here and there.
pub(super) fn statements(random: &mut Random, count: usize, depth: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for index in 0..count {
        if index > 0 && random.chance(8) {
            lines.push(String::new());
        }
        match random.below(100) {
            0..9 => lines.push(format!("// {}.", words::sentence(random))),
            9 => lines.push(format!("/* {} */", words::sentence(random))),
            _ => {}
        }
        let mut statement = statement(random, depth);
        if statement.len() == 1 && statement[0].len() < 40 && random.chance(4) {
            statement[0].push_str(&format!("  // {}", words::phrase(random)));
        }
        lines.append(&mut statement);
    }
    lines
}

fn target(random: &mut Random) -> String {
    match random.chance(25) {
        true => format!("self.{}", variable(random)),
        false => variable(random),
    }
}

fn with_argument(random: &mut Random) -> String {
    format!("{} {}", selector(random, 1).concat(), argument(random))
}

/// Two on one line: valid, and laid out anew by the formatter.
fn two_statements(random: &mut Random) -> String {
    let (first, second) = (unary(random), unary(random));
    format!("{} := {first}. {} := {second}", variable(random), variable(random))
}

fn destructuring(random: &mut Random) -> String {
    let (one, other, value) = (variable(random), variable(random), expression(random));
    match random.below(4) {
        0 => format!("#[{one}, ...{other}] := {value}"),
        1 => format!("#{{{} => {one}}} := {value}", symbol(random)),
        _ => format!("{{#ok, {one}}} := {value}"),
    }
}

/// Three or more parts stand on a line each.
fn keyword_lines(random: &mut Random) -> Vec<String> {
    let parts = 3 + random.below(2);
    let mut lines = vec![receiver(random)];
    for part in selector(random, parts) {
        lines.push(format!("  {part} {}", fitting(random, WIDTH - 20, argument)));
    }
    lines
}

/// A block of several statements puts the keyword of its send on a new line.
fn block_lines(random: &mut Random, depth: usize) -> Vec<String> {
    let name = random.pick(&["each", "item", "entry", "one"]);
    let keyword = random.pick(&["do", "collect", "select", "reject", "detect", "forEach"]);
    let count = 2 + random.below(2);
    let mut lines = vec![unary(random), format!("  {keyword}: [:{name} |")];
    lines.append(&mut indented(statements(random, count, depth), 4));
    lines.push("  ]".to_owned());
    lines
}

fn conditional_lines(random: &mut Random, depth: usize) -> Vec<String> {
    let mut lines = vec![condition(random), "  ifTrue: [".to_owned()];
    lines.append(&mut indented(statements(random, 2, depth), 4));
    lines.push("  ]".to_owned());
    if random.chance(50) {
        lines.push(format!("  ifFalse: [{}]", unary(random)));
    }
    lines
}

fn map_lines(random: &mut Random) -> Vec<String> {
    let pairs = 3 + random.below(4);
    let mut lines = vec![format!("{} := #{{", variable(random))];
    for index in 0..pairs {
        let comma = if index + 1 < pairs { "," } else { "" };
        lines.push(format!("  {}{comma}", pair(random)));
    }
    lines.push("}".to_owned());
    lines
}

fn cascade_lines(random: &mut Random) -> Vec<String> {
    let mut lines = vec![format!("Transcript show: {};", interpolated(random))];
    for _ in 0..2 + random.below(2) {
        lines.push(format!("  show: {};", fitting(random, WIDTH - 10, argument)));
    }
    lines.push("  cr".to_owned());
    lines
}

fn chain_lines(random: &mut Random) -> Vec<String> {
    let mut lines = vec![format!("{} := {}", variable(random), interpolated(random))];
    for _ in 0..2 + random.below(2) {
        let operand = match random.chance(50) {
            true => format!("\"{}\"", words::phrase(random)),
            false => format!("{} {}", receiver(random), property(random)),
        };
        lines.push(format!("  ++ {operand}"));
    }
    lines
}

fn matching(random: &mut Random) -> Vec<String> {
    let keyword = random.pick(&["match", "match", "matchExhaustive"]);
    let mut lines = vec![format!("{} {keyword}: [", unary(random))];
    for _ in 0..2 + random.below(3) {
        let arm = fitting(random, WIDTH, |random| {
            let pattern = pattern(random);
            format!("{pattern} -> {}", expression(random))
        });
        lines.push(format!("  {arm};"));
    }
    lines.push(format!("  _ -> {}", literal(random)));
    lines.push("]".to_owned());
    lines
}

fn pattern(random: &mut Random) -> String {
    let name = variable(random);
    match random.below(12) {
        0 => "nil".to_owned(),
        1 => format!("{name} :: {}", class_name(random)),
        2 => format!("n when: [{}]", comparison(random)),
        3 => format!("{{#error, {name}}}"),
        4 => format!("#[first, {name}]"),
        5 => format!("#{{#unit => \"kg\", #value => {name}}}"),
        6 => "<<tag:8, length:16/big-unsigned, body/binary>>".to_owned(),
        7 => format!("Result ok: {name}"),
        8 => format!("Result error: {name} when: [{name} isFatal]"),
        9 => random.below(40).to_string(),
        10 => format!("\"{}\"", words::phrase(random)),
        _ => symbol(random),
    }
}

fn prefixed(prefix: &str, mut lines: Vec<String>) -> Vec<String> {
    lines[0].insert_str(0, prefix);
    lines
}

fn one_line(random: &mut Random, make: impl Fn(&mut Random) -> String) -> Vec<String> {
    vec![fitting(random, WIDTH, make)]
}
