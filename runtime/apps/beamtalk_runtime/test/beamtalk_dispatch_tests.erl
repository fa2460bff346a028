-module(beamtalk_dispatch_tests).
-include_lib("eunit/include/eunit.hrl").
-include("../include/beamtalk.hrl").

-import(beamtalk_dispatch, [send/3, perform/2, perform/3, perform/4, perform_locally/3, responds_to/2]).
-import(fixture, [class/1, point/2, error_of/1]).

dispatch_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        {"own method", ?_assertEqual(1, send(point(1, 2), x, []))},
        {"inherited method", ?_assertEqual(point(1, 2), send(point(1, 2), yourself, []))},
        {"primitive receivers", fun() ->
            ?assertEqual(5, send(2, '+', [3])),
            ?assertEqual(3, send(<<"abc">>, size, [])),
            ?assertEqual(true, send(nil, isNil, [])),
            ?assertEqual(false, send(7, isNil, []))
        end},
        {"super starts above the class of the text", fun() ->
            Pixel = (point(1, 2))#{?TAG := 'Pixel'},
            ?assertEqual({pixel, 1}, send(Pixel, x, [])),
            ?assertEqual(2, send(Pixel, y, []))
        end},
        {"class method, with the class it was sent to as self", fun() ->
            ?assertEqual(point(0, 0), send(class('Point'), origin, [])),
            ?assertEqual((point(0, 0))#{?TAG := 'Pixel'}, send(class('Pixel'), origin, [])),
            ?assertEqual(class('Pixel'), send(class('Pixel'), who, []))
        end},
        {"a class object has the protocol of Class", fun() ->
            ?assertEqual(true, send(class('Point'), isClass, [])),
            ?assertEqual('Point', send(class('Point'), name, [])),
            ?assertEqual(<<"Point">>, send(class('Point'), printString, []))
        end},
        {"a metaclass answers for itself, then passes on to its class", fun() ->
            Meta = send(class('Point'), class, []),
            ?assertEqual(false, send(Meta, isClass, [])),
            ?assertEqual('Point class', send(Meta, name, [])),
            ?assertEqual(point(0, 0), send(Meta, origin, [])),
            ?assertEqual(#{?TAG => 'Echo'}, send(send(class('Echo'), class, []), new, []))
        end},
        {"not understood", fun() ->
            ?assertMatch(
                #beamtalk_error{
                    kind = does_not_understand, class = 'Point', selector = fly,
                    message = <<"Point does not understand 'fly'">>,
                    hint = <<"Check spelling or use 'respondsTo:' to verify method exists">>
                },
                error_of(fun() -> send(point(1, 2), fly, []) end)
            ),
            ?assertMatch(
                #beamtalk_error{class = 'Point', hint = <<"Class does not understand this message">>},
                error_of(fun() -> send(class('Point'), fly, []) end)
            ),
            ?assertMatch(
                #beamtalk_error{class = 'Point class', hint = <<"Metaclass does not understand this message">>},
                error_of(fun() -> send(send(class('Point'), class, []), fly, []) end)
            ),
            ?assertMatch(#beamtalk_error{class = 'String'}, error_of(fun() -> send(<<"a">>, '+', [1]) end))
        end},
        {"doesNotUnderstand:args: takes what nobody defines, on either side", fun() ->
            Echo = #{?TAG => 'Echo'},
            ?assertEqual(['paint:times:', [red, 2]], send(Echo, 'paint:times:', [red, 2])),
            ?assertEqual([hum, []], send(Echo, hum, [])),
            ?assertEqual({class, hum, []}, send(class('Echo'), hum, [])),
            ?assertEqual(false, send(Echo, isNil, [])),
            ?assertNot(responds_to(Echo, hum))
        end},
        {"the class of a value may be unknown", fun() ->
            ?assertMatch(
                #beamtalk_error{kind = class_not_found, message = <<"Class 'Zebra' not found (while resolving 'run')">>},
                error_of(fun() -> send(#{?TAG => 'Zebra'}, run, []) end)
            ),
            ?assertMatch(
                #beamtalk_error{kind = class_not_found, message = <<"Class 'Zebra' not found">>},
                error_of(fun() -> class('Zebra') end)
            )
        end},
        {"an actor of this process is called, another that is gone is missed", fun() ->
            Ref = {beamtalk_object, 'Echo', 'bt@test@echo', self()},
            ?assertEqual([hum, []], send(Ref, hum, [])),
            Gone = {beamtalk_object, 'Echo', 'bt@test@echo', fixture:dead_process()},
            ?assertMatch(#beamtalk_error{kind = actor_dead}, error_of(fun() -> send(Gone, hum, []) end))
        end},
        {"plain terms have an order, though their classes define none", fun() ->
            [
                ?assertEqual(
                    [A < B, A > B, A =< B, A >= B],
                    [beamtalk_operator:Operator(A, B) || Operator <- ['<', '>', '<=', '>=']]
                )
             || A <- [nil, <<"b">>], B <- [3, nil, z, [1], {1}, #{}, <<"a">>, <<"b">>]
            ],
            ?assertEqual(true, perform(nil, '<=', [nil]))
        end},
        {"values, references and classes have the order that they define, or none", fun() ->
            Refused = [point(1, 2), class('Point'), {beamtalk_supervisor, 'Pixel', 'bt@test@pixel', self()}],
            [
                ?assertMatch(#beamtalk_error{kind = does_not_understand, selector = '<'}, error_of(fun() -> send(Each, '<', [3]) end))
             || Each <- Refused
            ],
            ?assertEqual(['<', [3]], send(#{?TAG => 'Echo'}, '<', [3]))
        end},
        {"a supervisor runs in the caller", fun() ->
            ?assertEqual([hum, []], send({beamtalk_supervisor, 'Echo', 'bt@test@echo', self()}, hum, []))
        end}
    ]}.

perform_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        {"perform sends", fun() ->
            ?assertEqual(1, perform(point(1, 2), x)),
            ?assertEqual(5, perform(2, '+', [3])),
            ?assertEqual(5, perform(2, '+', [3], 100)),
            ?assertEqual(5, perform(2, '+', [3], infinity)),
            ?assertEqual(point(0, 0), perform(class('Point'), origin)),
            ?assertEqual([hum, []], perform(#{?TAG => 'Echo'}, hum))
        end},
        {"perform checks its arguments", fun() ->
            ?assertMatch(
                #beamtalk_error{kind = type_error, class = 'Integer', selector = 'perform:withArguments:'},
                error_of(fun() -> perform(2, '+', {3}) end)
            ),
            ?assertMatch(#beamtalk_error{kind = type_error}, error_of(fun() -> perform(2, <<"+">>, [3]) end)),
            ?assertMatch(
                #beamtalk_error{kind = type_error, selector = 'perform:withArguments:timeout:'},
                error_of(fun() -> perform(2, '+', [3], soon) end)
            ),
            ?assertMatch(
                #beamtalk_error{
                    kind = arity_mismatch, message = <<"Wrong number of arguments to '+' on Integer">>
                },
                error_of(fun() -> perform(2, '+', []) end)
            )
        end},
        {"performLocally is for a class's own class methods", fun() ->
            ?assertEqual(point(1, 2), perform_locally(class('Point'), 'x:y:', [1, 2])),
            ?assertMatch(
                #beamtalk_error{kind = does_not_understand, class = 'Pixel'},
                error_of(fun() -> perform_locally(class('Pixel'), 'x:y:', [1, 2]) end)
            ),
            ?assertMatch(#beamtalk_error{kind = type_error}, error_of(fun() -> perform_locally(5, x, []) end))
        end}
    ]}.

responds_to_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        ?_assert(responds_to(point(1, 2), x)),
        ?_assert(responds_to(point(1, 2), yourself)),
        ?_assertNot(responds_to(point(1, 2), origin)),
        ?_assertNot(responds_to(point(1, 2), name)),
        ?_assert(responds_to(class('Pixel'), origin)),
        ?_assert(responds_to(class('Pixel'), name)),
        ?_assertNot(responds_to(class('Pixel'), x)),
        ?_assert(responds_to(beamtalk_erlang:module(lists), anything))
    ]}.

equality_test_() ->
    {setup, fun fixture:start/0, fun fixture:stop/1, [
        ?_assert(beamtalk_equality:eq(1, 1)),
        ?_assertNot(beamtalk_equality:eq(1, 1.0)),
        {"a value may know more equals", ?_assert(beamtalk_equality:eq(point(1, 2), point(1, 3)))},
        {"only the element is asked", ?_assertNot(beamtalk_equality:eq(1, point(1, 3)))},
        {"only true is a yes", ?_assertNot(beamtalk_equality:eq(#{?TAG => 'Echo'}, 1))},
        {"whoever answers the message with something else is not equal", fun() ->
            ok = beamtalk_extensions:register('Echo', 'equals:', fun([_], _) -> maybe end, me),
            ?assertNot(beamtalk_equality:eq(#{?TAG => 'Echo'}, 1))
        end}
    ]}.
