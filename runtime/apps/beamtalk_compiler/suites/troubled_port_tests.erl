%% A compiler that cannot start, ends without a word, stops, or finds the disk full.
%% Whoever asks is told what is wrong, once and in time, and nothing is started again
%% and again.
-module(troubled_port_tests).
-include_lib("stdlib/include/assert.hrl").

-export([start_test_/0, quiet_end_test_/0, stop_test_/0, disk_test_/0]).

-import(beamtalk_compiler_server, [ping/0]).

start_test_() ->
    {foreach, fun() -> fake:start(#{}, {"/nowhere/beamtalk", []}) end, fun fake:stop/1, [
        {timeout, 60, {Title, fun() -> not_started(Make, Says) end}}
     || {Title, Make, Says} <- [
            {"a program that is missing", fun(_) -> {"/nowhere/beamtalk", []} end, <<"not available: /nowhere/beamtalk does not exist">>},
            {"one that may not be run", fun(File) -> script(File, "", 8#644) end, <<"may not be executed">>},
            {"a folder", fun(_) -> {"/", []} end, <<"not available: / is a folder">>},
            {"one that ends at once", fun(File) -> script(File, "exit 7", 8#755) end, <<"ended with status 7 before it answered anything">>},
            {"one that no system can run", fun(File) -> program(File, <<"#!/nowhere/sh\n">>, 8#755) end, <<"before it answered anything">>},
            {"one that is killed as it starts", fun(File) -> script(File, "kill -9 $$", 8#755) end, <<"ended with status 137 before">>}
        ]
    ]}.

%% Everybody who asks gets the same error, and one of them is written down.
not_started(Make, Says) ->
    File = fake:file(),
    Program = Make(File),
    ok = application:stop(beamtalk_compiler),
    application:set_env(beamtalk_compiler, port_command, Program),
    Logged = logged:warnings(fun() ->
        ok = application:start(beamtalk_compiler),
        Asker = self(),
        [spawn_link(fun() -> Asker ! {N, ping()} end) || N <- lists:seq(1, 20)],
        Outcomes = [receive {N, Outcome} -> Outcome end || N <- lists:seq(1, 20)],
        ?assertMatch([_], lists:usort(Outcomes)),
        [{error, [#{message := <<"Compiler port ", Message/binary>>}]} | _] = Outcomes,
        ?assertMatch({_, {_, _}}, {Message, binary:match(Message, Says)}),
        no_storm(File)
    end),
    ?assertMatch([_], Logged),
    %% The server has seen it all, and serves when there is something to serve with.
    fake:use_fake(),
    fake:eventually(fun() -> ping() =:= {ok, #{}} end).

%% How often it was started a program that could be writes itself. After some attempts
%% there are no more.
no_storm(File) ->
    starts(File) > 0 andalso (receive after 2500 -> ok end),
    Starts = starts(File),
    ?assert(Starts < 12),
    Starts > 0 andalso (receive after 1200 -> ok end),
    ?assertEqual(Starts, starts(File)).

script(File, Body, Mode) ->
    program(File, ["#!/bin/sh\necho >> ", File, ".starts\n", Body, "\n"], Mode).

program(File, Text, Mode) ->
    ok = file:write_file(File, Text),
    ok = file:change_mode(File, Mode),
    {File, []}.

starts(File) ->
    case file:read_file(File ++ ".starts") of
        {ok, Lines} -> byte_size(Lines);
        {error, enoent} -> 0
    end.

%% The end of a program that reads no more is no exit status but a broken pipe, which
%% is enough to ask another one; one that writes no more says nothing at all.
quiet_end_test_() ->
    {foreach, fun() -> fake:start(#{version => 1000}) end, fun fake:stop/1, [
        {timeout, 60, {Title, fun() -> ?assertEqual(Says, quiet_end(Script)) end}}
     || {Title, Script, Says} <- [
            {"it reads no more", "exec <&-; exec sleep 100", {ok, #{}}},
            {"it writes no more", "exec >&-; exec sleep 100", {error, [#{message => <<"Compiler port timed out">>}]}},
            {"neither", "exec <&- >&-; exec sleep 100", {ok, #{}}}
        ]
    ]}.

quiet_end(Script) ->
    ok = application:stop(beamtalk_compiler),
    application:set_env(beamtalk_compiler, port_command, {"/bin/sh", ["-c", Script]}),
    ok = application:start(beamtalk_compiler),
    Number = fake:os_pid(),
    %% Until the shell has done what it was told.
    fake:eventually(fun() -> string:prefix(os:cmd("ps -o comm= -p " ++ integer_to_list(Number)), "sleep") =/= nomatch end),
    fake:use_fake(),
    Answer = ping(),
    fake:eventually(fun() -> ping() =:= {ok, #{}} end),
    %% It was ended, although it did not listen.
    fake:eventually(fun() -> is_gone(Number) end),
    Answer.

is_gone(Number) ->
    Status = string:trim(os:cmd("ps -o stat= -p " ++ integer_to_list(Number))),
    Status =:= "" orelse hd(Status) =:= $Z.

%% Who completes is not kept waiting by a compiler that has stopped.
stop_test_() ->
    real_port:tests(#{probe => 300, compile => 3000}, [
        {"a compiler that stops", fun() ->
            ok = made_class:define('Boat', #{superclass => 'Object', methods => #{sail => {[], 'Integer'}}}),
            Type = fun() -> real_port:type("boat sail", #{<<"boat">> => <<"Boat">>}) end,
            Times = [
                begin
                    fake:eventually(fun() -> Type() =:= <<"Integer">> end),
                    Old = fake:os_pid(),
                    fake:signal("-STOP"),
                    {Time, no_answer} = timer:tc(Type),
                    fake:eventually(fun() -> is_gone(Old) end),
                    Time
                end
             || _ <- lists:seq(1, fake:rounds(5, 200))
            ],
            ?assertMatch(#{p95 := P95} when P95 < 250, real_port:times("a completion without an answer", Times))
        end}
    ]).

%% No file can be written. What is written to a pipe still can be.
disk_test_() ->
    Full = fun({Path, Arguments}) ->
        Script = "trap '' XFSZ; ulimit -f 0; unset HOME; export XDG_CACHE_HOME=\"$0\"; exec \"$@\"",
        {"/bin/sh", ["-c", Script, filename:dirname(fake:file()), Path | Arguments]}
    end,
    real_port:tests(Full, #{completion => 5000}, [
        {"the disk is full", fun() ->
            ok = real_port:define("Object subclass: Boat\n  sail => 3\n  flip: list => Erlang lists reverse: list\n"),
            ?assertEqual(<<"Integer">>, real_port:type("boat sail", #{<<"boat">> => <<"Boat">>})),
            ?assertMatch([{<<"`Boat` does not understand `sial`">>, _}], real_port:problems("Boat new sial")),
            ?assertEqual([], real_port:problems("Erlang lists reverse: #(1)")),
            Port = fake:port(),
            ?assertEqual({ok, #{}}, ping()),
            ?assertEqual(Port, fake:port())
        end}
    ]).
