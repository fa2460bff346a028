-module('bt@stdlib@object').
-include("fixture.hrl").

'__beamtalk_meta'() ->
    ?META('Object', 'ProtoObject', object,
        #{
            isNil => ?M(0, 'Boolean'),
            yourself => ?M(0, 'Self'),
            printString => ?M(0, 'String'),
            displayString => ?M(0, 'String'),
            'equals:' => ?M(1, 'Boolean'),
            'respondsTo:' => ?M(1, 'Boolean'),
            species => ?M(0, 'Self class')
        },
        #{new => ?M(0, 'Self')}).

?REGISTER.

dispatch(isNil, [], _) -> false;
dispatch(yourself, [], Self) -> Self;
dispatch(printString, [], Self) -> atom_to_binary(beamtalk_class_of:class_of(Self));
dispatch(displayString, [], Self) -> beamtalk_dispatch:send(Self, printString, []);
dispatch('equals:', [Other], Self) -> Self =:= Other;
dispatch('respondsTo:', [Selector], Self) -> beamtalk_dispatch:responds_to(Self, Selector);
dispatch(species, [], Self) -> beamtalk_dispatch:send(Self, class, []);
?ELSE('Object', 'bt@stdlib@proto_object').

?CLASS_DISPATCH('Object class', 'bt@stdlib@proto_object').

own(new, [], Self) -> #{'$beamtalk_class' => beamtalk_class_reference:name(Self)};
?ELSE_CLASS('bt@stdlib@proto_object').
