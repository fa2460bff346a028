//! The types of expressions beside a small stock of classes, as rows.

use crate::rows::{check_beside, type_in_method};

/// Classes of a bakery: an actor, values, generic and abstract ones.
const BAKERY: &str = r#"type Heat = #low | #high | #none

Protocol define: Priced
  price -> Integer

Actor subclass: Oven
  state: loaves :: Integer = 0
  state: label :: String | Nil = nil
  state: baker = nil

  load: n :: Integer -> Integer => self.loaves := self.loaves + n
  loaves -> Integer => self.loaves
  count => self.loaves
  sign => #hot
  me => self
  kind => self class
  shelf => #(1, 2)
  any: x => x
  burn => self error: "smoke"
  heat -> Heat => #low
  label -> String | Nil => self.label
  early => self late
  late => 7
  down: n => n > 0 ifTrue: [self down: n - 1] ifFalse: [0]
  hidden: loaves => loaves
  class maker -> String => "acme"
  class build => self spawn

Oven subclass: Kiln

Value subclass: Roll
  field: seeds :: Integer = 0
  field: grams :: Integer = 0
  again -> Self => self

sealed typed Value subclass: Tin(T)
  field: item :: T = nil
  item -> T => self.item
  remake: f :: Block(T, R) -> Tin(R) => Tin with: (f value: self.item)
  again -> Self => self
  tried -> Result(Self, Error) => Result ok: self
  class with: v :: T -> Tin(T) => self new: #{#item => v}

abstract Value subclass: Dough
  mass -> Number => self subclassResponsibility
  taste => self subclassResponsibility
  species -> Self class => self class
  fresh -> Self => self species plain
  class plain -> Self => self new

Dough subclass: Rye
  field: age :: Integer = 1
  taste => "sour"

Value subclass: Stack(E)
  top -> E => self error: "none"

Stack(Integer) subclass: Tally
  above => super top

Value subclass: Tart
  field: price :: Integer = 2

o := Oven spawn
oc := Oven
r := Roll new
t := Tin with: 3
flag :: Boolean := 2 > 1
n := o label
h := o heat
x :: Object := o any: 1
u :: Integer | String := o any: 1
"#;

#[track_caller]
fn check(rows: &[(&str, &str)]) {
    check_beside(BAKERY, rows);
}

#[test]
fn literals() {
    check(&[
        ("12", "Integer"),
        ("1.25", "Float"),
        ("$t", "Character"),
        ("#()", "List(Dynamic)"),
        ("#[1, \"a\"]", "Array(Integer | String)"),
        ("#{#a => 1, #b => 2}", "Dictionary(#a | #b, Integer)"),
        ("#(1 | #(2))", "List(Integer)"),
        ("#(1 | #[2])", "List(Dynamic)"),
        ("[3] value", "Dynamic (dynamic receiver)"),
        ("(Roll)", "Roll class"),
        ("o loaves!", "Nil"),
        ("#[p, q] := o any: 1\np", "Dynamic"),
    ]);
}

#[test]
fn variables_and_annotations() {
    check(&[
        ("v := 3\nv := \"s\"\nv", "String"),
        ("w :: Number := 3\nw", "Number"),
        ("a :: Number := 3\nb :: Integer := a\nb", "Integer"),
        ("w :: Integer := o any: 1", "Integer"),
        ("w :: Dynamic := 3\nw zork", "Dynamic (dynamic receiver)"),
        ("w :: Heat := #low\nw", "Heat (#low | #high | #none)"),
    ]);
}

#[test]
fn instances_answer_what_methods_declare_or_do() {
    check(&[
        ("o loaves", "Integer"),
        ("o count", "Integer"),
        ("o me", "Oven"),
        ("Kiln spawn me", "Oven"),
        ("Kiln spawn count", "Integer"),
        ("o any: 3", "Dynamic (dynamic receiver)"),
        ("o hidden: 3", "Dynamic (dynamic receiver)"),
        ("o burn", "Never"),
        ("o early", "Integer"),
        ("o shelf", "List(Integer)"),
        ("o down: 3", "Dynamic (dynamic receiver)"),
        ("r again", "Roll"),
        ("r seeds", "Integer"),
        ("r withSeeds: 9", "Roll"),
        ("Roll seeds: 1 grams: 2", "Roll"),
        ("Rye new taste", "String"),
        ("d :: Dough := Rye new\nd taste", "Dynamic (dynamic receiver)"),
        ("o load: \"x\"", "Integer"),
        ("o zork", "Dynamic (dynamic receiver)"),
        ("#hot class", "Symbol class"),
        ("3 + \"s\"", "Integer"),
        ("3 < nil", "Boolean"),
        ("3 / 2", "Float"),
        ("3 + 2.5", "Float"),
        ("3 max: 4", "Integer"),
        ("o withTimeout: 100", "Oven"),
        ("(o withTimeout: 100) loaves", "Integer"),
        ("3 asType: Number", "Number"),
        ("o load: 1; loaves; sign", "#hot"),
        ("o load: 1; zork", "Dynamic (dynamic receiver)"),
        ("o registerAs: #z", "Result(Oven, Error)"),
    ]);
}

#[test]
fn class_objects() {
    check(&[
        ("Oven class spawn", "Oven"),
        ("r class new", "Roll"),
        ("r class basicNew", "Roll"),
        ("Roll class", "Roll class"),
        ("o class maker", "String"),
        ("o class build", "Oven"),
        ("o kind", "Oven class"),
        ("o kind spawn", "Oven"),
        ("oc name", "Symbol"),
        ("Oven name", "Symbol"),
        ("oc yourself spawn", "Oven"),
        ("oc allSuperclasses", "List(Behaviour)"),
        ("oc allSuperclasses first", "Behaviour"),
        ("oc zork", "Dynamic (unannotated return)"),
        ("r class class", "Metaclass"),
        ("r class class zork", "Dynamic"),
        ("nil class", "Nil class"),
        ("s :: Oven class := Oven\ns spawn", "Oven"),
        ("Rye new species", "Rye class"),
        ("Rye new fresh", "Rye"),
        ("Rye plain", "Rye"),
        ("Dough plain", "Dough"),
        ("Dough new", "Dynamic"),
        ("s := Dough\ns new", "Dynamic"),
        ("Collection withAll: #(1)", "Collection(Integer)"),
        ("s := Set\ns withAll: #(\"a\")", "Set(String)"),
        ("b :: Behaviour := Oven\nb name", "Symbol"),
        ("b :: Behaviour := Oven\nb new", "Object"),
        ("#(Roll, Roll) first new", "Roll"),
        ("#(Roll, Oven) first", "Roll class | Oven class"),
        ("#(Roll, Oven) first name", "Dynamic (dynamic receiver)"),
        ("Oven >> #loaves", "CompiledMethod | Nil"),
        ("oc spawn; maker", "String"),
    ]);
}

#[test]
fn generics() {
    check(&[
        ("t item", "Integer"),
        ("t again", "Tin(Integer)"),
        ("t tried", "Result(Tin(Integer), Error)"),
        ("t remake: [:i | i printString]", "Tin(String)"),
        ("(t remake: [:i | i printString]) item size", "Integer"),
        ("#(1, 2) inject: \"\" into: [:a :e | a ++ e printString]", "String"),
        ("#(1, 2) detect: [:e | e > 1] ifNone: [0]", "Integer | Object"),
        ("#(#(1), #(2)) first first", "Integer"),
        ("#{#a => 1} at: #zz", "Integer"),
        ("Tally new top", "Integer"),
        ("Tally new above", "Integer"),
        ("Result error: #x", "Result(Dynamic, #x)"),
        ("(Result ok: 3) map: [:v | v printString]", "Result(String, Dynamic)"),
        ("(Result ok: 3) ifOk: [:v | v] ifError: [:e | \"z\"]", "Integer | String"),
        ("b1 :: Block(Integer, String) := [:i | \"x\"]\nb1 value: 3", "String"),
        ("p :: Tuple(Symbol, Integer) := o any: 1\np at: 2", "Integer"),
        ("p :: Tuple(Symbol, Integer) := o any: 1\np at: 9", "Dynamic (dynamic receiver)"),
        ("p :: Tuple(Symbol, Integer) := o any: 1\ni := 1\np at: i", "Dynamic (dynamic receiver)"),
        ("(2 > 1) or: [3]", "Boolean"),
    ]);
}

#[test]
fn unions_and_joins() {
    check(&[
        ("u size", "Integer"),
        ("u zork", "Dynamic"),
        ("n size", "Integer"),
        ("u =:= 3", "Boolean"),
        ("flag ifTrue: [1] ifFalse: [\"s\"]", "Integer | String"),
        ("flag ifTrue: [^1] ifFalse: [\"s\"]", "String"),
        ("flag ifTrue: [1]", "Boolean | Integer"),
        ("flag ifTrue: [^1]", "Boolean"),
        ("n ifNil: [\"d\"]", "String"),
        ("n ifNil: [1]", "String | Integer"),
        ("n ifNotNil: [:s | s size]", "Nil | Integer"),
        ("n ifNil: [0.5] ifNotNil: [:s | s size]", "Float | Integer"),
        ("n ifNotNil: [:s | s] ifNil: [^1]", "String"),
        ("n ifNil: [^1]", "String"),
        ("n ifNotNil: [:s | ^1]", "Nil"),
        ("flag ifTrue: [o burn] ifFalse: [1]", "Integer"),
        ("u + 1", "Number"),
        ("u printString", "String"),
        ("h asString", "String"),
        ("3 ifNil: [\"x\"]", "Integer"),
        ("nil ifNil: [\"x\"]", "String"),
    ]);
}

#[test]
fn narrowing() {
    check(&[
        ("n isNil ifTrue: [\"x\"] ifFalse: [n]", "String"),
        ("n isNil ifTrue: [^0]\nn", "String"),
        ("n isNil ifTrue: [o burn]\nn", "String"),
        ("n isNil ifTrue: [^0] ifFalse: [n := nil]\nn", "String | Nil"),
        ("n notNil and: [n size > 2]", "Boolean"),
        ("n notNil and: [n size > 2]\nn", "String | Nil"),
        ("z := 1\nn notNil and: [z := n. flag]\nz", "Integer | String"),
        ("z := 1\n[2] on: Error do: [:e | z := e]\nz", "Integer | Error"),
        ("z := 1\n#(1) do: [:e | w := z. z := \"a\"]\nz", "Integer | String"),
        ("z := 1\nw := nil\n#(1) do: [:e | w := z. z := \"a\"]\nw", "Nil | Integer | String"),
        ("z := 1\nk := [z := \"a\"]\nz", "Dynamic"),
        ("n isNil ifTrue: [r withSeeds: o burn. 3]\nn", "String"),
        ("z := \"a\"\n3 ifNotNil: [:v | z := v]\nz", "String | Integer"),
        ("(x isKindOf: Integer) ifFalse: [^nil]\nx isEven", "Boolean"),
        ("y :: Number := 3\n(y isKindOf: Integer) ifTrue: [^nil]\ny", "Number \\ Integer"),
        ("y :: Number := 3\n(y class =:= Integer) ifTrue: [^nil]\ny", "Number"),
        ("y :: Symbol := #b\n(y =:= #a) ifTrue: [^1] ifFalse: [y]", "Symbol \\ #a"),
        ("y :: Symbol := #b\n(y /= #a) ifTrue: [y] ifFalse: [^1]", "Symbol \\ #a"),
        ("y :: Symbol := #b\n(#a =/= y) ifTrue: [^1] ifFalse: [y]", "#a"),
        ("(h =:= #low) ifTrue: [^1] ifFalse: [h]", "#high | #none"),
        ("(x respondsTo: #price) ifTrue: [x] ifFalse: [^1]", "Priced"),
        ("f :: Actor class | Nil := Oven\nf isNil ifTrue: [^nil]\nf isSupervisor", "Boolean"),
        ("[1 / 0] on: Error do: [:e | e]\n3", "Integer"),
        ("z := n\n(z isNil) ifTrue: [^1]\nz := nil\nz", "Nil"),
    ]);
}

#[test]
fn arms_narrow_what_is_matched() {
    check(&[
        ("h match: [#low -> 1; _ -> \"x\"]", "Integer | String"),
        ("n match: [nil -> 0; s :: String -> s size]", "Integer"),
        ("n match: [nil -> \"\"; _ -> n]", "String"),
        ("n match: [nil when: [flag] -> \"\"; _ -> n]", "String | Nil"),
        ("u match: [i :: Integer -> i; s -> u]", "Integer | String"),
        ("u match: [i :: Integer -> \"\"; _ -> u]", "String"),
        ("u match: [i :: Integer when: [i > 2] -> \"\"; _ -> u]", "String | Integer"),
        ("z := 1\nu match: [i :: Integer -> z := \"a\"; _ -> 0]\nz", "Integer | String"),
    ]);
}

#[test]
fn inside_methods() {
    let rows = [
        ("Oven", "go => self.loaves", "Integer"),
        ("Oven", "go => loaves", "Integer"),
        ("Oven", "go => self.baker", "Dynamic"),
        ("Oven", "go => self.label isNil ifFalse: [self.label size]", "Boolean | Integer"),
        ("Oven", "go => self.label isNil ifTrue: [^1]. self.label", "String"),
        (
            "Oven",
            "go => self.label isNil ifTrue: [^1]. self.label := nil. self.label",
            "String | Nil",
        ),
        (
            "Oven",
            "go => self.label isNil ifTrue: [^1]. 2 > 1 ifTrue: [self.label := nil]. self.label",
            "String | Nil",
        ),
        ("Oven", "go => label isNil ifTrue: [^1]. label", "String"),
        ("Oven", "go => self.label match: [nil -> \"\"; _ -> self.label]", "String"),
        ("Oven", "go => self.label notNil and: [x := self.label. true]", "Boolean"),
        ("Tin", "go => #(self)", "List(Tin(T))"),
        ("Kiln", "class go => self build", "Oven"),
        ("Dough", "go => self species", "Dough class"),
        ("Dough", "go => self species plain", "Dough"),
        ("Dough", "class go => self zork", "Dynamic (dynamic receiver)"),
        ("Oven", "class go => v := self. v", "Oven class"),
        ("Oven", "class go => self maker", "String"),
        ("Tin", "go => self", "Tin(T)"),
        ("Tin", "go => self item", "T"),
        ("Kiln", "go => super loaves", "Integer"),
        ("Kiln", "class go => super maker", "String"),
    ];
    for (class, method, expected) in rows {
        let got = type_in_method(BAKERY, class, method);
        assert_eq!((class, method, got), (class, method, expected.to_owned()));
    }
}
