-module(beamtalk_integer_tests).
-include("expect.hrl").

arithmetic_test_() ->
    [
        ?_assertEqual(7, beamtalk_integer:'+'(3, 4)),
        ?_assertEqual(3.5, beamtalk_integer:'+'(3, 0.5)),
        ?_assertEqual(3.0, beamtalk_integer:'/'(6, 2)),
        ?_assertEqual(-3, beamtalk_integer:'div:'(-7, 2)),
        ?_assertEqual(-1, beamtalk_integer:'%'(-7, 3)),
        ?_assertEqual(1024, beamtalk_integer:'**'(2, 10)),
        ?_assertEqual(1024, beamtalk_integer:'raisedTo:'(2, 10)),
        ?_assertEqual(3.0, beamtalk_integer:asFloat(3))
    ].

faults_are_those_of_arithmetic_test_() ->
    [
        ?_assertError(badarith, beamtalk_integer:Selector(3, Argument))
     || Selector <- ['+', '-', '*', '/', 'div:', '%', '**'], Argument <- [a, <<"a">>]
    ] ++
        [?_assertError(badarith, beamtalk_integer:Selector(3, 0)) || Selector <- ['/', 'div:', '%']] ++
        [?_assertError(badarith, beamtalk_integer:Selector(-1)) || Selector <- [sqrt, log, ln, log2, log10]] ++
        [?_assertError(badarith, beamtalk_integer:asFloat(1 bsl 2000))].

comparing_test_() ->
    [
        ?_assertNot(beamtalk_integer:'=:='(3, 3.0)),
        ?_assert(beamtalk_integer:'=/='(3, 3.0)),
        ?_assertNot(beamtalk_integer:'/='(3, 3.0)),
        ?_assert(beamtalk_integer:'<'(3, 3.5)),
        ?_assert(beamtalk_integer:'<='(3, 3.0)),
        ?_assertNot(beamtalk_integer:'>'(3, 4)),
        ?_assert(beamtalk_integer:'>='(4, 4))
    ].

bits_test_() ->
    [
        ?_assertEqual(8, beamtalk_integer:'bitAnd:'(12, 10)),
        ?_assertEqual(14, beamtalk_integer:'bitOr:'(12, 10)),
        ?_assertEqual(6, beamtalk_integer:'bitXor:'(12, 10)),
        ?_assertEqual(-6, beamtalk_integer:bitNot(5)),
        ?_assertEqual(1024, beamtalk_integer:'bitShift:'(1, 10)),
        ?_assertEqual(-1, beamtalk_integer:'bitShift:'(-1, -3))
    ].

factorial_test_() ->
    [
        ?_assertEqual(1, beamtalk_integer:factorial(0)),
        ?_assertEqual(1, beamtalk_integer:factorial(1)),
        ?_assertEqual(2432902008176640000, beamtalk_integer:factorial(20)),
        ?_assertEqual(beamtalk_integer:factorial(99) * 100, beamtalk_integer:factorial(100)),
        ?_assertRaises(user_error, 'Integer', beamtalk_integer:factorial(-1))
    ].

functions_test_() ->
    [
        ?_assertEqual(4.0, beamtalk_integer:sqrt(16)),
        ?_assertEqual(0.0, beamtalk_integer:ln(1)),
        ?_assertEqual(10.0, beamtalk_integer:log2(1024)),
        ?_assertEqual(3.0, beamtalk_integer:log10(1000)),
        ?_assertEqual(1.0, beamtalk_integer:exp(0)),
        ?_assertEqual(30, beamtalk_integer:'roundTo:'(25, 10)),
        ?_assertEqual(-20, beamtalk_integer:'truncateTo:'(-27, 10)),
        ?_assertEqual(<<"-12">>, beamtalk_integer:printString(-12)),
        ?_assert(beamtalk_integer:isLetter($a)),
        ?_assert(beamtalk_integer:isWhitespace(32)),
        ?_assert(beamtalk_integer:isDigit($1)),
        ?_assert(beamtalk_integer:isUppercase($A)),
        ?_assert(beamtalk_integer:isLowercase($a))
    ].
