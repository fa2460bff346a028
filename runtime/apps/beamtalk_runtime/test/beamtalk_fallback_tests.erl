-module(beamtalk_fallback_tests).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_fallback, [send/4, send/5, not_a_condition/2]).

%% Integers that take `ifTrue:` for an invitation.
start() ->
    Started = fixture:start(),
    ok = beamtalk_extensions:register('Integer', 'ifTrue:', fun([Block], _) -> Block() end, test),
    Started.

stop(Started) ->
    ok = beamtalk_extensions:unregister('Integer', 'ifTrue:'),
    fixture:stop(Started).

fallback_test_() ->
    {setup, fun start/0, fun stop/1, [
        {"values come back with the answer", fun() ->
            [A, B] = Cells = [beamtalk_cell:temporary(1), beamtalk_cell:temporary(2)],
            Block = fun() -> beamtalk_cell:put(B, 5), done end,
            ?assertEqual([done, 1, 5], send(Cells, 7, 'ifTrue:', [Block])),
            ?assertEqual(undefined, get(A))
        end},
        {"cells are gone when it fails", fun() ->
            Cell = beamtalk_cell:temporary(1),
            ?assertError(_, send([Cell], nil, 'ifTrue:', [fun() -> 1 end])),
            ?assertEqual(undefined, get(Cell))
        end},
        {"a return is told from an answer", fun() ->
            Token = beamtalk_return:enter(),
            Cell = beamtalk_cell:temporary(1),
            Leave = fun() -> beamtalk_return:leave(Token, out) end,
            ?assertMatch([returned, out, _], send(Token, [Cell], 7, 'ifTrue:', [Leave])),
            ?assertEqual(undefined, get(Cell)),
            ?assertEqual(undefined, get(Token)),
            Next = beamtalk_return:enter(),
            ?assertEqual([answered, 3], send(Next, [], 7, 'ifTrue:', [fun() -> 3 end]))
        end},
        {"the return of another method passes", fun() ->
            Other = beamtalk_return:enter(),
            Leave = fun() -> beamtalk_return:leave(Other, out) end,
            Token = beamtalk_return:enter(),
            ?assertThrow({_, Other, out}, send(Token, [], 7, 'ifTrue:', [Leave])),
            ?assertEqual(undefined, get(Token)),
            beamtalk_return:done(Other)
        end},
        {"what is no condition", fun() ->
            ?assertMatch(
                #{error := {beamtalk_error, type_error, 'Block', 'whileTrue:', _, _, _}},
                try not_a_condition(3, 'whileTrue:') catch error:Exception -> Exception end
            )
        end}
    ]}.

nil_tests_are_plain_until_someone_overrides_them_test() ->
    Before = persistent_term:get(beamtalk_nil_test, true),
    _ = persistent_term:erase(beamtalk_nil_test),
    Proxy = #{'$beamtalk_class' => 'ErlangModule', module => lists},
    ?assertEqual([true, true, false], [beamtalk_nil_test:is_plain(It) || It <- [3, #{}, Proxy]]),
    ok = beamtalk_nil_test:overridden(),
    ?assertNot(beamtalk_nil_test:is_plain(3)),
    persistent_term:put(beamtalk_nil_test, Before).
