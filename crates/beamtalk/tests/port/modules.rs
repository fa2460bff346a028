//! What is compiled is what OTP takes, and it does what was asked for.

use std::fs;
use std::path::Path;
use std::process::Command;

use etf::Term;
use expect_test::expect;

use crate::client::{Port, shown, text, texts};

/// Every binary that holds code, with a name for it.
fn cores(answer: &Term, found: &mut Vec<Vec<u8>>) {
    match answer {
        Term::Map(map) => {
            for (key, value) in map.pairs() {
                match (key.as_atom(), value.as_bytes()) {
                    (Some("core" | "trailing_core"), Some(bytes)) => found.push(bytes.to_vec()),
                    _ => cores(value, found),
                }
            }
        }
        Term::List(elements) => elements.iter().for_each(|it| cores(it, found)),
        _ => {}
    }
}

/// Says what each module is called and, if it can be evaluated, what comes of it where
/// `cups` is 41.
const DRIVER: &str = r#"
-module(driver).
-export([main/0]).

main() ->
    {ok, _} = application:ensure_all_started(beamtalk_runtime),
    lists:foreach(fun compile_and_run/1, lists:sort(filelib:wildcard("*.term"))).

compile_and_run(File) ->
    {ok, Bytes} = file:read_file(File),
    Core = binary_to_term(Bytes),
    {ok, _} = core_lint:module(Core),
    {ok, Module, Beam, _} = compile:noenv_forms(Core, [from_core, binary, clint, return]),
    io:format("~ts ~ts", [File, Module]),
    case Module of
        turn -> io:format(" ~tp", [evaluated(Module, Beam)]);
        _ -> ok
    end,
    io:nl().

evaluated(Module, Beam) ->
    {module, Module} = code:load_binary(Module, "turn", Beam),
    try Module:eval(beamtalk_bindings:from_values(#{cups => 41})) of
        {Value, Bindings} -> {Value, maps:keys(Bindings)}
    catch
        Class:_ -> Class
    after
        code:purge(Module)
    end.
"#;

#[test]
fn otp_takes_whatever_is_compiled_and_it_does_what_was_asked_for() {
    let mut port = Port::start();
    let class = "Value subclass: Tea\n  minutes => 3\n\nInteger >> cups => self\n\n3 + 4\n";
    let known = texts(&["cups"]);
    let line = |source: &str| {
        vec![("source", text(source)), ("module", text("turn")), ("known_vars", known.clone())]
    };
    let method =
        vec![("class_source", text("Object subclass: Tea\n")), ("method_source", text("a => 1"))];
    let requests = [
        ("compile_expression", line("x := cups + 1\n[x := 3] value\nx")),
        ("compile_expression_trace", line("x := cups + 1\nx := x + 1\n[x] value")),
        ("compile_expression", line(class)),
        ("compile_expression", line("Protocol define: P\n  a\n\n3")),
        ("compile", vec![("source", text(class)), ("package", text("shop"))]),
        ("compile_method", method),
    ];
    let folder = std::env::temp_dir().join(format!("beamtalk-port-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (index, (command, fields)) in requests.iter().enumerate() {
        let answer = port.ask(command, fields);
        let mut found = Vec::new();
        cores(&answer, &mut found);
        assert!(!found.is_empty(), "{}", shown(&answer));
        for (number, bytes) in found.iter().enumerate() {
            fs::write(folder.join(format!("{index}-{number}.term")), bytes).unwrap();
        }
    }
    fs::write(folder.join("driver.erl"), DRIVER).unwrap();
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime");
    erlang("escript", &["build.escript", "build"], &runtime);
    let run = format!(
        "{{ok, M}} = compile:file(driver, [report]), \
         code:add_pathsa(filelib:wildcard(\"{}\")), M:main(), halt().",
        runtime.join("apps/*/ebin").display(),
    );
    let said = erlang("erl", &["-noshell", "-pa", ".", "-eval", &run], &folder);
    fs::remove_dir_all(&folder).unwrap();
    expect![[r#"
        0-0.term turn {3,[cups,x]}
        1-0.term turn {[{<<"x := cups + 1">>,42},{<<"x := x + 1">>,43},{<<"[x] value">>,43}],
          [cups,x]}
        2-0.term bt@tea
        2-1.term bt@outside@686235f901b1dbb3
        2-2.term turn {7,[cups]}
        3-0.term bt@outside@0018c92d9bec929b
        3-1.term turn {3,[cups]}
        4-0.term bt@shop@tea
        4-1.term bt@outside@686235f901b1dbb3
        5-0.term bt@tea
    "#]]
    .assert_eq(&said);
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
