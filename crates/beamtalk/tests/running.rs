//! Programs that run: the library and small classes, compiled, on the real runtime.
//!
//! The tables in `running/` are by theme. A row is the body of a class method and
//! the text its answer prints as, or `!kind` for the error it ends in. One `erl`
//! runs all.

#[path = "running/basics.rs"]
mod basics;
#[path = "running/memory.rs"]
mod memory;
#[path = "running/ordinary_sends.rs"]
mod ordinary_sends;
#[path = "running/outside.rs"]
mod outside;
#[path = "running/sessions.rs"]
mod sessions;
#[path = "running/specs.rs"]
mod specs;
#[path = "running/values.rs"]
mod values;

use std::path::{Path, PathBuf};
use std::process::Command;

use hierarchy::{ClassHierarchy, Origin, STDLIB_SOURCES, surface};
use lower::core_erlang::{Module, encode};
use lower::{Evaluation, evaluations};

/// What to evaluate, and what comes out.
type Row = (&'static str, &'static str);

/// Classes, and bodies of class methods of one more.
struct Theme {
    name: &'static str,
    classes: &'static str,
    rows: &'static [Row],
}

const THEMES: &[Theme] = &[
    Theme { name: "Basics", classes: basics::CLASSES, rows: basics::ROWS },
    Theme { name: "Memory", classes: memory::CLASSES, rows: memory::ROWS },
    Theme { name: "Ordinary", classes: ordinary_sends::CLASSES, rows: ordinary_sends::ROWS },
    Theme { name: "Outside", classes: outside::CLASSES, rows: outside::ROWS },
    Theme { name: "Values", classes: values::CLASSES, rows: values::ROWS },
];

#[test]
fn programs_answer_what_the_tables_say() {
    let mut bench = Bench::new();
    let mut expected = Vec::new();
    let mut hierarchy = ClassHierarchy::with_builtins();
    for theme in THEMES {
        bench.write_theme(theme, &mut hierarchy);
        expected.extend(theme.rows);
    }
    // What a module registers is its own again after it was loaded anew.
    let reloaded = bench.reload_outside("Outside", outside::ROWS);
    expected.push(reloaded);
    for (index, session) in sessions::SESSIONS.iter().enumerate() {
        bench.write_session(index, session, &hierarchy);
        expected.extend(*session);
    }
    let none = Theme { name: "Specs", classes: specs::CLASSES, rows: &[] };
    bench.write_theme(&none, &mut hierarchy);
    bench.ask_for_specs(specs::ROWS);
    expected.extend(specs::ROWS);
    let said = bench.run();
    let wrong: Vec<String> = expected
        .iter()
        .zip(said.lines().chain(std::iter::repeat("nothing")))
        .filter(|((_, expected), got)| expected != got)
        .map(|((body, expected), got)| format!("{body}\n  expected {expected}\n  got {got}\n"))
        .collect();
    std::fs::remove_dir_all(&bench.folder).unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A folder of modules, and what is to be asked of them.
struct Bench {
    folder: PathBuf,
    runtime: PathBuf,
    plan: String,
}

impl Bench {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("beamtalk-running-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime");
        let bench = Bench { folder, runtime, plan: String::new() };
        let builtins = ClassHierarchy::with_builtins();
        for (path, text) in STDLIB_SOURCES {
            bench.write_classes(text, path, &builtins);
        }
        bench
    }

    fn write(&self, module: &Module) {
        let file = self.folder.join(format!("{}.term", module.name));
        std::fs::write(file, encode(module)).unwrap();
    }

    fn write_classes(&self, text: &str, path: &str, hierarchy: &ClassHierarchy) {
        let parse = syntax::parse(text);
        assert!(!parse.has_errors(), "{path}: {:?}", parse.problems);
        for (_, class) in parse.tree.nodes.classes.iter() {
            self.write(&lower::class(&parse.tree, class, hierarchy, path));
        }
    }

    fn write_theme(&mut self, theme: &Theme, hierarchy: &mut ClassHierarchy) {
        let rows = theme.rows.iter().enumerate();
        let rows = rows.map(|(index, (body, _))| format!("  class row{index} =>\n    {body}\n\n"));
        let rows = rows.collect::<String>();
        let text = format!("{}\nObject subclass: {}Rows\n{rows}", theme.classes, theme.name);
        hierarchy.add_classes(surface(&syntax::parse(&text).tree), Origin::Module);
        self.write_classes(&text, "rows.bt", hierarchy);
        let name = format!("outside_{}", theme.name);
        let tree = syntax::parse(&text).tree;
        let outside = lower::outside(&tree, hierarchy, &name, None, "rows.bt");
        outside.iter().for_each(|module| self.write(module));
        self.plan += &format!("{{rows, '{}Rows', {}}}.\n", theme.name, theme.rows.len());
    }

    fn write_session(&mut self, index: usize, rows: &[(&str, &str)], hierarchy: &ClassHierarchy) {
        let parses: Vec<_> = rows.iter().map(|(text, _)| syntax::parse(text)).collect();
        let functions: Vec<String> = (0..rows.len()).map(|row| format!("row{row}")).collect();
        let parts: Vec<Evaluation> = parses
            .iter()
            .zip(&functions)
            .map(|(parse, function)| {
                assert!(!parse.has_errors(), "{}: {:?}", parse.tree.text, parse.problems);
                Evaluation { function, tree: &parse.tree, first_line: 0 }
            })
            .collect();
        let name = format!("session{index}");
        self.write(&evaluations(&name, "session", &parts, &["before"], hierarchy));
        self.plan += &format!("{{session, {name}, {}}}.\n", rows.len());
    }

    /// Loads the module beside a theme's classes twice more; answers the first row,
    /// which is asked again.
    fn reload_outside<'r>(&mut self, name: &str, rows: &'r [Row]) -> &'r Row {
        self.plan += &format!("{{reload, 'outside_{name}'}}.\n{{rows, '{name}Rows', 1}}.\n");
        rows.first().unwrap()
    }

    fn ask_for_specs(&mut self, rows: &[(&str, &str)]) {
        for (function, _) in rows {
            let (module, rest) = function.split_once(' ').unwrap();
            let (name, arity) = rest.rsplit_once('/').unwrap();
            self.plan += &format!("{{spec, '{module}', {name}, {arity}}}.\n");
        }
    }

    fn run(&self) -> String {
        erlang("escript", &["build.escript", "build"], &self.runtime);
        std::fs::write(self.folder.join("plan"), &self.plan).unwrap();
        std::fs::write(self.folder.join("driver.erl"), DRIVER).unwrap();
        let start = format!(
            "{{ok, M}} = compile:file(\"driver\", [report]), \
             code:add_pathsa(filelib:wildcard(\"{}\")), M:main(), halt().",
            self.runtime.join("apps/*/ebin").display(),
        );
        let arguments = ["-noshell", "+pc", "unicode", "-pa", ".", "-eval", &start];
        erlang("erl", &arguments, &self.folder)
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
-export([main/0]).

main() ->
    {ok, _} = application:ensure_all_started(beamtalk_runtime),
    Modules = [compile_term(File) || File <- filelib:wildcard("*.term")],
    load_at_once(Modules),
    {ok, Plan} = file:consult("plan"),
    lists:foreach(fun follow/1, Plan).

%% In no order: what a module registers while it loads must not wait for what
%% another one does.
load_at_once(Modules) ->
    Load = fun(Module) -> {module, Module} = code:ensure_loaded(Module), exit(loaded) end,
    Loads = [spawn_monitor(fun() -> Load(Module) end) || Module <- Modules],
    [receive {'DOWN', Ref, process, _, loaded} -> ok end || {_, Ref} <- Loads].

follow({rows, Class, Rows}) ->
    Object = beamtalk_class_registry:class_object(Class),
    [show(fun() -> beamtalk_dispatch:send(Object, row(Row), []) end) || Row <- lists:seq(0, Rows - 1)];
follow({session, Module, Rows}) ->
    Bindings = beamtalk_bindings:from_values(#{before => 41}),
    lists:foldl(fun(Row, Before) -> evaluate(Module, row(Row), Before) end, Bindings, lists:seq(0, Rows - 1));

follow({reload, Module}) ->
    [begin
        true = code:soft_purge(Module),
        {module, Module} = code:load_file(Module),
        true = code:soft_purge(Module)
    end || _ <- [1, 2]];
follow({spec, Module, Name, Arity}) ->
    File = atom_to_list(Module) ++ ".beam",
    {ok, {_, [{abstract_code, {_, Forms}}]}} = beam_lib:chunks(File, [abstract_code]),
    {ok, _} = erl_lint:module(Forms, File, []),
    [Spec] = [Form || {attribute, _, spec, {Function, _}} = Form <- Forms, Function =:= {Name, Arity}],
    Words = string:lexemes(erl_pp:attribute(Spec), " \n"),
    io:format("~ts~n", [lists:join(" ", Words)]).

evaluate(Module, Function, Before) ->
    Self = self(),
    show(fun() ->
        {Value, After} = Module:Function(Before),
        Self ! {bindings, After},
        Value
    end),
    receive {bindings, After} -> After after 0 -> Before end.

row(Row) ->
    list_to_atom("row" ++ integer_to_list(Row)).

compile_term(File) ->
    {ok, Bytes} = file:read_file(File),
    Core = binary_to_term(Bytes),
    {ok, _} = core_lint:module(Core),
    Options = [from_core, binary, no_ssa_opt | beamtalk_debug_info:options(Core)],
    {ok, Module, Beam} = compile:noenv_forms(Core, Options),
    ok = file:write_file(atom_to_list(Module) ++ ".beam", Beam),
    Module.

show(Evaluate) ->
    try Evaluate() of
        Value -> io:format("~ts~n", [beamtalk_dispatch:send(Value, printString, [])])
    catch
        Kind:Reason:Stack ->
            Exception = beamtalk_error:exception(Kind, Reason, Stack),
            #{error := Error} = Exception,
            io:format("!~ts~n", [element(2, Error)])
    end.
"#;
