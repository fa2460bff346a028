%% Actors that wait for each other in a circle are told so at once; those that only
%% seem to are left to wait.
-module(deadlock_tests).
-include_lib("stdlib/include/assert.hrl").

-compile([export_all, nowarn_export_all]).
-import(actors, [send/2, send/3, pid/1, kind/1, value/1, class/1, beside/1, outcome/1]).

deadlock_test_() ->
    actors:suite(?MODULE, [
        a_message_to_oneself_is_a_call, cycles_of_every_length_are_refused, a_cycle_through_names_is_refused,
        a_cycle_through_parallel_work_is_refused, a_cycle_through_a_lock_of_a_class_is_refused,
        a_refusal_can_be_handled_on_the_way, a_cycle_that_was_refused_leaves_no_trace,
        others_may_call_an_actor_that_waits, one_who_works_for_nobody_may_call_back, a_diamond_is_no_circle,
        a_cast_back_is_no_circle
    ]).

clerks(Count) -> [actors:make('Clerk') || _ <- lists:seq(1, Count)].

%% Each asks the next; the last does something.
through([], Last) -> Last();
through([Clerk | Clerks], Last) -> send(Clerk, 'do:', [fun(_) -> through(Clerks, Last) end]).

%% Refused, and not by the clock.
refused(Fun) ->
    Began = erlang:monotonic_time(millisecond),
    ?assertEqual(deadlock_detected, kind(Fun)),
    ?assert(erlang:monotonic_time(millisecond) - Began < 2000).

a_message_to_oneself_is_a_call() ->
    [Clerk] = clerks(1),
    ?assertEqual(1, through([Clerk, Clerk, Clerk], fun() -> send(Clerk, tick) end)).

cycles_of_every_length_are_refused() ->
    Cycle = fun(Length) ->
        [First | _] = Clerks = clerks(Length),
        refused(fun() -> through(Clerks, fun() -> send(First, n) end) end),
        %% The circle need not close where it began.
        refused(fun() -> through(clerks(2) ++ Clerks, fun() -> send(First, n) end) end)
    end,
    lists:foreach(Cycle, lists:seq(2, 5)).

a_cycle_through_names_is_refused() ->
    [First, Second] = clerks(2),
    First = value(send(First, 'registerAs:', [theFirst])),
    First = value(send(First, 'registerGloballyAs:', [theFirst])),
    Names = [value(send(class('Clerk'), Named, [theFirst])) || Named <- ['named:', 'globallyNamed:']],
    Close = fun(Name) ->
        refused(fun() -> through([First, Second], fun() -> send(Name, n) end) end),
        refused(fun() -> through([Name, Second], fun() -> send(First, n) end) end),
        ?assertEqual(0, send(Name, n))
    end,
    lists:foreach(Close, Names).

a_cycle_through_parallel_work_is_refused() ->
    [First, Second] = clerks(2),
    InParallel = fun(Work) -> beamtalk_parallel:map(fun(_) -> Work() end, [1, 2, 3], infinity) end,
    refused(fun() -> through([First], fun() -> InParallel(fun() -> send(First, n) end) end) end),
    refused(fun() ->
        through([First, Second], fun() -> InParallel(fun() -> InParallel(fun() -> send(First, n) end) end) end)
    end),
    ?assertEqual([1], lists:usort(through([First], fun() -> InParallel(fun() -> send(Second, n) + 1 end) end))).

%% The first has the lock and waits for the second, which wants it.
a_cycle_through_a_lock_of_a_class_is_refused() ->
    [First, Second] = clerks(2),
    Tick = fun() -> send(class('Tally'), tick) end,
    refused(fun() ->
        through([First], fun() ->
            send(class('Tally'), 'tickThen:', [fun() -> through([Second], Tick) end])
        end)
    end),
    ?assertEqual(1, Tick()).

a_refusal_can_be_handled_on_the_way() ->
    [First, Second] = clerks(2),
    Handled = fun() -> {handled, kind(fun() -> send(First, n) end), send(Second, n)} end,
    ?assertEqual({handled, deadlock_detected, 0}, through([First, Second], Handled)).

a_cycle_that_was_refused_leaves_no_trace() ->
    [First, Second] = clerks(2),
    refused(fun() -> through([First, Second], fun() -> send(First, tick) end) end),
    ?assertEqual([0, 0], [through([Second, First], fun() -> 0 end), through([First, Second], fun() -> 0 end)]),
    nil = beamtalk_actor_call:cast(First, 'do:', [fun(Self) -> send(Self, 'log:', [send(Second, tick)]) end]),
    ?assertEqual([1], send(First, log)).

%% The first waits for the second; a third party asks the first, and is answered
%% when it is its turn.
others_may_call_an_actor_that_waits() ->
    [First, Second, Third] = clerks(3),
    Test = self(),
    Chain = beside(fun() -> through([First, Second], fun() -> Test ! inside, receive go -> done end end) end),
    receive inside -> ok end,
    Others = [
        beside(fun() -> send(First, tick) end),
        beside(fun() -> through([Third], fun() -> send(First, n) >= 0 end) end)
    ],
    await_messages(pid(First), 2),
    pid(Second) ! go,
    ?assertEqual([done, 1, true], [outcome(It) || It <- [Chain | Others]]).

await_messages(Pid, Count) ->
    case process_info(Pid, message_queue_len) of
        {message_queue_len, Count} -> ok;
        _ -> erlang:yield(), await_messages(Pid, Count)
    end.

%% Started by an actor that somebody waits for, but not waited for itself.
one_who_works_for_nobody_may_call_back() ->
    [First, Second] = clerks(2),
    Test = self(),
    Later = fun() -> erlang:spawn(fun() -> Test ! {called_back, send(First, tick)} end), started end,
    ?assertEqual(started, through([First, Second], Later)),
    ?assertEqual(1, receive {called_back, Value} -> Value end).

a_diamond_is_no_circle() ->
    [Top, Left, Right, Bottom] = clerks(4),
    Side = fun(Clerk) -> through([Clerk], fun() -> send(Bottom, tick) end) end,
    ?assertEqual([1, 2], through([Top], fun() -> [Side(Left), Side(Right)] end)),
    ?assertEqual([3, 4], lists:sort(through([Top], fun() -> beamtalk_parallel:map(Side, [Left, Right], infinity) end))).

a_cast_back_is_no_circle() ->
    [First, Second] = clerks(2),
    ?assertEqual(nil, through([First, Second], fun() -> beamtalk_actor_call:cast(First, tick, []) end)),
    ?assertEqual(1, send(First, n)).
