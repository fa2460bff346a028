%% An actor begins whole or not at all, ends as it is told, and whoever has to do
%% with it hears what became of it.
-module(lifecycle_tests).
-include_lib("stdlib/include/assert.hrl").

-compile([export_all, nowarn_export_all]).
-import(actors, [send/2, send/3, pid/1, kind/1, error_kind/1, value/1, class/1, beside/1, outcome/1]).

lifecycle_test_() ->
    actors:suite(?MODULE, [
        a_spawned_actor_is_linked_and_alive, initialize_runs_from_the_oldest_class_down,
        given_state_is_there_before_initialize, a_start_that_fails_leaves_nothing_and_spares_the_spawner,
        an_actor_ends_with_its_spawner, a_stop_spares_the_spawner, a_kill_reaches_the_spawner,
        stop_comes_after_what_was_sent_before, terminate_may_fail, an_actor_may_stop_itself,
        kill_says_no_goodbye, the_end_is_told_to_monitors, on_exit_tells_everyone_and_survives_failures,
        one_of_many_gets_a_name, one_of_many_is_spawned_with_a_name, a_name_leads_to_whoever_has_it,
        a_message_to_a_dead_actor, an_actor_that_dies_while_asked, a_late_answer_is_nobodys,
        a_failing_message_changes_nothing, raw_calls_are_messages, other_calls_and_messages_are_survived,
        a_start_and_a_message_have_five_seconds
    ]).

clerk() -> clerk(#{}).
clerk(State) -> actors:make('Clerk', State).

actors_here() -> lists:sort(beamtalk_actor_instances:kind_of('Actor')).

a_spawned_actor_is_linked_and_alive() ->
    Clerk = send(class('Clerk'), spawn),
    {links, Links} = process_info(self(), links),
    ?assert(lists:member(pid(Clerk), Links)),
    ?assertEqual([true, 'Clerk', 0], [send(Clerk, isAlive), beamtalk_class_of:class_of(Clerk), send(Clerk, n)]).

initialize_runs_from_the_oldest_class_down() ->
    Start = fun(Self) -> beamtalk_actor_state:put(Self, log, [clerk]) end,
    ?assertEqual([clerk, head], send(actors:make('HeadClerk', #{rank => 1, start => Start}), log)).

given_state_is_there_before_initialize() ->
    Start = fun(Self) -> beamtalk_actor_state:put(Self, n, beamtalk_actor_state:get(Self, n) * 2) end,
    ?assertEqual(42, send(clerk(#{n => 21, start => Start}), n)).

a_start_that_fails_leaves_nothing_and_spares_the_spawner() ->
    Failing = fun(Fun) -> {'Clerk', #{start => fun(_) -> Fun() end}} end,
    Starts = [
        {instantiation_error, Failing(fun() -> error(broken) end)},
        {instantiation_error, Failing(fun() -> exit(normal) end)},
        {instantiation_error, Failing(fun() -> exit(broken) end)},
        {instantiation_error, Failing(fun() -> throw(broken) end)},
        {instantiation_error, Failing(fun() -> beamtalk_error:raise(key_error, 'Clerk', initialize) end)},
        {instantiation_error, {'HeadClerk', #{}}},
        {instantiation_error, {'Ledger', #{}}},
        {type_error, {'Clerk', not_a_dictionary}}
    ],
    Before = actors_here(),
    Try = fun({Expected, {Class, State}}) ->
        Plain = outcome(beside(fun() -> kind(fun() -> actors:make(Class, State) end) end)),
        %% One that traps exits would find them in its mailbox.
        Trapping = outcome(beside(fun() ->
            process_flag(trap_exit, true),
            {kind(fun() -> actors:make(Class, State) end), erlang:process_info(self(), messages)}
        end)),
        ?assertEqual({Expected, {Expected, {messages, []}}}, {Plain, Trapping})
    end,
    lists:foreach(Try, Starts),
    ?assertEqual(Before, actors_here()).

an_actor_ends_with_its_spawner() ->
    Self = self(),
    {Spawner, _} = beside(fun() -> Self ! {made, clerk()}, receive never -> ok end end),
    Clerk = receive {made, Made} -> Made end,
    Monitor = erlang:monitor(process, pid(Clerk)),
    exit(Spawner, kill),
    receive {'DOWN', Monitor, process, _, Reason} -> ?assertEqual(killed, Reason) end,
    ?assertNot(send(Clerk, isAlive)).

a_stop_spares_the_spawner() ->
    ?assertEqual([ok, false, ok], outcome(beside(fun() ->
        Clerk = clerk(),
        [send(Clerk, stop), send(Clerk, isAlive), send(Clerk, stop)]
    end))).

a_kill_reaches_the_spawner() ->
    ?assertEqual({died, killed}, outcome(beside(fun() ->
        _ = send(clerk(), kill),
        receive never -> ok end
    end))),
    ?assertEqual([ok, false, ok], outcome(beside(fun() ->
        process_flag(trap_exit, true),
        Clerk = clerk(),
        [send(Clerk, kill), send(Clerk, isAlive), send(Clerk, kill)]
    end))).

stop_comes_after_what_was_sent_before() ->
    Test = self(),
    Finish = fun(Self, Reason) -> Test ! {finished, beamtalk_actor_state:get(Self, n), Reason} end,
    Clerk = clerk(#{finish => Finish}),
    _ = [nil = beamtalk_actor_call:cast(Clerk, tick, []) || _ <- lists:seq(1, 100)],
    ok = send(Clerk, stop),
    ?assertEqual({finished, 100, normal}, receive {finished, _, _} = It -> It after 0 -> none end).

terminate_may_fail() ->
    Clerk = clerk(#{finish => fun(_, _) -> error(broken) end}),
    Monitor = send(Clerk, monitor),
    ?assertEqual(ok, send(Clerk, stop)),
    ?assertEqual(normal, receive {'DOWN', Monitor, process, _, Reason} -> Reason end).

an_actor_may_stop_itself() ->
    Clerk = clerk(),
    Monitor = send(Clerk, monitor),
    ?assertEqual({ok, done}, send(Clerk, 'do:', [fun(Self) -> {send(Self, stop), done} end])),
    ?assertEqual(normal, receive {'DOWN', Monitor, process, _, Reason} -> Reason end).

kill_says_no_goodbye() ->
    Test = self(),
    outcome(beside(fun() ->
        process_flag(trap_exit, true),
        send(clerk(#{finish => fun(_, _) -> Test ! finished end}), kill)
    end)),
    ?assertEqual(none, receive finished -> told after 0 -> none end).

the_end_is_told_to_monitors() ->
    process_flag(trap_exit, true),
    Reason = fun(Monitor) -> receive {'DOWN', Monitor, process, _, Reason} -> Reason end end,
    {Stopped, Killed} = {clerk(), clerk()},
    Monitors = [send(Stopped, monitor), send(Killed, monitor)],
    _ = {send(Stopped, stop), send(Killed, kill)},
    ?assertEqual([normal, killed, noproc], [Reason(It) || It <- Monitors ++ [send(Stopped, monitor)]]),
    process_flag(trap_exit, false).

on_exit_tells_everyone_and_survives_failures() ->
    Test = self(),
    Clerk = clerk(),
    Tell = fun(Name) -> fun(Reason) -> Test ! {Name, Reason} end end,
    _ = [ok = send(Clerk, 'onExit:', [Block]) || Block <- [Tell(first), fun(_) -> error(broken) end, Tell(second)]],
    actors:quietly(fun() ->
        %% The watchers may not have begun to watch; then they hear of it all the same.
        ok = send(Clerk, stop),
        Heard = [receive {Name, Reason} -> Reason end || Name <- [first, second]],
        ?assert(lists:all(fun(It) -> It =:= normal orelse It =:= noproc end, Heard))
    end),
    ok = send(Clerk, 'onExit:', [Tell(late)]),
    ?assertEqual(noproc, receive {late, Reason} -> Reason end),
    ?assertEqual(type_error, kind(fun() -> send(Clerk, 'onExit:', [fun() -> none end]) end)).

%% Again and again, for what matters is what happens between two of them.
one_of_many_gets_a_name() ->
    Race = fun(_) ->
        Clerks = [clerk() || _ <- lists:seq(1, 8)],
        Racers = [beside(fun() -> maps:get(isOk, send(It, 'registerAs:', [theDesk])) end) || It <- Clerks],
        Outcomes = [outcome(It) || It <- Racers],
        ?assertEqual(1, length([won || true <- Outcomes])),
        [Winner] = [It || {It, true} <- lists:zip(Clerks, Outcomes)],
        ?assertEqual(pid(Winner), pid(value(send(class('Clerk'), 'named:', [theDesk])))),
        _ = [ok = send(It, stop) || It <- Clerks],
        ?assertEqual(name_not_registered, error_kind(send(class('Clerk'), 'named:', [theDesk])))
    end,
    lists:foreach(Race, lists:seq(1, 50)).

one_of_many_is_spawned_with_a_name() ->
    Before = actors_here(),
    Race = fun(_) ->
        Racers = [beside(fun() -> spawn_as_and_stop(theDesk) end) || _ <- lists:seq(1, 8)],
        Outcomes = [outcome(It) || It <- Racers],
        ?assertEqual([], [It || It <- Outcomes, It =/= ok, It =/= name_registered]),
        ?assert(lists:member(ok, Outcomes)),
        ?assertEqual(undefined, whereis(theDesk))
    end,
    lists:foreach(Race, lists:seq(1, 50)),
    ?assertEqual(Before, actors_here()).

spawn_as_and_stop(Name) ->
    case send(class('Clerk'), 'spawnAs:', [Name]) of
        #{isOk := true, okValue := Clerk} -> send(Clerk, stop);
        Refused -> error_kind(Refused)
    end.

a_name_leads_to_whoever_has_it() ->
    {First, Second} = {clerk(#{n => 1}), clerk(#{n => 2})},
    First = value(send(First, 'registerAs:', [theDesk])),
    Desk = value(send(class('Clerk'), 'named:', [theDesk])),
    ?assertEqual([1, true, theDesk], [send(Desk, n), send(Desk, isAlive), send(Desk, registeredName)]),
    ok = send(First, unregister),
    ?assertEqual(no_such_process, kind(fun() -> send(Desk, n) end)),
    ?assertEqual([false, true], [send(Desk, isAlive), send(First, isAlive)]),
    Second = value(send(Second, 'registerAs:', [theDesk])),
    ?assertEqual(2, send(Desk, n)),
    ?assertEqual(wrong_class, error_kind(send(class('HeadClerk'), 'named:', [theDesk]))),
    ok = send(Desk, stop),
    ?assertEqual([false, nil], [send(Desk, isAlive), beamtalk_actor_call:cast(Desk, tick, [])]).

a_message_to_a_dead_actor() ->
    Clerk = clerk(),
    ok = send(Clerk, stop),
    ?assertEqual(actor_dead, kind(fun() -> send(Clerk, n) end)),
    ?assertEqual([nil, false, ok], [beamtalk_actor_call:cast(Clerk, tick, []), send(Clerk, isAlive), send(Clerk, stop)]).

an_actor_that_dies_while_asked() ->
    {Test, Clerk} = {self(), clerk()},
    unlink(pid(Clerk)),
    Asking = beside(fun() ->
        kind(fun() -> send(Clerk, 'do:', [fun(_) -> Test ! inside, receive never -> ok end end]) end)
    end),
    receive inside -> ok end,
    exit(pid(Clerk), kill),
    ?assertEqual(actor_dead, outcome(Asking)).

a_late_answer_is_nobodys() ->
    Clerk = clerk(),
    Ask = fun() -> beamtalk_actor_call:send(Clerk, 'do:', [fun(_) -> receive go -> late end end], 20) end,
    ?assertEqual(timeout, kind(Ask)),
    pid(Clerk) ! go,
    ?assertEqual(0, send(Clerk, n)),
    ?assertEqual({messages, []}, process_info(self(), messages)).

a_failing_message_changes_nothing() ->
    Clerk = clerk(),
    Fail = fun(How) -> fun(Self) -> _ = send(Self, tick), How() end end,
    Hows = [
        {type_error, fun() -> 1 div zero() end},
        {erlang_exit, fun() -> exit(broken) end},
        {erlang_throw, fun() -> throw(broken) end},
        {key_error, fun() -> beamtalk_error:raise(key_error, 'Clerk', tick) end}
    ],
    ?assertEqual(
        [Kind || {Kind, _} <- Hows],
        [kind(fun() -> send(Clerk, 'do:', [Fail(How)]) end) || {_, How} <- Hows]
    ),
    ?assertEqual([0, true], [send(Clerk, n), send(Clerk, isAlive)]).

zero() -> length(nodes([this])) - 1.

raw_calls_are_messages() ->
    Pid = pid(clerk()),
    ?assertEqual({ok, 1}, gen_server:call(Pid, {tick, []})),
    ?assertEqual({ok, 2}, gen_server:call(Pid, {tick, [], #{}})),
    ok = gen_server:cast(Pid, {tick, []}),
    ?assertEqual({ok, 3}, gen_server:call(Pid, {n, []})),
    {error, Exception} = gen_server:call(Pid, {whatever, []}),
    ?assertEqual(does_not_understand, beamtalk_exception:kind(Exception)).

other_calls_and_messages_are_survived() ->
    Pid = pid(clerk(#{n => 7})),
    actors:quietly(fun() ->
        {error, Exception} = gen_server:call(Pid, hello),
        ?assertEqual(type_error, beamtalk_exception:kind(Exception)),
        ok = gen_server:cast(Pid, hello),
        ok = gen_server:cast(Pid, {whatever, []}),
        Pid ! hello
    end),
    ?assertEqual({ok, 7}, gen_server:call(Pid, {n, []})).

%% At the same time, for they are long.
a_start_and_a_message_have_five_seconds() ->
    Start = beside(fun a_start_has_five_seconds/0),
    Message = beside(fun a_message_has_five_seconds/0),
    ?assertEqual([ok, ok], [outcome(Start), outcome(Message)]).

a_start_has_five_seconds() ->
    Before = length(beamtalk_actor_instances:of_class('HeadClerk')),
    Start = fun(_) -> receive never -> ok end end,
    ?assertEqual(instantiation_error, outcome(beside(fun() ->
        kind(fun() -> actors:make('HeadClerk', #{rank => 1, start => Start}) end)
    end))),
    ?assertEqual(Before, length(beamtalk_actor_instances:of_class('HeadClerk'))).

a_message_has_five_seconds() ->
    Clerk = clerk(),
    Began = erlang:monotonic_time(millisecond),
    ?assertEqual(timeout, kind(fun() -> send(Clerk, 'do:', [fun(_) -> receive go -> ok end end]) end)),
    ?assert(erlang:monotonic_time(millisecond) - Began >= 5000),
    pid(Clerk) ! go,
    ?assertEqual(0, send(Clerk, n)).
