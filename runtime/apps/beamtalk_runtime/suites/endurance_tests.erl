%% Actors are many and live long. With CHAOS=full in the environment, counts are
%% those of a system that has run for days.
-module(endurance_tests).
-include_lib("stdlib/include/assert.hrl").

-compile([export_all, nowarn_export_all]).
-import(actors, [send/2, send/3, pid/1]).

endurance_test_() ->
    {timeout, 600, actors:suite(?MODULE, [
        blocks_kept_in_a_slot_do_not_pile_up, blocks_from_elsewhere_do_not_pile_up,
        blocks_of_messages_that_fail_do_not_pile_up, many_actors_answer
    ])}.

count(Full) -> count(Full, os:getenv("CHAOS")).
count(Full, "full") -> Full;
count(Full, _) -> Full div 100.

messages() -> count(1_000_000).

%% Each message leaves a block in the slot, where the one before was.
blocks_kept_in_a_slot_do_not_pile_up() ->
    stays_small(fun(Clerk) -> send(Clerk, keepBlock) end).

%% A block of this process, with a variable that the actor holds while it runs.
blocks_from_elsewhere_do_not_pile_up() ->
    stays_small(fun(Clerk) ->
        Mark = beamtalk_region:mark(),
        6 = send(Clerk, 'run:', [blocks:total([1, 2, 3])]),
        beamtalk_region:leave(Mark, nil)
    end),
    ?assertEqual([], cells(self())).

blocks_of_messages_that_fail_do_not_pile_up() ->
    Fail = fun(Self) -> _ = send(Self, keepBlock), _ = (blocks:counter())(), exit(broken) end,
    stays_small(fun(Clerk) -> {error, _} = gen_server:call(pid(Clerk), {'do:', [Fail]}) end).

%% After as many messages again, an actor is what it was: cells, memory and all.
stays_small(Message) ->
    Clerk = actors:make('Clerk'),
    Many = fun() -> lists:foreach(fun(_) -> Message(Clerk) end, lists:seq(1, messages() div 2)) end,
    Many(),
    Before = size_of(Clerk),
    Many(),
    {Cells, Memory} = size_of(Clerk),
    ?assert(Cells < 100),
    ?assert(Memory < 64 * 1024),
    ?assert(Memory =< element(2, Before) + 8 * 1024).

size_of(Clerk) ->
    true = erlang:garbage_collect(pid(Clerk)),
    {memory, Memory} = process_info(pid(Clerk), memory),
    {length(cells(pid(Clerk))), Memory}.

cells(Pid) ->
    {dictionary, Dictionary} = process_info(Pid, dictionary),
    [Cell || {Cell, _} <- Dictionary, is_reference(Cell)].

many_actors_answer() ->
    Count = max(20_000, count(100_000)),
    Began = erlang:monotonic_time(millisecond),
    Before = erlang:memory(processes),
    Clerks = [actors:make('Clerk', #{n => N}) || N <- lists:seq(1, Count)],
    Each = (erlang:memory(processes) - Before) div Count,
    ?assertEqual(Count * (Count + 1) div 2, lists:sum([send(Clerk, n) || Clerk <- Clerks])),
    Took = erlang:monotonic_time(millisecond) - Began,
    os:getenv("CHAOS") =:= "full" andalso
        io:format(user, "~b actors of ~b bytes answered in ~b ms~n", [Count, Each, Took]),
    ?assert(Each < 10_000).
