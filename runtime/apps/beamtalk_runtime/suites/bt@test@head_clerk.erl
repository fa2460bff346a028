%% Below Clerk: begins after it, and needs a rank.
-module('bt@test@head_clerk').
-include("../test/fixture.hrl").
-export(['__new'/0, '__dispatch'/0, '__initialize'/1, '__required'/0]).

'__beamtalk_meta'() ->
    (?META('HeadClerk', 'Clerk', actor, #{initialize => ?M(0, 'Nil')}, #{}))#{fields => [rank]}.

?REGISTER.

'__new'() -> ('bt@test@clerk':'__new'())#{'$beamtalk_class' => 'HeadClerk', rank => nil}.
'__dispatch'() -> fun dispatch/3.
'__initialize'(Self) ->
    'bt@test@clerk':'__initialize'(Self),
    dispatch(initialize, [], Self).
'__required'() -> 'bt@test@clerk':'__required'() ++ [{'HeadClerk', rank, <<"Integer">>}].

dispatch(initialize, [], Self) -> beamtalk_actor_state:put(Self, log, [head | beamtalk_actor_state:get(Self, log)]);
?ELSE('HeadClerk', 'bt@test@clerk').

?CLASS_DISPATCH('HeadClerk class', 'bt@test@clerk').

?ELSE_CLASS('bt@test@clerk').
