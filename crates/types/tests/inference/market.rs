//! What is inherited, shared or passed through blocks, as rows.

use crate::rows::{check_beside, type_in_method};

/// Classes for what is inherited, shared or passed through blocks.
const MARKET: &str = r#"
Object subclass: Till
  classState: sold :: Integer = 0
  classState: last = nil

  class sold => self.sold
  class bare => sold
  class latest => self.last
  class opened -> Self => self new
  class rate: x :: A with: y :: B -> Dictionary(A, B) => #{(x) => y}
  pair: x :: A or: y :: A -> A => x
  each: block :: Block(Integer, R) | Symbol -> R => 1
  both: x :: List(A) -> A => x first
  early => 3 > 2 ifTrue: [^"a"]. 7
  stop => self error: "x". 3
  noted =>
    @expect type
    3 zork
    "s"

  open => self notImplemented
  other: till => till.sold
  loop => #(1) do: [:e | ^e]. nil

Till subclass: DeskTill
  early => super early
  class opened => super opened

abstract Value subclass: Bag(E)
  species -> Self class => self class
  kept: l :: List(E) -> Self => self species from: l
  class from: l :: List(E) -> Self => self subclassResponsibility

Bag(E) subclass: Net(E)
  class from: l :: List(E) -> Self => self new

Value subclass: Heap(E)
  top -> E => self error: "none"

Heap(R) subclass: Pile(R)
  below => super top

Till subclass: Odd
  doesNotUnderstand: s args: a => 3
"#;

#[test]
fn what_is_inherited_and_shared() {
    check_beside(
        &format!("{MARKET}\ntill := Till new\n"),
        &[
            ("Till sold", "Integer"),
            ("Till bare", "Integer"),
            ("Till latest", "Dynamic (unannotated return)"),
            ("DeskTill opened", "Till"),
            ("Till rate: #a with: 3", "Dictionary(#a, Integer)"),
            ("till pair: 3 or: \"a\"", "Integer | String"),
            ("till pair: 3 or: (till other: 1)", "Integer"),
            ("till each: [:i | i printString]", "String"),
            ("till both: #(1.5)", "Float"),
            ("till early", "Dynamic (dynamic receiver)"),
            ("DeskTill new early", "Dynamic (dynamic receiver)"),
            ("till stop", "Never"),
            ("till noted", "String"),
            ("till open", "Dynamic (dynamic receiver)"),
            ("till loop", "Dynamic (dynamic receiver)"),
            ("till other: till", "Dynamic (dynamic receiver)"),
            ("Net from: #(1)", "Net(Integer)"),
            ("(Net from: #(1)) species", "Net class"),
            ("(Net from: #(1)) kept: #(2)", "Net(Integer)"),
            ("w :: Odd | String := till stop\nw zork", "Dynamic (dynamic receiver)"),
            ("w :: Nowhere | String := till open\nw size", "Dynamic (dynamic receiver)"),
            ("w :: Odd | String := till open\nw size", "Dynamic (dynamic receiver)"),
            ("w :: String | Nil := till open\nw isNil", "Boolean"),
            ("w :: Till := till open\nw =:= till", "Boolean"),
            ("w :: True := till open\nw ifTrue: [3]", "Integer"),
            ("w :: True := till open\nw ifFalse: [3]", "True"),
            ("w :: False := till open\nw ifTrue: [3] ifFalse: [\"a\"]", "Integer | String"),
            ("till open ifTrue: [3] ifFalse: [4]", "Dynamic (dynamic receiver)"),
            ("till open ifTrue: [3]", "Dynamic (dynamic receiver)"),
            ("z := 1\ntill open ifTrue: [z := \"a\"]\nz", "Integer | String"),
            ("till open ifNil: [3] ifNotNil: [:v | \"a\"]", "Integer | String"),
            ("till foo: [:e | e]; early", "Dynamic (dynamic receiver)"),
            ("w :: List(Integer) | Nil := nil\nw first", "Integer"),
            ("w :: List(Integer) | Nil := nil\ntill both: w", "Integer"),
        ],
    );
    assert_eq!(type_in_method(MARKET, "Pile", "go => super top"), "R");
    assert_eq!(type_in_method(MARKET, "Net", "go: l :: List(E) => self species from: l"), "Net(E)");
    assert_eq!(type_in_method(MARKET, "Till", "class go => self.sold"), "Integer");
    assert_eq!(type_in_method(MARKET, "Till", "class go => self"), "Till class");
}
