%% What a process owes is seen from outside.
-module(beamtalk_cleanup_tests).
-include_lib("eunit/include/eunit.hrl").

owed() ->
    {dictionary, Dictionary} = process_info(self(), dictionary),
    length(beamtalk_cleanup:owed(Dictionary)).

owed_until_it_has_run_test() ->
    Cleanup = fun() -> owed() end,
    Around = beamtalk_cleanup:enter(Cleanup),
    Inner = beamtalk_cleanup:enter(Cleanup),
    ?assertEqual(2, owed()),
    ?assertEqual(2, beamtalk_cleanup:run(Cleanup, Inner)),
    ?assertEqual(1, owed()),
    ?assertEqual(1, beamtalk_cleanup:run(Cleanup, Around)),
    ?assertEqual(0, owed()).

one_that_fails_is_not_owed_any_more_test() ->
    Cleanup = fun() -> error(no) end,
    Around = beamtalk_cleanup:enter(Cleanup),
    ?assertError(no, beamtalk_cleanup:run(Cleanup, Around)),
    ?assertEqual(0, owed()).

innermost_first_test() ->
    _ = beamtalk_cleanup:enter(fun() -> outer end),
    _ = beamtalk_cleanup:enter(fun() -> inner end),
    {dictionary, Dictionary} = process_info(self(), dictionary),
    ?assertEqual([inner, outer], [Cleanup() || Cleanup <- beamtalk_cleanup:owed(Dictionary)]),
    erase().

counted_test() ->
    Count = atomics:new(1, []),
    ok = beamtalk_cleanup:count_with(Count),
    Cleanup = fun() -> ok end,
    Around = beamtalk_cleanup:enter(Cleanup),
    ?assertEqual(1, atomics:get(Count, 1)),
    ok = beamtalk_cleanup:run(Cleanup, Around),
    ?assertEqual(0, atomics:get(Count, 1)),
    erase().

nothing_is_owed_at_first_test() ->
    ?assertEqual([], beamtalk_cleanup:owed([])).
