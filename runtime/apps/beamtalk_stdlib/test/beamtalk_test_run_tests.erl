-module(beamtalk_test_run_tests).
-include("expect.hrl").

pass(_, []) -> nil.

suite(Class) ->
    suite(Class, 5000).

suite(Class, Timeout) ->
    beamtalk_test_run:class_suite(Class, beamtalk_test_suite:tests(Class), Timeout).

events_of_each_suite_test_() ->
    toy_case:with(fun() ->
        toy_case:define('Teas', #{testA => fun(_, []) -> io:put_chars("a") end, testB => fun pass/2}),
        toy_case:define('Pots', #{}),
        ?assertMatch(
            [
                {suite_started, 1, 2},
                {test, 1, testA, passed, _, <<"a">>},
                {test, 1, testB, passed, _, <<>>},
                {suite_done, 1},
                {suite_started, 2, 0},
                {suite_done, 2}
            ],
            toy_case:events([suite('Teas'), suite('Pots')], 1)
        )
    end).

%% Each waits until the other has come.
together_test_() ->
    toy_case:with(fun() ->
        Meeting = spawn_link(fun() -> meet([], 2) end),
        Meet = fun(_, []) ->
            Meeting ! {here, self()},
            receive all_here -> nil end
        end,
        toy_case:define('Teas', #{testA => Meet}),
        toy_case:define('Pots', #{testA => Meet}),
        Outcomes = [Outcome || {test, _, _, Outcome, _, _} <- toy_case:events([suite('Teas'), suite('Pots')], 2)],
        ?assertEqual([passed, passed], Outcomes)
    end).

meet(Here, 0) ->
    [Pid ! all_here || Pid <- Here];
meet(Here, Missing) ->
    receive
        {here, Pid} -> meet([Pid | Here], Missing - 1)
    end.

one_at_a_time_test_() ->
    toy_case:with(fun() ->
        Names = ['Teas', 'Pots', 'Cups'],
        [toy_case:define(Name, #{testA => fun pass/2}) || Name <- Names],
        Events = [{element(1, Event), element(2, Event)} || Event <- toy_case:events([suite(Name) || Name <- Names], 1)],
        ?assertEqual([{Kind, Index} || Index <- [1, 2, 3], Kind <- [suite_started, test, suite_done]], Events)
    end).

%% The serial one is first in the list and last to run.
alone_afterwards_test_() ->
    toy_case:with(fun() ->
        Serial = #{class => #{serial => fun(_, []) -> true end}},
        toy_case:define('Teas', #{testA => fun pass/2}, Serial),
        toy_case:define('Pots', #{testA => fun pass/2}),
        toy_case:define('Cups', #{testA => fun pass/2}, Serial),
        Events = toy_case:events([suite('Teas'), suite('Pots'), suite('Cups')], 0),
        Indices = [Index || {test, Index, _, passed, _, _} <- Events],
        ?assertEqual([2, 1, 3], Indices)
    end).

classes_that_cannot_say_test_() ->
    toy_case:with(fun() ->
        toy_case:define('Teas', #{testA => fun pass/2}, #{class => #{serial => fun(_, []) -> error(spilt) end}}),
        ?assertEqual(false, beamtalk_test_suite:is_serial('Teas')),
        ?assertEqual(false, beamtalk_test_suite:is_serial('Nowhere'))
    end).

%% Its tests are failures, its processes are gone, and the run goes on.
a_suite_that_dies_test_() ->
    toy_case:with(fun() ->
        Test = self(),
        toy_case:define('Pots', #{testA => fun pass/2}),
        Dies = #{
            tests => [testA, testB, testC],
            serial => false,
            run => fun(_, Tell) ->
                Tell(testA, passed, 1, <<>>),
                Test ! {left, spawn(fun() -> receive never -> ok end end)},
                exit(spilt)
            end
        },
        ?assertMatch(
            [
                {suite_started, 1, 3},
                {test, 1, testA, passed, 1, <<>>},
                {test, 1, testB, {failed, #{error := #beamtalk_error{message = <<"the process of the test was ended: spilt">>}}}, 0, <<>>},
                {test, 1, testC, {failed, _}, 0, <<>>},
                {suite_done, 1},
                {suite_started, 2, 1},
                {test, 2, testA, passed, _, _},
                {suite_done, 2}
            ],
            toy_case:events([Dies, suite('Pots')], 1)
        ),
        [{left, Pid}] = toy_case:messages([]),
        ?assertNot(is_process_alive(Pid))
    end).

the_caller_ends_test_() ->
    toy_case:with(fun() ->
        Test = self(),
        toy_case:define('Teas', #{
            testA => fun(_, []) ->
                Test ! {running, self()},
                receive never -> nil end
            end
        }),
        Caller = spawn(fun() -> toy_case:events([suite('Teas', infinity)], 1) end),
        receive
            {running, Pid} ->
                Monitor = monitor(process, Pid),
                exit(Caller, kill),
                receive
                    {'DOWN', Monitor, process, Pid, Reason} -> ?assertEqual(killed, Reason)
                end
        end
    end).

outcomes() ->
    toy_case:define('Teas', #{
        testFails => fun(Self, []) -> beamtalk_test_case:'fail:'(Self, <<"no tea">>) end,
        testPasses => fun pass/2,
        testSkips => fun(Self, []) -> beamtalk_test_case:'skip:'(Self, <<"later">>) end
    }).

results_test_() ->
    toy_case:with(fun() ->
        outcomes(),
        toy_case:define('Pots', #{testA => fun pass/2}),
        Result = beamtalk_test_result:of_run([{'Teas', beamtalk_test_suite:tests('Teas')}, {'Pots', [testA]}], 2),
        ?assertEqual(
            [4, 2, 1, 1, false, [#{class => 'Teas', name => testFails, error => <<"no tea">>}]],
            [beamtalk_test_result:Ask(Result) || Ask <- [total, passed, skipped, failed, hasPassed, failures]]
        ),
        ?assert(is_float(beamtalk_test_result:duration(Result))),
        Good = beamtalk_test_result:of_run([{'Pots', [testA]}], 1),
        ?assertEqual([true, []], [beamtalk_test_result:hasPassed(Good), beamtalk_test_result:failures(Good)])
    end).

results_print_test_() ->
    toy_case:with(fun() ->
        Failed = {failed, beamtalk_error:wrap(beamtalk_error:make_message(user_error, 'Till', refund, <<"no tea">>, undefined))},
        Result = #{?TAG => 'TestResult', seconds => 0.25, rows => [
            {'Teas', testA, passed}, {'Teas', testB, {skipped, <<"later">>}}, {'Pots', testA, Failed}
        ]},
        ?assertEqual(<<"3 tests, 1 passed, 1 skipped, 1 failed (0.3s)">>, beamtalk_test_result:summary(Result)),
        ?assertEqual(
            <<"TestResult(3 tests, 1 passed, 1 skipped, 1 failed (0.3s))\n  ✗ Pots>>testA: no tea"/utf8>>,
            beamtalk_test_result:printString(Result)
        ),
        ?assertEqual(<<"TestResult(0 tests, 0 passed (0.0s))">>, beamtalk_test_result:printString(Result#{rows := [], seconds := 0.0}))
    end).

runner_test_() ->
    toy_case:with(fun() ->
        outcomes(),
        toy_case:define('AnyPots', #{testAny => fun pass/2}, #{meta => #{is_abstract => true}}),
        toy:define('Pots', 'AnyPots', #{testA => fun pass/2}),
        Total = fun beamtalk_test_result:total/1,
        %% Toys of other tests are still there.
        Own = fun(#{rows := Rows}) -> [{Class, Test} || {Class, Test, _} <- Rows, lists:member(Class, ['Teas', 'Pots', 'AnyPots'])] end,
        All = [{'Pots', testA}, {'Pots', testAny}, {'Teas', testFails}, {'Teas', testPasses}, {'Teas', testSkips}],
        ?assertEqual(All, Own(beamtalk_test_runner:class_runAll(none))),
        ?assertEqual(All, Own(beamtalk_test_runner:'class_runAll:'(none, 0))),
        ?assertEqual(3, Total(beamtalk_test_runner:'class_run:'(none, toy:class('Teas')))),
        One = beamtalk_test_runner:'class_run:method:'(none, toy:class('Pots'), testAny),
        ?assertEqual({1, 1}, {Total(One), beamtalk_test_result:passed(One)}),
        None = beamtalk_test_runner:'class_run:method:'(none, toy:class('Pots'), testNone),
        ?assertMatch([#{name := testNone}], beamtalk_test_result:failures(None))
    end).

runner_refuses_test_() ->
    toy_case:with(fun() ->
        [?assertRaises(invalid_argument, 'TestRunner', beamtalk_test_runner:'class_runAll:'(none, Jobs)) || Jobs <- [-1, 2.0, nil]],
        [?assertRaises(type_error, 'TestRunner', beamtalk_test_runner:'class_run:'(none, Class)) || Class <- [3, teas, toy:class('Object')]],
        ?assertRaises(type_error, 'TestRunner', beamtalk_test_runner:'class_run:method:'(none, toy:class('Object'), testA)),
        ?assertRaises(type_error, 'TestRunner', beamtalk_test_runner:'class_run:method:'(none, toy:class('TestCase'), <<"testA">>))
    end).
