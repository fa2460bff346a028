%% Primitives of Actor: starting, naming, watching and ending processes. What a
%% message does once it has reached its actor is in the runtime
%% (beamtalk_actor_process); here is what is asked of an actor from outside.
-module(beamtalk_actor).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").
-include_lib("beamtalk_runtime/include/beamtalk_actor.hrl").

-export([class_spawn/1, 'class_spawnWith:'/2, 'class_spawnAs:'/2, 'class_spawnWith:as:'/3]).
-export(['class_spawnOn:'/2, 'class_spawnOn:with:'/3]).
-export(['class_named:'/2, class_allRegistered/1, 'class_globallyNamed:'/2, 'class_inGroup:'/2]).
-export(['registerAs:'/2, unregister/1, registeredName/1, isRegistered/1]).
-export(['registerGloballyAs:'/2, unregisterGlobally/1, 'joinGroup:'/2, 'leaveGroup:'/2]).
-export(['withTimeout:'/2, delegate/1, pid/1, monitor/1, 'onExit:'/2, stop/1, kill/1, isAlive/1]).
-export([printString/1]).

-type class() :: beamtalk_class_reference:class().
-type actor() :: beamtalk_actor_call:actor().

-spec class_spawn(class()) -> actor().
class_spawn(Class) ->
    beamtalk_actor_start:spawn(Class, #{}, spawn).

-spec 'class_spawnWith:'(class(), map()) -> actor().
'class_spawnWith:'(Class, State) ->
    beamtalk_actor_start:spawn(Class, State, 'spawnWith:').

-spec 'class_spawnAs:'(class(), atom()) -> map().
'class_spawnAs:'(Class, Name) ->
    spawn_as(Class, #{}, Name, 'spawnAs:').

-spec 'class_spawnWith:as:'(class(), map(), atom()) -> map().
'class_spawnWith:as:'(Class, State, Name) ->
    spawn_as(Class, State, Name, 'spawnWith:as:').

-spec spawn_as(class(), map(), atom(), atom()) -> map().
spawn_as(Class, State, Name, Selector) ->
    Started =
        case beamtalk_actor_names:check(Name, Selector) of
            ok -> beamtalk_actor_start:link(Class, State, Selector, {local, Name});
            Refusal -> Refusal
        end,
    case Started of
        {ok, Pid} ->
            beamtalk_result:ok(beamtalk_actor_start:reference(Class, Pid));
        {error, {already_started, _}} ->
            {error, Taken} = beamtalk_actor_names:taken(Selector),
            failed(Taken);
        {error, Error} ->
            failed(Error)
    end.

-spec failed(beamtalk_error:error()) -> map().
failed(Error) ->
    beamtalk_result:error(beamtalk_error:wrap(Error)).

-spec 'class_spawnOn:'(class(), node()) -> actor().
'class_spawnOn:'(Class, Node) ->
    spawn_on(Class, #{}, Node, 'spawnOn:').

-spec 'class_spawnOn:with:'(class(), node(), map()) -> actor().
'class_spawnOn:with:'(Class, Node, State) ->
    spawn_on(Class, State, Node, 'spawnOn:with:').

-spec spawn_on(class(), map(), term(), atom()) -> actor().
spawn_on(Class, State, Node, Selector) when is_atom(Node), Node =/= nil ->
    beamtalk_actor_start:spawn(Class, State, Selector, {node, Node});
spawn_on(_, _, _, Selector) ->
    beamtalk_argument:type_error('Actor', Selector, <<"The name of a node is a Symbol, such as #'kitchen@host'">>).

-spec 'class_named:'(class(), atom()) -> map().
'class_named:'(Class, Name) ->
    found(beamtalk_actor_names:find(beamtalk_class_reference:name(Class), Name, 'named:')).

-spec 'class_globallyNamed:'(class(), atom()) -> map().
'class_globallyNamed:'(Class, Name) ->
    found(beamtalk_actor_global_names:find(beamtalk_class_reference:name(Class), Name, 'globallyNamed:')).

-spec found({ok, actor()} | {error, beamtalk_error:error()}) -> map().
found({ok, Actor}) -> beamtalk_result:ok(Actor);
found({error, Error}) -> failed(Error).

-spec class_allRegistered(class()) -> [actor()].
class_allRegistered(Class) ->
    beamtalk_actor_names:all(beamtalk_class_reference:name(Class)).

-spec 'class_inGroup:'(class(), atom()) -> [actor()].
'class_inGroup:'(Class, Name) ->
    beamtalk_actor_groups:members(beamtalk_class_reference:name(Class), Name, 'inGroup:').

-spec 'registerAs:'(actor(), atom()) -> map().
'registerAs:'(Self, Name) ->
    registered(Self, beamtalk_actor_names:register(Self, Name, 'registerAs:')).

-spec 'registerGloballyAs:'(actor(), atom()) -> map().
'registerGloballyAs:'(Self, Name) ->
    registered(Self, beamtalk_actor_global_names:register(Self, Name, 'registerGloballyAs:')).

-spec registered(actor(), ok | {error, beamtalk_error:error()}) -> map().
registered(Self, ok) -> beamtalk_result:ok(Self);
registered(_, {error, Error}) -> failed(Error).

-spec unregister(actor()) -> ok.
unregister(Self) ->
    beamtalk_actor_names:unregister(Self).

-spec unregisterGlobally(actor()) -> ok.
unregisterGlobally(Self) ->
    beamtalk_actor_global_names:unregister(Self).

-spec registeredName(actor()) -> atom().
registeredName(Self) ->
    beamtalk_actor_names:name(Self).

-spec isRegistered(actor()) -> boolean().
isRegistered(Self) ->
    beamtalk_actor_names:name(Self) =/= nil.

%% In the process of the actor, as every message that is not asked from outside.
-spec 'joinGroup:'(actor(), atom()) -> ok.
'joinGroup:'({beamtalk_object, Class, _, _}, Name) ->
    beamtalk_actor_groups:join(Class, Name, 'joinGroup:').

-spec 'leaveGroup:'(actor(), atom()) -> ok.
'leaveGroup:'({beamtalk_object, Class, _, _}, Name) ->
    beamtalk_actor_groups:leave(Class, Name, 'leaveGroup:').

-spec 'withTimeout:'(actor(), term()) -> actor().
'withTimeout:'(Self, Timeout) ->
    Proxy = beamtalk_class_registry:class_object('TimeoutProxy'),
    State = #{target => Self, timeoutMs => milliseconds(Timeout)},
    beamtalk_actor_start:spawn(Proxy, State, 'withTimeout:').

-spec milliseconds(term()) -> timeout().
milliseconds(infinity) ->
    infinity;
milliseconds(Timeout) when is_integer(Timeout), Timeout >= 0 ->
    Timeout;
milliseconds(#{?TAG := 'Duration'} = Duration) ->
    max(0, beamtalk_dispatch:send(Duration, asMilliseconds, []));
milliseconds(_) ->
    Hint = <<"A timeout is a number of milliseconds, a Duration or #infinity">>,
    beamtalk_argument:type_error('Actor', 'withTimeout:', Hint).

-spec delegate(actor()) -> no_return().
delegate(_) ->
    beamtalk_exception:signal('Error', <<"delegate called on a non-native Actor">>).

-spec pid(actor()) -> pid().
pid(Self) ->
    case beamtalk_actor_call:pid(Self) of
        undefined -> beamtalk_error:raise(no_such_process, 'Actor', pid);
        Pid -> Pid
    end.

-spec monitor(actor()) -> reference().
monitor(Self) ->
    erlang:monitor(process, pid(Self)).

%% The watcher belongs to nobody: it ends when it has said what it was to say.
-spec 'onExit:'(actor(), fun((term()) -> term())) -> ok.
'onExit:'(Self, Block) when is_function(Block, 1) ->
    Pid = pid(Self),
    _ = spawn(fun() -> watch(Pid, Block) end),
    ok;
'onExit:'(_, _) ->
    beamtalk_argument:type_error('Actor', 'onExit:', <<"Pass a block that takes the reason">>).

-spec watch(pid(), fun((term()) -> term())) -> ok.
watch(Pid, Block) ->
    Monitor = erlang:monitor(process, Pid),
    receive
        {'DOWN', Monitor, process, _, Reason} -> told(Block, Reason)
    end.

-spec told(fun((term()) -> term()), term()) -> ok.
told(Block, Reason) ->
    try
        _ = Block(Reason),
        ok
    catch
        Class:Error:Stacktrace ->
            Exception = beamtalk_error:exception(Class, Error, Stacktrace),
            logger:error("A block of onExit: failed: ~ts", [beamtalk_exception:message(Exception)])
    end.

%% An actor that asks itself to stop does so when its message has ended.
-spec stop(actor()) -> ok.
stop(Self) ->
    case beamtalk_actor_call:pid(Self) of
        undefined -> ok;
        Pid when Pid =:= self() -> beamtalk_actor_call:stop_self();
        Pid -> stop_other(Pid)
    end.

-spec stop_other(pid()) -> ok.
stop_other(Pid) ->
    try
        gen_server:stop(Pid, normal, ?PATIENCE)
    catch
        exit:noproc -> ok;
        exit:normal -> ok;
        exit:{noproc, _} -> ok;
        exit:{normal, _} -> ok;
        exit:{{nodedown, _}, _} -> ok;
        exit:_ -> still_running(Pid)
    end.

%% Whatever else ended it has ended it.
-spec still_running(pid()) -> ok.
still_running(Pid) ->
    case beamtalk_actor_nodes:is_alive(Pid) of
        false ->
            ok;
        true ->
            Hint = <<"The actor is busy; end it at once with 'kill'">>,
            beamtalk_error:raise(actor_dead, unknown, stop, Hint)
    end.

-spec kill(actor()) -> ok.
kill(Self) ->
    case beamtalk_actor_call:pid(Self) of
        undefined ->
            ok;
        Pid ->
            Monitor = erlang:monitor(process, Pid),
            true = exit(Pid, kill),
            receive
                {'DOWN', Monitor, process, _, _} -> ok
            end
    end.

-spec isAlive(actor()) -> boolean().
isAlive(Self) ->
    case beamtalk_actor_call:pid(Self) of
        undefined -> false;
        Pid -> beamtalk_actor_nodes:is_alive(Pid)
    end.

-spec printString(actor()) -> binary().
printString(Self) ->
    beamtalk_printing:print(Self).
