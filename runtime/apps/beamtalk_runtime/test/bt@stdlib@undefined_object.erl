-module('bt@stdlib@undefined_object').
-include("fixture.hrl").

'__beamtalk_meta'() ->
    ?META('UndefinedObject', 'Object', object, #{isNil => ?M(0, 'Boolean')}, #{}).

?REGISTER.

dispatch(isNil, [], _) -> true;
?ELSE('UndefinedObject', 'bt@stdlib@object').

?CLASS_DISPATCH('UndefinedObject class', 'bt@stdlib@object').

?ELSE_CLASS('bt@stdlib@object').
