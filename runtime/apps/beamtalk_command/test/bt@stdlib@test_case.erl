%% TestCase, as far as running tests goes.
-module('bt@stdlib@test_case').
-include("beamtalk_runtime/test/fixture.hrl").
-export(['fail:'/2]).

'__beamtalk_meta'() ->
    ?META('TestCase', 'Value', value,
        #{
            setUp => ?M(0, 'Self'),
            tearDown => ?M(0, none),
            setUpOnce => ?M(0, none),
            tearDownOnce => ?M(0, none),
            'fail:' => ?M(1, none)
        },
        #{serial => ?M(0, 'Boolean'), timeout => ?M(0, none)}).

?REGISTER.

dispatch(setUp, [], Self) -> Self;
dispatch(tearDown, [], _) -> nil;
dispatch(setUpOnce, [], _) -> nil;
dispatch(tearDownOnce, [], _) -> nil;
dispatch('fail:', [Text], Self) -> 'fail:'(Self, Text);
?ELSE('TestCase', 'bt@stdlib@value').

-file("stdlib/src/TestCase.bt", 1).
'fail:'(Self, Text) ->
    beamtalk_test_case:'fail:'(Self, Text),
    nil.

?CLASS_DISPATCH('TestCase class', 'bt@stdlib@value').

own(serial, [], _) -> false;
own(timeout, [], _) -> nil;
?ELSE_CLASS('bt@stdlib@value').
