-module(beamtalk_command_test_tests).
-include_lib("eunit/include/eunit.hrl").

-define(LIMIT, #{timeout => 5000, jobs => 1}).

with(Test) ->
    {setup, fun start/0, fun stop/1, Test}.

start() ->
    {ok, _} = application:ensure_all_started(beamtalk_runtime),
    [{module, Module} = code:ensure_loaded(Module) || Module <- modules()].

modules() ->
    [
        'bt@stdlib@value', 'bt@stdlib@integer', 'bt@stdlib@test_case', 'bt@test@money_test', 'bt@test@till',
        'bt@test@till_test', script
    ].

stop(_) ->
    Level = maps:get(level, logger:get_primary_config()),
    logger:set_primary_config(level, none),
    ok = application:stop(beamtalk_runtime),
    logger:set_primary_config(level, Level).

events(Suites, Options) ->
    Test = self(),
    Mark = make_ref(),
    ok = beamtalk_command_test:run(Suites, Options, fun(Event) -> Test ! {Mark, Event} end),
    received(Mark).

received(Mark) ->
    receive
        {Mark, Event} -> [Event | received(Mark)]
    after 0 -> []
    end.

outcomes(Suite, Options) ->
    [{Name, Outcome} || {test, 1, Name, Outcome, _, _} <- events([Suite], Options)].

discovery_test_() ->
    with(fun() ->
        ?assertEqual(['TillTest'], beamtalk_command_test:test_classes(modules())),
        ?assertEqual([], beamtalk_command_test:tests('MoneyTest')),
        ?assertEqual(
            [testDeep, testFails, testInherited, testLast, testPasses, testSkips], beamtalk_command_test:tests('TillTest')
        )
    end).

events_are_plain_test_() ->
    with(fun() ->
        ?assertMatch(
            [
                {suite_started, 1, 2},
                {test, 1, <<"testPasses">>, passed, Taken, <<"ding">>},
                {test, 1, <<"testSkips">>, {skipped, <<"closed">>}, _, <<>>},
                {suite_done, 1},
                {suite_started, 2, 1},
                {test, 2, <<"keep">>, {value, <<"3">>}, _, <<>>},
                {suite_done, 2}
            ] when is_integer(Taken),
            events([{class, 'TillTest', [testSkips, testPasses]}, {script, <<"a.btscript">>, script, [keep], parallel}], ?LIMIT)
        )
    end).

all_tests_of_a_class_test_() ->
    with(fun() ->
        Names = [Name || {Name, _} <- outcomes({class, 'TillTest', all}, #{})],
        ?assertEqual(
            [<<"testDeep">>, <<"testFails">>, <<"testInherited">>, <<"testLast">>, <<"testPasses">>, <<"testSkips">>], Names
        )
    end).

failures_have_a_place_test_() ->
    with(fun() ->
        Failure = fun(Test) ->
            [{_, {failed, Failure}}] = outcomes({class, 'TillTest', [Test]}, ?LIMIT),
            Failure
        end,
        #{trace := [#{class := <<"TestCase">>} | _]} = Fails = Failure(testFails),
        ?assertEqual(
            #{
                message => <<"5 short">>, kind => <<"assertion_failed">>, class => <<"TillTest">>, selector => <<"fail:">>,
                file => <<"test/TillTest.bt">>, line => 22
            },
            maps:remove(trace, Fails)
        ),
        ?assertMatch(#{file := <<"test/MoneyTest.bt">>, line := 9}, Failure(testInherited)),
        %% In the test, not in what it called.
        ?assertMatch(
            #{file := <<"test/TillTest.bt">>, line := 18, class := <<"Till">>, selector := <<"open">>, hint := <<"Turn the key">>},
            Failure(testDeep)
        ),
        ?assertMatch(#{trace := [#{class := <<"Till">>, selector := <<"open">>, file := <<"src/Till.bt">>, line := 6} | _]}, Failure(testDeep)),
        %% Only TestCase is left on the stack, and that is no place.
        ?assertNot(maps:is_key(file, Failure(testLast)))
    end).

scripts_test_() ->
    Kind = fun
        ({raised, #{kind := Kind}}) -> {raised, Kind};
        (Outcome) -> Outcome
    end,
    [
        {Title, with(fun() ->
            Told = outcomes({script, <<"a.btscript">>, script, [Function || {Function, _} <- Cases], parallel}, #{timeout => 200}),
            ?assertEqual(
                [{atom_to_binary(Function), Outcome} || {Function, Outcome} <- Cases], [{Name, Kind(Outcome)} || {Name, Outcome} <- Told]
            )
        end)}
     || {Title, Cases} <- [
            {"bindings persist", [{keep, {value, <<"3">>}}, {add, {value, <<"4">>}}, {add, {value, <<"5">>}}]},
            {"an error leaves them", [
                {keep, {value, <<"3">>}}, {fail, {raised, <<"does_not_understand">>}}, {add, {value, <<"4">>}}
            ]},
            {"a case that hangs leaves them", [{keep, {value, <<"3">>}}, {hang, {raised, <<"timeout">>}}, {add, {value, <<"4">>}}]},
            {"a case that dies leaves them", [{keep, {value, <<"3">>}}, {die, {raised, <<"erlang_exit">>}}, {add, {value, <<"4">>}}]},
            {"and what their blocks share", [
                {share, {value, <<"10">>}}, {bump, {value, <<"11">>}}, {die, {raised, <<"erlang_exit">>}}, {bump, {value, <<"12">>}}
            ]},
            {"what a case has bound is there for the next", [
                {keep, {value, <<"3">>}}, {pair, {value, <<"{#no, #class}">>}}, {add, {value, <<"8">>}}
            ]}
        ]
    ].

output_of_cases_test_() ->
    with(fun() ->
        Events = events([{script, <<"a.btscript">>, script, [say, keep, say], parallel}], ?LIMIT),
        ?assertEqual([<<"tea">>, <<>>, <<"tea">>], [Written || {test, 1, _, _, _, Written} <- Events])
    end).
