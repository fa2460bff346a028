-module('bt@stdlib@string').
-include("fixture.hrl").

'__beamtalk_meta'() ->
    ?META('String', 'Value', value,
        #{size => ?M(0, 'Integer'), reversed => ?M(0, 'Self'), format => ?M(0, none), printString => ?M(0, 'String')},
        #{'fromCodePoint:' => ?M(1, 'Self')}).

?REGISTER.

dispatch(size, [], Self) -> string:length(Self);
dispatch(reversed, [], Self) -> iolist_to_binary(string:reverse(Self));
dispatch(format, [], Self) -> Self;
dispatch(printString, [], Self) -> beamtalk_printing:print(Self);
?ELSE('String', 'bt@stdlib@value').

?CLASS_DISPATCH('String class', 'bt@stdlib@value').

own('fromCodePoint:', [Point], _) -> <<Point/utf8>>;
?ELSE_CLASS('bt@stdlib@value').
