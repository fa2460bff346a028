-module(beamtalk_array_tests).
-include("expect.hrl").

array(List) ->
    beamtalk_array:'class_withAll:'(none, List).

shape_test_() ->
    [
        ?_assertEqual(#{?TAG => 'Array', data => #{0 => a, 1 => b}}, array([a, b])),
        ?_assertEqual(#{?TAG => 'Array', data => #{}}, array([])),
        ?_assertRaises(type_error, 'Array', array(#{}))
    ].

%% However an Array came about, it is the same term as a literal.
canonical_test() ->
    Long = lists:foldl(
        fun(N, Array) -> beamtalk_array:'at:put:'(Array, N, N * N) end,
        array(lists:duplicate(100, nil)),
        lists:seq(1, 100)
    ),
    ?assertEqual(array([N * N || N <- lists:seq(1, 100)]), Long).

access_test_() ->
    Array = array([3, 1, 2]),
    Empty = array([]),
    [
        ?_assertEqual(3, beamtalk_array:size(Array)),
        ?_assertEqual(1, beamtalk_array:'at:'(Array, 2)),
        ?_assertEqual(3, beamtalk_array:first(Array)),
        ?_assertEqual(2, beamtalk_array:last(Array)),
        ?_assertEqual(array([3, 7, 2]), beamtalk_array:'at:put:'(Array, 2, 7)),
        ?_assertRaises(index_out_of_bounds, 'Array', beamtalk_array:'at:'(Array, 4)),
        ?_assertRaises(index_out_of_bounds, 'Array', beamtalk_array:'at:'(Array, 0)),
        ?_assertRaises(type_error, 'Array', beamtalk_array:'at:'(Array, 1.0)),
        ?_assertRaises(empty_collection, 'Array', beamtalk_array:'at:'(Empty, 1)),
        ?_assertRaises(empty_collection, 'Array', beamtalk_array:first(Empty)),
        ?_assertRaises(empty_collection, 'Array', beamtalk_array:last(Empty)),
        ?_assertRaises(index_out_of_bounds, 'Array', beamtalk_array:'at:put:'(Array, 4, 7)),
        ?_assertRaises(index_out_of_bounds, 'Array', beamtalk_array:'at:put:'(Empty, 1, 7)),
        ?_assertRaises(type_error, 'Array', beamtalk_array:'at:put:'(Array, a, 7))
    ].

iterating_test_() ->
    Many = lists:seq(1, 50),
    Array = array(Many),
    [
        ?_assertEqual(lists:reverse(Many), beamtalk_array:'inject:into:'(Array, [], fun(Done, N) -> [N | Done] end)),
        ?_assertEqual(array([N * 2 || N <- Many]), beamtalk_array:'collect:'(Array, fun(N) -> N * 2 end)),
        ?_assertEqual(array([49, 50]), beamtalk_array:'select:'(Array, fun(N) -> N > 48 end)),
        ?_assertEqual(nil, beamtalk_array:'do:'(Array, fun(N) -> N end)),
        ?_assert(beamtalk_array:'includes:'(Array, 50)),
        ?_assertNot(beamtalk_array:'includes:'(Array, 50.0)),
        ?_assertEqual(<<"#[1, \"a\"]">>, beamtalk_array:printString(array([1, <<"a">>])))
    ] ++
        [
            ?_assertRaises(type_error, 'Array', beamtalk_array:Selector(Array, a))
         || Selector <- ['do:', 'collect:', 'select:']
        ].
