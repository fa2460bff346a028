-module(beamtalk_test_case_tests).
-include("expect.hrl").

-define(CASE, #{?TAG => 'TestCase'}).

assertions_test_() ->
    Fail = assertion_failed,
    Equals = fun(A, B) -> beamtalk_test_case:'assert:equals:'(?CASE, A, B) end,
    Should = fun(Block, Kind) -> beamtalk_test_case:'should:raise:'(?CASE, Block, Kind) end,
    Empty = fun() -> beamtalk_list:first([]) end,
    Divide = fun() -> 1 div length(nothing()) end,
    [
        ?_assertEqual(nil, Equals(7, 7)),
        ?_assertRaises(Fail, 'TestCase', Equals(7, 7.0)),
        ?_assertEqual(<<"Expected 8, got \"a\"">>, message(fun() -> Equals(<<"a">>, 8) end)),
        ?_assertEqual(nil, Should(Empty, empty_collection)),
        {"faults of the VM go by their own name", ?_assertEqual(nil, Should(Divide, badarith))},
        ?_assertEqual(nil, Should(fun() -> maps:get(a, maps:from_list(nothing())) end, key_error)),
        ?_assertEqual(nil, Should(fun() -> exit(spilt) end, erlang_exit)),
        ?_assertEqual(<<"Expected error kind type_error but got badarith">>, message(fun() -> Should(Divide, type_error) end)),
        ?_assertEqual(
            <<"Expected block to raise type_error but it completed normally">>,
            message(fun() -> Should(fun() -> 7 end, type_error) end)
        ),
        ?_assertRaises(type_error, 'TestCase', Should(3, type_error)),
        ?_assertRaises(type_error, 'TestCase', Should(Empty, <<"type_error">>)),
        ?_assertRaises(Fail, 'TestCase', beamtalk_test_case:'fail:'(?CASE, <<"no tea">>)),
        ?_assertRaises(test_skipped, 'TestCase', beamtalk_test_case:'skip:'(?CASE, <<"no tea">>))
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

%% One that passes, one that fails, one that is skipped, and what goes around them.
running_test_() ->
    {setup, fun start/0, fun toy:stop/1, fun(_) ->
        [
            ?_assertEqual([testFails, testFixture, testPasses, testSetUp, testSkips], beamtalk_test_case:tests(toy:class('Teas'))),
            ?_assertMatch(
                [
                    {testFails, {failed, <<"no tea">>}},
                    {testFixture, passed},
                    {testPasses, passed},
                    {testSetUp, passed},
                    {testSkips, {skipped, <<"later">>}}
                ],
                run('Teas')
            ),
            ?_assertMatch(
                <<"5 tests, 3 passed, 1 skipped, 1 failed (0.", _, "s)\nFAILED testFails: no tea">>,
                beamtalk_test_case:class_runAll(toy:class('Teas'))
            ),
            ?_assertMatch(<<"1 tests, 1 passed (0.", _, "s)">>, beamtalk_test_case:'class_run:'(toy:class('Teas'), testPasses)),
            ?_assertMatch(
                <<"1 tests, 0 passed, 1 failed (0.", _, "s)\nFAILED testNone: Teas does not understand 'testNone'">>,
                beamtalk_test_case:'class_run:'(toy:class('Teas'), testNone)
            ),
            ?_assertEqual([{testPasses, {failed, <<"setUp failed: cold">>}}], run('ColdTeas', [testPasses])),
            ?_assertEqual([{testPasses, {failed, <<"setUpOnce failed: shut">>}}], run('ShutTeas', [testPasses])),
            ?_assertEqual(nil, beamtalk_test_case:suiteFixture(?CASE)),
            ?_assertRaises(type_error, 'TestCase', beamtalk_test_case:'class_run:'(toy:class('Teas'), <<"testPasses">>))
        ]
    end}.

run(Name) ->
    run(Name, beamtalk_test_case:tests(toy:class(Name))).

run(Name, Selectors) ->
    beamtalk_test_case:run(toy:class(Name), Selectors).

start() ->
    Started = toy:start(),
    Fail = fun(Text) -> fun(Self, []) -> beamtalk_test_case:'fail:'(Self, Text) end end,
    toy:define('TestCase', 'Value', #{
        setUp => fun(Self, []) -> Self end,
        tearDown => fun(_, []) -> nil end,
        setUpOnce => fun(_, []) -> nil end,
        tearDownOnce => fun(_, []) -> nil end
    }),
    toy:define('Teas', 'TestCase', #{
        setUp => fun(Self, []) -> Self#{tea => green} end,
        setUpOnce => fun(_, []) -> kettle end,
        tearDown => fun(_, []) -> error(ignored) end,
        testPasses => fun(_, []) -> nil end,
        testFails => Fail(<<"no tea">>),
        testSkips => fun(Self, []) -> beamtalk_test_case:'skip:'(Self, <<"later">>) end,
        testSetUp => fun(#{tea := green}, []) -> nil end,
        testFixture => fun(Self, []) -> kettle = beamtalk_test_case:suiteFixture(Self) end,
        'testWith:' => fun(_, [_]) -> nil end
    }),
    toy:define('ColdTeas', 'Teas', #{setUp => Fail(<<"cold">>)}),
    toy:define('ShutTeas', 'Teas', #{setUpOnce => Fail(<<"shut">>)}),
    Started.
