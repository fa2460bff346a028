-module('bt@stdlib@proto_object').
-include("fixture.hrl").

'__beamtalk_meta'() ->
    (?META('ProtoObject', none, object,
        #{class => ?M(0, 'Self class'), 'doesNotUnderstand:args:' => ?M(2, none)}, #{}))#{is_abstract => true}.

?REGISTER.

dispatch(class, [], Self) -> beamtalk_class_of:class(Self);
dispatch('doesNotUnderstand:args:', [S, A], Self) -> beamtalk_dispatch:does_not_understand(Self, S, A);
dispatch(Selector, Args, Self) ->
    case beamtalk_overlay:find('ProtoObject', Selector) of
        none -> beamtalk_dispatch:not_understood(Selector, Args, Self);
        Method -> beamtalk_extensions:invoke(Method, Args, Self)
    end.

class_dispatch(Selector, Args, Self) ->
    case beamtalk_overlay:find('ProtoObject class', Selector) of
        none -> beamtalk_dispatch:class_protocol(Selector, Args, Self);
        Method -> beamtalk_extensions:invoke(Method, Args, Self)
    end.
