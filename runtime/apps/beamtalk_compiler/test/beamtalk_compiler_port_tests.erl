%% Frames and answers, without a port.
-module(beamtalk_compiler_port_tests).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_compiler_port, [frame/1, frames/1, answer/1, vocabulary/0]).

frames_come_apart_wherever_they_are_cut_test() ->
    Terms = [#{id => 1}, #{id => 2, core => binary:copy(<<1>>, 1000)}, #{id => 3}],
    Bytes = iolist_to_binary(lists:map(fun beamtalk_compiler_port:frame/1, Terms)),
    [
        begin
            {First, Rest} = frames(binary:part(Bytes, 0, Cut)),
            {Others, <<>>} = frames(<<Rest/binary, (binary:part(Bytes, Cut, byte_size(Bytes) - Cut))/binary>>),
            ?assertEqual(Terms, lists:map(fun erlang:binary_to_term/1, First ++ Others))
        end
     || Cut <- lists:seq(0, byte_size(Bytes))
    ].

a_length_beyond_the_limit_is_no_frame_test() ->
    ?assertEqual(malformed, frames(<<"hello">>)),
    ?assertEqual(malformed, frames(<<(64 bsl 20 + 1):32>>)),
    ?assertMatch({[], _}, frames(<<(64 bsl 20):32, "and so on">>)),
    ?assertMatch({[<<>>], <<>>}, frames(<<0:32>>)).

a_request_beyond_the_limit_is_not_sent_test() ->
    ?assertEqual(too_large, beamtalk_compiler_port:encode(#{source => binary:copy(<<0>>, 64 bsl 20)})),
    ?assertMatch({ok, _}, beamtalk_compiler_port:encode(#{source => <<>>})).

answers_test_() ->
    [
        {Name, ?_assertEqual(Expected, answer(Bytes))}
     || {Name, Expected, Bytes} <- [
            {"an answer", {answer, #{id => 1, status => ok}}, term_to_binary(#{id => 1, status => ok})},
            {"a notice", {notice, #{notice => malformed_class}}, term_to_binary(#{notice => malformed_class})},
            {"to nobody", {unanswerable, #{id => none, status => error}}, term_to_binary(#{id => none, status => error})},
            {"no bytes", malformed, <<>>},
            {"no term", malformed, <<"abc">>},
            {"no map", malformed, term_to_binary([])},
            {"no number", malformed, term_to_binary(#{id => x, status => ok})},
            {"no status", malformed, term_to_binary(#{id => 1})},
            {"cut off", malformed, binary:part(term_to_binary(#{id => 1, status => ok}), 0, 10)},
            {"inflated", malformed, term_to_binary(#{id => 1, status => ok, core => binary:copy(<<0>>, 9999)}, [compressed])}
        ]
    ].

%% Made of bytes, for a term would make the atom.
an_answer_makes_no_atoms_test() ->
    Name = <<"never_seen_", (integer_to_binary(erlang:unique_integer([positive])))/binary>>,
    <<131, Status/binary>> = term_to_binary(#{id => 1, status => ok}),
    <<116, 2:32, Pairs/binary>> = Status,
    Key = <<119, (byte_size(Name)), Name/binary>>,
    Answer = <<131, 116, 3:32, Pairs/binary, Key/binary, 97, 1>>,
    Before = erlang:system_info(atom_count),
    ?assertEqual(malformed, answer(Answer)),
    ?assertEqual(Before, erlang:system_info(atom_count)),
    ?assertError(badarg, binary_to_existing_atom(Name)),
    %% The same answer is understood where the word is known.
    Known = <<131, 116, 3:32, Pairs/binary, 119, 4, "core", 97, 1>>,
    ?assertEqual({answer, #{id => 1, status => ok, core => 1}}, answer(Known)).

random_bytes_are_malformed_and_harmless_test() ->
    Before = erlang:system_info(atom_count),
    Good = term_to_binary(#{id => 1, status => ok, diagnostics => [#{message => <<"m">>, line => 3}], version => <<"1">>}),
    [
        begin
            At = rand:uniform(byte_size(Good)) - 1,
            <<Head:At/binary, _, Tail/binary>> = Good,
            Result = answer(<<Head/binary, (rand:uniform(256) - 1), Tail/binary>>),
            ?assert(Result =:= malformed orelse is_tuple(Result))
        end
     || _ <- lists:seq(1, 20000)
    ],
    ?assert(erlang:system_info(atom_count) - Before < 10).

every_word_is_an_atom_once_test() ->
    ?assert(lists:all(fun is_atom/1, vocabulary())),
    ?assertEqual([], vocabulary() -- lists:usort(vocabulary())).

a_program_that_is_not_there_says_which_test() ->
    {error, Why} = beamtalk_compiler_port:open({"/nowhere/beamtalk", []}, undefined),
    ?assertEqual(<<"/nowhere/beamtalk does not exist">>, Why).
