//! Writes Ruby programs of any size in bytes, of the same shape and vocabulary
//! as the Beamtalk ones: the text that the baseline parser is measured with.
//!
//! Plain everyday Ruby. What is known to be slow to scan (heredocs, regular
//! expressions, percent literals) is left out, so that the baseline is at its best.

use crate::random::Random;
use crate::words::{self, ADJECTIVES, NOUNS, PROPERTIES, VERBS};

/// A text of exactly so many bytes.
pub(crate) fn generate(bytes: usize, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = String::with_capacity(bytes);
    let mut too_long = 0;
    while too_long < 20 {
        let item = item(&mut random).join("\n") + "\n\n";
        match text.len() + item.len() <= bytes {
            true => text.push_str(&item),
            false => too_long += 1,
        }
    }
    while text.len() < bytes {
        let width = (bytes - text.len()).min(60);
        text.extend(std::iter::once('#').chain(std::iter::repeat_n(' ', width)).take(width - 1));
        text.push('\n');
    }
    text
}

fn item(random: &mut Random) -> Vec<String> {
    match random.below(20) {
        0 => vec![format!("{} = {}", constant(random), literal(random))],
        1 | 2 => module(random),
        3 => {
            let count = 3 + random.below(6);
            statements(random, count, 1)
        }
        _ => class(random),
    }
}

fn module(random: &mut Random) -> Vec<String> {
    let mut lines = documentation(random);
    lines.push(format!("module {}", class_name(random)));
    for _ in 0..2 + random.below(4) {
        lines.push(String::new());
        lines.append(&mut method(random, ""));
    }
    lines.push("end".to_owned());
    lines
}

fn class(random: &mut Random) -> Vec<String> {
    let mut lines = documentation(random);
    lines.push(match random.chance(60) {
        true => format!("class {} < {}", class_name(random), class_name(random)),
        false => format!("class {}", class_name(random)),
    });
    for _ in 0..random.below(5) {
        let accessor = random.pick(&["attr_reader", "attr_accessor", "attr_writer"]);
        lines.push(format!("  {accessor} :{}", variable(random)));
    }
    for index in 0..3 + random.below(8) {
        lines.push(String::new());
        if random.chance(45) {
            lines.push(format!("  # {}.", words::sentence(random)));
        }
        let side = if index < 2 && random.chance(50) { "self." } else { "" };
        lines.append(&mut method(random, side));
    }
    lines.push("end".to_owned());
    lines
}

/// A method, indented as a member.
fn method(random: &mut Random, side: &str) -> Vec<String> {
    let parameters = (0..random.below(4)).map(|_| parameter(random)).collect::<Vec<_>>();
    let name = format!("{side}{}", message(random));
    let mut lines = vec![match parameters.is_empty() {
        true => format!("def {name}"),
        false => format!("def {name}({})", parameters.join(", ")),
    }];
    let count = 1 + random.below(5);
    lines.append(&mut indented(statements(random, count, 2)));
    if random.chance(60) {
        lines.push(format!("  {}", expression(random)));
    }
    lines.push("end".to_owned());
    indented(lines)
}

fn parameter(random: &mut Random) -> String {
    let name = variable(random);
    match random.below(6) {
        0 => format!("{name} = {}", literal(random)),
        1 => format!("{name}: {}", literal(random)),
        _ => name,
    }
}

fn statements(random: &mut Random, count: usize, depth: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for index in 0..count {
        if index > 0 && random.chance(8) {
            lines.push(String::new());
        }
        if random.chance(9) {
            lines.push(format!("# {}.", words::sentence(random)));
        }
        lines.append(&mut statement(random, depth));
    }
    lines
}

fn statement(random: &mut Random, depth: usize) -> Vec<String> {
    match random.below(24) {
        0..7 => vec![format!("{} = {}", target(random), expression(random))],
        7..13 => vec![call(random)],
        13 | 14 => vec![format!("return {} if {}", literal(random), comparison(random))],
        15 => {
            let (test, one, other) = (comparison(random), literal(random), unary(random));
            vec![format!("{} = {test} ? {one} : {other}", variable(random))]
        }
        16 => vec![format!("{}, {} = {}", variable(random), variable(random), call(random))],
        17 => vec![format!("{}.each {}", receiver(random), block(random))],
        18 if depth > 0 => case_lines(random),
        19 => hash_lines(random),
        20 => call_lines(random),
        21 | 22 if depth > 0 => block_lines(random, depth - 1),
        23 if depth > 0 => conditional_lines(random, depth - 1),
        _ => vec![format!("super({})", argument(random))],
    }
}

fn block_lines(random: &mut Random, depth: usize) -> Vec<String> {
    let iterator =
        random.pick(&["each", "map", "select", "reject", "find", "each_with_object({})"]);
    let count = 2 + random.below(2);
    let mut lines = vec![format!("{}.{iterator} do |item|", unary(random))];
    lines.append(&mut indented(statements(random, count, depth)));
    lines.push("end".to_owned());
    lines
}

fn conditional_lines(random: &mut Random, depth: usize) -> Vec<String> {
    let mut lines = vec![format!("if {}", comparison(random))];
    lines.append(&mut indented(statements(random, 2, depth)));
    if random.chance(50) {
        lines.extend(["else".to_owned(), format!("  {}", call(random))]);
    }
    lines.push("end".to_owned());
    lines
}

fn case_lines(random: &mut Random) -> Vec<String> {
    let mut lines = vec![format!("case {}", unary(random))];
    for _ in 0..2 + random.below(3) {
        let pattern = match random.below(3) {
            0 => class_name(random),
            _ => literal(random),
        };
        lines.push(format!("when {pattern} then {}", expression(random)));
    }
    lines.extend([format!("else {}", literal(random)), "end".to_owned()]);
    lines
}

fn hash_lines(random: &mut Random) -> Vec<String> {
    let mut lines = vec![format!("{} = {{", variable(random))];
    for _ in 0..3 + random.below(4) {
        lines.push(format!("  {}: {},", random.pick(&NOUNS), literal(random)));
    }
    lines.push("}".to_owned());
    lines
}

fn call_lines(random: &mut Random) -> Vec<String> {
    let mut lines = vec![format!("{}.{}(", receiver(random), message(random))];
    for _ in 0..3 {
        lines.push(format!("  {}: {},", random.pick(&NOUNS), argument(random)));
    }
    lines.push(")".to_owned());
    lines
}

fn expression(random: &mut Random) -> String {
    match random.below(10) {
        0..2 => unary(random),
        2..4 => binary(random),
        4 => interpolated(random),
        5 => collection(random),
        _ => call(random),
    }
}

fn call(random: &mut Random) -> String {
    let (receiver, message) = (receiver(random), message(random));
    match random.below(6) {
        0 => format!("{receiver}.map {}", block(random)),
        1 => format!("{receiver}[{}] = {}", symbol(random), argument(random)),
        2 => format!("{receiver}.inject(0) {{ |sum, each| sum + each.{} }}", property(random)),
        3 => format!("{receiver}.{message}({}, {})", argument(random), argument(random)),
        4 => format!("{message} {}, with: {}", variable(random), argument(random)),
        _ => format!("{receiver}.{message}({})", argument(random)),
    }
}

fn comparison(random: &mut Random) -> String {
    let operator = random.pick(&["<", ">", "<=", ">=", "==", "!=", "&&", "||"]);
    format!("{} {operator} {}", unary(random), unary(random))
}

fn binary(random: &mut Random) -> String {
    let operator = random.pick(&["+", "-", "*", "/", "%", "**", "<<"]);
    let first = format!("{} {operator} {}", unary(random), number(random));
    match random.below(4) {
        0 => format!("{first} + {}", number(random)),
        1 => format!("({first}) * {}", receiver(random)),
        _ => first,
    }
}

fn unary(random: &mut Random) -> String {
    let mut text = receiver(random);
    for _ in 0..random.below(5) / 2 {
        text.push('.');
        text.push_str(&property(random));
    }
    text
}

fn interpolated(random: &mut Random) -> String {
    let hole = match random.below(5) {
        0 => binary(random),
        1 => format!("{}.join(\", \")", variable(random)),
        _ => unary(random),
    };
    format!("\"{} #{{{hole}}}: #{{{}}}\"", words::phrase(random), receiver(random))
}

fn block(random: &mut Random) -> String {
    match random.below(4) {
        0 => format!("{{ |each| {} }}", comparison(random)),
        1 => format!("{{ |each| {}(each) }}", message(random)),
        _ => format!("{{ |each| each.{} }}", property(random)),
    }
}

fn argument(random: &mut Random) -> String {
    match random.below(8) {
        0..3 => literal(random),
        3 => binary(random),
        4 => collection(random),
        5 => interpolated(random),
        _ => unary(random),
    }
}

fn collection(random: &mut Random) -> String {
    match random.below(3) {
        0 => format!("{{ {}: {} }}", random.pick(&NOUNS), literal(random)),
        1 => format!("{{ {} => {}, b: 2 }}", symbol(random), unary(random)),
        _ => format!("[{}, {}, {}]", number(random), number(random), literal(random)),
    }
}

fn literal(random: &mut Random) -> String {
    match random.below(12) {
        0..4 => number(random),
        4..7 => format!("\"{}\"", words::phrase(random)),
        7..9 => symbol(random),
        9 | 10 => random.pick(&["0xff", "0b1011", "1.5e3", "0.25", "-12"]).to_owned(),
        _ => random.pick(&["nil", "true", "false"]).to_owned(),
    }
}

fn number(random: &mut Random) -> String {
    match random.below(6) {
        0 => random.below(100_000).to_string(),
        1 => format!("{}.{}", random.below(100), random.below(100)),
        _ => random.below(60).to_string(),
    }
}

fn receiver(random: &mut Random) -> String {
    match random.below(10) {
        0 => "self".to_owned(),
        1..4 => format!("@{}", variable(random)),
        4 => class_name(random),
        _ => variable(random),
    }
}

fn target(random: &mut Random) -> String {
    match random.chance(25) {
        true => format!("@{}", variable(random)),
        false => variable(random),
    }
}

fn variable(random: &mut Random) -> String {
    words::snake(&words::thing(random))
}

fn class_name(random: &mut Random) -> String {
    words::pascal(&words::kind(random))
}

fn constant(random: &mut Random) -> String {
    words::snake(&[random.pick(&ADJECTIVES), random.pick(&NOUNS)]).to_uppercase()
}

fn symbol(random: &mut Random) -> String {
    format!(":{}", random.pick(&NOUNS))
}

fn message(random: &mut Random) -> String {
    words::snake(&[random.pick(&VERBS), random.pick(&NOUNS)])
}

fn property(random: &mut Random) -> String {
    words::snake(random.pick(&PROPERTIES))
}

fn documentation(random: &mut Random) -> Vec<String> {
    let count = 1 + random.below(3);
    (0..count).map(|_| format!("# {}.", words::sentence(random))).collect()
}

fn indented(lines: Vec<String>) -> Vec<String> {
    let indent = |line: String| if line.is_empty() { line } else { format!("  {line}") };
    lines.into_iter().map(indent).collect()
}
