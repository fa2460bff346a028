-module('bt@stdlib@behaviour').
-include("fixture.hrl").

'__beamtalk_meta'() ->
    (?META('Behaviour', 'Object', object,
        #{name => ?M(0, 'Symbol'), superclass => ?M(0, none), methods => ?M(0, 'List')}, #{}))#{is_abstract => true}.

?REGISTER.

dispatch(name, [], Self) -> beamtalk_behaviour_intrinsics:name(Self);
dispatch(superclass, [], Self) -> beamtalk_behaviour_intrinsics:superclass(Self);
dispatch(methods, [], Self) -> beamtalk_behaviour_intrinsics:methods(Self);
?ELSE('Behaviour', 'bt@stdlib@object').

?CLASS_DISPATCH('Behaviour class', 'bt@stdlib@object').

?ELSE_CLASS('bt@stdlib@object').
