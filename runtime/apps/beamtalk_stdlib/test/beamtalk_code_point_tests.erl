-module(beamtalk_code_point_tests).
-include_lib("eunit/include/eunit.hrl").

-import(beamtalk_code_point, [
    is_scalar/1, is_letter/1, is_digit/1, is_uppercase/1, is_lowercase/1, is_whitespace/1, uppercase/1, lowercase/1
]).

kinds_test_() ->
    [
        ?_assert(is_letter($a)),
        ?_assert(is_letter(16#E9)),
        ?_assert(is_letter(16#4E2D)),
        ?_assertNot(is_letter($1)),
        ?_assert(is_digit($7)),
        ?_assert(is_digit(16#0663)),
        ?_assertNot(is_digit($a)),
        ?_assertNot(is_digit(16#BD)),
        ?_assert(is_uppercase($Z)),
        ?_assert(is_uppercase(16#416)),
        ?_assertNot(is_uppercase($z)),
        ?_assert(is_lowercase($z)),
        ?_assert(is_lowercase(16#DF)),
        ?_assertNot(is_lowercase($Z)),
        ?_assert(is_whitespace($\s)),
        ?_assert(is_whitespace($\n)),
        ?_assert(is_whitespace(16#3000)),
        ?_assert(is_whitespace(16#A0)),
        ?_assertNot(is_whitespace($_)),
        ?_assertNot(is_whitespace(8))
    ].

what_is_no_character_is_of_no_kind_test_() ->
    [
        ?_assertEqual([], [Test || Test <- [is_letter, is_digit, is_uppercase, is_lowercase, is_whitespace],
                                   beamtalk_code_point:Test(Number)])
     || Number <- [-1, 16#D800, 16#DFFF, 16#110000, 1 bsl 80]
    ].

scalars_test_() ->
    [?_assert(is_scalar(C)) || C <- [0, $a, 16#D7FF, 16#E000, 16#10FFFF]] ++
        [?_assertNot(is_scalar(C)) || C <- [-1, 16#D800, 16#DFFF, 16#110000, 1.0, a]].

mapping_test_() ->
    [
        ?_assertEqual($A, uppercase($a)),
        ?_assertEqual($a, lowercase($A)),
        ?_assertEqual($S, uppercase(16#DF)),
        ?_assertEqual($1, uppercase($1)),
        ?_assertEqual(16#3C9, lowercase(16#3A9))
    ].
