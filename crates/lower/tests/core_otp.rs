//! Modules built by hand, through OTP's own compiler, by text and by term.
//!
//! Of each module, both forms must pass the linter, be the same tree, compile with
//! and without optimisation, and answer what the table says. One `erl` runs all.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the compiler under test is another program"
)]

mod otp;

use std::fmt::Write;

use lower::core_erlang::build::*;
use lower::core_erlang::{
    Clause, Expr, Function, Literal, MapOp, Module, Name, Pattern, Segment, encode, print,
};
use otp::run_erlang;

#[test]
fn otp_takes_text_and_term_alike() {
    let cases = cases();
    let folder = std::env::temp_dir().join(format!("beamtalk-core-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut table = String::new();
    for case in &cases {
        let name = &case.module.name;
        std::fs::write(folder.join(format!("{name}.text")), print(&case.module)).unwrap();
        std::fs::write(folder.join(format!("{name}.term")), encode(&case.module)).unwrap();
        for (call, expected) in &case.calls {
            writeln!(table, "{{'{name}', {call}, {expected}}}.").unwrap();
        }
    }
    std::fs::write(folder.join("table"), table).unwrap();
    std::fs::write(folder.join("core_driver.erl"), DRIVER).unwrap();
    let said = run_erlang(&folder, "core_driver");
    std::fs::remove_dir_all(&folder).unwrap();
    let passed = said.lines().filter(|line| line.starts_with("ok ")).count();
    assert_eq!(passed, cases.len(), "of {} modules:\n{said}", cases.len());
}

/// A call is `{function, [Arguments]}`. What is expected is `{value, Value}`, or the
/// error with the module's innermost place in the stack trace:
/// `{error, Reason, {function, Arity, File, Line}}`.
struct Case {
    module: Module,
    calls: Vec<(&'static str, &'static str)>,
}

/// One function named `main` in a module and a file named after the case.
fn main_case(
    name: &str,
    parameters: &[&str],
    body: Expr,
    calls: &[(&'static str, &'static str)],
) -> Case {
    functions_case(name, vec![function("main", names(parameters), body, 1)], calls)
}

fn functions_case(
    name: &str,
    functions: Vec<Function>,
    calls: &[(&'static str, &'static str)],
) -> Case {
    let exports = vec![functions[0].name.clone()];
    let module = module(&format!("core_{name}"), &format!("{name}.bt"), exports, vec![], functions);
    Case { module, calls: calls.to_vec() }
}

fn names(names: &[&str]) -> Vec<Name> {
    names.iter().map(|name| Name::from(*name)).collect()
}

fn cases() -> Vec<Case> {
    vec![
        arithmetic(),
        guards(),
        loops(),
        maps(),
        map_literals(),
        binaries(),
        binary_patterns(),
        funs(),
        failures(),
        values(),
        match_failures(),
        computed_calls(),
        numbers(),
        texts(),
        odd_names(),
        nested_literals(),
        literal_patterns(),
        patterns(),
        attributes(),
        long_body(),
        wide_things(),
        places(),
        foreign_file(),
        no_file(),
    ]
}

fn arithmetic() -> Case {
    let product = call("erlang", "*", [var("X"), int(2)], 3);
    let body = let_("P", product, call("erlang", "+", [var("P"), var("Y")], 4));
    main_case(
        "arithmetic",
        &["X", "Y"],
        body,
        &[
            ("{main, [20, 2]}", "{value, 42}"),
            ("{main, [a, 2]}", r#"{error, badarith, {main, 2, "arithmetic.bt", 3}}"#),
            ("{main, [1, b]}", r#"{error, badarith, {main, 2, "arithmetic.bt", 4}}"#),
        ],
    )
}

fn guards() -> Case {
    let is_integer = |name: &str| call("erlang", "is_integer", [var(name)], 0);
    let both = and(is_integer("A"), call("erlang", ">", [var("A"), int(0)], 0));
    let clauses = vec![
        clause([pattern_var("A")], both, atom("positive")),
        clause([pattern_var("B")], is_integer("B"), atom("integer")),
        clause([pattern_atom("nil")], always(), atom("nothing")),
        clause([pattern_var("_")], always(), atom("other")),
    ];
    main_case(
        "guards",
        &["X"],
        case(var("X"), clauses),
        &[
            ("{main, [3]}", "{value, positive}"),
            ("{main, [-3]}", "{value, integer}"),
            ("{main, [nil]}", "{value, nothing}"),
            ("{main, [2.5]}", "{value, other}"),
        ],
    )
}

/// `even` and `odd` call each other.
fn loops() -> Case {
    let step = |name: &str, other: &str, at_zero: &str| {
        let less = call("erlang", "-", [var("N"), int(1)], 0);
        let again = let_("M", less, apply(fun_name(other, 1), vec![var("M")], 0));
        let zero = clause([pattern_literal(Literal::Integer(0))], always(), atom(at_zero));
        let more = clause([pattern_var("_")], always(), again);
        function(name, names(&["N"]), case(var("N"), vec![zero, more]), 0)
    };
    let both = vec![step("even", "odd", "true"), step("odd", "even", "false")];
    let body = let_rec(both, apply(fun_name("even", 1), vec![var("N")], 2));
    main_case(
        "loops",
        &["N"],
        body,
        &[("{main, [100000]}", "{value, true}"), ("{main, [7]}", "{value, false}")],
    )
}

fn maps() -> Case {
    let put = map_update(
        &"M".into(),
        vec![(MapOp::Put, atom("a"), var("X")), (MapOp::Put, var("X"), int(2))],
        5,
    );
    let update =
        map_update(&"P".into(), vec![(MapOp::Update, atom("count"), tuple([var("X")]))], 6);
    let found = clause(
        [pattern_map(vec![
            (atom("count"), pattern_tuple(vec![pattern_var("C")])),
            (var("X"), pattern_var("V")),
        ])],
        always(),
        map(vec![(atom("c"), var("C")), (var("V"), var("U"))]),
    );
    let missing = clause([pattern_var("_")], always(), atom("missing"));
    let body = let_("P", put, let_("U", update, case(var("U"), vec![found, missing])));
    main_case(
        "maps",
        &["M", "X"],
        body,
        &[
            (
                "{main, [#{count => 1}, k]}",
                "{value, #{c => k, 2 => #{count => {k}, a => k, k => 2}}}",
            ),
            ("{main, [7, k]}", r#"{error, {badmap, 7}, {main, 2, "maps.bt", 5}}"#),
            ("{main, [#{}, k]}", r#"{error, {badkey, count}, {main, 2, none, none}}"#),
        ],
    )
}

fn map_literals() -> Case {
    let constant = map(vec![(atom("a"), int(1)), (string("b"), list(vec![int(2)]))]);
    assert!(matches!(constant, Expr::Literal(_)));
    let repeated = map(vec![(atom("a"), int(1)), (atom("a"), int(2))]);
    assert!(matches!(repeated, Expr::Map(_)));
    let zeros = map(vec![(float(1.0), int(1)), (int(1), int(2))]);
    main_case(
        "map_literals",
        &[],
        tuple([constant, repeated, zeros, map(vec![])]),
        &[(
            "{main, []}",
            "{value, {#{a => 1, <<\"b\">> => [2]}, #{a => 2}, #{1.0 => 1, 1 => 2}, #{}}}",
        )],
    )
}

fn binaries() -> Case {
    let little: Segment<Expr> =
        Segment { flags: names(&["signed", "little"]), ..integer_segment(int(-2), int(16)) };
    let segments = vec![
        integer_segment(var("I"), int(8)),
        utf8_segment(int(0x20ac)),
        bytes_segment(string("abcdef"), int(3)),
        float_segment(float(1.5), int(64)),
        little,
        rest_segment(var("R")),
    ];
    main_case(
        "binaries",
        &["I", "R"],
        Expr::Binary(segments),
        &[
            (
                "{main, [7, <<\"rest\">>]}",
                "{value, <<7, 16#e2, 16#82, 16#ac, \"abc\", 1.5/float, -2:16/little, \"rest\">>}",
            ),
            ("{main, [7, rest]}", "{error, badarg, {main, 2, none, none}}"),
        ],
    )
}

/// A length, then so many bytes, then a character.
fn binary_patterns() -> Case {
    let inner = Pattern::Binary(vec![
        bytes_segment(pattern_var("Text"), var("Size")),
        utf8_segment(pattern_var("Char")),
        rest_segment(pattern_var("Tail")),
    ]);
    let found = tuple([var("Text"), var("Char"), var("Tail")]);
    let inner = case(
        var("Rest"),
        vec![clause([inner], always(), found), clause([pattern_var("_")], always(), atom("short"))],
    );
    let outer = Pattern::Binary(vec![
        integer_segment(pattern_var("Size"), int(8)),
        rest_segment(pattern_var("Rest")),
    ]);
    let body = case(
        var("X"),
        vec![clause([outer], always(), inner), clause([pattern_var("_")], always(), atom("other"))],
    );
    main_case(
        "binary_patterns",
        &["X"],
        body,
        &[
            ("{main, [<<2, \"ab\", 8364/utf8, \"!\">>]}", "{value, {<<\"ab\">>, 8364, <<\"!\">>}}"),
            ("{main, [<<9, \"ab\">>]}", "{value, short}"),
            ("{main, [<<>>]}", "{value, other}"),
            ("{main, [1]}", "{value, other}"),
        ],
    )
}

fn funs() -> Case {
    let pair = fun(names(&["A", "_", "_"]), tuple([var("A"), var("X")]));
    let paired = apply_value(var("F"), vec![int(1), int(2), int(3)], 5);
    let numbers = || list(vec![int(1), int(2)]);
    let twice = call("lists", "map", [fun_reference("twice", 1), numbers()], 6);
    let more = fun(names(&["E"]), call("erlang", "+", [var("E"), var("X")], 7));
    let more = call("lists", "map", [more, numbers()], 7);
    let last = tuple([var("S"), var("T"), var("M")]);
    let body = let_("F", pair, let_("S", paired, let_("T", twice, last)));
    let body = let_("M", more, body);
    let twice = call("erlang", "*", [var("N"), int(2)], 9);
    functions_case(
        "funs",
        vec![function("main", names(&["X"]), body, 3), function("twice", names(&["N"]), twice, 8)],
        &[
            ("{main, [41]}", "{value, {{1, 41}, [2, 4], [42, 43]}}"),
            ("{main, [a]}", r#"{error, badarith, {'-main/1-anonymous-0-', 2, "funs.bt", 7}}"#),
        ],
    )
}

fn failures() -> Case {
    let failing = call("erlang", "throw", [var("X")], 3);
    let stack = prim_op("build_stacktrace", [var("S")], 0);
    let caught =
        let_("T", stack, tuple([var("C"), var("R"), call("erlang", "is_list", [var("T")], 0)]));
    let thrown = clause([pattern_atom("throw")], always(), caught);
    let others = clause([pattern_var("_")], always(), prim_op("raise", [var("S"), var("R")], 0));
    let handler = case(var("C"), vec![thrown, others]);
    let quiet = clause([pattern_atom("quiet")], always(), atom("done"));
    let loud = clause([pattern_atom("exit")], always(), call("erlang", "error", [atom("oops")], 5));
    let throwing = clause([pattern_var("_")], always(), failing);
    let subject = case(var("X"), vec![quiet, loud, throwing]);
    main_case(
        "failures",
        &["X"],
        try_(subject, ["C", "R", "S"], handler),
        &[
            ("{main, [quiet]}", "{value, done}"),
            ("{main, [up]}", "{value, {throw, up, true}}"),
            ("{main, [exit]}", r#"{error, oops, {main, 1, "failures.bt", 5}}"#),
        ],
    )
}

fn values() -> Case {
    let pair = |one: Expr, other: Expr| Expr::Values(vec![one, other]);
    let swapped = let_many(
        names(&["A", "B"]),
        case(
            pair(var("X"), var("Y")),
            vec![
                clause(
                    [pattern_atom("same"), pattern_atom("same")],
                    always(),
                    pair(int(0), int(0)),
                ),
                clause([pattern_var("P"), pattern_var("Q")], always(), pair(var("Q"), var("P"))),
            ],
        ),
        tuple([var("A"), var("B")]),
    );
    main_case(
        "values",
        &["X", "Y"],
        swapped,
        &[
            ("{main, [1, 2]}", "{value, {2, 1}}"),
            ("{main, [same, same]}", "{value, {0, 0}}"),
            ("{main, [same, other]}", "{value, {other, same}}"),
        ],
    )
}

fn match_failures() -> Case {
    let fail = |tag: &str, line| prim_op("match_fail", [tuple([atom(tag), var("V")])], line);
    let clauses = vec![
        clause([pattern_atom("ok")], always(), atom("fine")),
        clause(
            [pattern_alias("V", pattern_cons(pattern_var("_"), pattern_var("_")))],
            always(),
            fail("badmatch", 11),
        ),
        clause([pattern_var("V")], always(), fail("case_clause", 12)),
    ];
    main_case(
        "match_failures",
        &["X"],
        case(var("X"), clauses),
        &[
            ("{main, [ok]}", "{value, fine}"),
            ("{main, [[1]]}", r#"{error, {badmatch, [1]}, {main, 1, "match_failures.bt", 11}}"#),
            ("{main, [2]}", r#"{error, {case_clause, 2}, {main, 1, "match_failures.bt", 12}}"#),
        ],
    )
}

fn computed_calls() -> Case {
    let body = call_computed(var("M"), var("F"), [var("A"), int(3)], 2);
    main_case(
        "computed_calls",
        &["M", "F", "A"],
        let_("R", body, tuple([atom("answer"), var("R")])),
        &[
            ("{main, [erlang, max, 2]}", "{value, {answer, 3}}"),
            ("{main, [lists, seq, 1]}", "{value, {answer, [1, 2, 3]}}"),
            ("{main, [1, seq, 1]}", r#"{error, badarg, {main, 3, "computed_calls.bt", 2}}"#),
        ],
    )
}

fn numbers() -> Case {
    let big = |digits: &str| Expr::Literal(Literal::BigInteger(digits.into()));
    let body = list(vec![
        int(0),
        int(-1),
        int(255),
        int(256),
        int(i64::MAX),
        int(i64::MIN),
        big("9223372036854775808"),
        big("-123456789012345678901234567890123456789012345678901234567890"),
        float(0.1),
        float(-0.0),
        float(1e300),
        float(5e-324),
        float(1.5e-7),
        float(123456789.0),
        float(1e22),
    ]);
    main_case(
        "numbers",
        &[],
        body,
        &[(
            "{main, []}",
            "{value, [0, -1, 255, 256, 9223372036854775807, -9223372036854775808, \
             9223372036854775808, \
             -123456789012345678901234567890123456789012345678901234567890, \
             0.1, -0.0, 1.0e300, 5.0e-324, 1.5e-7, 123456789.0, 1.0e22]}",
        )],
    )
}

fn texts() -> Case {
    let body = tuple([
        string(""),
        string("héllo €\n\"q\" \\ 'x' {~p}"),
        Expr::Literal(Literal::Binary([0, 255, 128, 10].as_slice().into())),
        string("A text of more than sixty-four bytes, which takes three segments at least."),
        atom(""),
        atom("at:put:"),
        atom("größe €"),
        atom("it's\n\\odd\u{1}\u{7f}"),
    ]);
    main_case(
        "texts",
        &[],
        body,
        &[(
            "{main, []}",
            "{value, {<<>>, \
             <<104, 195, 169, 108, 108, 111, 32, 226, 130, 172, 10, \"\\\"q\\\" \\\\ 'x' {~p}\">>, \
             <<0, 255, 128, 10>>, \
             <<\"A text of more than sixty-four bytes, which takes three segments at least.\">>, \
             '', 'at:put:', 'größe €', 'it\\'s\\n\\\\odd\\001\\177'}}",
        )],
    )
}

/// Names that are no Core variables, and `_` where it is bound more than once.
fn odd_names() -> Case {
    let shadowed = let_("größe", call("erlang", "+", [var("x"), int(1)], 0), var("größe"));
    let pair = clause(
        [pattern_tuple(vec![pattern_var("_"), pattern_var("_"), pattern_var("_1")])],
        always(),
        tuple([var("_1"), shadowed]),
    );
    let other = clause([pattern_var("_")], always(), var("x"));
    main_case(
        "odd_names",
        &["x", "_", "_", "a@b", "_@a"],
        let_("_", var("_@a"), case(var("a@b"), vec![pair, other])),
        &[
            ("{main, [1, 2, 3, {4, 5, 6}, 7]}", "{value, {6, 2}}"),
            ("{main, [1, 2, 3, 4, 5]}", "{value, 1}"),
        ],
    )
}

fn nested_literals() -> Case {
    let inner = tuple([atom("a"), list(vec![int(1), string("s")]), map(vec![(int(1), nil())])]);
    let constant = list_ending(vec![inner.clone(), inner], atom("tail"));
    assert!(matches!(constant, Expr::Literal(_)));
    let partly = list_ending(vec![var("X"), int(1)], list(vec![int(2), atom("b")]));
    let improper = list_ending(vec![int(1), var("X")], var("X"));
    main_case(
        "nested_literals",
        &["X"],
        tuple([constant, partly, improper]),
        &[(
            "{main, [x]}",
            "{value, {[{a, [1, <<\"s\">>], #{1 => []}}, {a, [1, <<\"s\">>], #{1 => []}} | tail], \
             [x, 1, 2, b], [1, x | x]}}",
        )],
    )
}

/// Constants of every kind in patterns, which the compiler wants taken apart.
fn literal_patterns() -> Case {
    let literal = |expr: Expr| match &expr {
        Expr::Literal(literal) => pattern_literal(literal.clone()),
        other => panic!("{other:?} is not constant"),
    };
    let long = "a constant of more than thirty-two bytes";
    let constants = [
        int(1),
        float(1.5),
        Expr::Literal(Literal::BigInteger("18446744073709551616".into())),
        nil(),
        string(""),
        string("a"),
        string(long),
        tuple([atom("a"), string("b"), list(vec![int(1), string("c")])]),
        map(vec![(atom("k"), string("v")), (string("string"), map(vec![(int(1), int(2))]))]),
    ];
    let clauses = constants
        .into_iter()
        .enumerate()
        .map(|(index, constant)| clause([literal(constant)], always(), int(index as i64)));
    let other = clause([pattern_var("_")], always(), atom("other"));
    main_case(
        "literal_patterns",
        &["X"],
        case(var("X"), clauses.chain([other]).collect::<Vec<Clause>>()),
        &[
            ("{main, [1]}", "{value, 0}"),
            ("{main, [1.5]}", "{value, 1}"),
            ("{main, [18446744073709551616]}", "{value, 2}"),
            ("{main, [[]]}", "{value, 3}"),
            ("{main, [<<>>]}", "{value, 4}"),
            ("{main, [<<\"a\">>]}", "{value, 5}"),
            ("{main, [<<\"a constant of more than thirty-two bytes\">>]}", "{value, 6}"),
            ("{main, [<<\"a constant of more than thirty-two byte\">>]}", "{value, other}"),
            ("{main, [{a, <<\"b\">>, [1, <<\"c\">>]}]}", "{value, 7}"),
            ("{main, [{a, <<\"b\">>, [1, <<\"d\">>]}]}", "{value, other}"),
            (
                "{main, [#{k => <<\"v\">>, <<\"string\">> => #{1 => 2, 3 => 4}, more => 1}]}",
                "{value, 8}",
            ),
            ("{main, [#{k => <<\"v\">>}]}", "{value, other}"),
        ],
    )
}

fn patterns() -> Case {
    let listed = pattern_list(vec![pattern_var("A"), pattern_atom("b")], pattern_var("T"));
    let aliased = pattern_alias("All", pattern_tuple(vec![listed, pattern_tuple(vec![])]));
    let by_key = pattern_map(vec![(
        var("Y"),
        pattern_alias("V", pattern_cons(pattern_var("_"), pattern_literal(Literal::Nil))),
    )]);
    let key = tuple([string("a text"), map(vec![(atom("a"), string("of a map"))])]);
    let by_constant = pattern_map(vec![(key, pattern_var("V"))]);
    let clauses = vec![
        clause([aliased], always(), tuple([var("A"), var("T"), var("All")])),
        clause([by_key], always(), var("V")),
        clause([by_constant], always(), var("V")),
        clause([pattern_map(vec![])], always(), atom("map")),
        clause([pattern_var("_")], always(), atom("other")),
    ];
    main_case(
        "patterns",
        &["X", "Y"],
        case(var("X"), clauses),
        &[
            ("{main, [{[a, b, c], {}}, y]}", "{value, {a, [c], {[a, b, c], {}}}}"),
            ("{main, [#{y => [1]}, y]}", "{value, [1]}"),
            ("{main, [#{y => [1, 2]}, y]}", "{value, map}"),
            ("{main, [#{{<<\"a text\">>, #{a => <<\"of a map\">>}} => 1}, y]}", "{value, 1}"),
            ("{main, [{[a], {}}, y]}", "{value, other}"),
        ],
    )
}

fn attributes() -> Case {
    let get = call("core_attributes", "module_info", [atom("attributes")], 1);
    let found = call("proplists", "get_value", [var("K"), var("All")], 1);
    let mut case = main_case(
        "attributes",
        &["K"],
        let_("All", get, found),
        &[
            ("{main, [behaviour]}", "{value, [gen_server]}"),
            ("{main, [meta]}", "{value, [{'größe', 1, -2.5, []}]}"),
        ],
    );
    let constant = |expr: Expr| match &expr {
        Expr::Literal(literal) => literal.clone(),
        other => panic!("{other:?} is not constant"),
    };
    let meta = tuple([atom("größe"), int(1), float(-2.5), nil()]);
    case.module.attributes = vec![
        ("behaviour".into(), constant(list(vec![atom("gen_server")]))),
        ("meta".into(), constant(list(vec![meta]))),
    ];
    case
}

/// Many statements, each of which sees the one before it.
fn long_body() -> Case {
    let last = call("erlang", "get", [atom("count")], 0);
    let body = (0..500).rev().fold(last, |rest, index| {
        let old = call("erlang", "get", [atom("count")], index);
        let new = call("erlang", "+", [var("Old"), int(1)], index);
        let put = call("erlang", "put", [atom("count"), var(format!("New{index}"))], index);
        let_("Old", old, let_(format!("New{index}"), new, do_(put, rest)))
    });
    let start = call("erlang", "put", [atom("count"), int(0)], 0);
    main_case("long_body", &[], do_(start, body), &[("{main, []}", "{value, 500}")])
}

/// More than one byte can count.
fn wide_things() -> Case {
    let numbers = || (1..=300).map(int);
    let wide = |last: Expr| tuple(numbers().chain([last]));
    let sizes = [
        call("erlang", "tuple_size", [wide(int(0))], 0),
        call("erlang", "tuple_size", [wide(var("X"))], 0),
        call("erlang", "length", [list(numbers().chain([var("X")]).collect())], 0),
        call("erlang", "map_size", [map(numbers().map(|it| (it, var("X"))).collect())], 0),
        call("erlang", "map_size", [map(numbers().map(|it| (it, nil())).collect())], 0),
    ];
    main_case(
        "wide_things",
        &["X"],
        tuple(sizes),
        &[("{main, [x]}", "{value, {301, 301, 301, 300, 300}}")],
    )
}

/// Lines of functions within functions, beyond 16 bits too.
fn places() -> Case {
    let fail = call("erlang", "error", [var("N")], 70_000);
    let inner = function("inner", names(&["N"]), do_(call("erlang", "get", [], 0), fail), 6);
    let run = apply(fun_name("inner", 1), vec![var("X")], 7);
    let body = let_rec(vec![inner], let_("R", run, tuple([var("R")])));
    main_case(
        "places",
        &["X"],
        body,
        &[("{main, [x]}", r#"{error, x, {'-main/1-inner/1-0-', 1, "places.bt", 70000}}"#)],
    )
}

fn foreign_file() -> Case {
    let mut case = main_case(
        "foreign_file",
        &["X"],
        let_("Y", call("erlang", "hd", [var("X")], 2), tuple([var("Y")])),
        &[("{main, [x]}", r#"{error, badarg, {main, 1, "größe €/\"x\".bt", 2}}"#)],
    );
    case.module.file = "größe €/\"x\".bt".into();
    case
}

fn no_file() -> Case {
    let mut case = main_case(
        "no_file",
        &["X"],
        let_("Y", call("erlang", "hd", [var("X")], 2), tuple([var("Y")])),
        &[("{main, [x]}", "{error, badarg, {main, 1, none, none}}")],
    );
    case.module.file = "".into();
    case
}

const DRIVER: &str = r#"
-module(core_driver).
-export([main/0]).

main() ->
    io:setopts([{encoding, unicode}]),
    {ok, Table} = file:consult("table"),
    Modules = lists:usort([M || {M, _, _} <- Table]),
    [check(M, [{C, E} || {N, C, E} <- Table, N =:= M]) || M <- Modules].

check(M, Calls) ->
    try check_all(M, Calls) of
        _ -> io:format("ok ~ts~n", [M])
    catch
        _:Reason:Stack -> io:format("FAILED ~ts~n~tp~n~tp~n", [M, Reason, Stack])
    end.

check_all(M, Calls) ->
    {ok, Text} = file:read_file([atom_to_list(M), ".text"]),
    {ok, Term} = file:read_file([atom_to_list(M), ".term"]),
    {ok, Tokens, _} = core_scan:string(binary_to_list(Text)),
    {ok, FromText} = core_parse:parse(Tokens),
    FromTerm = binary_to_term(Term),
    [{ok, _} = core_lint:module(Core) || Core <- [FromText, FromTerm]],
    same(plain(FromText), plain(FromTerm)),
    [check_code(M, Core, Options, Calls)
     || Core <- [FromText, FromTerm],
        Options <- [[], [no_copt, no_ssa_opt], [clint, ssalint]]].

check_code(M, Core, Options, Calls) ->
    {ok, M, Code} = compile:noenv_forms(Core, [from_core, binary, return_errors | Options]),
    {module, M} = code:load_binary(M, atom_to_list(M), Code),
    [same({Call, Expected}, {Call, outcome(M, Call)}) || {Call, Expected} <- Calls],
    code:purge(M).

outcome(M, {F, Arguments}) ->
    try {value, apply(M, F, Arguments)}
    catch Class:Reason:Stack -> {Class, Reason, place(M, Stack)}
    end.

place(M, [{M, F, Arity, Place} | _]) ->
    {F, Arity, proplists:get_value(file, Place, none), proplists:get_value(line, Place, none)};
place(M, [_ | Stack]) -> place(M, Stack);
place(_, []) -> nowhere.

same(A, A) -> ok;
same(Expected, Found) -> error({different, Expected, Found}).

%% The tree with all constants folded and without the texts of strings: the parser
%% leaves long binaries as they are written.
plain({c_literal, _, Value}) -> {c_literal, [], Value};
plain({c_var, _, Name}) -> {c_var, [], Name};
plain(Nodes) when is_list(Nodes) -> [plain(Node) || Node <- Nodes];
plain(Node) when is_tuple(Node), is_list(element(2, Node)) ->
    [Tag, Annotation | Fields] = tuple_to_list(Node),
    Places = [Part || Part <- Annotation, not is_list(Part)],
    folded(list_to_tuple([Tag, Places | plain(Fields)]));
plain({Name, Value}) -> {plain(Name), plain(Value)};
plain(Other) -> Other.

folded({c_binary, A, Segments} = Node) ->
    Bits = [{V, S} || {c_bitstr, _, {c_literal, _, V}, {c_literal, _, S}, {c_literal, _, 1},
                       {c_literal, _, integer}, {c_literal, _, [unsigned, big]}} <- Segments],
    case length(Bits) =:= length(Segments) of
        true -> {c_literal, A, << <<V:S>> || {V, S} <- Bits >>};
        false -> Node
    end;
folded({c_cons, A, {c_literal, _, Head}, {c_literal, _, Tail}}) ->
    {c_literal, A, [Head | Tail]};
folded({c_tuple, A, Elements} = Node) ->
    case [E || {c_literal, _, E} <- Elements] of
        Constants when length(Constants) =:= length(Elements) ->
            {c_literal, A, list_to_tuple(Constants)};
        _ -> Node
    end;
folded({c_map, A, {c_literal, _, Base}, Pairs, false} = Node) ->
    Constants = [{K, V} || {c_map_pair, _, {c_literal, _, assoc}, {c_literal, _, K},
                            {c_literal, _, V}} <- Pairs],
    case length(Constants) =:= length(Pairs) of
        true -> {c_literal, A, maps:merge(Base, maps:from_list(Constants))};
        false -> Node
    end;
folded(Node) -> Node.
"#;
