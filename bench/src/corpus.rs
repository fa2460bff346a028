//! Writes Beamtalk programs of any length: the same seed, the same text.
//!
//! Every text is valid and nearly all of it stands in canonical layout, as in a
//! tidy code base: documented classes, protocols, aliases, extension methods and
//! stretches of script. The programs mean nothing; only their shape is real.

mod expression;
mod statement;

use expression::{class_name, fitting, literal, selector, symbol, variable};
use statement::{answer, indented, short, statements, ty};

use crate::random::Random;
use crate::words;

/// A text of exactly so many lines.
pub(crate) fn generate(lines: usize, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = String::with_capacity(lines * 32);
    let mut missing = lines;
    let mut too_long = 0;
    while missing > 0 && too_long < 20 {
        let item = item(&mut random);
        if item.len() > missing {
            too_long += 1;
            continue;
        }
        missing -= item.len();
        push_lines(&mut text, &item);
    }
    for _ in 0..missing {
        push_lines(&mut text, &[alias(&mut random)]);
    }
    text
}

fn push_lines(text: &mut String, lines: &[String]) {
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
}

/// One or more declarations or statements, and an empty line.
fn item(random: &mut Random) -> Vec<String> {
    let mut lines = match random.below(20) {
        0 => vec![alias(random)],
        1 | 2 => protocol_and_class(random),
        3 | 4 => extension(random),
        5 => script(random),
        _ => class(random),
    };
    lines.push(String::new());
    lines
}

fn alias(random: &mut Random) -> String {
    let modifier = if random.chance(20) { "internal " } else { "" };
    // Two words: an alias of a single letter would be a type parameter.
    let name = words::pascal(&[random.pick(&words::ADJECTIVES), random.pick(&words::NOUNS)]);
    match random.chance(50) {
        true => format!("{modifier}type {name} = {} | Nil", ty(random)),
        false => format!("{modifier}type {name} = {} | {}", symbol(random), symbol(random)),
    }
}

/// A protocol ends only where another declaration begins, so one follows.
fn protocol_and_class(random: &mut Random) -> Vec<String> {
    let mut lines = documentation(random, 1);
    let name = class_name(random);
    lines.push(match random.below(3) {
        0 => format!("Protocol define: {name}(E)"),
        1 => format!("Protocol define: {name} extending: {}", class_name(random)),
        _ => format!("Protocol define: {name}"),
    });
    for _ in 0..2 + random.below(4) {
        let side = if random.chance(10) { "class " } else { "" };
        lines.push(format!("  {side}{}", header(random, true)));
    }
    lines.push(String::new());
    lines.append(&mut class(random));
    lines
}

fn extension(random: &mut Random) -> Vec<String> {
    let mut lines = Vec::new();
    for _ in 0..1 + random.below(3) {
        let side = if random.chance(15) { " class" } else { "" };
        let typed = random.chance(50);
        let header = format!("{}{side} >> {} =>", class_name(random), header(random, typed));
        lines.append(&mut method(random, header));
    }
    lines
}

/// Statements as they stand in a script or at the end of an example.
fn script(random: &mut Random) -> Vec<String> {
    let mut lines = vec![format!("// {}.", words::sentence(random))];
    let count = 3 + random.below(6);
    lines.append(&mut statements(random, count, 1));
    lines
}

fn class(random: &mut Random) -> Vec<String> {
    let mut lines = documentation(random, 2);
    let typed = random.chance(60);
    let superclass = random.pick(&["Object", "Actor", "Value"]);
    lines.push(class_header(random, superclass));
    let data = match superclass {
        "Actor" => "state",
        "Value" => "field",
        _ => "classState",
    };
    for _ in 0..random.below(5) {
        lines.push(declaration(random, data, typed));
    }
    if data != "classState" && random.chance(15) {
        lines.push(declaration(random, "classState", typed));
    }
    for _ in 0..random.below(3) {
        lines.append(&mut member(random, "class ", typed));
    }
    for _ in 0..2 + random.below(8) {
        lines.append(&mut member(random, "", typed));
    }
    lines
}

fn class_header(random: &mut Random, superclass: &str) -> String {
    let modifiers = random.pick(&["", "", "", "typed ", "sealed ", "abstract ", "sealed typed "]);
    let parameters = random.pick(&["", "", "", "", "", "(E)", "(K, V :: Printable)"]);
    let name = class_name(random);
    let superclass = match random.below(5) {
        0 => class_name(random),
        1 => format!("{}@{}", random.pick(&words::NOUNS), class_name(random)),
        _ => superclass.to_owned(),
    };
    format!("{modifiers}{superclass} subclass: {name}{parameters}")
}

fn declaration(random: &mut Random, data: &str, typed: bool) -> String {
    let annotation = if typed { format!(" :: {}", ty(random)) } else { String::new() };
    let name = variable(random);
    match random.chance(75) {
        true => format!("  {data}: {name}{annotation} = {}", literal(random)),
        false => format!("  {data}: {name}{annotation}"),
    }
}

/// A method of a class, with the empty line before it.
fn member(random: &mut Random, side: &str, typed: bool) -> Vec<String> {
    let mut lines = vec![String::new()];
    if random.chance(45) {
        lines.append(&mut documentation(random, 1));
    }
    if random.chance(2) {
        lines.push("@expect type \"checked by the caller\"".to_owned());
    }
    let modifier = random.pick(&["", "", "", "", "", "", "internal ", "sealed "]);
    let header = match random.chance(1) {
        true => "-> value :: Object -> Association =>".to_owned(),
        false => format!("{side}{modifier}{} =>", header(random, typed)),
    };
    lines.append(&mut method(random, header));
    indented(lines, 2)
}

/// A header, and a body behind it or below it.
fn method(random: &mut Random, header: String) -> Vec<String> {
    let room = 76_usize.saturating_sub(header.len());
    let body = short(random, room.min(46));
    if random.chance(40) && body.len() <= room {
        return vec![format!("{header} {body}")];
    }
    let count = 2 + random.below(4);
    let mut lines = vec![header];
    let mut body = statements(random, count, 2);
    if random.chance(60) {
        body.append(&mut answer(random));
    }
    lines.append(&mut indented(body, 2));
    lines
}

/// The head of a method or signature, without its body.
fn header(random: &mut Random, typed: bool) -> String {
    fitting(random, 60, |random| any_header(random, typed))
}

fn any_header(random: &mut Random, typed: bool) -> String {
    let answer = match typed && random.chance(85) {
        true => format!(" -> {}", answer_type(random)),
        false => String::new(),
    };
    let arguments = [0, 0, 0, 1, 1, 1, 2, 3][random.below(8)];
    if random.chance(3) {
        let operator = random.pick(&["+", "-", "*", "<", ">", "%"]);
        return format!("{operator} {}{answer}", parameter(random, typed));
    }
    let parts = selector(random, arguments);
    if arguments == 0 {
        let noun = random.pick(&words::NOUNS);
        return format!("{}{}{answer}", parts.concat(), words::capital(noun));
    }
    let parts = parts.into_iter().map(|part| format!("{part} {}", parameter(random, typed)));
    format!("{}{answer}", parts.collect::<Vec<_>>().join(" "))
}

fn answer_type(random: &mut Random) -> String {
    match random.below(4) {
        0 => "Self".to_owned(),
        1 => "Nil".to_owned(),
        _ => ty(random),
    }
}

fn parameter(random: &mut Random, typed: bool) -> String {
    let name = variable(random);
    match typed && random.chance(90) {
        true => format!("{name} :: {}", ty(random)),
        false => name,
    }
}

fn documentation(random: &mut Random, most: usize) -> Vec<String> {
    let mut lines = vec![format!("/// {}.", words::sentence(random))];
    for _ in 0..random.below(most + 1) {
        lines.push(format!("/// {}.", words::sentence(random)));
    }
    if random.chance(6) {
        let example = format!("/// {} new {}", class_name(random), selector(random, 0).concat());
        lines.extend(["///", "/// ```beamtalk"].map(str::to_owned));
        lines.extend([format!("{example}  // => {}", literal(random)), "/// ```".to_owned()]);
    }
    lines
}
