%% An abstract test class, whose tests its subclass runs.
-module('bt@test@money_test').
-include("beamtalk_runtime/test/fixture.hrl").
-export([testInherited/1]).

'__beamtalk_meta'() ->
    (?META('MoneyTest', 'TestCase', value, #{testInherited => ?M(0, none)}, #{}))#{is_abstract => true}.

?REGISTER.

dispatch(testInherited, [], Self) -> testInherited(Self);
?ELSE('MoneyTest', 'bt@stdlib@test_case').

?CLASS_DISPATCH('MoneyTest class', 'bt@stdlib@test_case').

?ELSE_CLASS('bt@stdlib@test_case').

-file("test/MoneyTest.bt", 7).
testInherited(Self) ->
    beamtalk_dispatch:send(Self, 'fail:', [<<"poor">>]),
    nil.
