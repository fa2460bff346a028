//! Non-local returns: `^` under which constructs, in a block that is evaluated where,
//! in which kind of method. The model runs the constructs: it tells whether the method
//! is left, how often the innermost body ran, and how often cleanups did.

use crate::cell::{Cell, Method};
use crate::construct::{CONSTRUCTS, Construct, Role, names, nested};
use crate::home::{HOMES, Home};
use crate::thinned;

const LEAVE: &str = "tick value. ^#out";

/// What the model foresees.
#[derive(Clone, Copy, Debug, Default)]
struct Foreseen {
    is_left: bool,
    ticks: usize,
    cleanups: usize,
}

/// Runs the constructs; `is_dead` says that `^` is an error, which handlers catch.
fn foresee(constructs: &[&Construct], is_dead: bool) -> Foreseen {
    let Some((construct, inner)) = constructs.split_first() else {
        return Foreseen { is_left: true, ticks: 1, cleanups: 0 };
    };
    let mut total = Foreseen::default();
    for _ in 0..construct.runs {
        let run = foresee(inner, is_dead);
        total.ticks += run.ticks;
        total.cleanups += run.cleanups + usize::from(construct.role == Role::Cleans);
        if run.is_left {
            total.is_left = !(is_dead && construct.role == Role::Catches);
            break;
        }
    }
    total
}

/// Where the block with the `^` is evaluated.
#[derive(Clone, Copy, Debug)]
struct Place {
    name: &'static str,
    /// `$block` stands for the block.
    text: &'static str,
    cleanups: usize,
}

const fn place(name: &'static str, text: &'static str) -> Place {
    Place { name, text, cleanups: 0 }
}

const fn cleaning(name: &'static str, cleanups: usize, text: &'static str) -> Place {
    Place { name, text, cleanups }
}

/// Places where its method is still running.
const PLACES: &[Place] = &[
    place("its method", "b := $block. b value"),
    place("the same object", "self evaluate: $block"),
    place("the same object, performed", "self perform: #evaluate: withArguments: #($block)"),
    place("the other side", "$there evaluateThere: $block"),
    place("another class", "Runner run: $block"),
    place("far away", "Runner deep: $block"),
    place("a method that guards", "Runner guard: $block"),
    cleaning("a method that cleans", 1, "Runner sure: $block then: clean"),
    cleaning(
        "guarded, cleaned, guarded",
        2,
        "Runner guard: [Runner sure: [[Runner guard: $block] ensure: [clean value]] then: clean]",
    ),
    place("a list", "b := #($block). b first value"),
    place("a dictionary", "b := #{#k => $block}. (b at: #k) value"),
    place("a slot", "b := Box block: $block. Runner fire: b"),
    place("a class variable", "Vault keep: $block. Runner run: Vault kept"),
    place("the library", "b := $block. #(1, 2) collect: [:x | b value]"),
    place("the library, as it is", "b := $block. 3 timesRepeat: b"),
    place("a sort", "b := $block. #(2, 1) sort: [:x :y | b value. true]"),
    place("Erlang", "b := $block. Erlang lists map: [:x | b value] list: #(1, 2)"),
    place("a handler", "b := $block. [1 / 0] on: Error do: [:e | b value]"),
    place("a cleanup", "b := $block. [5] ensure: [b value]"),
    place("a result", "b := $block. Result tryDo: [b value]"),
    place("a string", "b := $block. \"text {b value}\""),
    place("an argument", "b := $block. #(1) at: b value"),
    place("a cascade", "b := $block. #(1) size; at: b value; size"),
];

pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    cells.extend(thinned(one_deep(), 3));
    cells.extend(thinned(two_deep(), 23));
    cells.extend(thinned(three_deep(), 29));
    cells.extend(thinned(evaluated_elsewhere(), 7));
    cells.extend(thinned(dead(), 3));
    cells.extend(thinned(at_the_top(), 23));
    cells
}

/// Every construct in every kind of method.
fn one_deep() -> Vec<Cell> {
    let homes = HOMES.into_iter();
    homes.flat_map(|home| CONSTRUCTS.iter().map(move |it| literal(home, &[it]))).collect()
}

/// Every construct in every other; the kinds of methods take turns.
fn two_deep() -> Vec<Cell> {
    let pairs = CONSTRUCTS.iter().flat_map(|outer| CONSTRUCTS.iter().map(move |it| [outer, it]));
    let homes = HOMES.into_iter().cycle();
    pairs.zip(homes).map(|(pair, home)| literal(home, &pair)).collect()
}

/// Every construct in every other in some third.
fn three_deep() -> Vec<Cell> {
    let mut homes = HOMES.into_iter().cycle().skip(2);
    let mut cells = Vec::new();
    for (first, outer) in CONSTRUCTS.iter().enumerate() {
        for ((second, inner), home) in CONSTRUCTS.iter().enumerate().zip(&mut homes) {
            let third = &CONSTRUCTS[(first * 31 + second * 17) % CONSTRUCTS.len()];
            cells.push(literal(home, &[third, outer, inner]));
        }
    }
    cells
}

fn evaluated_elsewhere() -> Vec<Cell> {
    let mut homes = HOMES.into_iter().cycle();
    let mut cells = Vec::new();
    for place in PLACES {
        cells.extend(HOMES.iter().map(|home| placed(*home, place, &[])));
        let constructs = CONSTRUCTS.iter().zip(&mut homes);
        cells.extend(constructs.map(|(construct, home)| placed(home, place, &[construct])));
    }
    cells
}

/// The `^` has no method to end.
fn dead() -> Vec<Cell> {
    let homes = HOMES.into_iter();
    let pairs = homes.flat_map(|home| CONSTRUCTS.iter().map(move |it| (home, it)));
    pairs.flat_map(|(home, it)| [too_late(home, it), elsewhere(home, it)]).collect()
}

fn at_the_top() -> Vec<Cell> {
    let singles = CONSTRUCTS.iter().map(|it| top(&[it]));
    let pairs = CONSTRUCTS
        .iter()
        .flat_map(|outer| CONSTRUCTS.iter().map(move |inner| top(&[outer, inner])));
    singles.chain(pairs).collect()
}

fn answer(foreseen: Foreseen, more_cleanups: usize) -> String {
    let answer = if foreseen.is_left { "#out" } else { "#stayed" };
    format!("#({answer}, {}, {})", foreseen.ticks, foreseen.cleanups + more_cleanups)
}

const MEASURE: &str = "Runner measure: [:tick :clean | $receiver $selector: tick and: clean]";

fn method(home: Home, statements: Vec<String>) -> Option<Method> {
    Some(Method { home, parameters: vec!["tick", "clean"], statements })
}

/// The constructs stand in the method itself.
fn literal(home: Home, constructs: &[&Construct]) -> Cell {
    let body = nested(constructs, LEAVE, "clean value");
    Cell {
        label: format!("{home:?}, {}", names(constructs)),
        method: method(home, vec![body, "#stayed".to_owned()]),
        asked: MEASURE.to_owned(),
        expected: answer(foresee(constructs, false), 0),
    }
}

/// The constructs stand in a block that is evaluated elsewhere.
fn placed(home: Home, place: &Place, constructs: &[&Construct]) -> Cell {
    // What the block answers where it is not left must not matter to the place.
    let block = format!("[{}. 1]", nested(constructs, LEAVE, "clean value"));
    let text = place.text.replace("$block", &block).replace("$there", home.other_side());
    let foreseen = foresee(constructs, false);
    Cell {
        label: format!("{home:?}, {}, {}", place.name, names(constructs)),
        method: method(home, vec![text, "#stayed".to_owned()]),
        asked: MEASURE.to_owned(),
        expected: answer(foreseen, place.cleanups),
    }
}

/// The method has returned.
fn too_late(home: Home, construct: &Construct) -> Cell {
    let block = format!("[{}. #stayed]", construct.around(LEAVE, 1, "clean value"));
    let foreseen = foresee(&[construct], true);
    let asked =
        MEASURE.replace("$receiver", "Runner kindOf: ($receiver").replace(" clean]", " clean)]");
    Cell {
        label: format!("{home:?}, too late, {}", construct.name),
        method: method(home, vec![block]),
        asked,
        expected: answer(foreseen, 0).replace("#out", "#dead_return"),
    }
}

/// Another process than the method's; what is counted there is not seen here.
fn elsewhere(home: Home, construct: &Construct) -> Cell {
    let block = format!("[{}. #stayed]", construct.around(LEAVE, 1, "clean value"));
    let foreseen = Foreseen { ticks: 0, cleanups: 0, ..foresee(&[construct], true) };
    Cell {
        label: format!("{home:?}, another process, {}", construct.name),
        method: method(home, vec![format!("Runner elsewhere: {block}")]),
        asked: MEASURE.to_owned(),
        expected: answer(foreseen, 0).replace("#out", "#dead_return"),
    }
}

/// At the top `^` ends the statement, whose value it is.
fn top(constructs: &[&Construct]) -> Cell {
    let foreseen = foresee(constructs, false);
    let answer = if foreseen.is_left { "#out" } else { "#stayed" };
    let body = nested(constructs, LEAVE, "clean value");
    let before = "t := k := 0\ntick := [t := t + 1]\nclean := [k := k + 1]";
    Cell {
        label: format!("top, {}", names(constructs)),
        method: None,
        asked: format!("{before}\n[{body}. #stayed] value\n#(t, k)"),
        expected: format!("{answer}\n#({}, {})", foreseen.ticks, foreseen.cleanups),
    }
}
