-module(beamtalk_term_order_tests).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_term_order, [unique/1, add/2, remove/2, union/2, intersection/2, difference/2, is_subset/2]).

unique_test_() ->
    [
        ?_assertEqual([], unique([])),
        ?_assertEqual([1, 2, 3], unique([3, 1, 2, 3, 1])),
        ?_assertEqual([1, 1.0], unique([1.0, 1, 1.0, 1])),
        ?_assertEqual([1, 1.0, 2], unique([2, 1, 1.0, 2])),
        ?_assertEqual([1.5, 2, a], unique([a, 2, 1.5])),
        ?_assertEqual([a, {1}, {1.0}], unique([a, {1.0}, {1}])),
        ?_assertEqual([{1, a}, {1.0, a}], unique([{1.0, a}, {1, a}])),
        ?_assertEqual([[1, 2], [1, 2.0], [1.0, 2]], unique([[1.0, 2], [1, 2.0], [1, 2]]))
    ].

%% A set is one list whatever the order its elements came in.
order_does_not_matter_test() ->
    Terms = [1, 1.0, 2, {1}, {1.0}, [1], [1.0], a, <<"a">>, #{1 => 1}, #{1.0 => 1}, #{1 => 1.0}],
    Sets = [unique(shuffled(Terms)) || _ <- lists:seq(1, 100)],
    ?assertMatch([_], lists:usort(Sets)),
    ?assertEqual(length(Terms), length(hd(Sets))).

shuffled(Terms) ->
    [Term || {_, Term} <- lists:sort([{rand:uniform(), Term} || Term <- Terms])].

one_element_test_() ->
    [
        ?_assertEqual([1, 2, 3], add(2, [1, 3])),
        ?_assertEqual([1, 3], add(3, [1, 3])),
        ?_assertEqual([1, 1.0], add(1.0, [1])),
        ?_assertEqual([1], remove(1.0, [1, 1.0])),
        ?_assertEqual([1], remove(2, [1]))
    ].

algebra_test_() ->
    [
        ?_assertEqual([1, 2, 3], union([1, 3], [1, 2])),
        ?_assertEqual([1], intersection([1, 3], [1, 2])),
        ?_assertEqual([3], difference([1, 3], [1, 2])),
        ?_assertEqual([1, 1.0], union([1], [1.0])),
        ?_assertEqual([], intersection([1], [1.0])),
        ?_assertEqual([1], difference([1], [1.0])),
        ?_assert(is_subset([], [])),
        ?_assert(is_subset([], [1])),
        ?_assert(is_subset([1, 3], [1, 2, 3])),
        ?_assertNot(is_subset([1, 4], [1, 2, 3])),
        ?_assertNot(is_subset([1], [1.0])),
        ?_assertNot(is_subset([1], []))
    ].

%% Against sets as the keys of maps, which are compared in the same way.
agrees_with_maps_test() ->
    [agree(random(), random()) || _ <- lists:seq(1, 300)].

random() ->
    Choices = {1, 1.0, 2, 2.0, 3, a, b, [1], [1.0], {2}, {2.0}},
    [element(rand:uniform(tuple_size(Choices)), Choices) || _ <- lists:seq(1, rand:uniform(8))].

agree(As, Bs) ->
    {A, B} = {map(As), map(Bs)},
    {SetA, SetB} = {unique(As), unique(Bs)},
    ?assertEqual(unique(maps:keys(maps:merge(A, B))), union(SetA, SetB)),
    ?assertEqual(unique(maps:keys(maps:with(maps:keys(B), A))), intersection(SetA, SetB)),
    ?assertEqual(unique(maps:keys(maps:without(maps:keys(B), A))), difference(SetA, SetB)),
    ?assertEqual(map_size(maps:without(maps:keys(B), A)) =:= 0, is_subset(SetA, SetB)).

map(Terms) ->
    maps:from_list([{Term, []} || Term <- Terms]).
