//! Statements outside any class, evaluated one after the other as at a prompt.
//! Each row is an evaluation and what its value prints as, or `!kind`; each
//! table is a session.

pub(crate) const SESSIONS: &[&[(&str, &str)]] = &[
    // Blocks share the variables of the session.
    &[("n := 0", "0"), ("f := [n := n + 1]", "Block"), ("f value", "1"), ("n", "1")],
    &[("n := 3. m := n + 1", "4"), ("n + m", "7"), ("n := m := 1. n + m", "2")],
    &[("c := Helper keep: [:x | x + k]", "#{#block => Block/1}"), ("k := 2", "2")],
    // What a block introduces is its own.
    &[("[:x | y := x + 1. y] value: 1", "2"), ("y", "!undefined_variable")],
    &[("true ifTrue: [z := 1]", "1"), ("z", "!undefined_variable")],
    // Destructuring binds.
    &[
        (
            "{a, {b, _}} := Erlang erlang list_to_tuple: #(1, Erlang erlang list_to_tuple: #(2, 3))",
            "{1, {2, 3}}",
        ),
        ("a + b", "3"),
    ],
    &[
        ("#[p, ...q] := #[1, 2, 3]", "#[1, 2, 3]"),
        ("q", "#[2, 3]"),
        ("#(p, q) := #(4, 5). p * q", "20"),
    ],
    &[("#{#k => v} := #{#k => 7}", "#{#k => 7}"), ("v", "7")],
    // `^` ends an evaluation.
    &[("^3. x := 4", "3"), ("x", "!undefined_variable")],
    &[("x := 4. true ifTrue: [^x + 1]. x := 5", "5"), ("x", "4")],
    &[("y := 1. #(5, 6) do: [:e | e =:= 6 ifTrue: [^e]]. y := 2", "6"), ("y", "1")],
    &[("f := [^1]", "Block"), ("f value", "!dead_return")],
    // Control flow in place.
    &[
        ("n := 0. 1 to: 4 do: [:i | n := n + i]. n", "10"),
        ("[n > 3] whileTrue: [n := n - 1]", "nil"),
        ("n", "3"),
    ],
    &[("n := 7. n > 3 ifTrue: [n := 3. #big] ifFalse: [#small]", "#big"), ("n", "3")],
    &[
        ("w := 16", "16"),
        ("(Erlang erlang list_to_binary: #(1, 2, 3)) match: [<<a:w, _/binary>> -> a]", "258"),
    ],
    &[("x := 3", "3"), ("x match: [3 -> x := 4; _ -> x := 5]. x", "4")],
    // Errors leave what was done before them.
    &[("n := 1", "1"), ("n := 2. n frobnicate. n := 3", "!does_not_understand"), ("n", "2")],
    &[("a := 1. b := a frobnicate", "!does_not_understand"), ("b", "!undefined_variable")],
    // Nothing to run.
    &[("", "nil"), ("Object subclass: Nothing", "nil")],
    // Known before any of them.
    &[
        ("before + 1", "42"),
        ("before := 1. before", "1"),
        ("f := [:k | k < 2 ifTrue: [1] ifFalse: [k * (f value: k - 1)]]. f value: 5", "120"),
    ],
    &[("1 foo; + 2", "!does_not_understand"), ("true ifTrue: [n := 1]; ifFalse: [n := 2]", "true")],
    // Receivers that control flow is not compiled for.
    &[("n := 0. Maybe ifTrue: [n := n + 1] ifFalse: [n := n * 10]", "#(1, 10, 11)"), ("n", "11")],
    &[("n := 0. Maybe ifTrue: [n := 5. n > 3 ifTrue: [^n + 1]]. n := 9", "6"), ("n", "5")],
    &[
        ("Maybe ifTrue: [m := 1. m > 0 ifTrue: [m := m + 1]. m]", "#(#maybe, 2)"),
        ("m", "!undefined_variable"),
    ],
    &[("nil ifTrue: [^1]", "!does_not_understand")],
    // Blocks made in an evaluation live as long as something leads to them.
    &[
        ("c := Maker counter. d := #{#c => c}. c value", "2"),
        ("1 to: 200 do: [:i | Maker counter]. c := nil", "nil"),
        ("(d at: #c) value", "3"),
    ],
];
