-module('bt@stdlib@value').
-include("fixture.hrl").

'__beamtalk_meta'() ->
    ?META('Value', 'Object', value, #{printString => ?M(0, 'String')}, #{}).

?REGISTER.

dispatch(printString, [], Self) -> beamtalk_printing:value(Self);
?ELSE('Value', 'bt@stdlib@object').

?CLASS_DISPATCH('Value class', 'bt@stdlib@object').

?ELSE_CLASS('bt@stdlib@object').
