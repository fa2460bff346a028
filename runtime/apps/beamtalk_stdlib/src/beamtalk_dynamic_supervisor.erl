%% Primitives of DynamicSupervisor: children that come and go. The rest is that
%% of Supervisor.
-module(beamtalk_dynamic_supervisor).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([class_supervise/1, class_current/1]).
-export([startChild/1, 'startChild:'/2, 'terminateChild:'/2, count/1, stop/1, isAlive/1]).

-type class() :: beamtalk_class_reference:class().
-type supervisor() :: beamtalk_supervisor_start:handle().
-type result() :: beamtalk_result:result().

-spec class_supervise(class()) -> result().
class_supervise(Class) ->
    beamtalk_supervisor:class_supervise(Class).

-spec class_current(class()) -> supervisor() | nil.
class_current(Class) ->
    beamtalk_supervisor:class_current(Class).

-spec startChild(supervisor()) -> result().
startChild(Self) ->
    start(Self, spawn, [], startChild).

-spec 'startChild:'(supervisor(), term()) -> result().
'startChild:'(Self, State) ->
    start(Self, 'spawnWith:', [State], 'startChild:').

-spec start(supervisor(), atom(), [term()], atom()) -> result().
start({beamtalk_supervisor, Class, _, _} = Self, Start, Args, Selector) ->
    case beamtalk_supervisor_handle:start_child(Self, Start, Args) of
        {ok, Pid} ->
            beamtalk_result:ok(beamtalk_supervisor:actor(Pid, child_class(Class)));
        stale ->
            failed(beamtalk_supervisor:stale(Self, Selector));
        {error, Reason} ->
            Hint = beamtalk_supervisor_failure:text(Reason),
            failed(beamtalk_error:make(child_start_failed, Class, Selector, Hint))
    end.

-spec child_class(atom()) -> class().
child_class(Class) ->
    beamtalk_dispatch:send(beamtalk_class_registry:class_object(Class), childClass, []).

-spec 'terminateChild:'(supervisor(), term()) -> result().
'terminateChild:'({beamtalk_supervisor, Class, _, _} = Self, Child) ->
    case pid(Child) of
        none ->
            Error = beamtalk_error:make(terminate_failed, Class, 'terminateChild:', <<"Pass a child of this supervisor">>),
            failed(Error);
        undefined ->
            beamtalk_result:ok(nil);
        Pid ->
            beamtalk_supervisor:terminate(Self, Pid, 'terminateChild:')
    end.

-spec pid(term()) -> pid() | undefined | none.
pid({beamtalk_object, _, _, _} = Child) ->
    case beamtalk_class_reference:side(Child) of
        none -> beamtalk_actor_call:pid(Child);
        _ -> none
    end;
pid(_) ->
    none.

-spec count(supervisor()) -> non_neg_integer().
count(Self) ->
    beamtalk_supervisor:count(Self).

-spec stop(supervisor()) -> nil.
stop(Self) ->
    beamtalk_supervisor:stop(Self).

-spec isAlive(supervisor()) -> boolean().
isAlive(Self) ->
    beamtalk_supervisor:isAlive(Self).

-spec failed(beamtalk_error:error()) -> result().
failed(Error) ->
    beamtalk_result:error(beamtalk_error:wrap(Error)).
