-module(beamtalk_json_tests).
-include_lib("eunit/include/eunit.hrl").

decode_test_() ->
    [
        ?_assertEqual({Text, Expected}, {Text, beamtalk_json:decode(Text)})
     || {Text, Expected} <- [
            {<<"0">>, {ok, 0}},
            {<<" -12 ">>, {ok, -12}},
            {<<"1.5">>, {ok, 1.5}},
            {<<"1e3">>, {ok, 1000.0}},
            {<<"-2.5E-1">>, {ok, -0.25}},
            {<<"\"\"">>, {ok, <<>>}},
            {<<"\"a\\n\\t\\r\\b\\f\\/\\\\\\\"\"">>, {ok, <<"a\n\t\r\b\f/\\\"">>}},
            {<<"\"\\u00e4\\u20AC\"">>, {ok, <<"ä€"/utf8>>}},
            {<<"\"\\ud83d\\ude00\"">>, {ok, <<"😀"/utf8>>}},
            {<<"\"\\ud83dx\"">>, {ok, <<"�x"/utf8>>}},
            {<<"\"\\ud83d\\u0041\"">>, {ok, <<"�A"/utf8>>}},
            {<<"\"\\ude00\"">>, {ok, <<"�"/utf8>>}},
            {<<"\"\\u0000\"">>, {ok, <<0>>}},
            {<<"\"ä\""/utf8>>, {ok, <<"ä"/utf8>>}},
            {<<$", 255, "a", $">>, {ok, <<"�a"/utf8>>}},
            {<<$", 16#ed, 16#a0, 16#80, $">>, {ok, <<"���"/utf8>>}},
            {<<"[]">>, {ok, []}},
            {<<"[ 1 , [ ] , { } ]">>, {ok, [1, [], #{}]}},
            {<<"{\"a\":1,\"b\":{\"c\":null},\"a\":true}">>, {ok, #{<<"a">> => true, <<"b">> => #{<<"c">> => null}}}},
            {<<"false">>, {ok, false}},
            {<<>>, {error, {unexpected, 0}}},
            {<<"01">>, {error, {unexpected, 1}}},
            {<<"1.">>, {error, {unexpected, 2}}},
            {<<"-">>, {error, {unexpected, 1}}},
            {<<"+1">>, {error, {unexpected, 0}}},
            {<<"nul">>, {error, {unexpected, 0}}},
            {<<"[1,]">>, {error, {unexpected, 3}}},
            {<<"{\"a\":1,}">>, {error, {unexpected, 7}}},
            {<<"{a:1}">>, {error, {unexpected, 1}}},
            {<<"\"a">>, {error, {unexpected, 2}}},
            {<<"\"a\nb\"">>, {error, {unexpected, 2}}},
            {<<"\"\\x\"">>, {error, {unexpected, 2}}},
            {<<"\"\\u12g4\"">>, {error, {unexpected, 3}}},
            {<<"1 2">>, {error, {unexpected, 2}}},
            {<<"1e999">>, {error, number_too_large}},
            {binary:copy(<<"9">>, 100000), {error, number_too_large}}
        ]
    ].

depth_test() ->
    Nested = fun(Depth) -> <<(binary:copy(<<"[">>, Depth))/binary, (binary:copy(<<"]">>, Depth))/binary>> end,
    ?assertMatch({ok, _}, beamtalk_json:decode(Nested(64))),
    ?assertEqual({error, too_deep}, beamtalk_json:decode(Nested(65))),
    ?assertEqual({error, too_deep}, beamtalk_json:decode(binary:copy(<<"{\"a\":">>, 100000))).

encode_test_() ->
    [
        ?_assertEqual(Expected, iolist_to_binary(beamtalk_json:encode(Term)))
     || {Term, Expected} <- [
            {<<"a\"\\\n\r\t", 1, 127>>, <<"\"a\\\"\\\\\\n\\r\\t\\u0001\\u007f\"">>},
            {<<"ä€😀"/utf8>>, <<"\"ä€😀\""/utf8>>},
            {<<16#2028/utf8>>, <<"\"\\u2028\"">>},
            {<<"a", 255, "b">>, <<"\"a�b\""/utf8>>},
            {[], <<"[]">>},
            {[1, 2.5, true, null, tea], <<"[1,2.5,true,null,\"tea\"]">>},
            {#{}, <<"{}">>},
            {#{a => 1}, <<"{\"a\":1}">>},
            {#{<<"a">> => #{<<"b">> => []}}, <<"{\"a\":{\"b\":[]}}">>}
        ]
    ].

no_atoms_test() ->
    Words = [<<"{\"strange_key_", (integer_to_binary(N))/binary, "\":\"strange_value_", (integer_to_binary(N))/binary, "\"}">> || N <- lists:seq(1, 1000)],
    Before = erlang:system_info(atom_count),
    [{ok, _} = beamtalk_json:decode(Word) || Word <- Words],
    ?assertEqual(Before, erlang:system_info(atom_count)).
