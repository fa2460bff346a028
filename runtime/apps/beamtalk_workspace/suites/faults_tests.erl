%% Evaluations that break what they can. The session goes on, and so do its bindings.
-module(faults_tests).
-include_lib("eunit/include/eunit.hrl").

faults_test_() ->
    prompt:tests(
        [{Title, fun(Session) -> survives(Session, Lines, Code, Kind) end} || {Title, Lines, Code, Kind} <- cases()] ++ [
            {"a stack trace has what was written, and not who ran it", fun traces/1},
            {"a port that is killed meanwhile", fun killed_port/1},
            {"a worker that dies while nothing runs", fun killed_worker/1},
            {"links of one evaluation do not reach the next", fun links/1},
            {"messages of one evaluation do not reach the next", fun messages/1},
            {"the names of modules are made anew", fun killed_modules/1}
        ]
    ).

-define(DOWN, "Object subclass: PromptDown\n  class go: n => 1 + (self go: n + 1)\n").

cases() ->
    [
        {"kills itself", [], "Erlang erlang exit: (Erlang erlang self) with: #kill", <<"process_killed">>},
        {"exits", [], "Erlang erlang exit: (Erlang erlang self) with: #odd. Erlang timer sleep: 1000", <<"process_exited">>},
        {"recurses without end", [?DOWN], "PromptDown go: 1", <<"out_of_memory">>},
        {"collects without end", [], "l := #(). [true] whileTrue: [l := #(l, 1, 2, 3)]", <<"out_of_memory">>},
        {"keeps a value that has itself in it many times", [], "l := #(1). 1 to: 60 do: [:i | l := #(l, l)]. 1", <<"out_of_memory">>},
        {"returns from a method that has ended",
            ["Object subclass: PromptReturning\n  block => [^3]\n", "b := PromptReturning new block"], "b value", any},
        {"loses a link", [], "Erlang erlang spawn_link: [Erlang erlang exit: #gone]. Erlang timer sleep: 1000", <<"process_exited">>}
    ].

survives(Session, Lines, Code, Kind) ->
    application:set_env(beamtalk_workspace, memory_bytes, 64 bsl 20),
    %% The worker of the session has the limit of when it was started.
    ok = beamtalk_repl_session:clear(Session),
    prompt:print(Session, ["kept := #(1, 2)", "up := [kept := kept size]" | Lines]),
    [
        begin
            #{kind := Found} = prompt:error(Session, Code),
            ?assert(Kind =:= any orelse Kind =:= Found),
            ?assertEqual(<<"#(1, 2)">>, prompt:print(Session, ["kept"]))
        end
     || _ <- lists:seq(1, rounds())
    ],
    application:unset_env(beamtalk_workspace, memory_bytes),
    ?assertEqual(<<"2">>, prompt:print(Session, ["up value. kept"])).

rounds() ->
    case prompt:is_full() of
        true -> 100;
        false -> 2
    end.

traces(Session) ->
    prompt:print(Session, ["Object subclass: PromptTrace\n  go => self nope\n", "Actor subclass: PromptTraced\n  go => self nope\n"]),
    Cases = [
        {"3 nope", <<"#(?>>eval/1 (<prompt>:1))">>},
        {"#() first", <<"#(?>>eval/1 (<prompt>:1))">>},
        {"#(1) collect: [:x | x nope]", <<"#(?>>-eval/1-anonymous-0-/1 (<prompt>:1), ?>>map/2 (lists.erl), ?>>eval/1 (<prompt>:1))">>},
        {"PromptTrace new go", <<"#(PromptTrace>>go/0, ?>>eval/1 (<prompt>:1))">>},
        {"PromptTraced spawn go", <<"#(PromptTraced>>go/0)">>}
    ],
    [
        begin
            _ = prompt:error(Session, Code),
            Printed = prompt:print(Session, ["_error stackTrace"]),
            ?assertEqual({Code, Expected}, {Code, re:replace(Printed, "(lists.erl):\\d+", "\\1", [{return, binary}])})
        end
     || {Code, Expected} <- Cases
    ],
    ?assertEqual(<<"#(?>>eval/1 (<prompt>:1))">>, prompt:print(Session, ["[3 nope] on: Error do: [:e | e stackTrace]"])).

killed_port(Session) ->
    prompt:print(Session, ["x := 41"]),
    {links, Links} = process_info(whereis(beamtalk_compiler_server), links),
    [Port] = [Port || Port <- Links, is_port(Port)],
    {os_pid, Pid} = erlang:port_info(Port, os_pid),
    logger:set_primary_config(level, none),
    os:cmd("kill -9 " ++ integer_to_list(Pid)),
    ?assertEqual(<<"42">>, prompt:print(Session, ["x + 1"])),
    logger:set_primary_config(level, notice).

killed_worker(Session) ->
    prompt:print(Session, ["x := 41"]),
    {links, Links} = process_info(Session, links),
    [Worker] = [Pid || Pid <- Links, is_pid(Pid), beamtalk_repl_evaluation:is_worker(Pid)],
    Monitor = monitor(process, Worker),
    exit(Worker, kill),
    receive {'DOWN', Monitor, process, Worker, _} -> ok end,
    ?assertEqual(<<"42">>, prompt:print(Session, ["x + 1"])).

links(Session) ->
    prompt:print(Session, ["p := Erlang erlang spawn_link: [Erlang timer sleep: 100000]"]),
    #{<<"p">> := Pid} = beamtalk_repl_session:bindings(Session),
    exit(Pid, kill),
    ?assertEqual(<<"1">>, prompt:print(Session, ["1"])),
    prompt:print(Session, ["p := Erlang erlang spawn_link: [Erlang timer sleep: 100000]"]),
    #{<<"p">> := Other} = beamtalk_repl_session:bindings(Session),
    _ = prompt:error(Session, "Erlang erlang exit: (Erlang erlang self) with: #kill"),
    ?assert(is_process_alive(Other)),
    exit(Other, kill).

messages(Session) ->
    prompt:print(Session, ["Erlang erlang send: (Erlang erlang self) to: #hello"]),
    #{print := Print} = prompt:say(Session, "Erlang erlang process_info: (Erlang erlang self) with: #message_queue_len"),
    ?assertEqual(<<"{#message_queue_len, 0}">>, Print).

killed_modules(Session) ->
    prompt:print(Session, ["n := 5", "b := [:x | x + n]"]),
    Server = whereis(beamtalk_repl_modules),
    Monitor = monitor(process, Server),
    logger:set_primary_config(level, none),
    exit(Server, kill),
    receive {'DOWN', Monitor, process, Server, _} -> ok end,
    prompt:wait_for(fun() -> whereis(beamtalk_repl_modules) =/= undefined end),
    logger:set_primary_config(level, notice),
    ?assertEqual(<<"#(2, 3)">>, prompt:print(Session, ["#(1, 2) collect: [:x | x + 1]"])),
    ?assertEqual(<<"6">>, prompt:print(Session, ["b value: 1"])).
