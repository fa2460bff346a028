//! Classes through OTP's compiler: the whole library must pass its linter and
//! compile, and methods written here must answer what the table says.
//!
//! The runtime is stood in for by a few functions, so that a mistake found here is
//! one of lowering. One `erl` runs all.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the compiler under test is another program"
)]

mod otp;

use std::path::{Path, PathBuf};

use hierarchy::{ClassHierarchy, Origin, STDLIB_SOURCES, surface};
use lower::core_erlang::encode;
use otp::run_erlang;

/// A class method's body, what it is given, and what it answers, as Erlang.
const METHODS: &[(&str, &str, &str)] = &[
    // Values and operators.
    ("n + 1", "1", "2"),
    ("n * 2.5", "2", "5.0"),
    ("16rFF", "0", "255"),
    ("123456789012345678901234567890", "0", "123456789012345678901234567890"),
    ("\"say \"\"hi\"\"\"", "0", "<<\"say \\\"hi\\\"\">>"),
    ("#at:put:", "0", "'at:put:'"),
    ("$a", "0", "97"),
    ("#(1, n | #(3))", "2", "[1,2,3]"),
    ("#[n, 2]", "1", "#{'$beamtalk_class' => 'Array', data => #{0 => 1, 1 => 2}}"),
    ("#{#k => n, \"s\" => nil}", "1", "#{k => 1, <<\"s\">> => nil}"),
    ("n =:= 1.0", "1", "false"),
    ("n == 1.0", "1", "true"),
    ("n <= 3", "3", "true"),
    // Variables and returns.
    ("a := n. b := a := a + 1. #(a, b)", "1", "[2,2]"),
    ("^n. 3", "1", "1"),
    ("(^n) + 1", "7", "7"),
    // Conditionals.
    ("n > 0 ifTrue: [#yes] ifFalse: [#no]", "1", "yes"),
    ("n > 0 ifTrue: [#yes]", "0", "false"),
    ("a := 0. n > 0 ifTrue: [a := 5]. a", "1", "5"),
    ("a := 0. n > 0 ifTrue: [a := 5]. a", "0", "0"),
    ("a := 1. b := 2. n > 0 ifTrue: [a := 5. b := 6] ifFalse: [b := 7]. #(a, b)", "0", "[1,7]"),
    ("n > 0 ifTrue: [^#early]. #late", "1", "early"),
    ("n > 0 ifTrue: [^#early]. #late", "0", "late"),
    ("a := 1. n > 0 ifTrue: [n > 9 ifTrue: [^#big]. a := n] ifFalse: [a := 0]. a + 1", "4", "5"),
    ("a := 1. n > 0 ifTrue: [n > 9 ifTrue: [^#big]. a := n]. a + 1", "12", "big"),
    ("a := 1. n > 0 ifTrue: [n > 9 ifTrue: [^#big]. a := n]. a + 1", "4", "5"),
    ("(n > 0) and: [n < 9]", "3", "true"),
    ("(n > 0) or: [1 foo]", "3", "true"),
    ("n ifNil: [#none] ifNotNil: [:v | v + 1]", "nil", "none"),
    ("n ifNil: [#none] ifNotNil: [:v | v + 1]", "4", "5"),
    ("n ifNotNil: [:v | v + 1]", "nil", "nil"),
    // Loops.
    ("s := 0. i := 1. [i <= n] whileTrue: [s := s + i. i := i + 1]. s", "100", "5050"),
    ("i := 0. [i >= n] whileFalse: [i := i + 2]. i", "5", "6"),
    ("s := 0. 1 to: n do: [:i | s := s + i]. s", "10", "55"),
    ("s := #(). 9 to: n by: -3 do: [:i | s := #(i | s)]. s", "1", "[3,6,9]"),
    ("1 to: n do: [:i | i * i > 50 ifTrue: [^i]]. #none", "20", "8"),
    ("1 to: n do: [:i | i * i > 50 ifTrue: [^i]]. #none", "5", "none"),
    ("s := 0. n timesRepeat: [s := s + 2]. s", "4", "8"),
    ("i := 0. [i := i + 1. i > n ifTrue: [^i]] repeat", "3", "4"),
    ("s := 0. 1 to: n do: [:i | 1 to: i do: [:j | s := s + j]]. s", "3", "10"),
    // Blocks and cells.
    ("f := [:x | x + n]. f value: 2", "1", "3"),
    ("c := 0. f := [c := c + n]. f value. f value. c", "3", "6"),
    ("c := 0. f := [c]. c := n. f value", "3", "3"),
    ("f := [:k | k < 2 ifTrue: [1] ifFalse: [k * (f value: k - 1)]]. f value: n", "5", "120"),
    ("c := 0. f := [c := c + 1]. g := [c := c * 10]. f value. g value. f value. c", "0", "11"),
    ("[:x | [:y | x + y]]", "0", "any"),
    ("f := [:x | x > 1 ifTrue: [^#out]. x]. f value: n. #in", "1", "in"),
    ("f := [:x | x > 1 ifTrue: [^#out]. x]. f value: n. #in", "2", "out"),
    ("[n + 1] value", "1", "2"),
    // Patterns.
    ("n match: [nil -> 0; 1 -> #one; _ -> #many]", "1", "one"),
    ("n match: [k :: Integer when: [k > 9] -> #big; k :: Integer -> k; _ -> #no]", "12", "big"),
    ("n match: [k :: Integer when: [k > 9] -> #big; k :: Integer -> k; _ -> #no]", "2", "2"),
    ("n match: [{#ok, v} -> v; {#error, e} -> e]", "{error, bad}", "bad"),
    ("n match: [\"hi\" -> 1; \"ho\" -> 2]", "<<\"ho\">>", "2"),
    ("n match: [#{#k => v} -> v; _ -> 0]", "#{k => 7, j => 8}", "7"),
    ("n match: [<<a:8, rest/binary>> -> #(a, rest)]", "<<1, 2, 3>>", "[1, <<2, 3>>]"),
    (
        "n match: [<<len:8, body:len/binary, _/binary>> -> body; _ -> 0]",
        "<<2, 8, 9, 1>>",
        "<<8, 9>>",
    ),
    ("n match: [<<len:8, body:len/binary>> -> body; _ -> 0]", "<<9, 8>>", "0"),
    ("a := 0. n match: [k :: Integer when: [k > 9] -> a := k; _ -> a := 1]. a", "12", "12"),
    ("w := 16. n match: [<<a:w, _/binary>> -> a]", "<<1, 2, 3>>", "258"),
    ("n match: [0 -> ^#zero; _ -> 1]. #after", "0", "zero"),
    ("n match: [0 -> ^#zero; _ -> 1]. #after", "5", "'after'"),
    ("a := 0. n match: [0 -> a := 5; _ -> a := 6]. a", "0", "5"),
    ("{a, {b, _}} := n. a + b", "{1, {2, 3}}", "3"),
    ("#{#k => v} := n. v", "#{k => 4}", "4"),
    // Functions of the host, anywhere in a method.
    ("@intrinsic twice. #without", "3", "6"),
    ("n > 3 ifTrue: [^#early]. @intrinsic twice", "3", "6"),
    ("n > 3 ifTrue: [@intrinsic twice] ifFalse: [0]", "4", "8"),
    ("f := [@intrinsic twice]. n := n + 1. f value", "3", "8"),
    // Names that no atom holds; `LONG` is hundreds of letters.
    ("LONG := n. f := [LONG := LONG + 1]. f value. LONG", "1", "2"),
    ("n match: [#LONG -> 1; #{#LONG => k} -> k; _ -> 2]", "0", "2"),
    (
        "n foo ifTrue: [n LONG: #LONG and: (super LONG)] ifFalse: [#LONG LONG]. 1 =:= 2",
        "maybe",
        "false",
    ),
    // Sends to self and cascades.
    ("n < 2 ifTrue: [^n]. (self m: n - 1) + (self m: n - 2)", "15", "610"),
];

#[test]
fn the_library_compiles_and_methods_answer() {
    let folder = std::env::temp_dir().join(format!("beamtalk-classes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut modules = 0;
    let builtins = ClassHierarchy::with_builtins();
    for (path, text) in STDLIB_SOURCES {
        modules += write_modules(&folder, text, path, &builtins);
    }
    let mut table = String::new();
    let methods = METHODS.iter().map(|(body, argument, expected)| {
        (body.replace("LONG", &"long".repeat(80)), argument, expected)
    });
    for (index, (body, argument, expected)) in methods.enumerate() {
        let source = format!("Object subclass: Case{index}\n  class m: n =>\n    {body}\n");
        let mut hierarchy = builtins.clone();
        hierarchy.add_classes(surface(&syntax::parse(&source).tree), Origin::Project);
        modules += write_modules(&folder, &source, "case.bt", &hierarchy);
        table += &format!("{{'bt@case{index}', 'Case{index} class', {argument}, {expected}}}.\n");
    }
    modules += write_outside(&folder, &builtins);
    std::fs::write(folder.join("table"), table).unwrap();
    std::fs::write(folder.join("classes_driver.erl"), DRIVER).unwrap();
    let said = run_erlang(&folder, "classes_driver");
    std::fs::remove_dir_all(&folder).unwrap();
    let expected = format!("{modules} modules, {} answers", METHODS.len());
    assert_eq!(said.trim(), expected);
}

fn write_modules(folder: &Path, text: &str, path: &str, hierarchy: &ClassHierarchy) -> usize {
    let parse = syntax::parse(text);
    assert!(!parse.has_errors(), "{path}: {:?}\n{text}", parse.problems);
    let classes = parse.tree.nodes.classes.iter();
    classes
        .map(|(_, class)| {
            let module = lower::class(&parse.tree, class, hierarchy, path);
            let target: PathBuf = folder.join(format!("{}.term", module.name));
            std::fs::write(target, encode(&module)).unwrap();
        })
        .count()
}

/// Extensions of classes known and unknown, protocols and statements.
const OUTSIDE: &str = "
Protocol define: Fillable
  fill: n -> Self

Integer >> cups: n => self > n ifTrue: [^super printString]. [:k | ^k + n]

Zeppelin class >> soar => self.height := super soar + 1

total := 0
#(1, 2) do: [:e | total := total + e. e > 1 ifTrue: [^e]]
{a, <<b:total>>} := total
[self] value
";

fn write_outside(folder: &Path, hierarchy: &ClassHierarchy) -> usize {
    let parse = syntax::parse(OUTSIDE);
    assert!(!parse.has_errors(), "{:?}", parse.problems);
    let module = lower::outside(&parse.tree, hierarchy, "beside", None, "beside.bt").unwrap();
    std::fs::write(folder.join("beside.term"), encode(&module)).unwrap();
    1
}

const DRIVER: &str = r#"
-module(classes_driver).
-export([main/0]).

main() ->
    [stand_in(Name, Text) || {Name, Text} <- stand_ins()],
    {ok, Table} = file:consult("table"),
    Files = filelib:wildcard("*.term"),
    Compiled = lists:append([compile_term(File) || File <- Files]),
    Answers = [ok || Row <- Table, answers(Row)],
    io:format("~b modules, ~b answers", [length(Compiled), length(Answers)]).

compile_term(File) ->
    {ok, Bytes} = file:read_file(File),
    Core = binary_to_term(Bytes),
    case core_lint:module(Core) of
        {ok, _} -> compile_core(File, Core);
        {error, Errors, _} -> io:format("~ts: lint ~tp~n", [File, Errors]), []
    end.

compile_core(File, Core) ->
    case compile:noenv_forms(Core, [from_core, binary, return_errors]) of
        {ok, Module, Beam} ->
            string:prefix(File, "bt@case") =:= nomatch
                orelse code:load_binary(Module, File, Beam),
            [Module];
        Other ->
            io:format("~ts: ~tp~n", [File, Other]),
            []
    end.

answers({Module, Class, Argument, Expected}) ->
    Self = {beamtalk_object, Class, Module, none},
    try Module:class_dispatch('m:', [Argument], Self) of
        Expected -> true;
        _ when Expected =:= any -> true;
        Other -> io:format("~ts answered ~tp, not ~tp~n", [Module, Other, Expected]), false
    catch
        Kind:Reason:Stack -> io:format("~ts: ~tp ~tp~n~tp~n", [Module, Kind, Reason, Stack]), false
    end.

stand_in(Name, Text) ->
    Source = "-module(" ++ atom_to_list(Name) ++ ").\n-compile(export_all).\n" ++ Text,
    ok = file:write_file(atom_to_list(Name) ++ ".erl", Source),
    {ok, Name, Beam} = compile:file(atom_to_list(Name), [binary, nowarn_export_all]),
    code:load_binary(Name, atom_to_list(Name), Beam).

stand_ins() ->
    [{beamtalk_class_registry, "register(_, _) -> ok."},
     {beamtalk_overlay, "find(_, _) -> none."},
     {beamtalk_cell,
      "new(V) -> R = make_ref(), erlang:put(R, [V]), R.\n"
      "get(R) -> hd(erlang:get(R)).\n"
      "put(R, V) -> erlang:put(R, [V]), V.\n"
      "enter(R, S) -> erlang:get(R) =:= undefined andalso erlang:put(R, [S]).\n"},
     {beamtalk_region, "mark() -> ok.\nleave(_, V) -> V.\nsettle(_, _) -> ok.\n"},
     {beamtalk_return,
      "enter() -> make_ref().\ndone(_) -> ok.\n"
      "leave(T, V) -> throw({'$beamtalk_return', T, V}).\n"
      "caught(T, throw, {'$beamtalk_return', T, V}, _) -> V;\n"
      "caught(_, C, R, S) -> erlang:raise(C, R, S).\n"},
     {beamtalk_match, "holds(F) -> F().\nat_key(M, K) -> maps:get(K, M).\n"},
     {beamtalk_intrinsics, "class_twice(_, N) -> N * 2."},
     {beamtalk_nil_test, "is_plain(_) -> true."},
     {beamtalk_class_writers, "run(_, _, _, Body) -> Body()."},
     {beamtalk_control,
      "goes_on(I, L, S) when S > 0 -> I =< L;\ngoes_on(I, L, _) -> I >= L.\nanswer(V) -> V.\n"},
     {beamtalk_operator,
      "'*'(A, B) -> A * B.\n'+'(A, B) -> A + B.\n'-'(A, B) -> A - B.\n'<'(A, B) -> A < B.\n"},
     {beamtalk_dispatch,
      "send({beamtalk_object, _, M, _} = S, Sel, As) -> M:class_dispatch(Sel, As, S);\n"
      "send(F, value, []) -> F();\nsend(F, 'value:', [A]) -> F(A);\n"
      "send(maybe, _, _) -> maybe.\n"}].
"#;
