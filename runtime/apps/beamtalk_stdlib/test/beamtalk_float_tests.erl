-module(beamtalk_float_tests).
-include_lib("eunit/include/eunit.hrl").

text_is_the_shortest_test_() ->
    [
        ?_assertEqual(Text, beamtalk_float:printString(Float))
     || {Float, Text} <- [
            {3.14, <<"3.14">>}, {0.1, <<"0.1">>}, {3.0, <<"3.0">>}, {-0.5, <<"-0.5">>}, {1.0e20, <<"1.0e20">>},
            {1.0e10, <<"1.0e10">>}, {0.1 + 0.2, <<"0.30000000000000004">>}
        ]
    ].

rounding_test_() ->
    [
        ?_assertEqual(3, beamtalk_float:rounded(2.5)),
        ?_assertEqual(-3, beamtalk_float:rounded(-2.5)),
        ?_assertEqual(3, beamtalk_float:ceiling(2.1)),
        ?_assertEqual(-3, beamtalk_float:floor(-2.1)),
        ?_assertEqual(-2, beamtalk_float:truncated(-2.9)),
        ?_assertEqual(2, beamtalk_float:asInteger(2.9)),
        ?_assertEqual(7.5, beamtalk_float:'roundTo:'(7.3, 0.5)),
        ?_assertEqual(7.0, beamtalk_float:'truncateTo:'(7.4, 0.5)),
        ?_assertEqual(1.5, beamtalk_float:abs(-1.5))
    ].

arithmetic_test_() ->
    [
        ?_assertEqual(3.5, beamtalk_float:'+'(1.5, 2)),
        ?_assertEqual(-0.5, beamtalk_float:'-'(1.5, 2)),
        ?_assertEqual(3.0, beamtalk_float:'*'(1.5, 2)),
        ?_assertEqual(0.75, beamtalk_float:'/'(1.5, 2)),
        ?_assertEqual(2.25, beamtalk_float:'raisedTo:'(1.5, 2)),
        ?_assertEqual(math:pi(), beamtalk_float:class_pi(none)),
        ?_assertEqual(math:exp(1), beamtalk_float:class_e(none)),
        ?_assertEqual(math:pi(), beamtalk_float:'atan2:'(0.0, -1))
    ].

faults_are_those_of_arithmetic_test_() ->
    [?_assertError(badarith, beamtalk_float:'/'(1.5, Zero)) || Zero <- [0, 0.0]] ++
        [?_assertError(badarith, beamtalk_float:Selector(-1.5)) || Selector <- [sqrt, log, ln, log2, log10, asin, acos]] ++
        [?_assertError(badarith, beamtalk_float:Selector(1.5, a)) || Selector <- ['+', '-', '*', '/', 'atan2:', 'raisedTo:']].

zero_test_() ->
    [?_assert(beamtalk_float:isZero(0.0)), ?_assert(beamtalk_float:isZero(-0.0)), ?_assertNot(beamtalk_float:isZero(0.1))].

comparing_test_() ->
    [
        ?_assertNot(beamtalk_float:'=:='(3.0, 3)),
        ?_assert(beamtalk_float:'=/='(3.0, 3)),
        ?_assertNot(beamtalk_float:'/='(3.0, 3)),
        ?_assert(beamtalk_float:'<'(1.5, 2)),
        ?_assert(beamtalk_float:'<='(2.0, 2)),
        ?_assertNot(beamtalk_float:'>'(1.5, 2)),
        ?_assert(beamtalk_float:'>='(2.0, 2))
    ].

functions_test_() ->
    [?_assertEqual(0.0, beamtalk_float:Selector(0.0)) || Selector <- [sin, tan, sinh, tanh, asin, atan, sqrt]] ++
        [?_assertEqual(1.0, beamtalk_float:Selector(0.0)) || Selector <- [cos, cosh, exp]] ++
        [?_assertEqual(0.0, beamtalk_float:Selector(1.0)) || Selector <- [acos, log, ln, log2, log10]].
