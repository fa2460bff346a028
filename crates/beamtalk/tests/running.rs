//! Programs that run: the library and small classes, compiled, on the real runtime.
//!
//! Each row is the body of a class method and the text its answer prints as, or
//! `!kind` for the error it ends in. One `erl` runs all.

use std::path::Path;
use std::process::Command;

use hierarchy::{ClassHierarchy, Origin, STDLIB_SOURCES, surface};
use lower::core_erlang::encode;

const CLASSES: &str = "
Value subclass: Point
  field: x :: Integer = 0
  field: y :: Integer = 0

  + other => Point x: self.x + other x y: self.y + other y

  norm => (self.x * self.x) + (self.y * self.y)

Point subclass: Pixel
  field: hue = #red

  norm => super norm + 1

Object subclass: Helper
  class twice: block => #(block value, block value)

  class keep: block => #{#block => block}

Object subclass: Tally
  classState: count = 10

  class tick => self.count := self.count + 1

  class ticks: n =>
    n timesRepeat: [self tick]
    self.count

  class fail =>
    self.count := 99
    self error: \"no\"
";

const ROWS: &[(&str, &str)] = &[
    // Numbers, text, symbols.
    ("3 + 4", "7"),
    ("7 / 2", "3.5"),
    ("2 ** 100", "1267650600228229401496703205376"),
    ("\"tea\" ++ \"pot\"", "\"teapot\""),
    ("\"né\" size", "2"),
    ("\"{1 + 1} cups of {#tea}\"", "\"2 cups of tea\""),
    ("#at:put:", "#at:put:"),
    ("nil isNil", "true"),
    ("3 class name", "#Integer"),
    // Values.
    ("Point new", "Point(x: 0, y: 0)"),
    ("(Point x: 1 y: 2) + (Point x: 3 y: 4)", "Point(x: 4, y: 6)"),
    ("(Point x: 3 y: 4) norm", "25"),
    ("(Pixel new withX: 3) norm", "10"),
    ("(Pixel new: #{#y => 2}) printString", "\"Pixel(hue: #red, x: 0, y: 2)\""),
    ("(Point x: 1 y: 2) =:= (Point x: 1 y: 2)", "true"),
    // Collections.
    ("#(1, 2, 3) collect: [:e | e * e]", "#(1, 4, 9)"),
    ("#(1, 2, 3, 4) select: [:e | e > 2]", "#(3, 4)"),
    ("#(1, 2, 3) inject: 0 into: [:a :b | a + b]", "6"),
    ("(1 to: 4) collect: [:e | e + 1]", "#(2, 3, 4, 5)"),
    ("#{#a => 1} at: #a", "1"),
    ("#[1, 2] at: 2", "2"),
    // Blocks share their variables.
    ("n := 0. #(1, 2, 3) do: [:e | n := n + e]. n", "6"),
    ("n := 0. r := Helper twice: [n := n + 1]. #(r, n)", "#(#(1, 2), 2)"),
    ("n := 0. d := Helper keep: [n := n + 5]. (d at: #block) value. n", "5"),
    ("#(5, 6, 7) do: [:e | e =:= 6 ifTrue: [^#found]]. #missing", "#found"),
    (
        "f := [:k | k < 2 ifTrue: [1] ifFalse: [k * (f value: k - 1)]]. f value: 20",
        "2432902008176640000",
    ),
    // Errors.
    ("3 frobnicate", "!does_not_understand"),
    ("\"a\" + 1", "!does_not_understand"),
    ("Zebra", "!class_not_found"),
    ("zebra", "!undefined_variable"),
    ("#(1) at: 5", "!index_out_of_bounds"),
    ("#{#a => 1} at: #b", "!key_error"),
    ("1 + \"a\"", "!type_error"),
    ("[:a | a] value", "!arity_mismatch"),
    ("Integer new", "!instantiation_error"),
    ("[1 / 0] on: Error do: [:e | e kind]", "#type_error"),
    ("n := 0. [3 frobnicate] ensure: [n := 1]. n", "!does_not_understand"),
    ("[Error signal: \"oh\"] on: Error do: [:e | e message]", "\"oh\""),
    ("#(1, 2) do: [:e | e > 5 ifTrue: [^e]. e frobnicate]. 3", "!does_not_understand"),
    ("Erlang lists reverse: #(1, 2, 3)", "#(3, 2, 1)"),
    ("Erlang string_not_loaded_yet foo", "!does_not_understand"),
    ("n := 0. 1 to: 5 by: 0 do: [:i | n := i]. n", "0"),
    // Class variables.
    ("Tally tick", "11"),
    ("Tally ticks: 3", "14"),
    ("[Tally fail] on: Error do: [:e | nil]. Tally tick", "15"),
    // Classes as values.
    ("Point name", "#Point"),
    ("Pixel superclass", "Point"),
    ("Point class", "Point class"),
    ("#(Point, Pixel) collect: [:c | c new norm]", "#(0, 1)"),
];

#[test]
fn programs_answer_what_the_table_says() {
    let folder = std::env::temp_dir().join(format!("beamtalk-running-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime");
    erlang("escript", &["build.escript", "build"], &runtime);
    let builtins = ClassHierarchy::with_builtins();
    for (path, text) in STDLIB_SOURCES {
        write_modules(&folder, text, path, &builtins);
    }
    let methods = ROWS.iter().enumerate();
    let methods =
        methods.map(|(index, (body, _))| format!("  class row{index} =>\n    {body}\n\n"));
    let program = format!("{CLASSES}\nObject subclass: Rows\n{}", methods.collect::<String>());
    let mut hierarchy = builtins.clone();
    hierarchy.add_classes(surface(&syntax::parse(&program).tree), Origin::Module);
    write_modules(&folder, &program, "rows.bt", &hierarchy);
    std::fs::write(folder.join("driver.erl"), DRIVER).unwrap();
    let start = format!(
        "{{ok, M}} = compile:file(\"driver\", [report]), code:add_pathsa(filelib:wildcard(\"{}\")), \
         M:main({}), halt().",
        runtime.join("apps/*/ebin").display(),
        ROWS.len()
    );
    let said = erlang("erl", &["-noshell", "+pc", "unicode", "-pa", ".", "-eval", &start], &folder);
    let got: Vec<&str> = said.lines().collect();
    let wrong: Vec<String> = ROWS
        .iter()
        .zip(got.iter().copied().chain(std::iter::repeat("nothing")))
        .filter(|((_, expected), got)| expected != got)
        .map(|((body, expected), got)| format!("{body}\n  expected {expected}\n  got {got}\n"))
        .collect();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn write_modules(folder: &Path, text: &str, path: &str, hierarchy: &ClassHierarchy) {
    let parse = syntax::parse(text);
    assert!(!parse.has_errors(), "{path}: {:?}", parse.problems);
    for (_, class) in parse.tree.nodes.classes.iter() {
        let module = lower::class(&parse.tree, class, hierarchy, path);
        std::fs::write(folder.join(format!("{}.term", module.name)), encode(&module)).unwrap();
    }
}

fn erlang(program: &str, arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("Erlang/OTP 25 or newer was not found: `erl` must be on the PATH");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

const DRIVER: &str = r#"
-module(driver).
-export([main/1]).

main(Rows) ->
    {ok, _} = application:ensure_all_started(beamtalk_runtime),
    Modules = [compile_term(File) || File <- filelib:wildcard("*.term")],
    [{module, Module} = code:ensure_loaded(Module) || Module <- Modules],
    Class = beamtalk_class_registry:class_object('Rows'),
    [show(Class, list_to_atom("row" ++ integer_to_list(Row))) || Row <- lists:seq(0, Rows - 1)].

compile_term(File) ->
    {ok, Bytes} = file:read_file(File),
    Options = [from_core, binary, no_ssa_opt],
    {ok, Module, Beam} = compile:noenv_forms(binary_to_term(Bytes), Options),
    ok = file:write_file(atom_to_list(Module) ++ ".beam", Beam),
    Module.

show(Class, Selector) ->
    try beamtalk_dispatch:send(Class, Selector, []) of
        Value -> io:format("~ts~n", [beamtalk_dispatch:send(Value, printString, [])])
    catch
        Kind:Reason:Stack ->
            Exception = beamtalk_error:exception(Kind, Reason, Stack),
            #{error := Error} = Exception,
            io:format("!~ts~n", [element(2, Error)])
    end.
"#;
