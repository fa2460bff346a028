%% Messages that go to an actor. To the actor of this very process they are
%% plain calls; to another they travel, and a call waits for the answer. Life
%% and death of an actor are asked about without its help.
%%
%% A call says which actors wait for it. One that would wait for an actor
%% that waits for it is refused at once.
-module(beamtalk_actor_call).

-include("beamtalk.hrl").
-include("beamtalk_actor.hrl").

-export([send/3, send/4, delegate/3, cast/3, pid/1, waiting/0, inherit/1, stop_self/0]).

-export_type([actor/0]).

%% The process of a native class is written in Erlang: its methods run in the
%% caller, and those that delegate send it the message.
-type actor() ::
    {beamtalk_object, atom(), module() | {native, module()}, pid() | {registered, atom()} | {global, atom()}}.

-spec send(actor(), atom(), [term()]) -> term().
send({beamtalk_object, _, {native, Module}, _} = Receiver, Selector, Args) ->
    Module:dispatch(Selector, Args, Receiver);
send({beamtalk_object, 'TimeoutProxy', _, _} = Receiver, Selector, Args) ->
    send(Receiver, Selector, Args, infinity);
send(Receiver, Selector, Args) ->
    send(Receiver, Selector, Args, ?PATIENCE).

-spec send(actor(), atom(), [term()], timeout()) -> term().
send({beamtalk_object, _, {native, Module}, _} = Receiver, Selector, Args, _) ->
    Module:dispatch(Selector, Args, Receiver);
send({beamtalk_object, _, _, Pid} = Receiver, Selector, Args, _) when Pid =:= self() ->
    dispatch(Receiver, Selector, Args);
send({beamtalk_object, _, _, Where} = Receiver, Selector, Args, Timeout) ->
    case is_outside(Selector) of
        true -> outside(Receiver, Selector, Args);
        here when is_pid(Where), node(Where) =:= node() -> outside(Receiver, Selector, Args);
        unless_own -> unless_own(Receiver, Selector, Args, Timeout);
        _ when is_pid(Where) -> call(Where, Selector, Args, Timeout);
        _ -> call_name(Receiver, Selector, Args, Timeout)
    end.

%% What is answered without entering the mailbox; what is performed may enter.
%% A name is given on the node of the actor, so one far away is asked itself.
%% That an actor is not nil is known without it, and the blocks that depend on
%% it belong to the sender, unless the class has an answer of its own.
-spec is_outside(atom()) -> boolean() | here | unless_own.
is_outside(isAlive) -> true;
is_outside(stop) -> true;
is_outside(kill) -> true;
is_outside(pid) -> true;
is_outside(monitor) -> true;
is_outside('onExit:') -> true;
is_outside(delegate) -> true;
is_outside('perform:') -> true;
is_outside('perform:withArguments:') -> true;
is_outside('perform:withArguments:timeout:') -> true;
is_outside(isRegistered) -> true;
is_outside(registeredName) -> true;
is_outside(class) -> true;
is_outside('registerAs:') -> here;
is_outside(unregister) -> here;
is_outside(isNil) -> unless_own;
is_outside(notNil) -> unless_own;
is_outside('ifNil:') -> unless_own;
is_outside('ifNotNil:') -> unless_own;
is_outside('ifNil:ifNotNil:') -> unless_own;
is_outside('ifNotNil:ifNil:') -> unless_own;
is_outside(_) -> false.

-spec unless_own(actor(), atom(), [term()], timeout()) -> term().
unless_own({beamtalk_object, Class, _, Where} = Receiver, Selector, Args, Timeout) ->
    Chain = [Class | beamtalk_class_hierarchy_table:ancestors(Class)],
    case beamtalk_lookup:find(Chain, instance, Selector) of
        {ok, Own} when Own =/= 'Object', is_pid(Where) -> call(Where, Selector, Args, Timeout);
        {ok, Own} when Own =/= 'Object' -> call_name(Receiver, Selector, Args, Timeout);
        _ -> outside(Receiver, Selector, Args)
    end.

%% An actor whose class is gone is still one, if a dead one.
-spec outside(actor(), atom(), [term()]) -> term().
outside({beamtalk_object, Class, _, _} = Receiver, Selector, Args) ->
    Dispatch = persistent_term:get(Class, persistent_term:get('Actor', undefined)),
    Dispatch(Selector, Args, Receiver).

%% In the code that the message at hand began with.
-spec dispatch(actor(), atom(), [term()]) -> term().
dispatch({beamtalk_object, _, Module, _} = Self, Selector, Args) ->
    case get(?STATE) of
        #{?SELF := {_, _, Dispatch}} -> Dispatch(Selector, Args, Self);
        undefined -> Module:dispatch(Selector, Args, Self)
    end.

-spec call(pid(), atom(), [term()], timeout()) -> term().
call(Pid, Selector, Args, Timeout) ->
    Context = context(Pid, Selector),
    try gen_server:call(Pid, {Selector, Args, Context}, Timeout) of
        {ok, Value} -> Value;
        {error, Exception} -> beamtalk_actor_failure:raise_again(Exception)
    catch
        exit:{Reason, {gen_server, call, _}} -> beamtalk_actor_failure:unanswered(Reason, Selector)
    end.

%% To a process that was written in Erlang.
-spec delegate(actor(), atom(), [term()]) -> term().
delegate(Self, Selector, Args) ->
    case pid(Self) of
        undefined -> beamtalk_error:raise(no_such_process, unknown, Selector);
        Pid -> call(Pid, Selector, Args, ?PATIENCE)
    end.

%% The name is looked up at every message.
-spec call_name(actor(), atom(), [term()], timeout()) -> term().
call_name({beamtalk_object, Class, Module, _} = Receiver, Selector, Args, Timeout) ->
    case pid(Receiver) of
        undefined -> beamtalk_error:raise(no_such_process, Class, Selector);
        Pid -> send({beamtalk_object, Class, Module, Pid}, Selector, Args, Timeout)
    end.

-spec pid(actor()) -> pid() | undefined.
pid({beamtalk_object, _, _, Pid}) when is_pid(Pid) -> Pid;
pid({beamtalk_object, _, _, {registered, Name}}) -> whereis_pid(whereis(Name));
pid({beamtalk_object, _, _, {global, Name}}) -> whereis_pid(global:whereis_name(Name)).

-spec whereis_pid(pid() | port() | undefined) -> pid() | undefined.
whereis_pid(Pid) when is_pid(Pid) -> Pid;
whereis_pid(_) -> undefined.

-spec context(pid(), atom()) -> map().
context(Pid, Selector) ->
    Waiting = waiting(),
    case lists:member(Pid, Waiting) of
        true -> beamtalk_actor_failure:deadlock(Selector);
        false -> #{call_stack => Waiting}
    end.

%% Who waits while this process does: itself, and whoever waits for it.
-spec waiting() -> [pid(), ...].
waiting() ->
    case get(?WAITING) of
        undefined -> [self()];
        Stack -> [self() | Stack]
    end.

%% This process works for others who wait for it, and is no actor itself.
-spec inherit([pid()]) -> ok.
inherit(Stack) ->
    _ = put(?WAITING, Stack),
    ok.

%% Nobody waits and nobody hears of a failure. To what is no actor there is
%% nothing to send.
-spec cast(term(), atom(), [term()]) -> nil.
cast({beamtalk_object, _, {native, _}, _} = Receiver, Selector, Args) ->
    case pid(Receiver) of
        undefined -> ok;
        Pid -> gen_server:cast(Pid, {cast, Selector, Args, #{call_stack => waiting()}})
    end,
    nil;
cast({beamtalk_object, _, _, Pid}, Selector, Args) when is_pid(Pid) ->
    deliver(Pid, Selector, Args);
cast({beamtalk_object, _, _, _} = Receiver, Selector, Args) ->
    case beamtalk_class_reference:side(Receiver) of
        none -> deliver(pid(Receiver), Selector, Args);
        _ -> nil
    end;
cast(_, _, _) ->
    nil.

-spec deliver(pid() | undefined, atom(), [term()]) -> nil.
deliver(undefined, _, _) ->
    nil;
deliver(Pid, Selector, Args) ->
    ok = gen_server:cast(Pid, {Selector, Args}),
    nil.

%% The actor of this process ends when the messages before have.
-spec stop_self() -> ok.
stop_self() ->
    gen_server:cast(self(), stop).
