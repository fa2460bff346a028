-module(beamtalk_test_process_tests).
-include("expect.hrl").

-define(LIMIT, 5000).

once(Fun) ->
    once(Fun, ?LIMIT).

once(Fun, Limit) ->
    beamtalk_test_process:perform_once(make_ref(), begun, Fun, Limit).

endings_test_() ->
    [
        ?_assertEqual({{answer, {begun, 7}}, <<>>}, once(fun(State) -> {{State, 7}, State} end)),
        ?_assertEqual({{answer, ok}, <<"tea">>}, once(fun(State) -> {io:put_chars("tea"), State} end)),
        ?_assertMatch({{raised, #{error := #beamtalk_error{kind = erlang_exit}}}, _}, once(fun(_) -> exit(spilt) end)),
        ?_assertMatch({{raised, #{error := #beamtalk_error{kind = erlang_throw}}}, _}, once(fun(_) -> throw(spilt) end)),
        ?_assertMatch({{raised, #{error := #beamtalk_error{kind = runtime_error}}}, _}, once(fun(_) -> error(spilt) end)),
        ?_assertMatch(
            {{raised, #{error := #beamtalk_error{kind = dead_return}}}, _},
            once(fun(_) -> throw({'$beamtalk_return', make_ref(), 3}) end)
        ),
        ?_assertEqual({{ended, killed}, <<>>}, once(fun(_) -> exit(self(), kill), wait() end)),
        ?_assertMatch(
            {{ended, spilt}, _},
            once(fun(_) -> spawn_link(fun() -> exit(spilt) end), wait() end)
        ),
        {"one that hangs says where", ?_assertMatch(
            {{timed_out, [{?MODULE, wait, 0, _} | _]}, <<"tea">>},
            once(fun(_) -> io:put_chars("tea"), wait() end, 100)
        )},
        {"one that never rests", ?_assertMatch({{timed_out, _}, _}, once(fun(State) -> spin(State) end, 100))}
    ].

wait() ->
    receive
        never -> ok
    end.

spin(State) -> spin(State).

one_after_another_test() ->
    Process = beamtalk_test_process:start(make_ref(), 1),
    Next = fun(State) -> {State, State + 1} end,
    Fail = fun(_) -> error(spilt) end,
    ?assertEqual({answer, 1}, beamtalk_test_process:perform(Process, Next, ?LIMIT)),
    ?assertMatch({raised, _}, beamtalk_test_process:perform(Process, Fail, ?LIMIT)),
    ?assertEqual({answer, 2}, beamtalk_test_process:perform(Process, Next, ?LIMIT)),
    ?assertEqual(<<>>, beamtalk_test_process:stop(Process)),
    ?assertEqual({ended, noproc}, beamtalk_test_process:perform(Process, Next, ?LIMIT)).

%% Nothing that a function does to its own process hinders the next one.
left_as_it_was_test_() ->
    Next = fun(State) -> {State, State} end,
    [
        {Title, fun() ->
            Process = beamtalk_test_process:start(make_ref(), begun),
            _ = beamtalk_test_process:perform(Process, fun(State) -> {Do(), State} end, ?LIMIT),
            ?assertEqual({answer, begun}, beamtalk_test_process:perform(Process, Next, ?LIMIT)),
            beamtalk_test_process:stop(Process)
        end}
     || {Title, Do} <- [
            {"its dictionary", fun() -> erase() end},
            {"its messages", fun() -> [self() ! Any || Any <- [stop, {stop}, {make_ref(), ok}]], exit(left) end},
            {"its group leader", fun() -> exit(group_leader(), kill) end},
            {"another group leader", fun() -> group_leader(whereis(init), self()) end},
            {"trapping exits", fun() -> process_flag(trap_exit, true), spawn_link(fun() -> exit(spilt) end) end}
        ]
    ].

%% Each row starts processes and answers them; all must be gone afterwards.
leftovers_test_() ->
    Wait = fun() -> receive never -> ok end end,
    [
        {Title, fun() ->
            {{answer, Pids}, _} = once(fun(State) -> {Start(), State} end),
            ?assertEqual([], [Pid || Pid <- Pids, is_process_alive(Pid)])
        end}
     || {Title, Start} <- [
            {"spawned", fun() -> [spawn(Wait), spawn_link(Wait)] end},
            {"trapping exits", fun() -> [started(fun() -> process_flag(trap_exit, true) end)] end},
            {"with another group leader", fun() -> [started(fun() -> group_leader(whereis(init), self()) end)] end},
            {"child of one that ended", fun() -> grandchild(Wait) end},
            {"a server", fun() -> {ok, Pid} = gen_event:start_link(), [Pid] end},
            {"many", fun() -> [spawn(Wait) || _ <- lists:seq(1, 10000)] end}
        ]
    ].

started(Prepare) ->
    Asking = self(),
    Pid = spawn(fun() ->
        Prepare(),
        Asking ! {ready, self()},
        wait()
    end),
    receive
        {ready, Pid} -> Pid
    end.

grandchild(Wait) ->
    Asking = self(),
    {_, Monitor} = spawn_monitor(fun() -> Asking ! {child, spawn(Wait)} end),
    receive
        {'DOWN', Monitor, process, _, _} -> ok
    end,
    receive
        {child, Pid} -> [Pid]
    end.

processes_that_were_there_stay_test() ->
    There = spawn(fun wait/0),
    {{answer, true}, _} = once(fun(State) -> {group_leader(group_leader(), There), State} end),
    ?assert(is_process_alive(There)),
    exit(There, kill).

linked_to_a_process_that_ends_well_test() ->
    There = spawn(fun wait/0),
    {{answer, true}, _} = once(fun(State) -> {link(There), State} end),
    ?assert(is_process_alive(There)),
    exit(There, kill).

%% When the owner ends, so do the asking process, the one asked, and its children.
owner_ends_test() ->
    Test = self(),
    Owner = spawn(fun wait/0),
    {Asking, Monitor} = spawn_monitor(fun() ->
        Life = monitor(process, Owner),
        beamtalk_test_process:perform_once(
            Life,
            none,
            fun(_) ->
                Test ! {running, self(), spawn(fun wait/0)},
                wait()
            end,
            infinity
        )
    end),
    receive
        {running, Pid, Child} ->
            exit(Owner, kill),
            receive
                {'DOWN', Monitor, process, Asking, Reason} -> ?assertEqual(owner_ended, Reason)
            end,
            ?assertNot(is_process_alive(Pid)),
            ?assertNot(is_process_alive(Child))
    end.

%% What the logger says of processes of a test is told in its output. The VM's own
%% reports come when they come.
reports_are_output_test() ->
    ok = beamtalk_test_log:capture(),
    Process = beamtalk_test_process:start(make_ref(), none),
    Crash = fun(State) ->
        _ = spawn(fun() -> error(spilt) end),
        {logger:error("no ~ts", ["tea"]), State}
    end,
    {answer, ok} = beamtalk_test_process:perform(Process, Crash, ?LIMIT),
    Written = written_until(Process, <<"spilt">>, <<>>),
    ?assertMatch({match, _}, re:run(Written, "\\[error\\] no tea")),
    beamtalk_test_process:stop(Process).

written_until(Process, Part, Written) ->
    case binary:match(Written, Part) of
        nomatch ->
            erlang:yield(),
            written_until(Process, Part, <<Written/binary, (beamtalk_test_process:written(Process))/binary>>);
        _ ->
            Written
    end.
