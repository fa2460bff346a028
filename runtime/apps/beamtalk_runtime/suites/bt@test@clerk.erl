%% An actor that does what a test tells it. `start` and `finish` are funs that it
%% calls when it begins and when it is stopped; `log` is for them and for tests.
-module('bt@test@clerk').
-include("../test/fixture.hrl").
-export(['__new'/0, '__dispatch'/0, '__initialize'/1, '__required'/0]).

'__beamtalk_meta'() ->
    (?META('Clerk', 'Actor', actor,
        #{
            n => ?M(0, 'Integer'), tick => ?M(0, 'Integer'), log => ?M(0, 'List'), 'log:' => ?M(1, 'List'),
            'do:' => ?M(1, none), 'run:' => ?M(1, none), keepBlock => ?M(0, 'Integer'),
            initialize => ?M(0, 'Nil'), 'terminate:' => ?M(1, 'Nil')
        }, #{}))#{fields => [n, log, start, finish, block]}.

?REGISTER.

'__new'() -> #{'$beamtalk_class' => 'Clerk', n => 0, log => [], start => nil, finish => nil, block => nil}.
'__dispatch'() -> fun dispatch/3.
'__initialize'(Self) ->
    'bt@stdlib@actor':'__initialize'(Self),
    dispatch(initialize, [], Self).
'__required'() -> 'bt@stdlib@actor':'__required'().

dispatch(n, [], Self) ->
    beamtalk_actor_state:get(Self, n);
dispatch(tick, [], Self) ->
    beamtalk_actor_state:put(Self, n, beamtalk_actor_state:get(Self, n) + 1);
dispatch(log, [], Self) ->
    lists:reverse(beamtalk_actor_state:get(Self, log));
dispatch('log:', [Entry], Self) ->
    beamtalk_actor_state:put(Self, log, [Entry | beamtalk_actor_state:get(Self, log)]);
%% Whatever the test wants, inside.
dispatch('do:', [Fun], Self) ->
    Fun(Self);
%% A block of somebody else.
dispatch('run:', [Block], _) ->
    Block();
%% As compiled: a variable that a block shares, and the block outlives the method.
dispatch(keepBlock, [], Self) ->
    Mark = beamtalk_region:mark(),
    Block = blocks:counter(),
    beamtalk_actor_state:put(Self, block, Block),
    beamtalk_region:leave(Mark, Block());
dispatch(initialize, [], Self) ->
    called(beamtalk_actor_state:get(Self, start), [Self]);
dispatch('terminate:', [Reason], Self) ->
    called(beamtalk_actor_state:get(Self, finish), [Self, Reason]);
?ELSE('Clerk', 'bt@stdlib@actor').

called(nil, _) -> nil;
called(Fun, Args) -> apply(Fun, Args).

?CLASS_DISPATCH('Clerk class', 'bt@stdlib@actor').

?ELSE_CLASS('bt@stdlib@actor').
