%% What streams promise to those who make them: the finaliser runs once, nothing is
%% pulled that is not wanted, and an endless stream is gone through in little space.
-module(beamtalk_stream_tests).
-include("expect.hrl").

-define(TEXT, <<"Stream(counting)">>).

%% Counts, and tells this process of every element and of the end.
told() ->
    Self = self(),
    beamtalk_stream:make(counted(1, Self), ?TEXT, fun() -> Self ! over end).

counted(N, Self) ->
    fun() ->
        Self ! {pulled, N},
        {N, counted(N + 1, Self)}
    end.

heard() ->
    receive
        What -> [What | heard()]
    after 0 -> []
    end.

terminal_operations_end_with_the_finaliser_test_() ->
    IsBig = fun(N) -> N > 2 end,
    Pulled = [{pulled, N} || N <- [1, 2, 3]],
    [
        {Name, fun() ->
            ?assertEqual(Answer, Operation(told())),
            ?assertEqual(Pulled ++ [over], heard())
        end}
     || {Name, Answer, Operation} <- [
            {"take:", [1, 2, 3], fun(S) -> beamtalk_stream:'take:'(S, 3) end},
            {"detect:", 3, fun(S) -> beamtalk_stream:'detect:'(S, IsBig) end},
            {"detect:ifNone:", 3, fun(S) -> beamtalk_stream:'detect:ifNone:'(S, IsBig, none) end},
            {"anySatisfy:", true, fun(S) -> beamtalk_stream:'anySatisfy:'(S, IsBig) end},
            {"allSatisfy:", false, fun(S) -> beamtalk_stream:'allSatisfy:'(S, fun(N) -> N < 3 end) end}
        ]
    ].

a_failing_operation_ends_with_the_finaliser_test() ->
    ?assertThrow(enough, beamtalk_stream:'do:'(told(), fun(_) -> throw(enough) end)),
    ?assertEqual([{pulled, 1}, over], heard()).

stages_pull_nothing_test() ->
    Stages = beamtalk_stream:'drop:'(beamtalk_stream:'collect:'(told(), fun(N) -> N * 2 end), 1),
    ?assertEqual([], heard()),
    ?assertEqual([4], beamtalk_stream:'take:'(Stages, 1)),
    ?assertEqual([{pulled, 1}, {pulled, 2}, over], heard()).

nothing_is_taken_test() ->
    ?assertEqual([], beamtalk_stream:'take:'(told(), 0)),
    ?assertEqual([over], heard()).

%% A process that may not have much would be killed if elements stayed.
endless_streams_take_little_space_test_() ->
    {timeout, 60, fun() ->
        Stream = beamtalk_stream:'class_from:'(none, 1),
        Even = beamtalk_stream:'select:'(Stream, fun(N) -> N rem 2 =:= 0 end),
        Doubled = beamtalk_stream:'collect:'(Even, fun(N) -> N * 2 end),
        Work = fun() -> exit({found, beamtalk_stream:'detect:'(Doubled, fun(N) -> N > 2000000 end)}) end,
        {Pid, Monitor} = spawn_opt(Work, [monitor, {max_heap_size, #{size => 50000, kill => true, error_logger => false}}]),
        receive
            {'DOWN', Monitor, process, Pid, Reason} -> ?assertEqual({found, 2000004}, Reason)
        end
    end}.

text_is_spelled_by_graphemes_test() ->
    Stream = beamtalk_stream:'class_on:'(none, <<"e", 769/utf8, 16#1F1EB/utf8, 16#1F1F7/utf8, "x">>),
    ?assertEqual([<<"e", 769/utf8>>, <<16#1F1EB/utf8, 16#1F1F7/utf8>>, <<"x">>], beamtalk_stream:asList(Stream)).

refusals_test_() ->
    Stream = told(),
    [
        ?_assertRaises(type_error, 'Stream', beamtalk_stream:'take:'(Stream, -1)),
        ?_assertRaises(type_error, 'Stream', beamtalk_stream:'drop:'(Stream, 1.0)),
        ?_assertRaises(type_error, 'Stream', beamtalk_stream:'select:'(Stream, 3)),
        ?_assertRaises(arity_mismatch, 'Block', beamtalk_stream:'inject:into:'(Stream, 0, fun(_) -> 0 end)),
        ?_assertRaises(type_error, 'Stream', beamtalk_stream:'class_on:'(none, #{a => 1})),
        ?_assertRaises(type_error, 'Stream', beamtalk_stream:'class_on:'(none, <<255>>))
    ].
