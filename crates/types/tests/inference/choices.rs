//! One of several types: how sends, conditionals and tests for nil join them.

use crate::rows::check_beside;

const KITCHEN: &str = r#"
type Doneness = #raw | #rare | #through

Object subclass: Cook
  taste -> Doneness => #rare
  remark -> String | Nil => nil
  guess -> Float | List(Integer) => 2.5
  burn => self error: "smoke"

cook := Cook new
hungry :: Boolean := 3 > 2
remark := cook remark
guess := cook guess
taste := cook taste
"#;

#[test]
fn sends_to_a_choice_answer_a_choice() {
    check_beside(
        KITCHEN,
        &[
            ("guess printString", "String"),
            ("guess size", "Integer"),
            ("guess season", "Dynamic"),
            ("guess =:= 2", "Boolean"),
            ("remark size", "Integer"),
            ("taste asString", "String"),
            ("#(1, 2.5) first abs", "Integer | Float"),
        ],
    );
}

#[test]
fn conditionals_join_what_does_not_leave() {
    check_beside(
        KITCHEN,
        &[
            ("hungry ifTrue: [#soup] ifFalse: [cook]", "#soup | Cook"),
            ("hungry ifTrue: [^cook] ifFalse: [#soup]", "#soup"),
            ("hungry ifTrue: [cook burn] ifFalse: [2.5]", "Float"),
            ("hungry ifFalse: [2.5]", "Boolean | Float"),
            ("hungry ifFalse: [^2.5]", "Boolean"),
            ("hungry ifTrue: [cook taste] ifFalse: [#cold]", "#raw | #rare | #through | #cold"),
        ],
    );
}

#[test]
fn tests_for_nil_join_what_is_not_nil() {
    check_beside(
        KITCHEN,
        &[
            ("remark ifNil: [\"none\"]", "String"),
            ("remark ifNil: [#none]", "String | #none"),
            ("remark ifNil: [^cook]", "String"),
            ("remark ifNotNil: [:it | it size]", "Nil | Integer"),
            ("remark ifNotNil: [:it | ^it]", "Nil"),
            ("remark ifNil: [cook] ifNotNil: [:it | it]", "Cook | String"),
            ("remark ifNotNil: [:it | it size] ifNil: [^0]", "Integer"),
            ("cook ifNil: [3]", "Cook"),
            ("nil ifNil: [3]", "Integer"),
        ],
    );
}

#[test]
fn scopes_join_what_they_assign() {
    check_beside(
        KITCHEN,
        &[
            ("left := 2\nhungry ifTrue: [left := #none]\nleft", "Integer | #none"),
            ("left := 2\nremark notNil and: [left := remark. true]\nleft", "Integer | String"),
            ("left := 2\n[cook burn] on: Error do: [:e | left := e]\nleft", "Integer | Error"),
            ("left := 2\ncook ifNotNil: [:it | left := it]\nleft", "Integer | Cook"),
            ("left := 2\nlater := [left := \"a\"]\nleft", "Dynamic"),
            ("left := 2\n#(1) do: [:e | seen := left. left := cook]\nleft", "Integer | Cook"),
            (
                "left := 2\nseen := #no\n#(1) do: [:e | seen := left. left := cook]\nseen",
                "#no | Integer | Cook",
            ),
            ("left := 2\n#(1) do: [:left | left := cook]\nleft", "Integer"),
        ],
    );
}
