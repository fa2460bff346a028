-module(beamtalk_list_tests).
-include("expect.hrl").

-define(LIST, [3, 1, 2]).

access_test_() ->
    [
        ?_assertEqual(3, beamtalk_list:first(?LIST)),
        ?_assertEqual(2, beamtalk_list:last(?LIST)),
        ?_assertEqual([1, 2], beamtalk_list:rest(?LIST)),
        ?_assertEqual([], beamtalk_list:rest([])),
        ?_assertEqual(1, beamtalk_list:'at:'(?LIST, 2)),
        ?_assertEqual(3, beamtalk_list:size(?LIST)),
        ?_assertRaises(empty_collection, 'List', beamtalk_list:first([])),
        ?_assertRaises(empty_collection, 'List', beamtalk_list:last([])),
        ?_assertRaises(empty_collection, 'List', beamtalk_list:'at:'([], 1)),
        ?_assertRaises(index_out_of_bounds, 'List', beamtalk_list:'at:'([], 0)),
        ?_assertRaises(index_out_of_bounds, 'List', beamtalk_list:'at:'(?LIST, 4)),
        ?_assertRaises(index_out_of_bounds, 'List', beamtalk_list:'at:'(?LIST, 0)),
        ?_assertRaises(type_error, 'List', beamtalk_list:'at:'(?LIST, a))
    ].

slices_test_() ->
    [
        ?_assertEqual([1, 2], beamtalk_list:'from:to:'(?LIST, 2, 9)),
        ?_assertEqual([], beamtalk_list:'from:to:'(?LIST, 3, 2)),
        ?_assertEqual([], beamtalk_list:'from:to:'(?LIST, 8, 9)),
        ?_assertEqual([], beamtalk_list:'from:to:'([], 1, 1)),
        ?_assertEqual([3, 1], beamtalk_list:'take:'(?LIST, 2)),
        ?_assertEqual(?LIST, beamtalk_list:'take:'(?LIST, 9)),
        ?_assertEqual([2], beamtalk_list:'drop:'(?LIST, 2)),
        ?_assertEqual([], beamtalk_list:'drop:'(?LIST, 9)),
        ?_assertRaises(index_out_of_bounds, 'List', beamtalk_list:'from:to:'(?LIST, 0, 2)),
        ?_assertRaises(type_error, 'List', beamtalk_list:'from:to:'(?LIST, a, 2)),
        ?_assertRaises(type_error, 'List', beamtalk_list:'take:'(?LIST, -1)),
        ?_assertRaises(type_error, 'List', beamtalk_list:'take:'(?LIST, a)),
        ?_assertRaises(type_error, 'List', beamtalk_list:'drop:'(?LIST, -1))
    ].

searching_test_() ->
    [
        ?_assert(beamtalk_list:'includes:'(?LIST, 1)),
        ?_assertNot(beamtalk_list:'includes:'(?LIST, 1.0)),
        ?_assertEqual(2, beamtalk_list:'indexOf:'(?LIST, 1)),
        ?_assertEqual(nil, beamtalk_list:'indexOf:'(?LIST, 9)),
        ?_assertEqual(1, beamtalk_list:'detect:'(?LIST, fun(N) -> N < 3 end)),
        ?_assertRaises(not_found, 'List', beamtalk_list:'detect:'([], fun(_) -> true end)),
        ?_assertEqual(9, beamtalk_list:'detect:ifNone:'(?LIST, fun(N) -> N > 3 end, fun() -> 9 end)),
        ?_assertEqual(9, beamtalk_list:'detect:ifNone:'(?LIST, fun(N) -> N > 3 end, 9)),
        ?_assert(beamtalk_list:'anySatisfy:'(?LIST, fun(N) -> N > 2 end)),
        ?_assertNot(beamtalk_list:'anySatisfy:'([], fun(_) -> true end)),
        ?_assert(beamtalk_list:'allSatisfy:'([], fun(_) -> false end)),
        ?_assertNot(beamtalk_list:'allSatisfy:'(?LIST, fun(N) -> N > 1 end)),
        ?_assertEqual(2, beamtalk_list:'count:'(?LIST, fun(N) -> N > 1 end))
    ].

searching_stops_test() ->
    Test = fun(N) -> self() ! {asked, N}, N < 3 end,
    ?assertEqual(1, beamtalk_list:'detect:'(?LIST, Test)),
    ?assertEqual([3, 1], asked()),
    ?assert(beamtalk_list:'anySatisfy:'(?LIST, Test)),
    ?assertEqual([3, 1], asked()),
    ?assertNot(beamtalk_list:'allSatisfy:'(?LIST, Test)),
    ?assertEqual([3], asked()),
    ?assertEqual([], beamtalk_list:'takeWhile:'(?LIST, Test)),
    ?assertEqual([3], asked()).

asked() ->
    receive
        {asked, N} -> [N | asked()]
    after 0 -> []
    end.

equality_of_values_is_asked_test_() ->
    {setup,
        fun() ->
            Started = toy:start(),
            Ignores = fun(Case) -> fun(#{name := Name}, [#{name := Other}]) -> Case(Name) =:= Case(Other) end end,
            toy:define('Tea', 'Object', #{'equals:' => Ignores(fun string:lowercase/1)}),
            Started
        end,
        fun toy:stop/1, fun() ->
            [Green, GREEN, Black] = [#{?TAG => 'Tea', name => Name} || Name <- ["green", "GREEN", "black"]],
            ?assert(beamtalk_list:'includes:'([Black, Green], GREEN)),
            ?assertNot(beamtalk_list:'includes:'([Green], Black)),
            ?assertEqual(2, beamtalk_list:'indexOf:'([Black, Green], GREEN)),
            ?assertEqual([Green, GREEN], lists:sort(fun(A, _) -> A =:= Green end, beamtalk_list:unique([Green, GREEN, Green])))
        end}.

order_test_() ->
    [
        ?_assertEqual([1, 2, 3], beamtalk_list:sort(?LIST)),
        ?_assertEqual([3, 2, 1], beamtalk_list:'sort:'(?LIST, fun(A, B) -> A >= B end)),
        ?_assertEqual([{1, a}, {1, b}, {2, a}], beamtalk_list:'sort:'([{2, a}, {1, a}, {1, b}], fun({A, _}, {B, _}) -> A =< B end)),
        ?_assertEqual([2, 1, 3], beamtalk_list:reversed(?LIST)),
        ?_assertEqual([1, 1.0, 3], beamtalk_list:unique([3, 1.0, 1, 3])),
        ?_assertRaises(type_error, 'List', beamtalk_list:'sort:'(?LIST, fun(_) -> true end)),
        ?_assertRaises(type_error, 'List', beamtalk_list:'sort:'(?LIST, a))
    ].

transforming_test_() ->
    IsOdd = fun(N) -> N rem 2 =:= 1 end,
    [
        ?_assertEqual([30, 10, 20], beamtalk_list:'collect:'(?LIST, fun(N) -> N * 10 end)),
        ?_assertEqual([3, 1], beamtalk_list:'select:'(?LIST, IsOdd)),
        ?_assertEqual([2], beamtalk_list:'reject:'(?LIST, IsOdd)),
        ?_assertEqual([2, 1, 3], beamtalk_list:'inject:into:'(?LIST, [], fun(Done, N) -> [N | Done] end)),
        ?_assertEqual([3, 1], beamtalk_list:'takeWhile:'(?LIST, IsOdd)),
        ?_assertEqual([2], beamtalk_list:'dropWhile:'(?LIST, IsOdd)),
        ?_assertEqual([1, 2, 3], beamtalk_list:flatten([1, [2, [3], []]])),
        ?_assertEqual([3, 3, 1, 1, 2, 2], beamtalk_list:'flatMap:'(?LIST, fun(N) -> [N, N] end)),
        ?_assertEqual(#{true => [3, 1], false => [2]}, beamtalk_list:'groupBy:'(?LIST, IsOdd)),
        ?_assertEqual(#{<<"matching">> => [3, 1], <<"nonMatching">> => [2]}, beamtalk_list:'partition:'(?LIST, IsOdd)),
        ?_assertEqual(#{<<"matching">> => [], <<"nonMatching">> => []}, beamtalk_list:'partition:'([], IsOdd)),
        ?_assertEqual([[3, a], [1, b]], beamtalk_list:'zip:'(?LIST, [a, b])),
        ?_assertEqual([3, 0, 1, 0, 2], beamtalk_list:'intersperse:'(?LIST, 0)),
        ?_assertEqual([3], beamtalk_list:'intersperse:'([3], 0)),
        ?_assertEqual([0, 3, 1, 2], beamtalk_list:'addFirst:'(?LIST, 0)),
        ?_assertEqual([3, 1, 2, 0], beamtalk_list:'add:'(?LIST, 0)),
        ?_assertEqual([3, 1, 2, 9], beamtalk_list:'++'(?LIST, [9])),
        ?_assertRaises(type_error, 'List', beamtalk_list:'flatMap:'(?LIST, fun(N) -> N end)),
        ?_assertRaises(type_error, 'List', beamtalk_list:'zip:'(?LIST, a)),
        ?_assertRaises(type_error, 'List', beamtalk_list:'++'(?LIST, a))
    ].

blocks_are_checked_test_() ->
    Selectors = ['do:', 'collect:', 'select:', 'reject:', 'detect:', 'count:', 'anySatisfy:', 'allSatisfy:', 'takeWhile:', 'dropWhile:', 'flatMap:', 'groupBy:', 'partition:'],
    [?_assertRaises(type_error, 'List', beamtalk_list:Selector(?LIST, a)) || Selector <- Selectors] ++
        [?_assertRaises(arity_mismatch, 'Block', beamtalk_list:Selector(?LIST, fun() -> a end)) || Selector <- Selectors] ++
        [?_assertRaises(type_error, 'List', beamtalk_list:'inject:into:'(?LIST, 0, a))].

do_goes_in_order_and_answers_nil_test() ->
    ?assertEqual(nil, beamtalk_list:'do:'(?LIST, fun(N) -> self() ! {asked, N} end)),
    ?assertEqual(?LIST, asked()).

text_test_() ->
    [
        ?_assertEqual(<<"ab">>, beamtalk_list:join([<<"a">>, <<"b">>])),
        ?_assertEqual(<<>>, beamtalk_list:join([])),
        ?_assertEqual(<<"a, b">>, beamtalk_list:'join:'([<<"a">>, <<"b">>], <<", ">>)),
        ?_assertEqual(<<>>, beamtalk_list:'join:'([], <<", ">>)),
        ?_assertRaises(type_error, 'List', beamtalk_list:join([<<"a">>, 3])),
        ?_assertRaises(type_error, 'List', beamtalk_list:join([$a])),
        ?_assertRaises(type_error, 'List', beamtalk_list:'join:'([], 3)),
        ?_assertEqual(<<"#(1, \"a\", #b)">>, beamtalk_list:printString([1, <<"a">>, b]))
    ].

random_test_() ->
    [
        ?_assert(lists:member(beamtalk_list:atRandom(?LIST), ?LIST)),
        ?_assertRaises(type_error, 'List', beamtalk_list:atRandom([])),
        ?_assertEqual(?LIST, beamtalk_list:'class_withAll:'(none, ?LIST)),
        ?_assertRaises(type_error, 'List', beamtalk_list:'class_withAll:'(none, #{}))
    ].
