-module(beamtalk_tuple_tests).
-include("expect.hrl").

tuple_test_() ->
    [
        ?_assertEqual({ok, 3}, beamtalk_tuple:'class_withAll:'(none, [ok, 3])),
        ?_assertEqual(2, beamtalk_tuple:size({ok, 3})),
        ?_assertEqual(3, beamtalk_tuple:'at:'({ok, 3}, 2)),
        ?_assert(beamtalk_tuple:isOk({ok, 3})),
        ?_assertNot(beamtalk_tuple:isOk({ok, 3, 4})),
        ?_assert(beamtalk_tuple:isError({error, 3})),
        ?_assertNot(beamtalk_tuple:isError({ok, 3})),
        ?_assertEqual(nil, beamtalk_tuple:'do:'({1, 2}, fun(N) -> N end)),
        ?_assertEqual(3, beamtalk_tuple:atRandom({3, 3})),
        ?_assertEqual(<<"{#ok, 3}">>, beamtalk_tuple:printString({ok, 3}))
    ].

refusing_test_() ->
    [
        ?_assertRaises(type_error, 'Tuple', beamtalk_tuple:'class_withAll:'(none, {1})),
        ?_assertRaises(does_not_understand, 'Tuple', beamtalk_tuple:'at:'({ok, 3}, 3)),
        ?_assertRaises(does_not_understand, 'Tuple', beamtalk_tuple:'at:'({}, 1)),
        ?_assertRaises(does_not_understand, 'Tuple', beamtalk_tuple:'at:'({ok, 3}, 0)),
        ?_assertRaises(type_error, 'Tuple', beamtalk_tuple:'at:'({ok, 3}, a)),
        ?_assertRaises(type_error, 'Tuple', beamtalk_tuple:atRandom({})),
        ?_assertRaises(type_error, 'Tuple', beamtalk_tuple:'do:'({}, a))
    ].
