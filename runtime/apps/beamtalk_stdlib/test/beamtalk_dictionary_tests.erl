-module(beamtalk_dictionary_tests).
-include("expect.hrl").

-define(TEAS, #{tea => 3, pot => 1}).

access_test_() ->
    [
        ?_assertEqual(2, beamtalk_dictionary:size(?TEAS)),
        ?_assertEqual(3, beamtalk_dictionary:'at:'(?TEAS, tea)),
        ?_assertEqual(0, beamtalk_dictionary:'at:ifAbsent:'(?TEAS, cup, fun() -> 0 end)),
        ?_assertEqual(3, beamtalk_dictionary:'at:ifAbsent:'(?TEAS, tea, a)),
        ?_assertEqual(#{tea => 4, pot => 1}, beamtalk_dictionary:'at:put:'(?TEAS, tea, 4)),
        ?_assertNot(beamtalk_dictionary:'includesKey:'(#{1 => a}, 1.0)),
        ?_assertEqual(#{tea => 3}, beamtalk_dictionary:'removeKey:'(?TEAS, pot)),
        ?_assertEqual(?TEAS, beamtalk_dictionary:'removeKey:'(?TEAS, cup)),
        ?_assertEqual(#{tea => 9, pot => 1}, beamtalk_dictionary:'merge:'(?TEAS, #{tea => 9})),
        ?_assert(beamtalk_dictionary:'includes:'(?TEAS, 3)),
        ?_assertNot(beamtalk_dictionary:'includes:'(?TEAS, 3.0)),
        ?_assertEqual(?TEAS, beamtalk_dictionary:'class_new:'(none, ?TEAS)),
        ?_assertEqual(<<"#{#pot => 1, #tea => 3}">>, beamtalk_dictionary:printString(?TEAS))
    ].

refusing_test_() ->
    Value = #{?TAG => 'Tea'},
    [
        ?_assertRaises(key_error, 'Dictionary', beamtalk_dictionary:'at:'(?TEAS, cup)),
        ?_assertRaises(type_error, 'Dictionary', beamtalk_dictionary:'at:ifAbsent:'(?TEAS, cup, a)),
        ?_assertRaises(type_error, 'Dictionary', beamtalk_dictionary:'merge:'(?TEAS, [])),
        ?_assertRaises(type_error, 'Dictionary', beamtalk_dictionary:'merge:'(?TEAS, Value)),
        ?_assertRaises(type_error, 'Dictionary', beamtalk_dictionary:'class_new:'(none, 5)),
        ?_assertRaises(type_error, 'Dictionary', beamtalk_dictionary:'class_new:'(none, Value)),
        ?_assertRaises(type_error, 'Dictionary', beamtalk_dictionary:'do:'(?TEAS, a)),
        ?_assertRaises(type_error, 'Dictionary', beamtalk_dictionary:'collect:'(?TEAS, a)),
        ?_assertRaises(arity_mismatch, 'Block', beamtalk_dictionary:'doWithKey:'(?TEAS, fun(_) -> a end)),
        ?_assertRaises(argument_error, 'Dictionary', beamtalk_dictionary:'at:put:'(#{}, ?TAG, 'Tea'))
    ].

missing_key_is_named_test() ->
    ?assertMatch(
        #{error := #beamtalk_error{message = <<"key not found: #cup">>}},
        try beamtalk_dictionary:'at:'(?TEAS, cup) catch error:Exception -> Exception end
    ).

%% Large maps have several orders; a Dictionary has one.
order_is_one_test() ->
    Large = maps:from_list([{N, N} || N <- lists:seq(1, 500)]),
    Keys = beamtalk_dictionary:keys(Large),
    ?assertEqual(Keys, beamtalk_dictionary:values(Large)),
    ?assertEqual(nil, beamtalk_dictionary:'do:'(Large, fun met/1)),
    ?assertEqual(Keys, met()),
    ?assertEqual(nil, beamtalk_dictionary:'doWithKey:'(Large, fun(Key, _) -> met(Key) end)),
    ?assertEqual(Keys, met()),
    ?assertEqual(Large, beamtalk_dictionary:'collect:'(Large, fun met/1)),
    ?assertEqual(Keys, met()).

met(Value) ->
    self() ! {met, Value},
    Value.

met() ->
    receive
        {met, Value} -> [Value | met()]
    after 0 -> []
    end.
