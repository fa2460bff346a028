%% Pairs of the same work, ours and Erlang's. They run in turn; for each pair a line
%% says its name and the shortest time of both in microseconds. A pair whose two
%% sides answer differently ends the run.
-module(pairs).

-export([start/0, pair/3, pair/4, figure/3]).

-define(ROUNDS, 25).

%% The library, and the classes of the program.
start() ->
    ok = beamtalk_command_run:prepare([]),
    [{ok, _} = load(File) || File <- filelib:wildcard("*.term")],
    ok.

load(File) ->
    {ok, Core} = file:read_file(File),
    {ok, Module, Beam} = beamtalk_core_compiler:compile(Core, optimised),
    {module, Module} = code:load_binary(Module, File, Beam),
    {ok, Module}.

pair(Name, Ours, Theirs) ->
    pair(Name, Ours, Theirs, ?ROUNDS).

pair(Name, Ours, Theirs, Rounds) ->
    {Name, true} = {Name, Ours() =:= Theirs()},
    Times = [{time(Ours), time(Theirs)} || _ <- lists:seq(1, Rounds)],
    {A, B} = lists:unzip(Times),
    figure(Name, lists:min(A), lists:min(B)).

figure(Name, Ours, Theirs) ->
    io:format("~ts\t~b\t~b~n", [Name, Ours, Theirs]).

%% In a process of its own, so that neither side inherits a heap. What the work is
%% given is among the old things there: whoever collects garbage first does not pay
%% for it.
time(Work) ->
    {Pid, Monitor} = spawn_opt(
        fun() ->
            true = garbage_collect(self(), [{type, major}]),
            true = garbage_collect(self(), [{type, minor}]),
            {Microseconds, _} = timer:tc(Work),
            exit({took, Microseconds})
        end,
        [monitor]
    ),
    receive
        {'DOWN', Monitor, process, Pid, {took, Microseconds}} -> Microseconds
    end.
