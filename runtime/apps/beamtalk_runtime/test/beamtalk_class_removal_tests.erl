%% Classes leave the system while actors, references and blocks of theirs are
%% about, and come back.
-module(beamtalk_class_removal_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(beamtalk_dispatch, [send/3]).
-import(fixture, [class/1, error_of/1]).

removal_test_() ->
    {foreach, fun fixture:start/0, fun stop/1, [
        {"it can be loaded again, also while a block of its is kept", fun() ->
            [
                begin
                    ok = load(1),
                    [ok = load(N) || N <- lists:seq(2, Changes)],
                    Block = send(send(class('Bell'), spawn, []), block, []),
                    ok = remove(),
                    ?assertEqual({block, Changes}, Block()),
                    ?assertMatch(#beamtalk_error{kind = class_not_found}, error_of(fun() -> class('Bell') end)),
                    ok = load(77),
                    ?assertEqual(77, send(send(class('Bell'), spawn, []), number, [])),
                    ?assertEqual({block, Changes}, Block()),
                    ok = remove()
                end
             || Changes <- [1, 2, 5]
            ],
            garbage_collect(),
            ?assertEqual([], code(300))
        end},
        {"its actors end in order, then it is gone", fun() ->
            ok = load(1),
            Bell = class('Bell'),
            Bells = [send(Bell, 'spawnWith:', [#{test => self()}]) || _ <- [1, 2, 3]],
            ok = remove(),
            ?assertEqual([{rung, normal}, {rung, normal}, {rung, normal}], [receive R -> R after 1000 -> none end || _ <- Bells]),
            ?assertEqual([], [Pid || {_, _, _, Pid} <- Bells, is_process_alive(Pid)]),
            ?assertEqual([], code()),
            ?assertMatch(#beamtalk_error{kind = class_not_found, class = 'Bell'}, error_of(fun() -> send(Bell, spawn, []) end)),
            ?assertMatch(#beamtalk_error{kind = actor_dead}, error_of(fun() -> send(hd(Bells), number, []) end)),
            ?assertEqual(undefined, whereis(beamtalk_class_Bell))
        end},
        {"one that does not end in time is killed", {timeout, 20, fun() ->
            ok = load(1),
            {_, _, _, Pid} = Deaf = send(class('Bell'), spawn, []),
            Test = self(),
            unlink(Pid),
            spawn(fun() -> catch send(Deaf, 'do:', [fun() -> Test ! busy, receive never -> ok end end]) end),
            receive busy -> ok end,
            ok = remove(),
            ?assertNot(is_process_alive(Pid))
        end}},
        {"the actor that asks for it ends with its message", fun() ->
            ok = load(1),
            {_, _, _, Pid} = Bell = send(class('Bell'), spawn, []),
            Monitor = monitor(process, Pid),
            ?assertEqual(ok, send(Bell, 'do:', [fun remove/0])),
            receive {'DOWN', Monitor, process, Pid, Reason} -> ?assertEqual(normal, Reason) end,
            ?assertEqual(undefined, beamtalk_class_registry:module_of('Bell'))
        end},
        {"what was refused has touched nobody", fun() ->
            ok = load(1),
            ok = live_class:load('Gong', 'Bell', #{}),
            Bell = send(class('Bell'), spawn, []),
            ?assertMatch({error, #beamtalk_error{kind = runtime_error}}, remove()),
            ?assertMatch({error, #beamtalk_error{kind = runtime_error}}, beamtalk_class_registry:remove('Actor')),
            ?assertEqual(1, send(Bell, number, [])),
            ok = beamtalk_class_registry:remove('Gong')
        end},
        {"extensions of it are gone too", fun() ->
            ok = load(1),
            beamtalk_extensions:register('Bell', hum, fun([], _) -> hum end, me),
            ok = remove(),
            ok = load(1),
            ?assertMatch(#beamtalk_error{kind = does_not_understand}, error_of(fun() -> send(send(class('Bell'), spawn, []), hum, []) end))
        end}
    ]}.

load(N) ->
    Number = integer_to_list(N),
    live_class:load('Bell', #{
        fields => [{test, "nil"}],
        methods => [
            {number, "", Number},
            {block, "", "fun() -> {block, " ++ Number ++ "} end"},
            {'do:', "Block", "Block()"},
            {'terminate:', "Reason", "case get(Self, test) of nil -> ok; Test -> Test ! {rung, Reason} end"}
        ]
    }).

remove() ->
    beamtalk_class_registry:remove('Bell').

%% Besides what tells that the class is gone.
code() ->
    All = [Module || {Module, _} <- code:all_loaded(), beamtalk_code_version:base(Module) =:= <<"bt@test@bell">>],
    [Module || Module <- All, not beamtalk_code_version:is_forwarding(Module) orelse erlang:check_old_code(Module)].

%% Code that was in use goes some time after it no longer is.
code(0) ->
    code();
code(Left) ->
    case code() of
        [] -> [];
        _ -> receive after 10 -> code(Left - 1) end
    end.

stop(Started) ->
    _ = remove(),
    fixture:stop(Started).
