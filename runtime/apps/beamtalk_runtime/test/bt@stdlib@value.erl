-module('bt@stdlib@value').
-include("fixture.hrl").
-export([printString/1]).

'__beamtalk_meta'() ->
    ?META('Value', 'Object', value, #{printString => ?M(0, 'String')}, #{}).

?REGISTER.

dispatch(printString, [], Self) -> printString(Self);
?ELSE('Value', 'bt@stdlib@object').

printString(Self) -> beamtalk_printing:value(Self).

?CLASS_DISPATCH('Value class', 'bt@stdlib@object').

?ELSE_CLASS('bt@stdlib@object').
