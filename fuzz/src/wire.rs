//! What holds for all bytes that reach the compiler's port: splitting, decoding and
//! reading them as classes is total, what was decoded is written and read as the same,
//! and a hierarchy answers whatever it was told.

use etf::{Frames, Limits, MAX_DEPTH, MAX_FRAME_LIMIT, Map, Term};
use hierarchy::{ClassHierarchy, ClassName, Side};

use crate::choices::Choices;

/// A first byte that no term begins with: the rest chooses the metadata of classes.
pub const META: u8 = 4;

const KEYS: [&str; 26] = [
    "class",
    "superclass",
    "meta_version",
    "is_sealed",
    "is_abstract",
    "is_value",
    "is_typed",
    "is_internal",
    "package",
    "fields",
    "field_types",
    "field_type_texts",
    "field_has_default",
    "method_info",
    "class_method_info",
    "class_variables",
    "handle_scope",
    "type_params",
    "type_param_bounds",
    "superclass_type_args",
    "methods",
    "class_methods",
    "kind",
    "native",
    "doc",
    "superclass_package",
];
const METHOD_KEYS: [&str; 9] = [
    "arity",
    "param_types",
    "return_type",
    "return_type_text",
    "param_type_texts",
    "param_names",
    "is_sealed",
    "visibility",
    "doc",
];
const WORDS: [&str; 14] = [
    "Tea",
    "Cup",
    "Integer",
    "Object",
    "none",
    "nil",
    "true",
    "Self",
    "Self class",
    "at:put:",
    "+",
    "size",
    "List(Tea | Nil)",
    "",
];

/// Panics where a promise does not hold.
pub fn check(bytes: &[u8]) {
    if let [META, rest @ ..] = bytes {
        return check_classes(&metadata(&mut Choices::new(rest)));
    }
    split(bytes);
    // As the port reads a frame.
    let limits = Limits { bytes: MAX_FRAME_LIMIT, depth: MAX_DEPTH };
    let Ok(term) = etf::decode(bytes, limits) else { return };
    let written = etf::encode(&term);
    assert_eq!(etf::decode(&written, limits).as_ref(), Ok(&term), "read, written and read again");
    check_classes(&term);
}

/// The frames of a stream do not hang on how it comes in pieces.
fn split(bytes: &[u8]) {
    let taken = |piece: usize| {
        let (mut frames, mut found) = (Frames::new(MAX_FRAME_LIMIT), Vec::new());
        for chunk in bytes.chunks(piece) {
            frames.push(chunk);
            while let Ok(Some(frame)) = frames.take() {
                found.push(frame.to_vec());
            }
        }
        found
    };
    assert_eq!(taken(1), taken(bytes.len().max(1)), "the same frames in any pieces");
}

/// Reads a term as a class and as a map of them, and asks about what was read.
fn check_classes(term: &Term) {
    let decoded = hierarchy::meta::decode(term);
    let mut hierarchy = ClassHierarchy::with_builtins();
    hierarchy.add_class_from_beam_meta(term);
    hierarchy.add_from_beam_meta(term);
    let read = decoded.class.iter().map(|class| class.name.clone());
    let names = WORDS.iter().map(|name| ClassName::from(*name));
    for name in read.chain(names) {
        hierarchy.lineage(&name);
        hierarchy.kind_of(&name);
        for side in [Side::Instance, Side::Class] {
            hierarchy.own_methods(&name, side);
        }
        hierarchy.find_method(&name, "size");
        hierarchy.find_class_method(&name, "new");
    }
    for name in WORDS {
        hierarchy.remove(&ClassName::from(name));
    }
    assert!(hierarchy.class(&ClassName::from("Integer")).is_some(), "the library stays");
}

/// A class, or several by name.
fn metadata(choices: &mut Choices) -> Term {
    if choices.below(2) == 0 {
        return class(choices);
    }
    let count = 1 + choices.below(4);
    let classes = (0..count).map(|_| (Term::atom(choices.pick(&WORDS)), class(choices)));
    map(classes.collect())
}

fn class(choices: &mut Choices) -> Term {
    let mut pairs = vec![
        (Term::atom("class"), Term::atom(choices.pick(&["Tea", "Cup", "Integer"]))),
        (Term::atom("superclass"), Term::atom(choices.pick(&WORDS))),
    ];
    while choices.are_left() && pairs.len() < 20 {
        let key = choices.pick(&KEYS);
        let value = match key {
            "method_info" | "class_method_info" if choices.below(4) > 0 => {
                let count = choices.below(4);
                let methods =
                    (0..count).map(|_| (Term::atom(choices.pick(&WORDS)), method(choices)));
                map(methods.collect())
            }
            _ => value(choices, 3),
        };
        pairs.push((Term::atom(key), value));
    }
    map(pairs)
}

fn method(choices: &mut Choices) -> Term {
    let count = choices.below(METHOD_KEYS.len() as u8 + 1);
    let pairs = (0..count).map(|_| (Term::atom(choices.pick(&METHOD_KEYS)), value(choices, 2)));
    map(pairs.collect())
}

/// Anything, though not too deep.
fn value(choices: &mut Choices, depth: u8) -> Term {
    let kinds = if depth == 0 { 4 } else { 7 };
    let count = |choices: &mut Choices| choices.below(4);
    match choices.below(kinds) {
        0 => Term::atom(choices.pick(&WORDS)),
        1 => Term::binary(choices.pick(&WORDS)),
        2 => Term::Integer(i64::from(choices.below(255)) - 3),
        3 => Term::from(choices.below(2) == 0),
        4 => {
            let elements = (0..count(choices)).map(|_| value(choices, depth - 1));
            Term::list(elements.collect::<Vec<Term>>())
        }
        5 => {
            let elements = (0..count(choices)).map(|_| value(choices, depth - 1));
            Term::tuple(elements.collect::<Vec<Term>>())
        }
        _ => {
            let pairs = (0..count(choices)).map(|_| (value(choices, 0), value(choices, depth - 1)));
            map(pairs.collect())
        }
    }
}

/// Of two pairs with one key the first counts.
fn map(pairs: Vec<(Term, Term)>) -> Term {
    let mut distinct: Vec<(Term, Term)> = Vec::new();
    for (key, value) in pairs {
        if distinct.iter().all(|(known, _)| *known != key) {
            distinct.push((key, value));
        }
    }
    Map::new(distinct).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_promises_hold_for_some_bytes() {
        let mut random = Random::new(7);
        for _ in 0..20_000 {
            let length = random.below(200);
            let bytes = random.bytes(length);
            check(&[&[META], bytes.as_slice()].concat());
            check(&[&[131], bytes.as_slice()].concat());
        }
    }
}
