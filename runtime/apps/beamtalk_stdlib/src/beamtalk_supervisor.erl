%% Primitives of Supervisor: what the runtime does for a supervisor, with Results
%% and exceptions around it. Those that a DynamicSupervisor shares are called
%% from there too.
-module(beamtalk_supervisor).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([class_supervise/1, class_current/1]).
-export([children/1, 'which:'/2, 'terminate:'/2, count/1, stop/1, isAlive/1]).
-export([actor/2, terminate/3, stale/2]).

-type class() :: beamtalk_class_reference:class().
-type supervisor() :: beamtalk_supervisor_start:handle().
-type result() :: beamtalk_result:result().

-spec class_supervise(class()) -> result().
class_supervise(Class) ->
    case beamtalk_supervisor_start:supervise(Class) of
        {ok, Supervisor} -> beamtalk_result:ok(Supervisor);
        {error, Error} -> beamtalk_result:error(beamtalk_error:wrap(Error))
    end.

-spec class_current(class()) -> supervisor() | nil.
class_current(Class) ->
    beamtalk_supervisor_start:current(Class).

-spec children(supervisor()) -> [atom()].
children(Self) ->
    Children = answered(beamtalk_supervisor_handle:children(Self), Self, children),
    [Id || {Id, _, _, _} <- Children].

-spec 'which:'(supervisor(), term()) -> result().
'which:'(Self, Class) ->
    case beamtalk_class_reference:side(Class) of
        instance ->
            case beamtalk_supervisor_handle:find(Self, Class) of
                {ok, Child} -> beamtalk_result:ok(reference(Child, Class));
                none -> beamtalk_result:ok(nil);
                stale -> failed(stale(Self, 'which:'))
            end;
        _ ->
            beamtalk_argument:type_error('Supervisor', 'which:', <<"Pass the class of the child">>)
    end.

%% A method of its class may have made a child, and of another class.
-spec reference({term(), pid(), worker | supervisor, [module()]}, class()) -> tuple().
reference({_, Pid, supervisor, [Module]}, Class) ->
    {beamtalk_supervisor, beamtalk_class_reference:name(Class), Module, Pid};
reference({_, Pid, worker, _}, Class) ->
    actor(Pid, Class).

%% The process of an actor says of which class it is, unless it is written in Erlang.
-spec actor(pid(), class()) -> beamtalk_actor_start:actor().
actor(Pid, Class) ->
    case beamtalk_actor_instances:class_of(Pid) of
        none -> beamtalk_actor_start:reference(Class, Pid);
        Known -> beamtalk_actor_start:reference(beamtalk_class_registry:class_object(Known), Pid)
    end.

-spec 'terminate:'(supervisor(), term()) -> result().
'terminate:'(Self, Class) ->
    case beamtalk_class_reference:side(Class) of
        instance ->
            case beamtalk_supervisor_handle:find(Self, Class) of
                {ok, {Id, _, _, _}} -> terminate(Self, Id, 'terminate:');
                none -> beamtalk_result:ok(nil);
                stale -> failed(stale(Self, 'terminate:'))
            end;
        _ ->
            failed(error(terminate_failed, Self, 'terminate:', <<"Pass the class of the child">>))
    end.

%% The child by what its supervisor knows it by.
-spec terminate(supervisor(), term(), atom()) -> result().
terminate(Self, Child, Selector) ->
    case beamtalk_supervisor_handle:terminate(Self, Child) of
        ok -> beamtalk_result:ok(nil);
        stale -> failed(stale(Self, Selector));
        {error, Reason} -> failed(error(terminate_failed, Self, Selector, beamtalk_supervisor_failure:text(Reason)))
    end.

-spec count(supervisor()) -> non_neg_integer().
count(Self) ->
    answered(beamtalk_supervisor_handle:count(Self), Self, count).

-spec stop(supervisor()) -> nil.
stop(Self) ->
    case beamtalk_supervisor_handle:stop(Self) of
        ok -> nil;
        stale -> beamtalk_error:raise_error(stale(Self, stop))
    end.

-spec isAlive(supervisor()) -> boolean().
isAlive(Self) ->
    beamtalk_supervisor_handle:is_alive(Self).

-spec answered({ok, Answer} | stale, supervisor(), atom()) -> Answer.
answered({ok, Answer}, _, _) -> Answer;
answered(stale, Self, Selector) -> beamtalk_error:raise_error(stale(Self, Selector)).

-spec stale(supervisor(), atom()) -> beamtalk_error:error().
stale(Self, Selector) ->
    error(stale_handle, Self, Selector, <<"The supervisor has ended; ask its class for the 'current' one">>).

-spec error(atom(), supervisor(), atom(), binary()) -> beamtalk_error:error().
error(Kind, {beamtalk_supervisor, Class, _, _}, Selector, Hint) ->
    beamtalk_error:make(Kind, Class, Selector, Hint).

-spec failed(beamtalk_error:error()) -> result().
failed(Error) ->
    beamtalk_result:error(beamtalk_error:wrap(Error)).
