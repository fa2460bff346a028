-module('bt@stdlib@metaclass').
-include("fixture.hrl").

'__beamtalk_meta'() ->
    ?META('Metaclass', 'Class', object,
        #{isClass => ?M(0, 'Boolean'), thisClass => ?M(0, 'Class')}, #{}).

?REGISTER.

dispatch(isClass, [], _) -> false;
dispatch(thisClass, [], Self) -> beamtalk_behaviour_intrinsics:thisClass(Self);
?ELSE('Metaclass', 'bt@stdlib@class').

?CLASS_DISPATCH('Metaclass class', 'bt@stdlib@class').

?ELSE_CLASS('bt@stdlib@class').
