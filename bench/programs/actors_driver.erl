%% Calls, casts, spawns and memory of actors. Each side works on a fresh actor in a
%% process of its own.
-module(actors_driver).

-export([main/0]).

-import(pairs, [pair/3, pair/4, figure/3]).

-define(TIMES, 10000).

main() ->
    ok = pairs:start(),
    pair("call", ours('call:times:'), theirs(fun actors_baseline:call/2)),
    pair("cast", ours('cast:times:'), theirs(fun actors_baseline:cast/2)),
    pair("spawn", fun() -> length(spawn_ours(1000)) end, fun() -> length(spawn_theirs(1000)) end),
    pair(
        "spawn and stop",
        fun() -> stop([Pid || {_, _, _, Pid} <- spawn_ours(1000)]) end,
        fun() -> stop(spawn_theirs(1000)) end
    ),
    memory(),
    pair("100,000 actors answer", fun() -> crowd(ours) end, fun() -> crowd(theirs) end, 3),
    reloaded().

ours(Selector) ->
    fun() ->
        Purse = beamtalk_dispatch:send(class('Purse'), spawn, []),
        beamtalk_dispatch:send(class('Traffic'), Selector, [Purse, ?TIMES])
    end.

theirs(Work) ->
    fun() ->
        {ok, Purse} = actors_baseline:start_link(),
        Work(Purse, ?TIMES)
    end.

class(Name) ->
    beamtalk_class_registry:class_object(Name).

spawn_ours(Times) ->
    beamtalk_dispatch:send(class('Traffic'), 'spawnForEach:', [lists:seq(1, Times)]).

spawn_theirs(Times) ->
    actors_baseline:spawn(Times).

stop(Pids) ->
    length([ok = gen_server:stop(Pid) || Pid <- Pids]).

%% After a message, as actors are that live.
memory() ->
    Ours = [Pid || {_, _, _, Pid} <- spawn_ours(1000)],
    Theirs = spawn_theirs(1000),
    [{ok, 0} = gen_server:call(Pid, {coins, []}) || Pid <- Ours],
    [0 = gen_server:call(Pid, coins) || Pid <- Theirs],
    figure("memory of an idle actor", bytes(Ours), bytes(Theirs)),
    stop(Ours ++ Theirs).

bytes(Pids) ->
    Sizes = [Memory || Pid <- Pids, {memory, Memory} <- [process_info(Pid, memory)]],
    lists:sum(Sizes) div length(Sizes).

crowd(ours) ->
    Crowd = spawn_ours(100000),
    length([0 = beamtalk_dispatch:send(Each, coins, []) || Each <- Crowd]);
crowd(theirs) ->
    Crowd = spawn_theirs(100000),
    length([0 = gen_server:call(Each, coins) || Each <- Crowd]).

%% The longest of many calls while the class is loaded again and again, beside the
%% longest without. Whatever fails ends the run.
reloaded() ->
    Purse = beamtalk_dispatch:send(class('Purse'), spawn, []),
    {Module, File, Beam} = object_code('Purse'),
    Quiet = longest(Purse, 20000),
    Loader = spawn_link(fun() -> load(Module, File, Beam) end),
    Worst = longest(Purse, 20000),
    unlink(Loader),
    exit(Loader, kill),
    figure("call while the class is reloaded, worst", Worst, Quiet).

longest(Purse, Times) ->
    lists:max([element(1, timer:tc(beamtalk_dispatch, send, [Purse, 'add:', [1]])) || _ <- lists:seq(1, Times)]).

load(Module, File, Beam) ->
    ok = beamtalk_code_change:load(Module, File, Beam),
    load(Module, File, Beam).

object_code(Class) ->
    Module = beamtalk_class_registry:module_of(Class),
    File = atom_to_list(Module) ++ ".term",
    {ok, Core} = file:read_file(File),
    {ok, Module, Beam} = beamtalk_core_compiler:compile(Core, optimised),
    {Module, File, Beam}.
