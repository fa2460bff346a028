-module(beamtalk_test_case_tests).
-include("expect.hrl").

-define(CASE, #{?TAG => 'TestCase'}).

assertions_test_() ->
    Fail = assertion_failed,
    Equals = fun(A, B) -> beamtalk_test_case:'assert:equals:'(?CASE, A, B) end,
    [
        ?_assertEqual(nil, Equals(7, 7)),
        ?_assertRaises(Fail, 'TestCase', Equals(7, 7.0)),
        ?_assertEqual(<<"Expected 8, got \"a\"">>, message(fun() -> Equals(<<"a">>, 8) end)),
        {"the first difference on a line of its own", ?_assertEqual(
            <<"Expected #(1, 2), got #(1, 3)\nFirst difference at 2: expected 2, got 3">>,
            message(fun() -> Equals([1, 3], [1, 2]) end)
        )},
        {"of what is very long the beginning", ?_assertMatch(
            <<"Expected 1, got #(1111, 1111, ", _:1986/binary, "… (6001 bytes in all)"/utf8>>,
            message(fun() -> Equals(lists:duplicate(1000, 1111), 1) end)
        )},
        ?_assertEqual(nil, beamtalk_test_case:suiteFixture(?CASE)),
        ?_assertRaises(Fail, 'TestCase', beamtalk_test_case:'fail:'(?CASE, <<"no tea">>)),
        ?_assertRaises(test_skipped, 'TestCase', beamtalk_test_case:'skip:'(?CASE, <<"no tea">>))
    ].

raising_test_() ->
    {setup, fun toy:start/0, fun toy:stop/1, fun(_) -> raising() end}.

raising() ->
    Should = fun(Block, Wanted) -> beamtalk_test_case:'should:raise:'(?CASE, Block, Wanted) end,
    Empty = fun() -> beamtalk_list:first([]) end,
    Divide = fun() -> 1 div length(nothing()) end,
    Skip = fun() -> beamtalk_test_case:'skip:'(?CASE, <<"later">>) end,
    Class = fun toy:class/1,
    [
        ?_assertEqual(nil, Should(Empty, empty_collection)),
        {"faults of the VM go by their own name", ?_assertEqual(nil, Should(Divide, badarith))},
        ?_assertEqual(nil, Should(fun() -> maps:get(a, maps:from_list(nothing())) end, key_error)),
        ?_assertEqual(nil, Should(fun() -> exit(spilt) end, erlang_exit)),
        ?_assertEqual(<<"Expected error kind type_error but got badarith">>, message(fun() -> Should(Divide, type_error) end)),
        ?_assertEqual(
            <<"Expected block to raise type_error but it completed normally">>,
            message(fun() -> Should(fun() -> 7 end, type_error) end)
        ),
        {"by class", ?_assertEqual(nil, Should(Empty, Class('RuntimeError')))},
        {"by a class above", ?_assertEqual(nil, Should(Empty, Class('Exception')))},
        {"a fault by class", ?_assertEqual(nil, Should(Divide, Class('TypeError')))},
        ?_assertEqual(
            <<"Expected error class TypeError but got RuntimeError">>,
            message(fun() -> Should(Empty, Class('TypeError')) end)
        ),
        ?_assertEqual(
            <<"Expected block to raise TypeError but it completed normally">>,
            message(fun() -> Should(fun() -> 7 end, Class('TypeError')) end)
        ),
        {"skipping goes through", ?_assertRaises(test_skipped, 'TestCase', Should(Skip, type_error))},
        {"unless it is wanted", ?_assertEqual(nil, Should(Skip, test_skipped))},
        ?_assertRaises(type_error, 'TestCase', Should(3, type_error)),
        ?_assertRaises(arity_mismatch, 'Block', Should(fun(X) -> X end, type_error)),
        [?_assertRaises(type_error, 'TestCase', Should(Empty, Wrong)) || Wrong <- [<<"type_error">>, nil, true, Class('Object')]]
    ].

nothing() -> [].

message(Fun) ->
    try
        Fun()
    catch
        error:#{error := #beamtalk_error{message = Message}} -> Message
    end.

a_return_passes_through_should_test() ->
    Return = {'$beamtalk_return', make_ref(), 3},
    ?assertThrow(Return, beamtalk_test_case:'should:raise:'(?CASE, fun() -> throw(Return) end, type_error)).

running_test_() ->
    {setup, fun start/0, fun toy:stop/1, fun(_) ->
        [
            ?_assertMatch(
                <<"3 tests, 1 passed, 1 skipped, 1 failed (0.", _, "s)\nFAILED testFails: no tea">>,
                beamtalk_test_case:class_runAll(toy:class('Teas'))
            ),
            ?_assertMatch(<<"0 tests, 0 passed (0.", _, "s)">>, beamtalk_test_case:class_runAll(toy:class('TestCase'))),
            ?_assertMatch(<<"1 tests, 1 passed (0.", _, "s)">>, beamtalk_test_case:'class_run:'(toy:class('Teas'), testPasses)),
            ?_assertMatch(
                <<"1 tests, 0 passed, 1 failed (0.", _, "s)\nFAILED testNone: Teas does not understand 'testNone'">>,
                beamtalk_test_case:'class_run:'(toy:class('Teas'), testNone)
            ),
            ?_assertRaises(type_error, 'TestCase', beamtalk_test_case:'class_run:'(toy:class('Teas'), <<"testPasses">>))
        ]
    end}.

start() ->
    Started = toy_case:start(),
    toy_case:define('Teas', #{
        testPasses => fun(_, []) -> nil end,
        testFails => fun(Self, []) -> beamtalk_test_case:'fail:'(Self, <<"no tea">>) end,
        testSkips => fun(Self, []) -> beamtalk_test_case:'skip:'(Self, <<"later">>) end
    }),
    Started.
