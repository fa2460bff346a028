%% The root of actors, on the primitives that the library's Actor has.
-module('bt@stdlib@actor').
-include("../test/fixture.hrl").
-export(['__new'/0, '__dispatch'/0, '__initialize'/1, '__required'/0]).

'__beamtalk_meta'() ->
    ?META('Actor', 'Object', actor,
        maps:from_list([{Selector, ?M(Arity, none)} || {Selector, Arity} <- instance_side()]),
        maps:from_list([{Selector, ?M(Arity, none)} || {Selector, Arity} <- class_side()])).

instance_side() ->
    [
        {initialize, 0}, {'terminate:', 1}, {isAlive, 0}, {stop, 0}, {kill, 0}, {pid, 0}, {monitor, 0},
        {'onExit:', 1}, {'registerAs:', 1}, {unregister, 0}, {registeredName, 0}, {isRegistered, 0},
        {'registerGloballyAs:', 1}, {unregisterGlobally, 0}, {'joinGroup:', 1}, {'leaveGroup:', 1}
    ].

class_side() ->
    [
        {spawn, 0}, {'spawnWith:', 1}, {'spawnAs:', 1}, {'spawnWith:as:', 2}, {'named:', 1}, {allRegistered, 0},
        {'spawnOn:', 1}, {'spawnOn:with:', 2}, {'globallyNamed:', 1}, {'inGroup:', 1}
    ].

?REGISTER.

'__new'() -> #{'$beamtalk_class' => 'Actor'}.
'__dispatch'() -> fun dispatch/3.
'__initialize'(_) -> nil.
'__required'() -> [].

dispatch(initialize, [], _) ->
    nil;
dispatch('terminate:', [_], _) ->
    nil;
dispatch(Selector, Args, Self) ->
    case lists:member({Selector, length(Args)}, instance_side()) of
        true -> apply(beamtalk_actor, Selector, [Self | Args]);
        false -> above(Selector, Args, Self)
    end.

above(Selector, Args, Self) ->
    case beamtalk_overlay:find('Actor', Selector) of
        none -> 'bt@stdlib@object':dispatch(Selector, Args, Self);
        Method -> beamtalk_extensions:invoke(Method, Args, Self)
    end.

?CLASS_DISPATCH('Actor class', 'bt@stdlib@object').

own(Selector, Args, Self) ->
    case lists:member({Selector, length(Args)}, class_side()) of
        true -> apply(beamtalk_actor, list_to_atom("class_" ++ atom_to_list(Selector)), [Self | Args]);
        false -> 'bt@stdlib@object':class_dispatch(Selector, Args, Self)
    end.
