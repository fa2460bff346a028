-module(beamtalk_object_tests).
-include("expect.hrl").

objects_test_() ->
    {setup,
        fun() ->
            Started = toy:start(),
            toy:define('Cup', 'Value', #{sip => fun(_, []) -> warm end, 'fill:' => fun(_, [With]) -> With end}),
            Started
        end,
        fun toy:stop/1, fun(_) ->
            Cup = #{?TAG => 'Cup', size => 3},
            [
                ?_assertEqual(toy:class('Cup'), beamtalk_object:class(Cup)),
                ?_assertEqual(toy:class('Cup'), beamtalk_proto_object:class(Cup)),
                ?_assertEqual(<<"Cup">>, beamtalk_object:printString(Cup)),
                ?_assertEqual(beamtalk_object:hash(Cup), beamtalk_object:hash(#{size => 3, ?TAG => 'Cup'})),
                ?_assert(beamtalk_object:'respondsTo:'(Cup, sip)),
                ?_assert(beamtalk_object:'respondsTo:'(Cup, yourself)),
                ?_assertNot(beamtalk_object:'respondsTo:'(Cup, fly)),
                ?_assert(beamtalk_object:'isKindOf:'(Cup, toy:class('Value'))),
                ?_assertNot(beamtalk_object:'isKindOf:'(Cup, toy:class('Exception'))),
                ?_assert(beamtalk_object:'isKindOf:'(toy:class('Cup'), toy:class('Class'))),
                ?_assertEqual(warm, beamtalk_object:'perform:'(Cup, sip)),
                ?_assertEqual(tea, beamtalk_object:'perform:withArguments:'(Cup, 'fill:', [tea])),
                ?_assertEqual(tea, beamtalk_proto_object:'perform:withArguments:'(Cup, 'fill:', [tea])),
                ?_assertEqual(tea, beamtalk_proto_object:'perform:withArguments:timeout:'(Cup, 'fill:', [tea], 10)),
                ?_assertRaises(type_error, 'Cup', beamtalk_object:'perform:withArguments:'(Cup, 'fill:', tea)),
                ?_assertRaises(does_not_understand, 'Cup', beamtalk_object:'perform:'(Cup, fly)),
                ?_assertRaises(does_not_understand, 'Cup', beamtalk_proto_object:'doesNotUnderstand:args:'(Cup, fly, [])),
                ?_assertRaises(type_error, 'Cup', beamtalk_proto_object:'performLocally:withArguments:'(Cup, sip, []))
            ]
        end}.

fields_test_() ->
    Cup = #{?TAG => 'Cup', size => 3},
    [
        ?_assertEqual(3, beamtalk_object:'fieldAt:'(Cup, size)),
        ?_assertEqual(nil, beamtalk_object:'fieldAt:'(Cup, colour)),
        ?_assertEqual(nil, beamtalk_object:'fieldAt:'(Cup, ?TAG)),
        ?_assertEqual(nil, beamtalk_object:'fieldAt:'(Cup, 3)),
        ?_assertEqual(nil, beamtalk_object:'fieldAt:'(raised(), error)),
        ?_assertRaises(immutable_value, 'Cup', beamtalk_object:'fieldAt:put:'(Cup, size, 4)),
        ?_assertRaises(immutable_value, 'Integer', beamtalk_object:'fieldAt:'(3, size)),
        ?_assertRaises(immutable_value, 'Dictionary', beamtalk_object:'fieldAt:'(#{size => 3}, size)),
        ?_assertRaises(immutable_value, 'List', beamtalk_object:'fieldAt:put:'([], size, 3))
    ].

raised() ->
    try
        beamtalk_error:raise(type_error, 'Cup', sip)
    catch
        error:Exception -> Exception
    end.

errors_test_() ->
    [
        ?_assertMatch(
            #{?TAG := 'Error', error := #beamtalk_error{kind = user_error, class = 'Integer', message = <<"no tea">>}},
            try beamtalk_object:'error:'(3, <<"no tea">>) catch error:Exception -> Exception end
        ),
        ?_assertRaises(user_error, 'Integer', beamtalk_object:'error:'(3, [1, 2]))
    ].

comparing_test_() ->
    [
        ?_assert(beamtalk_proto_object:'=='(1, 1.0)),
        ?_assertNot(beamtalk_proto_object:'/='(1, 1.0)),
        ?_assertNot(beamtalk_proto_object:'=:='(1, 1.0)),
        ?_assert(beamtalk_proto_object:'=/='(1, 1.0))
    ].
