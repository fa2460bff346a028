%% What is tested.
-module('bt@test@till').
-include("beamtalk_runtime/test/fixture.hrl").
-export([class_open/1]).

'__beamtalk_meta'() ->
    ?META('Till', 'Value', value, #{}, #{open => ?M(0, none)}).

?REGISTER.

?ELSE('Till', 'bt@stdlib@value').

?CLASS_DISPATCH('Till class', 'bt@stdlib@value').

own(open, [], Self) -> class_open(Self);
?ELSE_CLASS('bt@stdlib@value').

-file("src/Till.bt", 4).
class_open(_) ->
    beamtalk_error:raise(type_error, 'Till', open, <<"Turn the key">>),
    nil.
