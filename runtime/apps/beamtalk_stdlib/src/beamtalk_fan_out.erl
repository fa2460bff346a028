%% Functions that run beside each other, each in a process of its own. Functions go
%% in; out come their outcomes, by their places, as they end. One that fails or is
%% killed disturbs nobody else; all die with the caller.
%%
%% They are linked to a leash, a process that watches over them and the caller,
%% and not to the caller, whom the death of one would end. They count as part of
%% the message that the caller handles: a call back to an actor that waits for it
%% is refused at once.
-module(beamtalk_fan_out).

-export([start/1, next/2, all/1, finish/1]).

-export_type([fan/0, outcome/0]).

-type work() :: fun(() -> term()).
-type outcome() :: {answer, term()} | {failure, beamtalk_error:exception()}.
-opaque fan() :: {reference(), Leash :: pid(), Monitor :: reference(), Size :: non_neg_integer()}.

-spec start([work()]) -> fan().
start(Works) ->
    {Caller, Fan, Stack} = {self(), make_ref(), beamtalk_actor_call:waiting()},
    {Leash, Monitor} = spawn_monitor(fun() -> lead(Caller, Fan, Works, Stack) end),
    {Fan, Leash, Monitor, length(Works)}.

%% The next that ends, by its place. `timeout` if none does before the deadline, in
%% milliseconds of the monotonic clock.
-spec next(fan(), Deadline :: integer() | infinity) -> {pos_integer(), outcome()} | timeout | {down, term()}.
next({Fan, _, Monitor, _}, Deadline) ->
    receive
        {Fan, Place, Outcome} -> {Place, Outcome};
        {'DOWN', Monitor, process, _, Reason} -> {down, Reason}
    after left(Deadline) ->
        timeout
    end.

-spec left(integer() | infinity) -> timeout().
left(infinity) -> infinity;
left(Deadline) -> max(0, Deadline - erlang:monotonic_time(millisecond)).

%% When all have ended, in the order of their places.
-spec all(fan()) -> [outcome()].
all({_, _, _, Size} = Fan) ->
    Outcomes = gather(Fan, Size, #{}),
    finish(Fan),
    Outcomes.

-spec gather(fan(), non_neg_integer(), #{pos_integer() => outcome()}) -> [outcome()].
gather(_, 0, Outcomes) ->
    [Outcome || {_, Outcome} <- lists:sort(maps:to_list(Outcomes))];
gather(Fan, Missing, Outcomes) ->
    case next(Fan, infinity) of
        {down, Reason} -> exit(Reason);
        {Place, Outcome} -> gather(Fan, Missing - 1, Outcomes#{Place => Outcome})
    end.

%% Kills those that still run. Leaves nothing behind.
-spec finish(fan()) -> ok.
finish({Fan, Leash, Monitor, _}) ->
    Leash ! {Fan, finish},
    receive
        {'DOWN', Monitor, process, Leash, _} -> flush(Fan)
    end.

-spec flush(reference()) -> ok.
flush(Fan) ->
    receive
        {Fan, _, _} -> flush(Fan)
    after 0 ->
        ok
    end.

-spec lead(pid(), reference(), [work()], [pid()]) -> ok.
lead(Caller, Fan, Works, Stack) ->
    _ = process_flag(trap_exit, true),
    Monitor = monitor(process, Caller),
    Begin = fun(Place, Work) ->
        spawn_link(fun() ->
            ok = beamtalk_actor_call:inherit(Stack),
            Caller ! {Fan, Place, outcome(Work)}
        end)
    end,
    Places = lists:seq(1, length(Works)),
    Workers = maps:from_list([{Begin(Place, Work), Place} || {Place, Work} <- lists:zip(Places, Works)]),
    watch(Caller, Monitor, Fan, Workers).

-spec watch(pid(), reference(), reference(), #{pid() => pos_integer()}) -> ok.
watch(Caller, Monitor, Fan, Workers) ->
    receive
        {'EXIT', Worker, normal} ->
            watch(Caller, Monitor, Fan, maps:remove(Worker, Workers));
        {'EXIT', Worker, Reason} when is_map_key(Worker, Workers) ->
            Exception = beamtalk_error:exception(exit, Reason, []),
            Caller ! {Fan, maps:get(Worker, Workers), {failure, Exception}},
            watch(Caller, Monitor, Fan, maps:remove(Worker, Workers));
        {Fan, finish} ->
            lists:foreach(fun kill/1, maps:keys(Workers));
        {'DOWN', Monitor, process, Caller, _} ->
            lists:foreach(fun kill/1, maps:keys(Workers))
    end.

-spec kill(pid()) -> ok.
kill(Worker) ->
    exit(Worker, kill),
    receive
        {'EXIT', Worker, _} -> ok
    end.

-spec outcome(work()) -> outcome().
outcome(Work) ->
    try
        {answer, Work()}
    catch
        throw:{'$beamtalk_return', _, _} ->
            {failure, beamtalk_error:wrap(beamtalk_error:make(dead_return, 'Block', undefined))};
        Class:Reason:Stacktrace ->
            {failure, beamtalk_error:exception(Class, Reason, Stacktrace)}
    end.
