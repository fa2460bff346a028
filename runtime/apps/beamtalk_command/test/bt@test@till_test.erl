%% A test class with one of each outcome.
-module('bt@test@till_test').
-include("beamtalk_runtime/test/fixture.hrl").
-export([testDeep/1, testFails/1, testLast/1, testPasses/1, testSkips/1]).

'__beamtalk_meta'() ->
    Tests = [testDeep, testFails, testLast, testPasses, testSkips],
    ?META('TillTest', 'MoneyTest', value, maps:from_list([{Test, ?M(0, none)} || Test <- Tests]), #{}).

?REGISTER.

dispatch(testDeep, [], Self) -> testDeep(Self);
dispatch(testFails, [], Self) -> testFails(Self);
dispatch(testLast, [], Self) -> testLast(Self);
dispatch(testPasses, [], Self) -> testPasses(Self);
dispatch(testSkips, [], Self) -> testSkips(Self);
?ELSE('TillTest', 'bt@test@money_test').

?CLASS_DISPATCH('TillTest class', 'bt@test@money_test').

?ELSE_CLASS('bt@test@money_test').

%% An error under a deep stack.
-file("test/TillTest.bt", 10).
testDeep(_) ->
    deep(20),
    nil.

deep(0) ->
    beamtalk_dispatch:send(beamtalk_class_registry:class_object('Till'), open, []);
deep(More) ->
    [deep(More - 1)].

-file("test/TillTest.bt", 20).
testFails(Self) ->
    beamtalk_dispatch:send(Self, 'fail:', [<<"5 short">>]),
    nil.

%% Nothing of this one is on the stack when what it ends with fails.
testLast(Self) ->
    beamtalk_dispatch:send(Self, 'fail:', [<<"at last">>]).

testPasses(_) ->
    io:put_chars("ding").

testSkips(Self) ->
    beamtalk_test_case:'skip:'(Self, <<"closed">>).
