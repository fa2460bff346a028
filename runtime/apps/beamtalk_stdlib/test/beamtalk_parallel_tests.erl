-module(beamtalk_parallel_tests).
-include("expect.hrl").

-import(beamtalk_parallel, [map/3]).

answers_stand_in_order_test_() ->
    Elements = lists:seq(1, 50),
    Squares = [N * N || N <- Elements],
    [?_assertEqual(Squares, map(fun(N) -> N * N end, Elements, Limit)) || Limit <- [infinity, 1, 7, 50, 1000]] ++
        [?_assertEqual([], map(fun(N) -> N end, [], Limit)) || Limit <- [infinity, 1]].

each_has_a_process_of_its_own_test() ->
    Pids = map(fun(_) -> self() end, [a, b, c], infinity),
    ?assertEqual(3, length(lists:usort(Pids))),
    ?assertNot(lists:member(self(), Pids)).

%% Two that wait for each other can only end if they run at the same time.
all_run_at_once_test() ->
    Meet = fun(N) ->
        register(list_to_atom("beamtalk_parallel_" ++ integer_to_list(N)), self()),
        await(list_to_atom("beamtalk_parallel_" ++ integer_to_list(3 - N)))
    end,
    ?assertEqual([met, met], map(Meet, [1, 2], 2)).

await(Name) ->
    case whereis(Name) of
        undefined -> erlang:yield(), await(Name);
        Pid -> Pid ! {met, self()}, receive {met, _} -> met end
    end.

first_failure_by_order_is_raised_test_() ->
    Fail = fun(N) -> 1 div (N - 2) + 1 div (N - 3) end,
    [
        ?_assertRaises(type_error, undefined, map(Fail, [1, 2, 3], Limit))
     || Limit <- [infinity, 1, 2]
    ] ++
        [
            ?_assertMatch(
                #{error := #beamtalk_error{kind = erlang_exit, message = <<"first">>}},
                try map(fun(Reason) -> exit(Reason) end, [first, second], infinity) catch error:Exception -> Exception end
            )
        ].

nothing_is_left_in_the_mailbox_test() ->
    _ = map(fun(N) -> N end, [1, 2, 3], infinity),
    _ = try map(fun(N) -> error(N) end, [1, 2, 3], infinity) catch error:_ -> failed end,
    ?assertEqual({messages, []}, process_info(self(), messages)).

%% A worker that is killed is a failure like any other, also for who is linked to
%% nothing that would stop it.
death_of_one_disturbs_nobody_test() ->
    Kill = fun() -> exit(self(), kill), receive never -> ok end end,
    ?assertMatch(
        [#{isOk := false}, #{isOk := true, okValue := 2}],
        beamtalk_parallel:'class_all:'(class, [Kill, fun() -> 2 end])
    ).

late_ones_are_gone_test() ->
    Test = self(),
    Late = fun() -> Test ! {late, self()}, receive never -> ok end end,
    [#{isOk := false}] = beamtalk_parallel:'class_all:timeout:'(class, [Late], 500),
    receive {late, Pid} -> ?assertNot(is_process_alive(Pid)) end,
    ?assertEqual({messages, []}, process_info(self(), messages)).

losers_are_gone_test() ->
    Test = self(),
    Loser = fun() -> Test ! {loser, self()}, receive never -> ok end end,
    Winner = fun() -> receive after 50 -> won end end,
    #{okValue := won} = beamtalk_parallel:'class_any:'(class, [Loser, Winner]),
    receive {loser, Pid} -> ?assertNot(is_process_alive(Pid)) end.

%% Even if it ends well, and so sends no signal that would end them.
workers_die_with_the_caller_test_() ->
    [?_test(dies_with_caller(Reason)) || Reason <- [kill, normal]].

dies_with_caller(Reason) ->
    Test = self(),
    Work = fun() -> Test ! {working, self()}, receive never -> ok end end,
    Caller = spawn(fun() ->
        Fan = beamtalk_fan_out:start([Work]),
        receive end_now -> ok end,
        Fan
    end),
    Worker = receive {working, Pid} -> Pid end,
    Monitor = monitor(process, Worker),
    case Reason of
        kill -> exit(Caller, kill);
        normal -> Caller ! end_now
    end,
    receive {'DOWN', Monitor, process, Worker, killed} -> ok end.

workers_wait_with_those_who_wait_test() ->
    Waiting = map(fun(_) -> beamtalk_actor_call:waiting() end, [1], infinity),
    ?assertMatch([[_, Caller]] when Caller =:= self(), Waiting).
