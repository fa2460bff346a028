%% The root of the classes here: `new`, and nothing else.
-module('bt@stdlib@value').
-include("beamtalk_runtime/test/fixture.hrl").

'__beamtalk_meta'() ->
    ?META('Value', none, value, #{}, #{new => ?M(0, 'Self')}).

?REGISTER.

dispatch(Selector, Args, Self) -> beamtalk_dispatch:not_understood(Selector, Args, Self).

class_dispatch(new, [], Self) -> #{'$beamtalk_class' => beamtalk_class_reference:name(Self)};
class_dispatch(Selector, Args, Self) -> beamtalk_dispatch:not_understood(Selector, Args, Self).
