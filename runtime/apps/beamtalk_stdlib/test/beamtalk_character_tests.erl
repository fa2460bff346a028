-module(beamtalk_character_tests).
-include("expect.hrl").

value_test_() ->
    [?_assertEqual(C, beamtalk_character:'class_value:'(none, C)) || C <- [0, $A, 16#10FFFF]] ++
        [
            ?_assertRaises(type_error, 'Character', beamtalk_character:'class_value:'(none, C))
         || C <- [-1, 16#D800, 16#110000, a, 1.0]
        ].

text_test_() ->
    [
        ?_assertEqual(<<"A">>, beamtalk_character:asString($A)),
        ?_assertEqual(<<"é"/utf8>>, beamtalk_character:asString(16#E9)),
        ?_assertEqual(<<"$A">>, beamtalk_character:printString($A)),
        ?_assertEqual(<<"$\n">>, beamtalk_character:printString($\n))
    ].

kind_test_() ->
    [
        ?_assert(beamtalk_character:isLetter($a)),
        ?_assert(beamtalk_character:isDigit($1)),
        ?_assert(beamtalk_character:isUppercase($A)),
        ?_assert(beamtalk_character:isLowercase($a)),
        ?_assert(beamtalk_character:isWhitespace($\t)),
        ?_assertEqual($A, beamtalk_character:uppercase($a)),
        ?_assertEqual($a, beamtalk_character:lowercase($A)),
        ?_assertEqual(65, beamtalk_character:asInteger($A)),
        ?_assertEqual(erlang:phash2(65), beamtalk_character:hash($A))
    ].

comparing_test_() ->
    [
        ?_assert(beamtalk_character:'=:='($a, $a)),
        ?_assert(beamtalk_character:'=/='($a, $b)),
        ?_assert(beamtalk_character:'/='($a, $b)),
        ?_assert(beamtalk_character:'<'($a, $b)),
        ?_assertNot(beamtalk_character:'>'($a, $b)),
        ?_assert(beamtalk_character:'<='($a, $a)),
        ?_assertNot(beamtalk_character:'>='($a, $b))
    ].
