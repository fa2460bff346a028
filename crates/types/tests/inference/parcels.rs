//! Type parameters: what a receiver, an argument or a block puts in for them.

use crate::rows::{check_beside, type_in_method};

const POST: &str = r#"
sealed typed Value subclass: Parcel(C)
  field: content :: C = nil

  open -> C => self.content
  taped -> Self => self
  rewrapped: how :: Block(C, D) -> Parcel(D) => Parcel around: (how value: self.content)
  checked -> Result(Self, String) => Result ok: self
  peek => self.content
  both => #(self.content, self.content)
  class around: it :: C -> Parcel(C) => self new: #{#content => it}

Value subclass: Route(From, To)
  field: start :: From = nil
  field: goal :: To = nil

  back -> Route(To, From) => self error: "one way"
  ends => #{self.start => self.goal}

Route(Integer, String) subclass: Tram
  home => super back

letter := Parcel around: "dear"
"#;

#[test]
fn receivers_put_in_what_they_hold() {
    check_beside(
        POST,
        &[
            ("letter open", "String"),
            ("letter open size", "Integer"),
            ("letter taped", "Parcel(String)"),
            ("letter checked", "Result(Parcel(String), String)"),
            ("(Parcel around: letter) open open", "String"),
            ("Tram new back", "Route(String, Integer)"),
            ("Tram new home", "Route(String, Integer)"),
            ("#{\"k\" => 2.5} at: \"k\"", "Float"),
            ("#(#(#a)) first first", "#a"),
        ],
    );
}

/// A body that speaks of type parameters means those of whoever asks.
#[test]
fn bodies_leave_parameters_open() {
    check_beside(
        POST,
        &[
            ("letter peek", "String"),
            ("letter both", "List(String)"),
            ("(Parcel around: 3) both first", "Integer"),
            ("Tram new ends", "Dictionary(Integer, String)"),
            ("bare :: Parcel := letter\nbare peek", "Dynamic"),
        ],
    );
    assert_eq!(type_in_method(POST, "Parcel", "go => self both"), "List(C)");
    assert_eq!(type_in_method(POST, "Route", "go => self ends"), "Dictionary(From, To)");
}

#[test]
fn blocks_take_and_give() {
    check_beside(
        POST,
        &[
            ("letter rewrapped: [:it | it size]", "Parcel(Integer)"),
            ("(letter rewrapped: [:it | #(it)]) open first", "String"),
            ("#(1.5) inject: 0 into: [:a :b | a + b]", "Integer | Float"),
            ("#(1, 2) inject: 0 into: [:a :b | a printString]", "Integer | String"),
            (
                "#(1, 2) inject: nil into: [:a :b | a isNil ifTrue: [b] ifFalse: [7]]",
                "Nil | Integer",
            ),
            (
                "#(1, 2) inject: nil into: [:a :b | a ifNil: [b] ifNotNil: [:it | it max: b]]",
                "Dynamic",
            ),
            ("#(1, 2) inject: 0 into: [:a :b | Parcel around: a]", "Integer | Parcel(Dynamic)"),
            ("#(1, 2) collect: [:it | letter]", "List(Parcel(String))"),
            ("#(4) detect: [:it | it isEven] ifNone: [nil]", "Integer | Object"),
            ("(Result ok: letter) map: [:it | it open]", "Result(String, Dynamic)"),
            ("Result error: #lost", "Result(Dynamic, #lost)"),
            ("(Result ok: 1) ifOk: [:it | it] ifError: [:e | nil]", "Integer | Nil"),
            (
                "make :: Block(String, Parcel(String)) := [:s | Parcel around: s]\nmake value: \"\"",
                "Parcel(String)",
            ),
            ("(2 > 1) and: [letter]", "Boolean"),
        ],
    );
}

const SHELVES: &str = r#"
Collection(Integer) subclass: Hours
  size -> Integer => 2
  do: block :: Block(Integer, Object) -> Nil => #(8, 16) do: block

Collection(E) subclass: Shelf(E)
  field: items :: List(E) = #()
  size -> Integer => self.items size
  do: block :: Block(E, Object) -> Nil => self.items do: block
  class of: list :: List(E) -> Shelf(E) => self new: #{#items => list}

Shelf(E) subclass: Row(E)
  class withAll: list :: List(E) -> Row(E) => self new: #{#items => list}

row := Row withAll: #(1)
shelf := Shelf of: #(1)
open :: Collection(Integer) := row
"#;

/// With `withAll:` a collection makes its own kind; without, Lists, unless a class below
/// has one.
#[test]
fn collections_are_made_of_lists() {
    check_beside(
        SHELVES,
        &[
            ("row collect: [:it | it printString]", "Row(String)"),
            ("row select: [:it | it > 1]", "Row(Integer)"),
            ("row parallelCollect: [:it | 1.5]", "Row(Float)"),
            ("Hours new collect: [:it | it printString]", "Hours | List(String)"),
            ("Hours new reject: [:it | it > 1]", "Hours | List(Integer)"),
            ("shelf collect: [:it | it printString]", "Shelf | List(String)"),
            ("shelf select: [:it | it > 1]", "Shelf(Integer) | List(Integer)"),
            ("open select: [:it | it > 1]", "Collection(Integer)"),
            ("Hours withAll: #(1)", "List(Integer)"),
            ("Collection withAll: #(1)", "Collection(Integer)"),
        ],
    );
}

#[test]
fn tuples_know_their_elements() {
    check_beside(
        &format!("{POST}both :: Tuple(Float, Symbol) := letter nowhere\n"),
        &[
            ("both at: 1", "Float"),
            ("both at: 2", "Symbol"),
            ("both at: 3", "Dynamic (dynamic receiver)"),
            ("both at: 0", "Dynamic (dynamic receiver)"),
            ("which := 1\nboth at: which", "Dynamic (dynamic receiver)"),
        ],
    );
}
