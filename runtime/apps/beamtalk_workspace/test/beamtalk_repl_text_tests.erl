%% Cutting texts.
-module(beamtalk_repl_text_tests).
-include_lib("eunit/include/eunit.hrl").

prefix_test_() ->
    [
        ?_assertEqual(Cut, beamtalk_repl_text:prefix(Text, Bytes))
     || {Text, Bytes, Cut} <- [
            {<<"abc">>, 5, <<"abc">>},
            {<<"abc">>, 2, <<"ab">>},
            {<<"abc">>, 0, <<>>},
            {<<"aü"/utf8>>, 2, <<"a">>},
            {<<"aü"/utf8>>, 3, <<"aü"/utf8>>},
            {<<"€€"/utf8>>, 5, <<"€"/utf8>>},
            {<<"😀"/utf8>>, 3, <<>>}
        ]
    ].

split_test_() ->
    [
        ?_assertEqual({First, Rest}, beamtalk_repl_text:split(Text, Characters))
     || {Text, Characters, First, Rest} <- [
            {<<"abc">>, 5, <<"abc">>, <<>>},
            {<<"abc">>, 3, <<"abc">>, <<>>},
            {<<"abc">>, 2, <<"ab">>, <<"c">>},
            {<<"äöü"/utf8>>, 2, <<"äö"/utf8>>, <<"ü"/utf8>>},
            {<<"äöü"/utf8>>, 3, <<"äöü"/utf8>>, <<>>},
            {<<"😀€"/utf8>>, 1, <<"😀"/utf8>>, <<"€"/utf8>>}
        ]
    ].

%% Bytes that are no text do no harm.
nonsense_test() ->
    {First, Rest} = beamtalk_repl_text:split(<<"ab", 16#F0>>, 2),
    ?assertEqual(<<"ab", 16#F0>>, <<First/binary, Rest/binary>>),
    ?assertMatch({_, <<>>}, beamtalk_repl_text:split(<<16#F0, 16#F0>>, 1)).
