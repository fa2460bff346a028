%% Small pure parts of the front: tokens, suggestions, printing, replies, options.
-module(beamtalk_repl_words_tests).
-include_lib("eunit/include/eunit.hrl").

token_test_() ->
    [
        ?_assertEqual(Expected, beamtalk_token:is_equal(Given, <<"secret">>))
     || {Given, Expected} <- [{<<"secret">>, true}, {<<"Secret">>, false}, {<<"secreT">>, false}, {<<"secre">>, false}, {<<"secrets">>, false}, {<<>>, false}]
    ].

suggestion_test_() ->
    Names = [<<"size">>, <<"select:">>, <<"collect:">>, <<"printString">>, <<"isEmpty">>, <<"at:put:">>],
    [
        ?_assertEqual({Written, Expected}, {Written, beamtalk_repl_suggestion:close(Written, Names)})
     || {Written, Expected} <- [
            {<<"siez">>, [<<"size">>]},
            {<<"SIZE">>, [<<"size">>]},
            {<<"prntString">>, [<<"printString">>]},
            {<<"isempty">>, [<<"isEmpty">>]},
            {<<"zzz">>, []},
            {<<>>, []},
            {<<255, 254>>, []},
            {binary:copy(<<"a">>, 1000), []}
        ]
    ].

%% A word is not meant for an operator, nor one for a word.
suggestion_of_a_kind_test() ->
    ?assertEqual([], beamtalk_repl_suggestion:close(<<"x">>, [<<",">>, <<"+">>])),
    ?assertEqual([<<"*">>], beamtalk_repl_suggestion:close(<<"**">>, [<<"*">>, <<"at">>])).

suggestion_words_test() ->
    ?assertEqual(none, beamtalk_repl_suggestion:words([])),
    ?assertEqual(<<"Did you mean a?">>, beamtalk_repl_suggestion:words([<<"a">>])),
    ?assertEqual(<<"Did you mean a, b or c?">>, beamtalk_repl_suggestion:words([<<"a">>, <<"b">>, <<"c">>])).

print_test_() ->
    Object = #{'$beamtalk_class' => 'Order', item => <<"tea">>, count => 2},
    [
        ?_assertEqual(Expected, beamtalk_repl_print:short(Value))
     || {Value, Expected} <- [
            {7, <<"7">>},
            {<<"tea">>, <<"\"tea\"">>},
            {tea, <<"#tea">>},
            {Object, <<"an Order(count: 2, item: \"tea\")">>},
            {[1, 2], <<"#(1, 2)">>},
            {lists:seq(1, 100), <<"#(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …)"/utf8>>},
            {[1 | 2], <<"#(1, …)"/utf8>>},
            {[[[[1]]]], <<"#(#(#(#(…))))"/utf8>>},
            {#{}, <<"#{}">>},
            {1 bsl 10000, <<"a very large Integer">>}
        ]
    ].

print_is_short_test_() ->
    Long = [binary:copy(<<"ä"/utf8>>, 100000), lists:duplicate(10, binary:copy(<<"x">>, 150)), binary:copy(<<255>>, 100000), maps:from_list([{N, N} || N <- lists:seq(1, 1000)]), list_to_tuple(lists:seq(1, 1000))],
    [?_assert(string:length(beamtalk_repl_print:short(Value)) =< 200) || Value <- Long].

slots_test() ->
    Object = #{'$beamtalk_class' => 'Order', '$beamtalk_self' => hidden, item => <<"tea">>},
    ?assertEqual(#{item => <<"\"tea\"">>}, beamtalk_repl_print:slots(Object)),
    ?assertEqual(#{}, beamtalk_repl_print:slots(7)).

%% A long answer is still one message, and says so.
long_reply_test() ->
    Long = binary:copy(<<"x">>, 2000000),
    Size = fun(Reply) -> iolist_size(beamtalk_repl_reply:encode(Reply)) end,
    ?assert(Size(#{id => <<"1">>, output => Long, status => [<<"done">>]}) < 100),
    <<_:32, Text/binary>> = iolist_to_binary(beamtalk_repl_reply:encode(#{id => <<"1">>, value => Long})),
    ?assertMatch({ok, #{<<"id">> := <<"1">>, <<"kind">> := <<"reply_too_large">>}}, beamtalk_json:decode(Text)).

options_test() ->
    %% As it is where the locale is UTF-8, and where it is not.
    Bytes = binary_to_list(<<"dir=/tmp/straße"/utf8>>),
    ?assertEqual(#{dir => <<"/tmp/straße"/utf8>>, id => <<"a=b">>}, beamtalk_workspace_boot:options(["dir=/tmp/straße", "id=a=b", "strange=1", "word"])),
    ?assertEqual(#{dir => <<"/tmp/straße"/utf8>>}, beamtalk_workspace_boot:options([Bytes])).
