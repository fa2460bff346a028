%% A value class with two slots.
-module('bt@test@point').
-include("fixture.hrl").
-export([x/1, y/1, 'withX:'/2, class_origin/1]).
-beamtalk_source(<<"src/point.bt">>).

'__beamtalk_meta'() ->
    (?META('Point', 'Value', value,
        #{
            x => ?M(0, 'Integer'),
            y => ?M(0, 'Integer'),
            'withX:' => ?M(1, 'Self'),
            '+' => (?M(1, 'Point'))#{
                param_names => [other],
                param_type_texts => [<<"Point">>],
                doc => <<"The sum.">>,
                source => <<"+ other => …"/utf8>>
            },
            untyped => ?M(0, none),
            'equals:' => ?M(1, 'Boolean')
        },
        #{origin => ?M(0, 'Self'), 'x:y:' => ?M(2, 'Self'), who => ?M(0, 'Self class')}))#{
        fields => [x, y],
        doc => <<"A place in the plane.">>
    }.

?REGISTER.

dispatch(x, [], Self) -> x(Self);
dispatch(y, [], Self) -> y(Self);
dispatch('withX:', [X], Self) -> 'withX:'(Self, X);
dispatch('+', [#{x := X2, y := Y2}], #{x := X, y := Y} = Self) -> Self#{x := X + X2, y := Y + Y2};
dispatch(untyped, [], Self) -> Self;
dispatch('equals:', [#{x := X}], #{x := X}) -> true;
dispatch('equals:', [_], _) -> false;
?ELSE('Point', 'bt@stdlib@value').

x(#{x := X}) -> X.

y(#{y := Y}) -> Y.

'withX:'(Self, X) -> Self#{x := X}.

?CLASS_DISPATCH('Point class', 'bt@stdlib@value').

own(origin, [], Self) -> class_origin(Self);
own('x:y:', [X, Y], Self) ->
    #{'$beamtalk_class' => beamtalk_class_reference:name(Self), x => X, y => Y};
own(who, [], Self) -> Self;
?ELSE_CLASS('bt@stdlib@value').

class_origin(Self) -> beamtalk_dispatch:send(Self, 'x:y:', [0, 0]).
