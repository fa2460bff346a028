%% One lock and those who wait for it, as data inside a class process. Keeps
%% order of arrival, frees itself when its owner dies, and gives up for a
%% waiter after its time. Who re-enters is not its business: a writer counts
%% that for itself.
-module(beamtalk_class_lock).

-export([new/0, acquire/4, release/1, owner/1, down/2, expired/2]).

-export_type([lock/0]).

-record(waiter, {from :: gen_server:from(), monitor :: reference(), timer :: reference()}).
-record(lock, {
    owner = none :: none | {pid(), reference()},
    waiting = [] :: [#waiter{}]
}).

-opaque lock() :: #lock{}.

-spec new() -> lock().
new() ->
    #lock{}.

-spec owner(lock()) -> pid() | none.
owner(#lock{owner = none}) -> none;
owner(#lock{owner = {Pid, _}}) -> Pid.

%% Answers `granted` now or later; `deadlock` at once if the owner waits for
%% the asker, `timeout` when the time is over.
-spec acquire(lock(), gen_server:from(), [pid()], timeout()) -> lock().
acquire(#lock{owner = none} = Lock, {Pid, _} = From, _Chain, _Timeout) ->
    grant(Lock, From, monitor(process, Pid));
acquire(#lock{owner = {Owner, _}, waiting = Waiting} = Lock, {Pid, _} = From, Chain, Timeout) ->
    case lists:member(Owner, Chain) of
        true ->
            gen_server:reply(From, deadlock),
            Lock;
        false ->
            Monitor = monitor(process, Pid),
            Timer = erlang:start_timer(Timeout, self(), {lock, Monitor}),
            Lock#lock{waiting = Waiting ++ [#waiter{from = From, monitor = Monitor, timer = Timer}]}
    end.

-spec grant(lock(), gen_server:from(), reference()) -> lock().
grant(Lock, {Pid, _} = From, Monitor) ->
    gen_server:reply(From, granted),
    Lock#lock{owner = {Pid, Monitor}}.

%% The owner lets go, and the first who waits is the owner.
-spec release(lock()) -> lock().
release(#lock{owner = {_, Monitor}} = Lock) ->
    demonitor(Monitor, [flush]),
    next(Lock).

-spec next(lock()) -> lock().
next(#lock{waiting = []} = Lock) ->
    Lock#lock{owner = none};
next(#lock{waiting = [#waiter{from = From, monitor = Monitor, timer = Timer} | Rest]} = Lock) ->
    _ = erlang:cancel_timer(Timer),
    grant(Lock#lock{waiting = Rest}, From, Monitor).

%% An owner or a waiter has died.
-spec down(lock(), reference()) -> lock().
down(#lock{owner = {_, Monitor}} = Lock, Monitor) ->
    next(Lock);
down(#lock{waiting = Waiting} = Lock, Monitor) ->
    {Gone, Rest} = lists:partition(fun(W) -> W#waiter.monitor =:= Monitor end, Waiting),
    lists:foreach(fun(W) -> erlang:cancel_timer(W#waiter.timer) end, Gone),
    Lock#lock{waiting = Rest}.

%% The time of a waiter is over; it may just have been served.
-spec expired(lock(), reference()) -> lock().
expired(#lock{waiting = Waiting} = Lock, Monitor) ->
    {Late, Rest} = lists:partition(fun(W) -> W#waiter.monitor =:= Monitor end, Waiting),
    lists:foreach(fun give_up/1, Late),
    Lock#lock{waiting = Rest}.

-spec give_up(#waiter{}) -> ok.
give_up(#waiter{from = From, monitor = Monitor}) ->
    demonitor(Monitor, [flush]),
    gen_server:reply(From, timeout).
