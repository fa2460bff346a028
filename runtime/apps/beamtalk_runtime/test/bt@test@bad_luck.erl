%% A user's exception class.
-module('bt@test@bad_luck').
-include("fixture.hrl").

'__beamtalk_meta'() ->
    ?META('BadLuck', 'Error', object, #{}, #{}).

?REGISTER.

?ELSE('BadLuck', 'bt@stdlib@error').

?CLASS_DISPATCH('BadLuck class', 'bt@stdlib@error').

?ELSE_CLASS('bt@stdlib@error').
