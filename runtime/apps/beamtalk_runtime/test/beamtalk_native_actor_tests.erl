%% Actors whose process is written in Erlang.
-module(beamtalk_native_actor_tests).

-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(fixture, [class/1, error_of/1]).
-import(beamtalk_dispatch, [send/3]).

native_actor_test_() ->
    {setup, fun start/0, fun fixture:stop/1, [
        {"delegated messages reach the process, the others run in the caller", fun() ->
            Beacon = spawned(#{}),
            ?assertEqual(false, send(Beacon, isOn, [])),
            ?assertEqual(on, send(Beacon, 'turn:', [on])),
            ?assertEqual(true, send(Beacon, isOn, [])),
            ?assertEqual({self(), off}, send(Beacon, blink, [])),
            ?assertEqual(false, send(Beacon, isOn, []))
        end},
        {"a start is given its configuration", fun() ->
            ?assertEqual(true, send(spawned(#{way => on}), isOn, []))
        end},
        {"casts arrive as such", fun() ->
            Beacon = spawned(#{}),
            ?assertEqual(nil, beamtalk_actor_call:cast(Beacon, 'turn:', [on])),
            ?assertEqual(true, send(Beacon, isOn, []))
        end},
        {"an error of the process is raised in the caller", fun() ->
            ?assertMatch(#beamtalk_error{kind = argument_error}, error_of(fun() -> send(spawned(#{}), 'turn:', [up]) end))
        end},
        {"a start that fails is told", fun() ->
            ?assertMatch(#beamtalk_error{kind = instantiation_error}, error_of(fun() -> spawned(#{broken => true}) end))
        end},
        {"a process that is gone is missed", fun() ->
            {_, _, _, Pid} = Beacon = spawned(#{}),
            ok = gen_server:stop(Pid),
            ?assertMatch(#beamtalk_error{kind = actor_dead}, error_of(fun() -> send(Beacon, isOn, []) end))
        end}
    ]}.

start() ->
    Started = fixture:start(),
    {module, _} = code:ensure_loaded('bt@test@beacon'),
    Started.

spawned(Config) ->
    beamtalk_actor_start:spawn(class('Beacon'), Config, 'spawnWith:').
