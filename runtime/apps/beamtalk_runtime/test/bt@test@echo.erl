%% Answers whatever it is not asked for, on both sides.
-module('bt@test@echo').
-include("fixture.hrl").

'__beamtalk_meta'() ->
    ?META('Echo', 'Object', object,
        #{'doesNotUnderstand:args:' => ?M(2, none)},
        #{'doesNotUnderstand:args:' => ?M(2, none)}).

?REGISTER.

dispatch('doesNotUnderstand:args:', [Selector, Args], _) -> [Selector, Args];
?ELSE('Echo', 'bt@stdlib@object').

?CLASS_DISPATCH('Echo class', 'bt@stdlib@object').

own('doesNotUnderstand:args:', [Selector, Args], _) -> {class, Selector, Args};
?ELSE_CLASS('bt@stdlib@object').
