-module(beamtalk_extensions_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(beamtalk_dispatch, [send/3, responds_to/2]).
-import(fixture, [class/1, point/2, error_of/1]).

%% Every promise holds while a burst lasts and after it.
extensions_test_() ->
    [
        {Name, {setup, fun fixture:start/0, fun fixture:stop/1, fun(_) -> fun() -> Test(Settle) end end}}
     || {Name, Test} <- tests(), Settle <- [fun() -> ok end, fun beamtalk_extensions:settle/0]
    ].

tests() ->
    [
        {"without extensions the overlay finds nothing", fun(_) ->
            ?assertEqual(none, beamtalk_overlay:find('Object', tagged))
        end},
        {"an extension of an ancestor is visible everywhere", fun(Settle) ->
            add('Object', tagged, fun([], Self) -> {t, Self} end),
            Settle(),
            ?assertEqual({t, 7}, send(7, tagged, [])),
            ?assertEqual({t, nil}, send(nil, tagged, [])),
            ?assertEqual({t, class('Point')}, send(class('Point'), tagged, [])),
            ?assert(responds_to(7, tagged))
        end},
        {"a local method wins, an inherited one loses", fun(Settle) ->
            add('Point', x, fun([], _) -> extended end),
            add('Point', yourself, fun([], _) -> extended end),
            Settle(),
            ?assertEqual(1, send(point(1, 2), x, [])),
            ?assertEqual(extended, send(point(1, 2), yourself, []))
        end},
        {"on the class side the extension wins over both", fun(Settle) ->
            add('Point class', origin, fun([], _) -> extended end),
            add('Point class', name, fun([], _) -> extended end),
            Settle(),
            ?assertEqual(extended, send(class('Point'), origin, [])),
            ?assertEqual(extended, send(class('Pixel'), origin, [])),
            ?assertEqual(extended, send(class('Point'), name, [])),
            ?assert(responds_to(class('Pixel'), origin))
        end},
        {"the same owner replaces in silence, another leaves a conflict", fun(Settle) ->
            add('Point', norm, fun([], _) -> 1 end),
            add('Point', norm, fun([], _) -> 2 end),
            ?assertEqual([], beamtalk_extensions:conflicts()),
            quietly(fun() -> beamtalk_extensions:register('Point', norm, fun([], _) -> 3 end, other) end),
            Settle(),
            ?assertEqual([{'Point', norm, me, other}], beamtalk_extensions:conflicts()),
            ?assertEqual(3, send(point(1, 2), norm, []))
        end},
        {"source is kept", fun(_) ->
            beamtalk_extensions:register('Point', norm, fun([], _) -> 1 end, me, <<"norm => 1">>),
            ?assertEqual({ok, <<"norm => 1">>}, beamtalk_extensions:getSource('Point', norm)),
            ?assertEqual(not_found, beamtalk_extensions:getSource('Point', other)),
            ?assert(beamtalk_extensions:has('Point', norm)),
            ?assertEqual([{norm, me}], beamtalk_extensions:all('Point'))
        end},
        {"reflection does not list them", fun(Settle) ->
            add('Point', norm, fun([], _) -> 1 end),
            Settle(),
            Class = class('Point'),
            ?assertNot(lists:member(norm, beamtalk_behaviour_intrinsics:methods(Class))),
            ?assertNot(beamtalk_behaviour_intrinsics:includesSelector(Class, norm)),
            ?assertEqual(nil, beamtalk_behaviour_intrinsics:compiledMethod(Class, norm))
        end},
        {"removing re-exposes what was inherited", fun(Settle) ->
            add('Point', yourself, fun([], _) -> extended end),
            Settle(),
            ok = beamtalk_extensions:unregister('Point', yourself),
            Settle(),
            ?assertEqual(point(1, 2), send(point(1, 2), yourself, [])),
            ?assertEqual(not_found, beamtalk_extensions:unregister('Point', yourself))
        end},
        {"the shape with a state works too", fun(Settle) ->
            add('Point', 'plus:', fun([N], #{x := X}, State) -> {X + N, State} end),
            Settle(),
            ?assertEqual(4, send(point(1, 2), 'plus:', [3]))
        end},
        {"a fault in the body names the method, exceptions and returns pass", fun(Settle) ->
            add('Point', 'do:', fun([Fun], _) -> Fun() end),
            Settle(),
            Do = fun(Fun) -> fun() -> send(point(1, 2), 'do:', [Fun]) end end,
            ?assertMatch(
                #beamtalk_error{
                    kind = type_error, class = 'Point', selector = 'do:',
                    message = <<"Point>>do:: bad arithmetic operation">>
                },
                error_of(Do(fun() -> 1 + id(a) end))
            ),
            ?assertMatch(
                #beamtalk_error{kind = not_found},
                error_of(Do(fun() -> beamtalk_error:raise(not_found, 'Set', 'remove:') end))
            ),
            ?assertThrow({'$beamtalk_return', t, 1}, (Do(fun() -> throw({'$beamtalk_return', t, 1}) end))())
        end},
        {"closures keep what they have captured", fun(Settle) ->
            Captured = {make_ref(), self(), <<0:4000>>},
            add('Point', captured, fun([], _) -> Captured end),
            Settle(),
            ?assertEqual(Captured, send(point(1, 2), captured, []))
        end},
        {"the overlay outlives its server and the table", fun(_) ->
            add('Point', norm, fun([], _) -> 1 end),
            kill(beamtalk_extensions),
            ?assertEqual(1, send(point(1, 2), norm, [])),
            add('Point', norm2, fun([], _) -> 2 end),
            ?assertEqual(2, send(point(1, 2), norm2, []))
        end}
    ].

%% A burst from many processes is one change of code at its end.
a_burst_is_batched_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, fun() ->
        Names = [list_to_atom("burst_" ++ integer_to_list(N)) || N <- lists:seq(1, 200)],
        {Micros, _} = timer:tc(fun() ->
            [add('Object', Name, fun([], _) -> Name end) || Name <- Names]
        end),
        [?assertEqual(Name, send(1, Name, [])) || Name <- Names],
        beamtalk_extensions:settle(),
        [?assertEqual(Name, send(1, Name, [])) || Name <- Names],
        ?assert(Micros < 2000000)
    end}.

add(Class, Selector, Fun) ->
    ok = beamtalk_extensions:register(Class, Selector, Fun, me).

id(X) ->
    X.

quietly(Fun) ->
    #{level := Level} = logger:get_primary_config(),
    logger:set_primary_config(level, none),
    Fun(),
    logger:set_primary_config(level, Level).

%% Returns when the supervisor has started it again.
kill(Name) ->
    quietly(fun() ->
        Pid = whereis(Name),
        Ref = monitor(process, Pid),
        exit(Pid, kill),
        receive {'DOWN', Ref, process, _, _} -> ok end,
        _ = supervisor:which_children(beamtalk_runtime_sup),
        true = is_pid(whereis(Name))
    end).
