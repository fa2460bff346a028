//! Messages of control flow to receivers they are not compiled for: ordinary sends,
//! with blocks that share variables and return like any others.

pub(crate) const CLASSES: &str = "
Object subclass: Maybe
  class ifTrue: block => #(#maybe, block value)

  class ifTrue: yes ifFalse: no => #(yes value, no value, yes value)

  class ifFalse: block => block

  class and: block => block value

  class or: block => #(block value, block value)

  class timesRepeat: block => #(block value, block value)

  class to: last do: block => #(block value: #from, block value: last)

  class to: last by: step do: block => block value: step

  class ifNil: block => #(#mine, block value)

  class < other => self

Value subclass: Absent
  ifNotNil: block => #absent

Value subclass: Forwarder
  doesNotUnderstand: selector args: blocks =>
    #(selector, blocks collect: [:b | b value])

Value subclass: Held
  field: size = 3

  grown => Maybe ifTrue: [self.size + size]

  forAll: xs =>
    total := 0
    xs do: [:x |
      Maybe ifTrue: [total := total + x. x > 2 ifTrue: [^#early]]
    ]
    total
";

pub(crate) const ROWS: &[(&str, &str)] = &[
    // Nobody there to answer.
    ("nil ifTrue: [1]", "!does_not_understand"),
    ("5 ifTrue: [1] ifFalse: [2]", "!does_not_understand"),
    ("[5 ifFalse: [1] ifTrue: [2]] on: Error do: [:e | e selector]", "#ifFalse:ifTrue:"),
    ("[nil and: [true]] on: Error do: [:e | e selector]", "#and:"),
    ("[#a timesRepeat: [1]] on: Error do: [:e | e selector]", "#timesRepeat:"),
    ("[2.5 to: 4 do: [:i | i]] on: Error do: [:e | e selector]", "#to:do:"),
    ("n := 0. [nil ifTrue: [n := 1]] on: Error do: [:e | n := 5]. n", "5"),
    ("n := 1. [n := 2. nil ifTrue: [n := 3]] on: Error do: [:e | nil]. n", "2"),
    // A class of the user's.
    ("Maybe ifTrue: [3]", "#(#maybe, 3)"),
    (
        "n := 0. r := Maybe ifTrue: [n := n + 1] ifFalse: [n := n * 10]. #(r, n)",
        "#(#(1, 10, 11), 11)",
    ),
    ("(Maybe ifFalse: [7]) value", "7"),
    ("n := 1. Maybe or: [n := n + n]. n", "4"),
    ("(Maybe and: [#both])", "#both"),
    ("n := 0. Maybe timesRepeat: [n := n + 2]. n", "4"),
    ("seen := #(). Maybe to: 9 do: [:i | seen := #(i | seen)]. seen", "#(9, #from)"),
    ("Maybe to: 9 by: 4 do: [:i | i + 1]", "5"),
    ("(Maybe < 3) ifTrue: [1]", "#(#maybe, 1)"),
    ("Maybe < 3 ifTrue: [1]", "#(#maybe, 1)"),
    // Returning from the method.
    ("Maybe ifTrue: [^#out]. #after", "#out"),
    ("n := 1. Maybe ifTrue: [n := 2. n > 1 ifTrue: [^#(n, #out)]]. #after", "#(2, #out)"),
    ("n := 1. Maybe ifTrue: [n > 1 ifTrue: [^#out]. n := 5]. n", "5"),
    ("#(1, 2) do: [:e | Maybe ifTrue: [e > 1 ifTrue: [^e]]]. #none", "2"),
    ("#(1) do: [:e | e > 1 ifTrue: [^e]]. Maybe ifTrue: [^#out]. #after", "#out"),
    ("r := [Maybe ifTrue: [^#out]. #after] value. #(r)", "#out"),
    ("n := 0. [Maybe ifTrue: [^n]] ensure: [n := 1]. n", "0"),
    ("Held new forAll: #(1, 1)", "2"),
    ("Held new forAll: #(1, 3, 5)", "#early"),
    ("1 to: 3 do: [:i | Maybe ifTrue: [i > 1 ifTrue: [^i]]]. #none", "2"),
    ("Maybe to: 3 do: [:i | ^i]. #none", "#from"),
    // Blocks in blocks.
    ("Maybe ifTrue: [Maybe ifTrue: [Maybe ifTrue: [3]]]", "#(#maybe, #(#maybe, #(#maybe, 3)))"),
    (
        "n := 0. Maybe ifTrue: [m := n + 1. m > 0 ifTrue: [n := m + 1]. k := n. [n := n + k] value]. n",
        "4",
    ),
    ("n := 0. Maybe ifTrue: [[n < 5] whileTrue: [n := n + 2]]. n", "6"),
    (
        "n := 0. Maybe ifTrue: [3 timesRepeat: [n := n + 1]. n > 2 ifTrue: [n := n * 2] ifFalse: [n := 0]]. n",
        "6",
    ),
    ("n := 0. Maybe ifTrue: [#(1, 2) do: [:x | n := n + x]]. n", "3"),
    ("Maybe ifTrue: [n := 1. f := [n := n + 1]. f value. f value. n]", "#(#maybe, 3)"),
    (
        "t := 0. Maybe ifTrue: [5 match: [k :: Integer when: [k > 3] -> t := k; _ -> t := 0]]. t",
        "5",
    ),
    ("Held new grown", "#(#maybe, 6)"),
    (
        "a := 1. b := 2. Maybe ifTrue: [{a, b} := Erlang erlang list_to_tuple: #(b, a)]. #(a, b)",
        "#(2, 1)",
    ),
    ("\"{Maybe ifTrue: [\"in\" ++ \"side\"]}\"", "\"#(#maybe, \"\"inside\"\")\""),
    // Whoever handles any message gets these too.
    ("Forwarder new ifTrue: [1] ifFalse: [2]", "#(#ifTrue:ifFalse:, #(1, 2))"),
    ("n := 1. Forwarder new and: [n := n + 1]. n", "2"),
    // What asks for nil can be answered otherwise.
    ("Maybe ifNil: [1]", "#(#mine, 1)"),
    ("Absent new ifNotNil: [:it | it]", "#absent"),
    ("Absent new ifNil: [1]", "Absent()"),
    ("Absent new ifNil: [1] ifNotNil: [:it | #there]", "#absent"),
    ("n := 0. 3 ifNotNil: [:k | n := k]. n", "3"),
    ("n := 0. nil ifNotNil: [:k | n := k]. n", "0"),
    ("3 ifNotNil: [:k | ^k + 1]. 0", "4"),
    // Conditions of loops.
    ("[3] whileTrue: [1]", "!type_error"),
    ("b := [3]. b whileTrue: [1]", "!type_error"),
    ("n := 0. 1 to: 5 by: -1 do: [:i | n := i]. n", "0"),
];
