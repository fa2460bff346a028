%% The root of actors, with as much as tests of live change need.
-module('bt@stdlib@actor').
-include("fixture.hrl").
-export(['__new'/0, '__dispatch'/0, '__initialize'/1, '__required'/0]).

'__beamtalk_meta'() ->
    ?META('Actor', 'Object', actor,
        #{stop => ?M(0, none), isAlive => ?M(0, 'Boolean')},
        #{spawn => ?M(0, 'Self'), 'spawnWith:' => ?M(1, 'Self')}).

?REGISTER.

'__new'() -> #{'$beamtalk_class' => 'Actor'}.
'__dispatch'() -> fun dispatch/3.
'__initialize'(_) -> nil.
'__required'() -> [].

dispatch(stop, [], {_, _, _, Pid}) -> gen_server:stop(Pid);
dispatch(isAlive, [], {_, _, _, Pid}) -> is_process_alive(Pid);
%% Code of an ancestor, which sends to self what subclasses define.
dispatch('template:', [Between], Self) ->
    A = beamtalk_dispatch:send(Self, a, []),
    Between(),
    {A, beamtalk_dispatch:send(Self, b, [])};
?ELSE('Actor', 'bt@stdlib@object').

?CLASS_DISPATCH('Actor class', 'bt@stdlib@object').

own(spawn, [], Self) -> beamtalk_actor_start:spawn(Self, #{}, spawn);
own('spawnWith:', [State], Self) -> beamtalk_actor_start:spawn(Self, State, 'spawnWith:');
?ELSE_CLASS('bt@stdlib@object').
