-module(beamtalk_regex_tests).
-include("expect.hrl").

-define(TEXT, <<"2 cups, 30 g">>).

regex(Pattern) ->
    {ok, Compiled} = re:compile(Pattern, [unicode]),
    #{?TAG => 'Regex', source => Pattern, compiled => Compiled}.

matching_test_() ->
    [
        [
            ?_assert(beamtalk_string:'matchesRegex:'(?TEXT, Pattern)),
            ?_assertEqual(<<"2">>, beamtalk_string:'firstMatch:'(?TEXT, Pattern)),
            ?_assertEqual([<<"2">>, <<"30">>], beamtalk_string:'allMatches:'(?TEXT, Pattern)),
            ?_assertEqual(<<"n cups, 30 g">>, beamtalk_string:'replaceRegex:with:'(?TEXT, Pattern, <<"n">>)),
            ?_assertEqual(<<"n cups, n g">>, beamtalk_string:'replaceAllRegex:with:'(?TEXT, Pattern, <<"n">>)),
            ?_assertEqual([<<>>, <<" cups, ">>, <<" g">>], beamtalk_string:'splitRegex:'(?TEXT, Pattern)),
            ?_assertEqual(nil, beamtalk_string:'firstMatch:'(<<"tea">>, Pattern)),
            ?_assertEqual([], beamtalk_string:'allMatches:'(<<"tea">>, Pattern))
        ]
     || Pattern <- [<<"[0-9]+">>, regex(<<"[0-9]+">>)]
    ].

details_test_() ->
    [
        ?_assertEqual([<<"a">>, <<"b">>], beamtalk_string:'splitRegex:'(<<"a,b,,">>, <<"(,)">>)),
        ?_assertEqual(<<"b&a">>, beamtalk_string:'replaceRegex:with:'(<<"ab">>, <<"(a)(b)">>, <<"\\2&\\1">>)),
        ?_assertEqual(<<"é"/utf8>>, beamtalk_string:'firstMatch:'(<<"né"/utf8>>, <<"[é]"/utf8>>)),
        ?_assert(beamtalk_string:'matchesRegex:options:'(<<"Tea">>, <<"^tea">>, [caseless])),
        ?_assertNot(beamtalk_string:'matchesRegex:options:'(<<"Tea">>, <<"^tea">>, []))
    ].

refusing_test_() ->
    [
        ?_assertRaises(regex_error, 'String', beamtalk_string:'matchesRegex:'(?TEXT, <<"(">>)),
        ?_assertRaises(regex_error, 'String', beamtalk_string:'matchesRegex:options:'(?TEXT, <<"a">>, [loud])),
        ?_assertRaises(type_error, 'String', beamtalk_string:'matchesRegex:'(?TEXT, 3)),
        ?_assertRaises(type_error, 'String', beamtalk_string:'matchesRegex:options:'(?TEXT, <<"a">>, caseless)),
        ?_assertRaises(type_error, 'String', beamtalk_string:'matchesRegex:options:'(?TEXT, regex(<<"a">>), [caseless])),
        ?_assertRaises(type_error, 'String', beamtalk_string:'replaceRegex:with:'(?TEXT, <<"a">>, 3))
    ].
