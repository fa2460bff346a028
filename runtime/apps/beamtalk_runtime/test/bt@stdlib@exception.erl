-module('bt@stdlib@exception').
-include("fixture.hrl").

'__beamtalk_meta'() ->
    ?META('Exception', 'Object', object,
        #{message => ?M(0, 'String'), printString => ?M(0, 'String')},
        #{'signal:' => ?M(1, none)}).

?REGISTER.

dispatch(message, [], Self) -> beamtalk_exception:message(Self);
dispatch(printString, [], Self) -> beamtalk_exception:print_string(Self);
?ELSE('Exception', 'bt@stdlib@object').

?CLASS_DISPATCH('Exception class', 'bt@stdlib@object').

own('signal:', [Text], Self) -> beamtalk_exception:signal(beamtalk_class_reference:name(Self), Text);
?ELSE_CLASS('bt@stdlib@object').
