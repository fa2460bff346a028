%% A class of actors whose process is written in Erlang (beacon_server), with a
%% method that delegates and one that does not.
-module('bt@test@beacon').
-include("fixture.hrl").

'__beamtalk_meta'() ->
    (?META('Beacon', 'Object', actor, #{'turn:' => ?M(1, none), isOn => ?M(0, none), blink => ?M(0, none)}, #{}))#{
        native => beacon_server
    }.

?REGISTER.

dispatch('turn:', [Way], Self) -> beamtalk_actor_call:delegate(Self, 'turn:', [Way]);
dispatch(isOn, [], Self) -> beamtalk_actor_call:delegate(Self, isOn, []);
dispatch(blink, [], Self) ->
    beamtalk_dispatch:send(Self, 'turn:', [on]),
    {self(), beamtalk_dispatch:send(Self, 'turn:', [off])};
?ELSE('Beacon', 'bt@stdlib@object').

?CLASS_DISPATCH('Beacon class', 'bt@stdlib@object').

?ELSE_CLASS('bt@stdlib@object').
