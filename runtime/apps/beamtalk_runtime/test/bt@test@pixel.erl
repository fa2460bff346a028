%% A subclass that overrides, calls super and hides a type.
-module('bt@test@pixel').
-include("fixture.hrl").
-export([x/1]).

'__beamtalk_meta'() ->
    (?META('Pixel', 'Point', value, #{x => ?M(0, none), printString => ?M(0, 'String')}, #{}))#{
        fields => [color]
    }.

?REGISTER.

dispatch(x, [], Self) -> x(Self);
dispatch(printString, [], _) -> <<"a pixel">>;
?ELSE('Pixel', 'bt@test@point').

x(Self) -> {pixel, beamtalk_dispatch:super_send('bt@test@point', x, [], Self)}.

?CLASS_DISPATCH('Pixel class', 'bt@test@point').

?ELSE_CLASS('bt@test@point').
