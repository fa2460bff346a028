-module('bt@stdlib@class').
-include("fixture.hrl").

'__beamtalk_meta'() ->
    ?META('Class', 'Behaviour', object,
        #{isClass => ?M(0, 'Boolean'), printString => ?M(0, 'String')}, #{}).

?REGISTER.

dispatch(isClass, [], _) -> true;
dispatch(printString, [], Self) -> beamtalk_printing:print(Self);
?ELSE('Class', 'bt@stdlib@behaviour').

?CLASS_DISPATCH('Class class', 'bt@stdlib@behaviour').

?ELSE_CLASS('bt@stdlib@behaviour').
