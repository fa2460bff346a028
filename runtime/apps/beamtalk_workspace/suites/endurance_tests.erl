%% Many evaluations leave nothing behind. All of them with CHAOS=full.
-module(endurance_tests).
-include_lib("eunit/include/eunit.hrl").

endurance_test_() ->
    prompt:tests([
        {"evaluations leave atoms, code, processes and memory as they were", fun flat/1},
        {"names that are only mentioned make no atoms for long", fun names/1},
        {"classes that are defined again leave no code behind", fun classes/1},
        {"blocks that are kept keep their code, and no longer", fun kept/1},
        {"sessions leave nothing behind", fun sessions/1}
    ]).

-define(LINES, [
    "3 + 4", "x := 5", "x + _", "#(1, 2, 3) collect: [:e | e * 2]", "s := 0. #(1, 2) do: [:e | s := s + e]. s",
    "b := [:e | e + x]", "b value: 3", "nobody", "3 frobnicate", "3 +", "Transcript show: \"x\"",
    "[Error signal: \"x\"] on: Error do: [:e | e message]", "[1] ensure: [2]", "x > 3 ifTrue: [1] ifFalse: [2]"
]).

%% Lines that were typed before and lines that were not.
flat(Session) ->
    Round = fun() -> [_ = prompt:say(Session, Line) || Line <- ?LINES ++ [new_line()]] end,
    [Round() || _ <- lists:seq(1, count(30, 700))],
    %% Counting makes atoms the first time.
    _ = quiet_counts(Session),
    Before = quiet_counts(Session),
    [Round() || _ <- lists:seq(1, count(20, 100000 div (length(?LINES) + 1) + 1))],
    After = quiet_counts(Session),
    %% A name or two that are used again from now on; and what others on this machine leave to
    %% be collected later, which is little beside what so many lines could leave.
    no_more(Before, After, #{atoms => 20, modules => 0, processes => 0, bytes => 8 bsl 20, tables => 0}),
    resident(Before, After).

new_line() ->
    io_lib:format("#(1, 2) collect: [:each | each + ~b]", [erlang:unique_integer([positive])]).

%% What the system has given to this process and to the compiler's grows by less than a
%% tenth. Erlang's own compiler to machine code keeps some bytes for every module that is
%% loaded and purged, of any program; what it takes is measured here and not counted. Few
%% rounds say nothing about all that.
resident(Before, After) ->
    prompt:is_full() andalso resident_in_full(Before, After),
    ok.

resident_in_full(#{resident := Before, loads := First}, #{resident := After, loads := Last}) ->
    Share = (Last - First) * bytes_of_a_load(20000),
    Told = [Bytes bsr 20 || Bytes <- [Before, After, Share]],
    io:format(user, "  resident memory before and after: ~b MB, ~b MB; ~b MB of it for loading ~b modules~n", Told ++ [Last - First]),
    ?assert(After - Share =< Before + Before div 10).

bytes_of_a_load(Count) ->
    Beams = [beam(N) || N <- lists:seq(1, 20)],
    Load = fun(N) ->
        {Module, Beam} = lists:nth(1 + N rem 20, Beams),
        {module, Module} = code:load_binary(Module, "measured", Beam),
        true = code:delete(Module),
        false = code:purge(Module)
    end,
    lists:foreach(Load, lists:seq(1, 1000)),
    Before = resident_bytes(os:getpid()),
    lists:foreach(Load, lists:seq(1, Count)),
    max(0, resident_bytes(os:getpid()) - Before) div Count.

%% A function that makes a block.
beam(N) ->
    Name = "endurance_measured_" ++ integer_to_list(N),
    Lines = ["-module(" ++ Name ++ ").", "-export([f/1]).", "f(X) -> fun(Y) -> X + Y + " ++ integer_to_list(N) ++ " end."],
    Forms = [begin {ok, Tokens, _} = erl_scan:string(Line), {ok, Form} = erl_parse:parse_form(Tokens), Form end || Line <- Lines],
    {ok, Module, Beam} = compile:forms(Forms),
    {Module, Beam}.

quiet_counts(Session) ->
    prompt:wait_for(fun() -> maps:with([taken, kept], beamtalk_repl_modules:counts()) =:= #{taken => 0, kept => blocks(Session)} end),
    [garbage_collect(Pid) || Pid <- processes()],
    #{
        atoms => erlang:system_info(atom_count),
        %% Names that are free again may be loaded at any moment.
        modules => length([M || {M, _} <- code:all_loaded(), not lists:prefix("beamtalk_prompt@", atom_to_list(M))]),
        processes => erlang:system_info(process_count),
        tables => length(ets:all()),
        bytes => erlang:memory(total),
        loads => loads(),
        resident => lists:sum([resident_bytes(Pid) || Pid <- [os:getpid() | compiler_pids()]])
    }.

%% How often code was loaded since this was first asked.
loads() ->
    case erlang:trace_info({code, load_binary, 3}, call_count) of
        {call_count, Count} when is_integer(Count) -> Count;
        _ ->
            erlang:trace_pattern({code, load_binary, 3}, true, [call_count]),
            0
    end.

compiler_pids() ->
    {links, Links} = process_info(whereis(beamtalk_compiler_server), links),
    [integer_to_list(Pid) || Port <- Links, is_port(Port), {os_pid, Pid} <- [erlang:port_info(Port, os_pid)]].

%% Where the system does not say, nothing is compared.
resident_bytes(Pid) ->
    case file:read_file(["/proc/", Pid, "/status"]) of
        {ok, Text} ->
            {match, [Kilobytes]} = re:run(Text, "VmRSS:\\s+(\\d+)", [{capture, all_but_first, list}]),
            list_to_integer(Kilobytes) * 1024;
        {error, _} ->
            0
    end.

%% How many lines have made blocks that are bound, whose code is not there for others.
blocks(Session) ->
    Modules = [element(2, erlang:fun_info(Value, module)) || Value <- maps:values(beamtalk_repl_session:bindings(Session)), is_function(Value)],
    length([Module || Module <- lists:usort(Modules), not erlang:module_loaded(Module)]).

no_more(Before, After, Allowed) ->
    Grown = maps:map(fun(What, Most) -> maps:get(What, After) - maps:get(What, Before) - Most end, Allowed),
    ?assertEqual(#{}, maps:filter(fun(_, TooMany) -> TooMany > 0 end, Grown)).

count(Few, Many) ->
    case prompt:is_full() of
        true -> Many;
        false -> Few
    end.

names(Session) ->
    Line = fun(N) -> io_lib:format("[:aName~b | |theOther~b| theOther~b := aName~b. theOther~b + missing~b]", lists:duplicate(6, N)) end,
    Bound = fun(N) -> io_lib:format("[:aName~b | aName~b + 1] value: 3", [N, N]) end,
    _ = [prompt:say(Session, L) || L <- [Line(0), Bound(0), Bound(1)]],
    Before = erlang:system_info(atom_count),
    [_ = prompt:say(Session, F(N)) || F <- [Line, Bound], N <- lists:seq(2, count(50, 5000))],
    {Recycled, Others} = lists:partition(fun is_recycled/1, atoms_since(Before)),
    ?assert(length(Others) < 10),
    %% How many are in use at a time depends on how soon others let go of them.
    ?assert(length(Recycled) < 200).

%% Atoms are numbered as they are made, and can be had by their numbers.
atoms_since(Before) ->
    [binary_to_term(<<131, 75, Number:24>>) || Number <- lists:seq(Before, erlang:system_info(atom_count) - 1)].

is_recycled(Name) ->
    lists:prefix("beamtalk_prompt@", atom_to_list(Name)).

classes(Session) ->
    Define = fun(N) -> #{status := ok} = prompt:say(Session, io_lib:format("Object subclass: PromptAgain\n  size => ~b\n", [N])) end,
    [Define(N) || N <- lists:seq(1, count(20, 1000))],
    Loaded = fun() -> length(code:all_loaded()) end,
    Settled = Loaded(),
    Before = quiet_counts(Session),
    [Define(N) || N <- lists:seq(1, count(40, 10000))],
    prompt:wait_for(fun() -> Loaded() =< Settled + 2 end),
    After = quiet_counts(Session),
    no_more(Before, After, #{processes => 0, tables => 0}),
    resident(Before, After),
    ?assertEqual(integer_to_binary(count(40, 10000)), prompt:print(Session, ["PromptAgain new size"])).

kept(Session) ->
    %% This process has seen blocks too.
    true = garbage_collect(),
    Kept = fun() -> maps:get(kept, beamtalk_repl_modules:counts()) end,
    prompt:wait_for(fun() -> Kept() =:= 0 end),
    [prompt:print(Session, [io_lib:format("b~b := [:x | x + ~b]", [N, N])]) || N <- lists:seq(1, 20)],
    _ = prompt:print(Session, ["0"]),
    #{recent := Recent} = beamtalk_repl_modules:counts(),
    prompt:wait_for(fun() -> Kept() =:= 20 - Recent end),
    ?assertEqual(<<"2">>, prompt:print(Session, ["b1 value: 1"])),
    ?assertEqual(<<"21">>, prompt:print(Session, ["b20 value: 1"])),
    ok = beamtalk_repl_session:clear(Session),
    prompt:wait_for(fun() -> Kept() =:= 0 end).

sessions(_) ->
    One = fun() -> prompt:session(fun(Session) -> prompt:print(Session, ["x := [1]", "x value"]) end) end,
    One(),
    Settled = fun() -> {erlang:system_info(process_count), length(ets:all())} end,
    Before = Settled(),
    [One() || _ <- lists:seq(1, count(20, 1000))],
    prompt:wait_for(fun() -> Settled() =:= Before end).
