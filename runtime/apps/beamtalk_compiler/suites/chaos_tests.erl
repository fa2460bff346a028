%% Kills, hangs and nonsense at any moment while four clients define classes, have
%% texts looked at and complete. Every request is answered, in time, rightly or with
%% a failure that says so; and in the end nothing is lost. A few rounds of each;
%% with CHAOS=full in the environment as many as it takes to believe it.
-module(chaos_tests).
-include_lib("stdlib/include/assert.hrl").

-export([chaos_test_/0]).

chaos_test_() ->
    Start = fun() -> fake:start(#{compile => 3000, query => 3000, probe => 300, start => 3000}) end,
    {foreach, Start, fun fake:stop/1, [
        {timeout, 3600, {"kills of the port", fun() -> chaos(fun kill_port/0, fake:rounds(15, 1000)) end}},
        {timeout, 3600, {"kills of the server", fun() -> chaos(fun fake:kill_server/0, fake:rounds(15, 1000)) end}},
        {timeout, 3600, {"a port that stops", fun() -> chaos(fun() -> fake:signal("-STOP") end, fake:rounds(3, 200)) end}},
        {timeout, 3600, {"bad answers", fun() -> chaos(fun nonsense/0, fake:rounds(15, 1000)) end}},
        {timeout, 3600, {"how long a recovery takes", fun recovery_times/0}}
    ]}.

%% The port may be just starting.
kill_port() ->
    case beamtalk_compiler_port:os_pid(fake:port()) of
        undefined -> ok;
        OsPid -> "" = os:cmd("kill -KILL " ++ integer_to_list(OsPid) ++ " 2>/dev/null")
    end.

nonsense() ->
    Texts = ["garbage", "length", "empty", "no map", "no status", "compressed"],
    fake:ask(lists:nth(rand:uniform(length(Texts)), Texts)).

chaos(Fault, Rounds) ->
    Clients = [spawn_monitor(fun() -> client(Class, 0) end) || Class <- ['Boat', 'Raft', 'Ship', 'Yacht']],
    lists:foreach(
        fun(_) ->
            receive after rand:uniform(200) -> ok end,
            catch Fault()
        end,
        lists:seq(1, Rounds)
    ),
    [Client ! stop || {Client, _} <- Clients],
    [receive {'DOWN', Monitor, process, _, Reason} -> ?assertMatch({done, N} when N > 0, Reason) end || {_, Monitor} <- Clients],
    known:agreed().

client(Class, Done) ->
    receive
        stop -> exit({done, Done})
    after 0 ->
        act(Done rem 4, Class, Done),
        client(Class, Done + 1)
    end.

act(0, Class, N) ->
    ok = made_class:define(Class, #{doc => integer_to_binary(N), methods => #{a => {[], 'Integer'}, b => {[], 'String'}}});
act(1, Class, N) ->
    ok = beamtalk_object_class:put_method(made_class:pid(Class), a, fun(Self) -> Self end, integer_to_binary(N)),
    %% It sees the patch, or nothing at all.
    Source = integer_to_binary(N),
    case within(4500, fun() -> fake:class(Class) end) of
        #{method_info := #{a := A, b := B}} ->
            ?assertMatch(#{source := Source, return_type := none}, A),
            ?assertMatch(#{return_type := 'String'}, B);
        {error, [#{message := <<"Compiler port ", _/binary>>}]} ->
            ok
    end;
act(2, Class, _) ->
    case within(1000, fun() -> beamtalk_compiler_server:resolve_completion_type(atom_to_list(Class)) end) of
        {ok, #{types := [#{class_name := Name}]}} -> ?assertEqual(atom_to_binary(Class), Name);
        {error, type_unknown} -> ok
    end;
act(3, _, _) ->
    {Status, _} = within(4500, fun() -> fake:ask("anything") end),
    ?assert(Status =:= ok orelse Status =:= error).

%% Milliseconds; the machine may be busy with other things.
within(Limit, Fun) ->
    {Time, Result} = timer:tc(Fun),
    ?assert(Time < 1000 * Limit),
    Result.

%% From the kill to the answer of a new port that has been told a hundred classes.
recovery_times() ->
    [ok = made_class:define(list_to_atom("Class" ++ integer_to_list(N)), #{methods => methods()}) || N <- lists:seq(1, 100)],
    ?assertEqual({ok, #{}}, beamtalk_compiler_server:ping()),
    Port = [time(fun kill_port/0) || _ <- lists:seq(1, fake:rounds(10, 200))],
    Server = [time(fun fake:kill_server/0) || _ <- lists:seq(1, fake:rounds(10, 200))],
    [io:format(user, "  after the death of the ~ts: p50 ~b ms, p95 ~b ms, p99 ~b ms~n", [Who | [at(P, Times) || P <- [50, 95, 99]]])
     || {Who, Times} <- [{"port", Port}, {"server", Server}]],
    ?assertEqual([], known:lost()).

methods() ->
    maps:from_list([{list_to_atom("method" ++ integer_to_list(N)), {[], 'Integer'}} || N <- lists:seq(1, 20)]).

time(Kill) ->
    {Time, _} = timer:tc(fun() ->
        Kill(),
        {ok, #{}} = beamtalk_compiler_server:ping()
    end),
    Time div 1000.

at(Percent, Times) ->
    lists:nth(max(1, length(Times) * Percent div 100), lists:sort(Times)).
