//! What a test shows: in the blocks and arms that hang on it, and in what follows.

use crate::rows::{check_beside, type_in_method};

const FERRY: &str = r#"
type Tide = #ebb | #flood | #slack

Protocol define: Afloat
  draught -> Integer

Value subclass: Barge
  field: draught :: Integer = 2
  field: cargo :: String | Nil = nil

  sink => self error: "glug"

Actor subclass: Lock
  state: gate :: String | Nil = nil
  state: keeper = nil
  state: level :: Integer = 0
  class height => 3

Lock subclass: SeaLock

barge := Barge new
cargo := barge cargo
tide :: Tide := #ebb
thing :: Object := barge
either :: Integer | List(String) := 3
open :: Boolean := 2 > 1
"#;

#[test]
fn tests_for_nil() {
    check_beside(
        FERRY,
        &[
            ("cargo isNil ifTrue: [\"sand\"] ifFalse: [cargo]", "String"),
            ("cargo isNil ifTrue: [^nil]\ncargo size", "Integer"),
            ("cargo isNil ifTrue: [barge sink]\ncargo", "String"),
            ("cargo isNil ifTrue: [barge withDraught: barge sink. 1]\ncargo", "String"),
            ("cargo isNil ifTrue: [^nil] ifFalse: [cargo := nil]\ncargo", "String | Nil"),
            ("cargo isNil ifTrue: [^nil]\ncargo := nil\ncargo", "Nil"),
            ("cargo notNil and: [cargo size > 3]", "Boolean"),
            ("cargo notNil and: [cargo size > 3]\ncargo", "String | Nil"),
        ],
    );
}

#[test]
fn tests_for_classes_and_symbols() {
    check_beside(
        FERRY,
        &[
            ("(thing isKindOf: Barge) ifTrue: [thing draught] ifFalse: [0]", "Integer"),
            ("(thing isKindOf: Barge) ifFalse: [^nil]\nthing draught", "Integer"),
            ("size :: Number := 2\n(size isKindOf: Float) ifTrue: [^nil]\nsize", "Number \\ Float"),
            ("size :: Number := 2\n(size class =:= Float) ifTrue: [size] ifFalse: [^nil]", "Float"),
            ("size :: Number := 2\n(size class =:= Float) ifTrue: [^nil]\nsize", "Number"),
            ("(tide =:= #ebb) ifTrue: [^nil] ifFalse: [tide]", "#flood | #slack"),
            ("(#ebb =:= tide) ifTrue: [tide] ifFalse: [^nil]", "#ebb"),
            ("mark :: Symbol := #x\n(mark /= #y) ifTrue: [mark] ifFalse: [^nil]", "Symbol \\ #y"),
            ("mark :: Symbol := #x\n(#y =/= mark) ifTrue: [^nil] ifFalse: [mark]", "#y"),
            ("(thing respondsTo: #draught) ifTrue: [thing] ifFalse: [^nil]", "Afloat"),
            (
                "maker :: Lock class | Nil := Lock\nmaker isNil ifTrue: [^nil]\nmaker height",
                "Integer",
            ),
        ],
    );
}

#[test]
fn arms() {
    check_beside(
        FERRY,
        &[
            ("tide match: [#ebb -> 2.5; _ -> barge]", "Float | Barge"),
            ("cargo match: [nil -> #empty; it :: String -> it size]", "#empty | Integer"),
            ("cargo match: [nil -> \"none\"; _ -> cargo]", "String"),
            ("cargo match: [nil when: [open] -> \"none\"; _ -> cargo]", "String | Nil"),
            ("either match: [n :: Integer -> n; rest -> either]", "Integer | List(String)"),
            ("either match: [n :: Integer -> #few; _ -> either]", "#few | List(String)"),
            (
                "either match: [n :: Integer when: [n > 2] -> #few; _ -> either]",
                "#few | Integer | List(String)",
            ),
            ("got := 1\neither match: [n :: Integer -> got := #n; _ -> 0]\ngot", "Integer | #n"),
        ],
    );
}

#[test]
fn inside_methods() {
    let rows = [
        ("Lock", "go => self.level", "Integer"),
        ("Lock", "go => level", "Integer"),
        ("Lock", "go => keeper", "Dynamic"),
        ("Lock", "go => self.gate isNil ifFalse: [self.gate size]", "Boolean | Integer"),
        ("Lock", "go => gate isNil ifTrue: [^1]. gate", "String"),
        ("Lock", "go => self.gate isNil ifTrue: [^1]. self.gate := nil. self.gate", "String | Nil"),
        (
            "Lock",
            "go => gate isNil ifTrue: [^1]. #(1) do: [:e | self.gate := nil]. gate",
            "String | Nil",
        ),
        ("Lock", "go => self.gate match: [nil -> #none; _ -> self.gate]", "#none | String"),
        ("Lock", "go => self.gate notNil and: [held := self.gate. held size > 2]", "Boolean"),
        ("Lock", "class go => self height", "Integer"),
        ("Lock", "class go => it := self. it", "Lock class"),
        ("SeaLock", "class go => super height", "Integer"),
        ("SeaLock", "go => super level", "Dynamic (dynamic receiver)"),
        ("SeaLock", "go => self.level", "Integer"),
        ("Barge", "go => self withDraught: 3", "Barge"),
    ];
    for (class, method, expected) in rows {
        let got = type_in_method(FERRY, class, method);
        assert_eq!((class, method, got), (class, method, expected.to_owned()));
    }
}
