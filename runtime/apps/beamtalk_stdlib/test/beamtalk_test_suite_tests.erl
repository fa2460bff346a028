-module(beamtalk_test_suite_tests).
-include("expect.hrl").

pass(_, []) -> nil.

fail(Text) -> fun(Self, []) -> beamtalk_test_case:'fail:'(Self, Text) end.

%% Tells the process that runs the EUnit test.
note(Test, What) -> fun(Self, []) -> Test ! What, Self end.

hang(_, []) ->
    receive
        never -> nil
    end.

tests_are_unary_and_sorted_test_() ->
    toy_case:with(fun() ->
        toy_case:define('Teas', #{
            testB => fun pass/2, testA => fun pass/2, 'testWith:' => fun(_, [_]) -> nil end, tasteTest => fun pass/2, test => fun pass/2
        }),
        ?assertEqual([test, testA, testB], beamtalk_test_suite:tests('Teas'))
    end).

inherited_tests_count_test_() ->
    toy_case:with(fun() ->
        toy_case:define('AnyTeas', #{testAny => fun pass/2, testHot => fun pass/2}, #{meta => #{is_abstract => true}}),
        toy:define('GreenTeas', 'AnyTeas', #{testGreen => fun pass/2, testHot => fail(<<"cold">>)}),
        ?assertEqual([], beamtalk_test_suite:tests('AnyTeas')),
        ?assertEqual(
            [{testAny, passed, <<>>}, {testGreen, passed, <<>>}, {testHot, {failed, <<"cold">>}, <<>>}],
            toy_case:run('GreenTeas')
        )
    end).

outcomes_test_() ->
    toy_case:with(fun() ->
        toy_case:define('Teas', #{
            testError => fun(_, []) -> error(spilt) end,
            testExit => fun(_, []) -> exit(spilt) end,
            testFail => fail(<<"no tea">>),
            testPass => fun pass/2,
            testSkip => fun(Self, []) -> beamtalk_test_case:'skip:'(Self, <<"later">>) end,
            testThrow => fun(_, []) -> throw(spilt) end
        }),
        ?assertEqual(
            [
                {testError, {failed, <<"spilt">>}, <<>>},
                {testExit, {failed, <<"spilt">>}, <<>>},
                {testFail, {failed, <<"no tea">>}, <<>>},
                {testPass, passed, <<>>},
                {testSkip, {skipped, <<"later">>}, <<>>},
                {testThrow, {failed, <<"spilt">>}, <<>>}
            ],
            toy_case:run('Teas')
        )
    end).

fresh_instances_test_() ->
    toy_case:with(fun() ->
        Test = self(),
        Look = fun(_, []) -> Test ! {get(seen), self()}, put(seen, yes) end,
        toy_case:define('Teas', #{testA => Look, testB => Look}),
        toy_case:run('Teas'),
        [{undefined, A}, {undefined, B}] = toy_case:messages([]),
        ?assertNotEqual(A, B)
    end).

the_instance_of_set_up_test_() ->
    toy_case:with(fun() ->
        Test = self(),
        Tell = fun(Self, []) -> Test ! maps:get(tea, Self, none) end,
        toy_case:define('Teas', #{setUp => fun(Self, []) -> Self#{tea => green} end, testA => Tell, tearDown => Tell}),
        toy_case:define('OtherTeas', #{setUp => fun(_, []) -> #{?TAG => 'Teas', tea => black} end, testA => Tell}),
        toy_case:define('NoTeas', #{setUp => fun(_, []) -> 3 end, testA => Tell}),
        [toy_case:run(Class) || Class <- ['Teas', 'OtherTeas', 'NoTeas']],
        ?assertEqual([green, green, none, none], toy_case:messages([]))
    end).

set_up_that_fails_test_() ->
    toy_case:with(fun() ->
        Test = self(),
        toy_case:define('Teas', #{setUp => fail(<<"cold">>), testA => note(Test, ran), tearDown => note(Test, torn_down)}),
        toy_case:define('SkippedTeas', #{setUp => fun(Self, []) -> beamtalk_test_case:'skip:'(Self, <<"closed">>) end, testA => note(Test, ran)}),
        ?assertEqual([{testA, {failed, <<"setUp failed: cold">>}, <<>>}], toy_case:run('Teas')),
        ?assertEqual([{testA, {skipped, <<"closed">>}, <<>>}], toy_case:run('SkippedTeas')),
        ?assertEqual([torn_down], toy_case:messages([]))
    end).

tear_down_always_test_() ->
    toy_case:with(fun() ->
        Test = self(),
        toy_case:define('Teas', #{
            testFails => fail(<<"no tea">>),
            testPasses => fun pass/2,
            testErases => fun(_, []) -> erase() end,
            setUpOnce => fun(_, []) -> kettle end,
            tearDown => fun(Self, []) -> Test ! beamtalk_test_case:suiteFixture(Self) end
        }),
        toy_case:run('Teas'),
        ?assertEqual([kettle, kettle, kettle], toy_case:messages([]))
    end).

%% The instance outlives the process that it was made in.
tear_down_after_the_end_test_() ->
    toy_case:with(fun() ->
        Test = self(),
        toy_case:define('Teas', #{
            setUp => fun(Self, []) -> Self#{tea => green} end,
            testHang => fun hang/2,
            testKill => fun(_, []) -> exit(self(), kill), hang(none, []) end,
            tearDown => fun(#{tea := Tea}, []) -> Test ! Tea, io:put_chars("bye") end
        }),
        ?assertEqual(
            [
                {testHang, {failed, <<"did not end within 100 ms">>}, <<"bye">>},
                {testKill, {failed, <<"the process of the test was killed">>}, <<"bye">>}
            ],
            toy_case:run('Teas', [testHang, testKill], 100)
        ),
        ?assertEqual([green, green], toy_case:messages([]))
    end).

errors_of_tear_down_test_() ->
    toy_case:with(fun() ->
        toy_case:define('Teas', #{testA => fun pass/2, tearDown => fail(<<"ignored">>), tearDownOnce => fail(<<"ignored">>)}),
        toy_case:define('StuckTeas', #{testA => fun pass/2, tearDown => fun hang/2, tearDownOnce => fun hang/2}),
        ?assertEqual([{testA, passed, <<>>}], toy_case:run('Teas')),
        ?assertEqual([{testA, passed, <<>>}], toy_case:run('StuckTeas', [testA], 100))
    end).

once_test_() ->
    toy_case:with(fun() ->
        Test = self(),
        Tell = fun(Self, []) -> Test ! beamtalk_test_case:suiteFixture(Self) end,
        toy_case:define('Teas', #{
            setUpOnce => fun(_, []) -> Test ! begun, kettle end, testA => Tell, testB => Tell, tearDownOnce => Tell
        }),
        toy_case:run('Teas'),
        ?assertEqual([begun, kettle, kettle, kettle], toy_case:messages([]))
    end).

once_fails_test_() ->
    toy_case:with(fun() ->
        Test = self(),
        toy_case:define('Teas', #{
            setUpOnce => fail(<<"shut">>), testA => note(Test, ran), testB => note(Test, ran), tearDownOnce => note(Test, torn_down)
        }),
        toy_case:define('StuckTeas', #{setUpOnce => fun hang/2, testA => note(Test, ran)}),
        Shut = {failed, <<"setUpOnce failed: shut">>},
        ?assertEqual([{testA, Shut, <<>>}, {testB, Shut, <<>>}], toy_case:run('Teas')),
        ?assertEqual(
            [{testA, {failed, <<"setUpOnce failed: did not end within 100 ms">>}, <<>>}],
            toy_case:run('StuckTeas', [testA], 100)
        ),
        ?assertEqual([torn_down], toy_case:messages([]))
    end).

once_skips_test_() ->
    toy_case:with(fun() ->
        toy_case:define('Teas', #{setUpOnce => fun(Self, []) -> beamtalk_test_case:'skip:'(Self, <<"closed">>) end, testA => fun pass/2}),
        ?assertEqual([{testA, {skipped, <<"closed">>}, <<>>}], toy_case:run('Teas'))
    end).

%% Variables that blocks of the fixture share are theirs in every test.
fixture_with_blocks_test_() ->
    toy_case:with(fun() ->
        Test = self(),
        toy_case:define('Teas', #{
            setUpOnce => fun(_, []) ->
                Cell = beamtalk_cell:new(1),
                beamtalk_cell:put(Cell, 2),
                fun() -> beamtalk_cell:get(Cell) end
            end,
            testA => fun(Self, []) -> Test ! (beamtalk_test_case:suiteFixture(Self))() end
        }),
        toy_case:run('Teas'),
        ?assertEqual([2], toy_case:messages([]))
    end).

what_was_set_up_lives_test_() ->
    toy_case:with(fun() ->
        Test = self(),
        Ask = fun(Self, []) -> Test ! {alive, is_process_alive(beamtalk_test_case:suiteFixture(Self))} end,
        toy_case:define('Teas', #{
            setUpOnce => fun(_, []) ->
                Kettle = spawn_link(fun() -> hang(none, []) end),
                Test ! Kettle,
                Kettle
            end,
            testA => Ask, testB => Ask, tearDownOnce => Ask
        }),
        toy_case:run('Teas'),
        [Kettle | Rest] = toy_case:messages([]),
        ?assertEqual([{alive, true}, {alive, true}, {alive, true}], Rest),
        ?assertNot(is_process_alive(Kettle))
    end).

fixture_that_dies_test_() ->
    toy_case:with(fun() ->
        Test = self(),
        toy_case:define('Teas', #{
            setUpOnce => fun(_, []) -> spawn_link(fun() -> receive boil -> exit(spilt) end end) end,
            testA => fun(Self, []) ->
                Kettle = beamtalk_test_case:suiteFixture(Self),
                Monitor = monitor(process, Kettle),
                Kettle ! boil,
                receive {'DOWN', Monitor, process, _, _} -> nil end
            end,
            testB => fun pass/2,
            tearDownOnce => fun(Self, []) -> Test ! is_pid(beamtalk_test_case:suiteFixture(Self)) end
        }),
        ?assertEqual([{testA, passed, <<>>}, {testB, passed, <<>>}], toy_case:run('Teas')),
        ?assertEqual([true], toy_case:messages([]))
    end).

tear_down_once_elsewhere_test_() ->
    toy_case:with(fun() ->
        Test = self(),
        toy_case:define('Teas', #{
            setUpOnce => fun(_, []) -> exit(self(), kill), hang(none, []) end,
            testA => fun pass/2,
            tearDownOnce => note(Test, torn_down)
        }),
        ?assertEqual(
            [{testA, {failed, <<"setUpOnce failed: the process of the test was killed">>}, <<>>}], toy_case:run('Teas')
        ),
        ?assertEqual([torn_down], toy_case:messages([]))
    end).

output_of_each_test_() ->
    toy_case:with(fun() ->
        Say = fun(Text) -> fun(Self, []) -> io:put_chars(Text), Self end end,
        toy_case:define('Teas', #{
            setUpOnce => Say("once "), setUp => Say("up "), testA => Say("a "), testB => Say("b "), tearDown => Say("down")
        }),
        ?assertEqual(
            [{testA, passed, <<"once up a down">>}, {testB, passed, <<"up b down">>}], toy_case:run('Teas')
        )
    end).

time_limits_test_() ->
    toy_case:with(fun() ->
        toy_case:define('Teas', #{testA => fun hang/2, testB => fun pass/2}),
        toy_case:define('SlowTeas', #{setUp => fun hang/2, testA => fun pass/2}),
        ?assertEqual(
            [{testA, {failed, <<"did not end within 100 ms">>}, <<>>}, {testB, passed, <<>>}],
            toy_case:run('Teas', [testA, testB], 100)
        ),
        ?assertEqual(
            [{testA, {failed, <<"setUp failed: did not end within 100 ms">>}, <<>>}], toy_case:run('SlowTeas', [testA], 100)
        )
    end).

limit_of_the_class_test_() ->
    toy_case:with(fun() ->
        Define = fun(Limit) -> toy_case:define('Teas', #{testA => fun hang/2}, #{class => #{timeout => fun(_, []) -> Limit end}}) end,
        Define(100),
        ?assertEqual([{testA, {failed, <<"did not end within 100 ms">>}, <<>>}], toy_case:run('Teas')),
        [
            begin
                Define(Nonsense),
                ?assertEqual([{testA, {failed, <<"did not end within 50 ms">>}, <<>>}], toy_case:run('Teas', [testA], 50))
            end
         || Nonsense <- [nil, -1, 0, <<"soon">>]
        ]
    end).

%% Whatever a test does, the next one passes.
tests_that_misbehave_test_() ->
    toy_case:with(fun() ->
        Rows = [
            {testClosesOutput, passed, fun() -> exit(group_leader(), kill) end},
            {testErases, passed, fun() -> erase() end},
            {testKillsItself, {failed, <<"the process of the test was killed">>}, fun() -> exit(self(), kill), hang(none, []) end},
            {testLinkedCrash, {failed, <<"the process of the test was ended: spilt">>}, fun() ->
                spawn_link(fun() -> error(spilt) end),
                hang(none, [])
            end},
            {testLinkedExit, {failed, <<"the process of the test was ended: spilt">>}, fun() -> exit(self(), spilt), hang(none, []) end},
            {testSpins, {failed, <<"did not end within 300 ms">>}, fun Spin() -> Spin() end},
            {testTraps, passed, fun() -> process_flag(trap_exit, true), exit(self(), spilt) end},
            {testWaits, {failed, <<"did not end within 300 ms">>}, fun() -> hang(none, []) end}
        ],
        Methods = maps:from_list([{Test, fun(_, []) -> Do() end} || {Test, _, Do} <- Rows]),
        toy_case:define('Teas', Methods#{testZ => fun(_, []) -> io:put_chars("well") end}),
        Outcomes = toy_case:run('Teas', beamtalk_test_suite:tests('Teas'), 300),
        ?assertEqual(
            [{Test, Outcome} || {Test, Outcome, _} <- Rows] ++ [{testZ, passed}],
            [{Test, Outcome} || {Test, Outcome, _} <- Outcomes]
        ),
        ?assertMatch({_, _, <<"well">>}, lists:last(Outcomes))
    end).

no_such_class_test_() ->
    toy_case:with(fun() ->
        ?assertEqual([], beamtalk_test_suite:tests('Nowhere')),
        ?assertMatch(
            [{testA, {failed, <<"setUpOnce failed: Class 'Nowhere' not found", _/binary>>}, <<>>}], toy_case:run('Nowhere', [testA])
        )
    end).
