%% Starts one supervised actor, at first and at every restart, in the way that a
%% `SupervisionSpec` names: the selector that would spawn it and its arguments.
%% Runs in the supervisor, and lets none of the user's code run there.
-module(beamtalk_supervisor_child).

-include("beamtalk.hrl").
-include("beamtalk_actor.hrl").

-export([start_link/3]).

-type class() :: beamtalk_class_reference:class().
-type started() :: {ok, pid()} | {error, beamtalk_error:error() | {already_started, pid()}}.

-spec start_link(class(), Start :: atom(), [term()]) -> started().
start_link(Class, Start, Args) ->
    case start(Class, Start, Args) of
        {ok, Pid} = Started ->
            ok = tell(Pid),
            Started;
        Failure ->
            Failure
    end.

%% A process that was written in Erlang knows how to be supervised.
-spec tell(pid()) -> ok.
tell(Pid) when node(Pid) =/= node() ->
    ok;
tell(Pid) ->
    case proc_lib:translate_initial_call(Pid) of
        {beamtalk_actor_process, init, 1} -> beamtalk_actor_process:supervised(Pid);
        _ -> ok
    end.

-spec start(class(), atom(), [term()]) -> started().
start(Class, spawn, []) ->
    beamtalk_actor_start:link(Class, #{}, spawn, none);
start(Class, 'spawnWith:', [State]) ->
    beamtalk_actor_start:link(Class, State, 'spawnWith:', none);
start(Class, 'spawnAs:', [Name]) ->
    named(Class, #{}, 'spawnAs:', Name);
start(Class, 'spawnWith:as:', [State, Name]) ->
    named(Class, State, 'spawnWith:as:', Name);
start(Class, classMethod, [Selector, Args]) ->
    made(Class, Selector, Args).

-spec named(class(), term(), atom(), term()) -> started().
named(Class, State, Selector, Name) ->
    case beamtalk_actor_names:check(Name, Selector) of
        ok -> beamtalk_actor_start:link(Class, State, Selector, {local, Name});
        {error, Error} -> {error, Error}
    end.

%% A method of the class makes the actor. It runs in a process of its own, to
%% which the actor is linked at first; that ends without harm when the actor is
%% linked here.
-spec made(class(), atom(), [term()]) -> started().
made(Class, Selector, Args) ->
    Here = self(),
    Make = fun() -> Here ! {self(), outcome(Class, Selector, Args)} end,
    {Maker, Monitor} = spawn_monitor(Make),
    receive
        {Maker, {ok, Pid}} ->
            true = link(Pid),
            true = demonitor(Monitor, [flush]),
            {ok, Pid};
        {Maker, {error, Error}} ->
            true = demonitor(Monitor, [flush]),
            {error, Error};
        {'DOWN', Monitor, process, Maker, Reason} ->
            failed(Class, Selector, unicode:characters_to_binary(io_lib:format("~0tp", [Reason])))
    after ?PATIENCE ->
        exit(Maker, kill),
        receive
            {'DOWN', Monitor, process, Maker, _} -> ok
        end,
        %% It may have been done just before.
        receive {Maker, _} -> ok after 0 -> ok end,
        failed(Class, Selector, <<"It took more than five seconds">>)
    end.

-spec outcome(class(), atom(), [term()]) -> started().
outcome(Class, Selector, Args) ->
    try beamtalk_dispatch:perform(Class, Selector, Args) of
        Answer -> actor(Answer, Class, Selector)
    catch
        Kind:Reason:Stacktrace ->
            Exception = beamtalk_error:exception(Kind, Reason, Stacktrace),
            failed(Class, Selector, beamtalk_exception:print_string(Exception))
    end.

-spec actor(term(), class(), atom()) -> started().
actor({beamtalk_object, _, _, _} = Answer, Class, Selector) ->
    case beamtalk_class_reference:side(Answer) =:= none andalso beamtalk_actor_call:pid(Answer) of
        Pid when is_pid(Pid) -> {ok, Pid};
        _ -> no_actor(Answer, Class, Selector)
    end;
actor(Answer, Class, Selector) ->
    no_actor(Answer, Class, Selector).

-spec no_actor(term(), class(), atom()) -> started().
no_actor(Answer, Class, Selector) ->
    Shown = beamtalk_printing:print(Answer),
    failed(Class, Selector, <<"It must answer an actor, and answered ", Shown/binary>>).

-spec failed(class(), atom(), binary()) -> {error, beamtalk_error:error()}.
failed(Class, Selector, Hint) ->
    {error, beamtalk_error:make(instantiation_error, beamtalk_class_reference:name(Class), Selector, Hint)}.
