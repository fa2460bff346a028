%% Runs pairs of the same work, ours and Erlang's, in turn, and prints for each a
%% line: its name and the shortest time of both in microseconds. A pair whose two
%% sides answer differently ends the run.
-module(runtime_driver).

-export([main/0]).

-define(ROUNDS, 25).

main() ->
    ok = beamtalk_command_run:prepare([]),
    [{ok, _} = load(File) || File <- filelib:wildcard("*.term")],
    List = lists:seq(1, 1000000),
    Work = beamtalk_class_registry:class_object('Work'),
    Ours = fun(Selector, Arguments) -> fun() -> beamtalk_dispatch:send(Work, Selector, Arguments) end end,
    Shapes = (Ours(shapes, []))(),
    Theirs = runtime_baseline:shapes(),
    pair("fib: 27, class side", Ours(classFib, []), fun() -> runtime_baseline:fib(27) end),
    pair("fib: 27, instance", Ours(instanceFib, []), fun() -> runtime_baseline:fib(27) end),
    pair("to:do: with a captured counter", Ours(countedLoop, []), fun runtime_baseline:counted_loop/0),
    pair("whileTrue: with captured variables", Ours(whileLoop, []), fun runtime_baseline:while_loop/0),
    pair("collect:, 1 M elements", Ours('collect:', [List]), fun() -> runtime_baseline:map(List) end),
    pair("inject:into:, 1 M elements", Ours('inject:', [List]), fun() -> runtime_baseline:foldl(List) end),
    pair("send, four classes in turn", Ours('areasOf:', [Shapes]), fun() -> runtime_baseline:areas_of(Theirs) end),
    pair("send, four classes in a do:", Ours('areas:', [Shapes]), fun() -> runtime_baseline:areas(Theirs) end),
    pair("value object and two reads", Ours(points, []), fun runtime_baseline:points/0),
    pair("on:do: that does not raise", Ours(handlers, []), fun runtime_baseline:handlers/0).

load(File) ->
    {ok, Core} = file:read_file(File),
    {ok, Module, Beam} = beamtalk_core_compiler:compile(Core, optimised),
    {module, Module} = code:load_binary(Module, File, Beam),
    {ok, Module}.

pair(Name, Ours, Theirs) ->
    {Name, true} = {Name, Ours() =:= Theirs()},
    Times = [{time(Ours), time(Theirs)} || _ <- lists:seq(1, ?ROUNDS)],
    {A, B} = lists:unzip(Times),
    io:format("~ts\t~b\t~b~n", [Name, lists:min(A), lists:min(B)]).

%% In a process of its own, so that neither side inherits a heap.
time(Work) ->
    {Pid, Monitor} = spawn_opt(
        fun() ->
            {Microseconds, _} = timer:tc(Work),
            exit({took, Microseconds})
        end,
        [monitor]
    ),
    receive
        {'DOWN', Monitor, process, Pid, {took, Microseconds}} -> Microseconds
    end.
