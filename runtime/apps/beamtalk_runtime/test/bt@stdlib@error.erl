-module('bt@stdlib@error').
-include("fixture.hrl").

'__beamtalk_meta'() ->
    ?META('Error', 'Exception', object, #{}, #{}).

?REGISTER.

?ELSE('Error', 'bt@stdlib@exception').

?CLASS_DISPATCH('Error class', 'bt@stdlib@exception').

?ELSE_CLASS('bt@stdlib@exception').
