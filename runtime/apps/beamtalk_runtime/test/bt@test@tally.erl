%% Class variables and their writers.
-module('bt@test@tally').
-include("fixture.hrl").
-export(['__class_variables'/0, class_n/1]).

'__beamtalk_meta'() ->
    (?META('Tally', 'Object', object, #{},
        #{n => ?M(0, 'Integer'), tick => ?M(0, 'Integer'), 'tickThen:' => ?M(1, none)}))#{
        class_variables => [n, last]
    }.

?REGISTER.

'__class_variables'() -> #{n => 0, last => nil}.

?ELSE('Tally', 'bt@stdlib@object').

?CLASS_DISPATCH('Tally class', 'bt@stdlib@object').

own(n, [], Self) ->
    class_n(Self);
own(tick, [], Self) ->
    beamtalk_class_variables:locked(Self, fun() ->
        beamtalk_class_variables:put(Self, n, beamtalk_class_variables:get(Self, n) + 1)
    end);
own('tickThen:', [Block], Self) ->
    beamtalk_class_variables:locked(Self, fun() ->
        beamtalk_dispatch:send(Self, tick, []),
        Block()
    end);
?ELSE_CLASS('bt@stdlib@object').

class_n(Self) -> beamtalk_class_variables:get(Self, n).
