%% A message that fails leaves the actor as it was, whatever happens to its
%% class meanwhile.
-module(beamtalk_rollback_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(beamtalk_dispatch, [send/3]).
-import(fixture, [class/1, error_of/1]).

rollback_test_() ->
    {foreach, fun fixture:start/0, fun stop/1, [
        {"writes of a message that fails are undone, those of messages it sent itself too", fun() ->
            Safe = safe(#{}),
            5 = send(Safe, 'put:', [5]),
            Failed = error_of(fun() -> send(Safe, 'putAndFail:', [fun() -> error(no) end]) end),
            ?assertMatch(#beamtalk_error{}, Failed),
            ?assertEqual(5, send(Safe, coins, [])),
            ?assertEqual(99, send(Safe, 'putAndFail:', [fun() -> ok end])),
            ?assertEqual(99, send(Safe, coins, []))
        end},
        {"exits and throws are failures as well, and the actor lives", fun() ->
            Safe = safe(#{}),
            [
                ?assertMatch(#beamtalk_error{}, error_of(fun() -> send(Safe, 'putAndFail:', [Fail]) end))
             || Fail <- [fun() -> throw(ball) end, fun() -> exit(bad) end, fun() -> erlang:error(badarg) end]
            ],
            ?assertEqual([0, true], [send(Safe, coins, []), send(Safe, isAlive, [])])
        end},
        {"a message to nobody that fails is logged and undone", fun() ->
            Safe = safe(#{}),
            silently(fun() ->
                nil = beamtalk_actor_call:cast(Safe, 'putAndFail:', [fun() -> error(no) end]),
                ?assertEqual(0, send(Safe, coins, []))
            end)
        end},
        {"a message that fails after its class has changed", fun() ->
            Safe = safe(#{}),
            3 = send(Safe, 'put:', [3]),
            Change = fun() -> ok = load([{coins, "0"}, {notes, "7"}]), error(no) end,
            ?assertMatch(#beamtalk_error{}, error_of(fun() -> send(Safe, 'putAndFail:', [Change]) end)),
            ?assertEqual([3, 7], [send(Safe, coins, []), send(Safe, 'slot:', [notes])])
        end},
        {"the first message after a change fails: the new slots are there all the same", fun() ->
            Safe = safe(#{}),
            3 = send(Safe, 'put:', [3]),
            ok = load([{coins, "0"}, {notes, "7"}]),
            ?assertMatch(#beamtalk_error{}, error_of(fun() -> send(Safe, 'putAndFail:', [fun() -> error(no) end]) end)),
            ?assertMatch(#{coins := 3, notes := 7}, sys:get_state(element(4, Safe)))
        end},
        {"a message that does not fail keeps what it wrote over a change", fun() ->
            Safe = safe(#{}),
            Change = fun() -> ok = load([{coins, "0"}, {notes, "7"}]) end,
            ?assertEqual(99, send(Safe, 'putAndFail:', [Change])),
            ?assertEqual([99, 7], [send(Safe, coins, []), send(Safe, 'slot:', [notes])])
        end}
    ]}.

safe(State) ->
    ok = load([{coins, "0"}]),
    send(class('Safe'), 'spawnWith:', [State]).

load(Fields) ->
    live_class:load('Safe', #{
        fields => Fields,
        methods => [
            {coins, "", "get(Self, coins)"},
            {'slot:', "Name", "get(Self, Name)"},
            {'put:', "N", "put(Self, coins, N)"},
            {'putAndFail:', "Fail", "beamtalk_dispatch:send(Self, 'put:', [50]), 'put:'(Self, 99), Fail(), get(Self, coins)"}
        ]
    }).

stop(Started) ->
    ok = beamtalk_class_registry:remove('Safe'),
    fixture:stop(Started).

silently(Fun) ->
    #{level := Level} = logger:get_primary_config(),
    logger:set_primary_config(level, none),
    try Fun() after logger:set_primary_config(level, Level) end.
