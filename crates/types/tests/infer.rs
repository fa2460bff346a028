//! The types of expressions, as rows: a text, and the type of its last statement.

use hierarchy::{ClassHierarchy, Origin, surface};
use syntax::tree::Item;

fn type_of_last(text: &str) -> String {
    let parse = syntax::parse(text);
    assert!(!parse.has_errors(), "{text}");
    let mut hierarchy = ClassHierarchy::with_builtins().clone();
    hierarchy.add_classes(surface(&parse.tree), Origin::Module);
    let inference = types::infer(&parse.tree, &hierarchy, None);
    let last = parse.tree.items.iter().rev().find_map(|item| match item {
        Item::Statement(statement) => Some(*statement),
        _ => None,
    });
    let ty = last.and_then(|it| inference.type_of(it));
    ty.map_or_else(|| "Dynamic".to_owned(), |it| it.for_people().to_string())
}

#[track_caller]
fn check(rows: &[(&str, &str)]) {
    let got: Vec<(&str, String)> =
        rows.iter().map(|(text, _)| (*text, type_of_last(text))).collect();
    let expected: Vec<(&str, String)> =
        rows.iter().map(|(text, ty)| (*text, (*ty).to_owned())).collect();
    assert_eq!(got, expected);
}

#[test]
fn literals_and_collections() {
    check(&[
        ("3", "Integer"),
        ("\"tea\"", "String"),
        ("#tea", "#tea"),
        ("nil", "Nil"),
        ("true", "Boolean"),
        ("#(1, 2)", "List(Integer)"),
        ("#(1, \"a\")", "List(Integer | String)"),
        ("#[1.5]", "Array(Float)"),
        ("#{#a => 1}", "Dictionary(#a, Integer)"),
        ("\"{3} cups\"", "String"),
    ]);
}

#[test]
fn chains_follow_what_methods_answer() {
    check(&[
        ("\"hello\" size", "Integer"),
        ("\"hello\" size + 1", "Integer"),
        ("1 + 2.5", "Float"),
        ("#(1, 2) first", "Integer"),
        ("#(1, 2) collect: [:x | x printString]", "List(String)"),
        ("#(1, 2) inject: 0 into: [:sum :x | sum + x]", "Integer"),
        ("x := 3\nx printString size", "Integer"),
        ("3 > 2 ifTrue: [\"a\"] ifFalse: [#b]", "String | #b"),
        ("#a -> 1", "Association"),
    ]);
}

#[test]
fn classes_are_values() {
    check(&[
        ("Integer", "Integer class"),
        ("3 class", "Integer class"),
        ("3 class name", "Symbol"),
        ("c := String\nc", "String class"),
        ("Object subclass: Pot\n\nPot class", "Pot class"),
        ("Value subclass: Pot\n\nPot class new", "Pot"),
        ("Value subclass: Pot\n\np := Pot\np new", "Pot"),
        ("Value subclass: Pot\n\nPot new class class", "Metaclass"),
        ("Actor subclass: Pot\n\nPot spawn", "Pot"),
    ]);
}

#[test]
fn methods_without_types_answer_what_their_bodies_do() {
    let pot = "Value subclass: Pot\n  field: cups :: Integer = 4\n\n  total => self.cups * 2\n\n  label => self total printString\n\n  again => self again\n\n  class full => self cups: 9\n\n";
    let row = |text: &str| format!("{pot}{text}");
    let rows = [
        ("Pot new total", "Integer"),
        ("Pot new label", "String"),
        ("Pot new label size", "Integer"),
        ("Pot full", "Pot"),
        ("Pot new again", "Dynamic (dynamic receiver)"),
        ("(Pot new withCups: 3) cups", "Integer"),
    ];
    for (text, expected) in rows {
        assert_eq!((text, type_of_last(&row(text))), (text, expected.to_owned()));
    }
}

#[test]
fn tests_and_blocks_change_what_is_known() {
    check(&[
        ("x := nil\n#(1) do: [:e | x := e]\nx", "Nil | Integer"),
        ("x := 1\n3 > 2 ifTrue: [x := \"a\"]\nx", "Integer | String"),
        ("x := #(1) first\nx isNil ifTrue: [0] ifFalse: [x]", "Integer"),
    ]);
}
