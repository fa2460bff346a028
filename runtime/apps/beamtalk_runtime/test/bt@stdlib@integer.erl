-module('bt@stdlib@integer').
-include("fixture.hrl").
-export([printString/1]).

'__beamtalk_meta'() ->
    (?META('Integer', 'Value', value,
        #{'+' => ?M(1, 'Integer'), printString => ?M(0, 'String')}, #{}))#{is_constructible => false}.

?REGISTER.

dispatch('+', [Other], Self) -> Self + Other;
dispatch(printString, [], Self) -> printString(Self);
?ELSE('Integer', 'bt@stdlib@value').

printString(Self) -> beamtalk_printing:print(Self).

?CLASS_DISPATCH('Integer class', 'bt@stdlib@value').

?ELSE_CLASS('bt@stdlib@value').
