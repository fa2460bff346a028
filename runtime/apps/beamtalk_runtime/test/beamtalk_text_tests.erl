%% Whether a binary is text is the same whether it was asked before or not, and what is
%% remembered of it is little and soon forgotten.
-module(beamtalk_text_tests).

-include_lib("eunit/include/eunit.hrl").

same_answer_again_test() ->
    Long = fun(Piece) -> binary:copy(Piece, 400) end,
    Texts = [Long(<<"tea">>), Long(<<"né"/utf8>>), Long(<<"ab", 255>>), Long(<<255>>), <<>>, <<"tea">>, <<255>>],
    Answers = [true, true, false, false, true, true, false],
    [?assertEqual(Answers, [beamtalk_class_of:is_utf8(Text) || Text <- Texts]) || _ <- [1, 2]],
    [?assertEqual(Answer, beamtalk_class_of:is_utf8(Text)) || {Text, Answer} <- lists:zip(Texts, Answers), _ <- [1, 2]].

one_that_differs_in_the_last_byte_is_read_test() ->
    Start = binary:copy(<<"x">>, 2000),
    ?assert(beamtalk_text:is_text(<<Start/binary, "y">>)),
    ?assertNot(beamtalk_text:is_text(<<Start/binary, 255>>)),
    ?assert(beamtalk_text:is_text(<<Start/binary, "y">>)).

%% What is large, or a part of something large, would be kept alive by it.
large_is_not_kept_test() ->
    ok = beamtalk_text:forget(),
    Large = binary:copy(<<"x">>, 3000000),
    true = beamtalk_text:is_text(Large),
    true = beamtalk_text:is_text(binary:part(Large, 10, 1000)),
    ?assertEqual(undefined, get('$beamtalk_text')),
    true = beamtalk_text:is_text(binary:copy(<<"x">>, 1000)),
    ?assertMatch({_, true}, get('$beamtalk_text')),
    ok = beamtalk_text:forget(),
    ?assertEqual(undefined, get('$beamtalk_text')).
