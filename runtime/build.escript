#!/usr/bin/env escript
%% Compiles the Erlang applications in apps/ and runs their EUnit tests.
%%
%%   build.escript build        apps/*/src  -> apps/*/ebin
%%   build.escript test [APP]   the same, then every test/*_tests.erl, each
%%                              application in a VM of its own, and every
%%                              suites/*_tests.erl, in another one
-mode(compile).

main(["build"]) ->
    [build(App) || App <- apps()],
    halt(0);
main(["test" | Names]) ->
    Apps = apps(),
    [build(App) || App <- Apps],
    Chosen = [App || App <- Apps, Names =:= [] orelse lists:member(filename:basename(App), Names)],
    Failed = [App || App <- Chosen, not test(App)],
    FailedSuites = [App || App <- Chosen, not test_suites(App)],
    halt(case {Failed, FailedSuites} of {[], []} -> 0; _ -> 1 end);
main(_) ->
    io:format(standard_error, "usage: build.escript build | test [APP]~n", []),
    halt(2).

root() ->
    filename:dirname(filename:absname(escript:script_name())).

apps() ->
    lists:sort(filelib:wildcard(filename:join(root(), "apps/*"))).

%% Behaviours of an application are there for those after it.
build(App) ->
    compile_all(App, "src", "ebin"),
    true = code:add_pathz(filename:join(App, "ebin")),
    [application_file(App, Source) || Source <- filelib:wildcard(filename:join(App, "src/*.app.src"))].

%% Only what is older than its source or than any header. Beams without a
%% source go, but not compiled classes, whose sources are elsewhere.
compile_all(App, From, To) ->
    Out = filename:join(App, To),
    ok = filelib:ensure_dir(filename:join(Out, "x")),
    Sources = filelib:wildcard(filename:join([App, From, "*.erl"])),
    Headers = filelib:wildcard(filename:join(root(), "apps/*/{include,test}/*.hrl")),
    Newest = lists:max([0 | [filelib:last_modified(File) || File <- [escript:script_name() | Headers]]]),
    Beams = [filename:join(Out, filename:basename(File, ".erl") ++ ".beam") || File <- Sources],
    Orphans = filelib:wildcard(filename:join(Out, "beamtalk_*.beam")) -- Beams,
    [ok = file:delete(Beam) || Beam <- Orphans],
    Stale = [File || {File, Beam} <- lists:zip(Sources, Beams), is_stale(File, Beam, Newest)],
    compile_files(Stale, App, Out).

is_stale(Source, Beam, Newest) ->
    Made = filelib:last_modified(Beam),
    Made =:= 0 orelse Made < max(filelib:last_modified(Source), Newest).

compile_files(Files, App, Out) ->
    Options = [
        report, warnings_as_errors, warn_missing_spec, debug_info,
        {outdir, Out}, {i, filename:join(App, "include")}, {i, filename:join(root(), "apps")}
    ],
    %% Tests need no specs.
    Used = case filename:basename(Out) of
        "ebin" -> Options;
        _ -> Options -- [warn_missing_spec]
    end,
    Jobs = [spawn_monitor(fun() -> exit(compile:file(File, Used)) end) || File <- Files],
    Results = [receive {'DOWN', Ref, process, _, Result} -> Result end || {_, Ref} <- Jobs],
    lists:all(fun(Result) -> element(1, Result) =:= ok end, [to_tuple(R) || R <- Results]) orelse halt(1).

to_tuple(Result) when is_tuple(Result) -> Result;
to_tuple(Result) -> {Result}.

application_file(App, Source) ->
    {ok, [{application, Name, Keys}]} = file:consult(Source),
    Beams = filelib:wildcard(filename:join(App, "ebin/*.beam")),
    Modules = [list_to_atom(filename:basename(Beam, ".beam")) || Beam <- Beams],
    Term = {application, Name, lists:keystore(modules, 1, Keys, {modules, Modules})},
    File = filename:join([App, "ebin", atom_to_list(Name) ++ ".app"]),
    Text = unicode:characters_to_binary(io_lib:format("~tp.~n", [Term])),
    file:read_file(File) =:= {ok, Text} orelse (ok = file:write_file(File, Text)).

%% The fixtures of one application must not meet the classes of another, so it
%% sees only what it is built on.
test(App) ->
    compile_all(App, "test", "ebin_test"),
    Ebins = [filename:join(Seen, "ebin") || Seen <- with_dependencies(App)],
    run(filename:basename(App), filename:join(App, "test"), Ebins ++ [filename:join(App, "ebin_test")]).

%% Suites are about processes, which the library starts and ends: they see its
%% primitives, and besides their own fixtures those of the other tests.
test_suites(App) ->
    compile_all(App, "suites", "ebin_suites"),
    Ebins = [filename:join(Other, "ebin") || Other <- apps()],
    Fixtures = [filename:join(App, Folder) || Folder <- ["ebin_test", "ebin_suites"]],
    run(filename:basename(App) ++ " suites", filename:join(App, "suites"), Ebins ++ Fixtures).

run(Title, Folder, Paths) ->
    case filelib:wildcard(filename:join(Folder, "*_tests.erl")) of
        [] -> true;
        Files -> run_tests(Title, [filename:basename(File, ".erl") || File <- Files], Paths)
    end.

run_tests(Title, Tests, Paths) ->
    Call = io_lib:format(
        "halt(case eunit:test([~ts]) of ok -> 0; _ -> 1 end).",
        [lists:join(",", ["'" ++ Test ++ "'" || Test <- Tests])]
    ),
    %% The last of these paths is searched first.
    Args = ["-noshell", "-pa" | Paths ++ ["-eval", lists:flatten(Call)]],
    Port = open_port({spawn_executable, os:find_executable("erl")}, [
        {args, Args}, exit_status, stderr_to_stdout, binary
    ]),
    io:format("~ts: ", [Title]),
    follow(Port).

with_dependencies(App) ->
    {ok, [{application, _, Keys}]} = file:consult(hd(filelib:wildcard(filename:join(App, "src/*.app.src")))),
    Needed = [filename:join(filename:dirname(App), atom_to_list(Name)) || Name <- proplists:get_value(applications, Keys)],
    [App | lists:flatmap(fun with_dependencies/1, [Path || Path <- Needed, filelib:is_dir(Path)])].

follow(Port) ->
    receive
        {Port, {data, Text}} -> io:put_chars(Text), follow(Port);
        {Port, {exit_status, Status}} -> Status =:= 0
    end.
