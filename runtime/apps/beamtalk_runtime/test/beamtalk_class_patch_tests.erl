%% Methods that a program replaces or adds while it runs.
-module(beamtalk_class_patch_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(beamtalk_class_patch, [install/2]).
-import(beamtalk_dispatch, [send/3]).
-import(fixture, [class/1, point/2, error_of/1]).

patch_test_() ->
    {foreach, fun fixture:start/0, fun fixture:stop/1, [
        {"what the class has compiled is replaced, with its text and its type", fun() ->
            ok = install({'Point', x, fun(#{x := X}) -> {new, X} end, me, <<"x => …"/utf8>>}, 'String'),
            ?assertEqual({new, 1}, send(point(1, 2), x, [])),
            ?assertEqual({ok, 'String'}, beamtalk_class_registry:get_method_return_type('Point', x)),
            ?assertEqual({ok, 'Integer'}, beamtalk_class_registry:get_method_return_type('Point', y)),
            ?assertMatch(#{'__source__' := <<"x => …"/utf8>>}, beamtalk_behaviour_intrinsics:compiledMethod(class('Point'), x))
        end},
        {"without a type there is none", fun() ->
            ok = install({'Point', x, fun(_) -> new end, me, <<"x => #new">>}, none),
            ?assertEqual(undefined, beamtalk_class_registry:get_method_return_type('Point', x))
        end},
        {"what is new to a class of the program is a method of it", fun() ->
            ok = install({'Point', 'plus:', fun(#{x := X}, N) -> X + N end, me, <<>>}, none),
            ?assertEqual(8, send(point(1, 2), 'plus:', [7])),
            ?assert(lists:member('plus:', beamtalk_behaviour_intrinsics:methods(class('Point'))))
        end},
        {"what is new to a class of the library is an extension, what is not is replaced", fun() ->
            ok = install({'Integer', doubled, fun(N) -> 2 * N end, me, <<>>}, none),
            ok = install({'Integer', '+', fun(A, B) -> {sum, A, B} end, me, <<>>}, none),
            ?assertEqual([14, {sum, 7, 1}], [send(7, doubled, []), send(7, '+', [1])]),
            ?assert(beamtalk_extensions:has('Integer', doubled)),
            ?assertNot(beamtalk_extensions:has('Integer', '+'))
        end},
        {"the class side, also where an extension was before", fun() ->
            beamtalk_extensions:register('Point class', origin, fun([], _) -> extended end, me),
            ok = install({'Point class', origin, fun(_) -> replaced end, me, <<>>}, none),
            ok = install({'Point class', 'at:', fun(_, N) -> {at, N} end, me, <<>>}, none),
            ?assertEqual([replaced, {at, 3}], [send(class('Point'), origin, []), send(class('Point'), 'at:', [3])])
        end},
        {"a class that is not there", fun() ->
            Refused = error_of(fun() -> install({'Nowhere', x, fun(_) -> x end, me, <<>>}, none) end),
            ?assertMatch(#beamtalk_error{kind = class_not_found, class = 'Nowhere'}, Refused)
        end}
    ]}.
