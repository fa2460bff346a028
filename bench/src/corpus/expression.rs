//! Expressions on one line.

use crate::random::Random;
use crate::words::{self, NOUNS, PREPOSITIONS, PROPERTIES, VERBS};

pub(super) fn variable(random: &mut Random) -> String {
    words::camel(&words::thing(random))
}

pub(super) fn class_name(random: &mut Random) -> String {
    words::pascal(&words::kind(random))
}

pub(super) fn symbol(random: &mut Random) -> String {
    format!("#{}", random.pick(&NOUNS))
}

/// `pump`, `chargeAt:`, `loadParcel:to:`, with one part for each argument.
pub(super) fn selector(random: &mut Random, arguments: usize) -> Vec<String> {
    let mut first = vec![random.pick(&VERBS)];
    if random.chance(40) {
        first.push(random.pick(&NOUNS));
    }
    let later = (1..arguments).map(|_| format!("{}:", random.pick(&PREPOSITIONS)));
    let first = words::camel(&first);
    match arguments {
        0 => vec![first],
        _ => std::iter::once(format!("{first}:")).chain(later.collect::<Vec<_>>()).collect(),
    }
}

/// Any expression that may be assigned, answered or stand alone.
pub(super) fn expression(random: &mut Random) -> String {
    match random.below(12) {
        0 | 1 => unary(random),
        2 | 3 => binary(random),
        4 => interpolated(random),
        5 => collection(random),
        6 => foreign_send(random),
        7 => format!("{} -> {}", symbol(random), unary(random)),
        _ => keyword_send(random),
    }
}

/// A send of one or two keyword parts.
pub(super) fn keyword_send(random: &mut Random) -> String {
    let receiver = receiver(random);
    match random.below(8) {
        0 => format!("{receiver} collect: {}", block(random)),
        1 => format!("{receiver} at: {} put: {}", symbol(random), argument(random)),
        2 => format!("{receiver} inject: 0 into: [:sum :each | sum + each {}]", property(random)),
        3 | 4 => with_arguments(random, receiver, 2),
        _ => with_arguments(random, receiver, 1),
    }
}

pub(super) fn condition(random: &mut Random) -> String {
    match random.below(4) {
        0 => format!("{} isNil", receiver(random)),
        1 => format!("({} and: [{} isReady])", comparison(random), receiver(random)),
        _ => format!("({})", comparison(random)),
    }
}

pub(super) fn comparison(random: &mut Random) -> String {
    let operator = random.pick(&["<", ">", "<=", ">=", "=:=", "==", "/=", "=/="]);
    format!("{} {operator} {}", unary(random), operand(random))
}

pub(super) fn binary(random: &mut Random) -> String {
    let operator = random.pick(&["+", "-", "*", "/", "%", "**", "++"]);
    let first = format!("{} {operator} {}", unary(random), operand(random));
    match random.below(4) {
        0 => format!("{first} + {}", number(random)),
        1 => format!("({first}) * {}", receiver(random)),
        _ => first,
    }
}

pub(super) fn unary(random: &mut Random) -> String {
    let mut text = receiver(random);
    for _ in 0..random.below(5) / 2 {
        text.push(' ');
        text.push_str(&property(random));
    }
    text
}

pub(super) fn property(random: &mut Random) -> String {
    words::camel(random.pick(&PROPERTIES))
}

pub(super) fn interpolated(random: &mut Random) -> String {
    let hole = match random.below(5) {
        0 => binary(random),
        1 => format!("{} join: \", \"", variable(random)),
        _ => unary(random),
    };
    let phrase = words::phrase(random);
    match random.chance(40) {
        true => format!("\"{phrase} {{{hole}}}: {{{}}}\"", receiver(random)),
        false => format!("\"{phrase} {{{hole}}}\""),
    }
}

pub(super) fn block(random: &mut Random) -> String {
    let body = match random.below(4) {
        0 => comparison(random),
        1 => format!("self {} each", with_colon(random)),
        _ => format!("each {}", property(random)),
    };
    match random.below(10) {
        0 => format!("[{body}]"),
        1 => format!("[:each :: {} | {body}]", class_name(random)),
        _ => format!("[:each | {body}]"),
    }
}

pub(super) fn pair(random: &mut Random) -> String {
    let value = match random.below(4) {
        0 => unary(random),
        1 => list(random),
        _ => literal(random),
    };
    match random.chance(10) {
        true => format!("\"{}\" => {value}", random.pick(&NOUNS)),
        false => format!("{} => {value}", symbol(random)),
    }
}

pub(super) fn literal(random: &mut Random) -> String {
    match random.below(12) {
        0..4 => number(random),
        4..7 => format!("\"{}\"", words::phrase(random)),
        7..9 => symbol(random),
        9 => random.pick(&["$a", "$z", "$\\n", "$7"]).to_owned(),
        10 => random.pick(&["16rFF", "2r1011", "1.5e3", "0.25", "-12"]).to_owned(),
        _ => random.pick(&["nil", "true", "false"]).to_owned(),
    }
}

/// Something that messages are sent to.
pub(super) fn receiver(random: &mut Random) -> String {
    match random.below(10) {
        0 | 1 => "self".to_owned(),
        2..4 => format!("self.{}", variable(random)),
        4 => class_name(random),
        _ => variable(random),
    }
}

/// A keyword argument: whatever needs no parentheses, or a send inside some.
pub(super) fn argument(random: &mut Random) -> String {
    match random.below(12) {
        0..3 => literal(random),
        3 => block(random),
        4 => binary(random),
        5 => collection(random),
        6 => format!("({})", foreign_send(random)),
        7 => interpolated(random),
        _ => unary(random),
    }
}

fn with_arguments(random: &mut Random, receiver: String, arguments: usize) -> String {
    let mut text = receiver;
    for part in selector(random, arguments) {
        text = format!("{text} {part} {}", argument(random));
    }
    text
}

fn with_colon(random: &mut Random) -> String {
    selector(random, 1).concat()
}

fn operand(random: &mut Random) -> String {
    match random.chance(50) {
        true => number(random),
        false => unary(random),
    }
}

fn number(random: &mut Random) -> String {
    match random.below(6) {
        0 => random.below(100_000).to_string(),
        1 => format!("{}.{}", random.below(100), random.below(100)),
        _ => random.below(60).to_string(),
    }
}

fn collection(random: &mut Random) -> String {
    match random.below(4) {
        0 => format!("#{{{}}}", pair(random)),
        1 => format!("#{{{}, {}}}", pair(random), pair(random)),
        2 => format!("#[{}, {}]", literal(random), unary(random)),
        _ => list(random),
    }
}

fn list(random: &mut Random) -> String {
    match random.below(5) {
        0 => "#()".to_owned(),
        1 => format!("#({} | {})", literal(random), variable(random)),
        _ => format!("#({}, {}, {})", number(random), number(random), literal(random)),
    }
}

fn foreign_send(random: &mut Random) -> String {
    let value = variable(random);
    match random.below(4) {
        0 => format!("Erlang lists reverse: {value}"),
        1 => format!("Erlang maps put: {} with: {value} with: #{{}}", symbol(random)),
        2 => format!("{}@{} new", random.pick(&NOUNS), class_name(random)),
        _ => format!("Erlang erlang phash2: {value}"),
    }
}

/// What `make` makes, tried again while it is too wide for the page.
pub(super) fn fitting(
    random: &mut Random,
    width: usize,
    make: impl Fn(&mut Random) -> String,
) -> String {
    let mut text = make(random);
    for _ in 0..8 {
        if text.len() <= width {
            break;
        }
        text = make(random);
    }
    text
}
