-module(beamtalk_set_tests).
-include("expect.hrl").

set(List) ->
    beamtalk_set:'class_withAll:'(none, List).

set_test_() ->
    [
        ?_assertEqual(#{?TAG => 'Set', elements => [1, 3]}, set([3, 1, 3])),
        ?_assertEqual(set([1, 1.0]), set([1.0, 1, 1.0])),
        ?_assert(beamtalk_set:'includes:'(set([1]), 1)),
        ?_assertNot(beamtalk_set:'includes:'(set([1]), 1.0)),
        ?_assertEqual(set([1, 2]), beamtalk_set:'add:'(set([1]), 2)),
        ?_assertEqual(set([1]), beamtalk_set:'add:'(set([1]), 1)),
        ?_assertEqual(set([1]), beamtalk_set:'remove:'(set([1, 2]), 2)),
        ?_assertEqual(set([1]), beamtalk_set:'remove:'(set([1]), 2)),
        ?_assertEqual(set([1, 2, 3]), beamtalk_set:'union:'(set([1, 3]), set([1, 2]))),
        ?_assertEqual(set([1]), beamtalk_set:'intersection:'(set([1, 3]), set([1, 2]))),
        ?_assertEqual(set([3]), beamtalk_set:'difference:'(set([1, 3]), set([1, 2]))),
        ?_assert(beamtalk_set:'isSubsetOf:'(set([]), set([]))),
        ?_assert(beamtalk_set:'isSubsetOf:'(set([1]), set([1, 2]))),
        ?_assertNot(beamtalk_set:'isSubsetOf:'(set([3]), set([1, 2]))),
        ?_assertEqual(<<"Set(1, 3)">>, beamtalk_set:printString(set([3, 1])))
    ].

refusing_test_() ->
    [?_assertRaises(type_error, 'Set', set(Other)) || Other <- [#{}, 3, set([])]] ++
        [
            ?_assertRaises(type_error, 'Set', beamtalk_set:Selector(set([1]), [1]))
         || Selector <- ['union:', 'intersection:', 'difference:', 'isSubsetOf:']
        ].
