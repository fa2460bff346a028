-module(beamtalk_symbol_tests).
-include_lib("eunit/include/eunit.hrl").

symbol_test_() ->
    [
        ?_assertEqual(<<"tea">>, beamtalk_symbol:asString(tea)),
        ?_assertEqual(<<"#at:put:">>, beamtalk_symbol:printString('at:put:')),
        ?_assertEqual(<<"#two words">>, beamtalk_symbol:printString('two words')),
        ?_assertEqual(<<"é"/utf8>>, beamtalk_symbol:asString('é')),
        ?_assert(beamtalk_symbol:'=:='(a, a)),
        ?_assert(beamtalk_symbol:'=/='(a, b)),
        ?_assert(beamtalk_symbol:'/='(a, <<"a">>)),
        ?_assertEqual(beamtalk_symbol:hash(a), beamtalk_symbol:hash(a))
    ].
