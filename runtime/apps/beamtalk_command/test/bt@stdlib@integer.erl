-module('bt@stdlib@integer').
-include("beamtalk_runtime/test/fixture.hrl").

'__beamtalk_meta'() ->
    ?META('Integer', 'Value', object, #{printString => ?M(0, 'String')}, #{}).

?REGISTER.

dispatch(printString, [], Self) -> integer_to_binary(Self);
?ELSE('Integer', 'bt@stdlib@value').

?CLASS_DISPATCH('Integer class', 'bt@stdlib@value').

?ELSE_CLASS('bt@stdlib@value').
