%% Evaluations that would go on for ever, print without end or break what they can, as a
%% client at the socket has them: it gets its session back soon, with its variables, and
%% the workspace keeps its memory. A hundred rounds of each with CHAOS=full.
-module(runaway_tests).
-include_lib("eunit/include/eunit.hrl").

%% Milliseconds for the prompt to come back.
-define(SOON, 500).
-define(PRINTING, "[true] whileTrue: [Transcript show: \"tea \"]").

runaway_test_() ->
    front:whole_tests([
        {"a loop", fun() -> interrupted("[true] whileTrue: []") end},
        {"a loop that prints", fun() -> interrupted(?PRINTING) end},
        {"a loop that prints, and a client that does not read", fun unread/0},
        {"a loop that prints much at a time",
            fun() -> interrupted("m := \"x\" repeat: 1000000. [true] whileTrue: [Transcript show: m ++ \"y\"]") end},
        {"recursion without end", fun recursion/0},
        {"code that ends its process", fun ends/0},
        {"a gigabyte of output", fun gigabyte/0}
    ]).

rounds() ->
    front:rounds(3, 100).

%% Each says that it has begun. The prompt is back when the next line is answered.
interrupted(Code) ->
    [Socket, Aside] = [front:open(), front:open()],
    _ = evaluated(Socket, "kept := 42"),
    Times = [ended_within(Socket, Aside, Code) || _ <- lists:seq(1, rounds())],
    front:close(Socket),
    front:close(Aside),
    in_time(Times).

ended_within(Socket, Aside, Code) ->
    begun(Socket, Code),
    Begun = erlang:monotonic_time(millisecond),
    interrupt(Aside, Socket),
    ?assertMatch(#{<<"kind">> := <<"interrupted">>}, front:until(Socket, fun is_final/1)),
    ?assertEqual(42, evaluated(Socket, "kept")),
    erlang:monotonic_time(millisecond) - Begun.

begun(Socket, Code) ->
    front:send(Socket, #{op => eval, id => run, code => unicode:characters_to_binary(["Transcript show: \"begun\". ", Code])}),
    _ = front:until(Socket, fun(Message) -> is_map_key(<<"out">>, Message) end),
    receive after 20 -> ok end.

interrupt(Aside, Socket) ->
    ?assertMatch(#{<<"value">> := <<"ok">>}, front:ask(Aside, #{op => interrupt, session => front:session(Socket)})).

is_final(Message) ->
    is_map_key(<<"status">>, Message).

evaluated(Socket, Code) ->
    #{<<"value">> := Value} = front:ask(Socket, #{op => eval, code => unicode:characters_to_binary(Code)}),
    Value.

%% Others use the machine as well: most of them are in time.
in_time(Times) ->
    ?assert(lists:nth((length(Times) + 1) div 2, lists:sort(Times)) =< ?SOON).

%% What nobody reads must not hold up who interrupts.
unread() ->
    Aside = front:open(),
    Times = [
        begin
            Socket = front:open(),
            begun(Socket, ?PRINTING),
            Peak = peak(fun() -> receive after 300 -> ok end end),
            ?assert(Peak < 100 bsl 20),
            Begun = erlang:monotonic_time(millisecond),
            interrupt(Aside, Socket),
            Other = front:open(#{resume => front:session(Socket)}),
            front:eventually(fun() -> maps:get(<<"value">>, front:ask(Other, #{op => eval, code => <<"3 + 4">>}), busy) =:= 7 end),
            Taken = erlang:monotonic_time(millisecond) - Begun,
            front:close(Socket),
            front:close(Other),
            Taken
        end
     || _ <- lists:seq(1, rounds())
    ],
    in_time(Times).

recursion() ->
    application:set_env(beamtalk_workspace, memory_bytes, 64 bsl 20),
    Socket = front:open(),
    _ = evaluated(Socket, "Object subclass: RunawayDepth\n  class go: n => 1 + (self go: n + 1)\n"),
    breaks(Socket, "RunawayDepth go: 1", <<"out_of_memory">>),
    application:unset_env(beamtalk_workspace, memory_bytes),
    front:close(Socket).

ends() ->
    Socket = front:open(),
    breaks(Socket, "Erlang erlang exit: (Erlang erlang self) with: #kill", <<"process_killed">>),
    breaks(Socket, "Erlang erlang exit: (Erlang erlang self) with: #odd. Erlang timer sleep: 60000", <<"process_exited">>),
    front:close(Socket).

%% Nobody has to interrupt these.
breaks(Socket, Code, Kind) ->
    _ = evaluated(Socket, "kept := 42"),
    [
        begin
            ?assertMatch(#{<<"kind">> := Kind}, front:ask(Socket, #{op => eval, code => unicode:characters_to_binary(Code)})),
            Begun = erlang:monotonic_time(millisecond),
            ?assertEqual(42, evaluated(Socket, "kept")),
            ?assert(erlang:monotonic_time(millisecond) - Begun =< ?SOON)
        end
     || _ <- lists:seq(1, rounds())
    ].

%% No two pieces are the same, and everybody wants to hear of them; one does not listen.
gigabyte() ->
    [Socket, Deaf] = [front:open(#{push => true}), front:open(#{push => true})],
    Code = io_lib:format("m := \"x\" repeat: 1000000. 1 to: ~b do: [:i | Transcript show: m ++ i printString]. m := 0. 7", [front:rounds(30, 1000)]),
    Peak = peak(fun() -> ?assertEqual(7, evaluated(Socket, Code)) end),
    front:close(Socket),
    front:close(Deaf),
    ?assert(Peak < 150 bsl 20).

%% By how much memory grew at most meanwhile, in bytes.
peak(Work) ->
    Before = erlang:memory(total),
    Sampler = spawn_link(fun() -> sample(Before) end),
    Work(),
    Sampler ! {self(), enough},
    receive {Sampler, Most} -> Most - Before end.

sample(Most) ->
    Now = max(Most, erlang:memory(total)),
    receive
        {Asker, enough} -> Asker ! {self(), Now}
    after 2 -> sample(Now)
    end.
