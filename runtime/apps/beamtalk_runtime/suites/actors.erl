%% What suites say about actors: sends, Results, and the outcome of a fun.
-module(actors).

-export([suite/2, start/0, stop/1, class/1, make/1, make/2, send/2, send/3, pid/1, kind/1, error_kind/1, value/1]).
-export([ended/1, quietly/1, beside/1, outcome/1]).

%% Cases of a module, as EUnit wants them. What a case has started ends with it.
suite(Module, Cases) ->
    Test = fun(Case) -> {timeout, 120, {atom_to_list(Case), fun() -> alone(fun Module:Case/0) end}} end,
    {setup, fun start/0, fun stop/1, [Test(Case) || Case <- Cases]}.

alone(Case) ->
    {Pid, Monitor} = erlang:spawn_monitor(fun() ->
        try
            Case(),
            exit(shutdown)
        catch
            error:Reason:Stacktrace -> exit({failed, Reason, Stacktrace})
        end
    end),
    receive
        {'DOWN', Monitor, process, Pid, shutdown} -> ok;
        {'DOWN', Monitor, process, Pid, {failed, Reason, Stacktrace}} -> erlang:raise(error, Reason, Stacktrace);
        {'DOWN', Monitor, process, Pid, Reason} -> error({ended, Reason})
    end.

start() ->
    Started = fixture:start(),
    Modules = ['bt@stdlib@actor', 'bt@test@clerk', 'bt@test@head_clerk', 'bt@test@ledger'],
    [{module, Module} = code:ensure_loaded(Module) || Module <- Modules],
    Started.

stop(Started) ->
    fixture:stop(Started).

class(Name) -> fixture:class(Name).

make(Class) -> make(Class, #{}).
make(Class, State) -> send(class(Class), 'spawnWith:', [State]).

send(Receiver, Selector) -> send(Receiver, Selector, []).
send(Receiver, Selector, Args) -> beamtalk_dispatch:send(Receiver, Selector, Args).

pid(Actor) -> beamtalk_actor_call:pid(Actor).

%% The kind of the exception that a fun raises.
kind(Fun) -> beamtalk_exception:kind(fixture:caught(Fun)).

%% Of a Result.
error_kind(#{isOk := false, errReason := Exception}) -> beamtalk_exception:kind(Exception).
value(#{isOk := true, okValue := Value}) -> Value.

%% Waits until an actor, or a process, has ended; answers the reason.
ended(Pid) when is_pid(Pid) ->
    Monitor = erlang:monitor(process, Pid),
    receive
        {'DOWN', Monitor, process, _, Reason} -> Reason
    end;
ended(Actor) ->
    ended(pid(Actor)).

%% Without the log of what is meant to go wrong.
quietly(Fun) ->
    #{level := Level} = logger:get_primary_config(),
    ok = logger:set_primary_config(level, none),
    try
        Fun()
    after
        logger:set_primary_config(level, Level)
    end.

%% In a process of its own, which is not linked; outcome/1 waits for it.
beside(Fun) ->
    erlang:spawn_monitor(fun() -> exit({value, Fun()}) end).

outcome({Pid, Monitor}) ->
    receive
        {'DOWN', Monitor, process, Pid, {value, Value}} -> Value;
        {'DOWN', Monitor, process, Pid, Reason} -> {died, Reason}
    end.
