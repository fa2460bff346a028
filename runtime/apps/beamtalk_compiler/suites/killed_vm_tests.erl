%% A system that is killed leaves no compiler behind, whatever that was doing. A few
%% rounds; with CHAOS=full in the environment two hundred.
-module(killed_vm_tests).
-include_lib("stdlib/include/assert.hrl").

-export([killed_vm_test_/0, owner/1]).

%% Milliseconds in which a port must have gone.
-define(SOON, 1000).

killed_vm_test_() ->
    case real_port:program() of
        {ok, Program} ->
            Rounds = fake:rounds(20, 200),
            {timeout, 7200, {"killed systems leave no compiler", fun() -> rounds(Program, Rounds) end}};
        {error, _} ->
            []
    end.

rounds(Program, Rounds) ->
    Times = [left(State, Program) || Round <- lists:seq(1, Rounds), State <- [state(Round)]],
    ?assertMatch(#{p95 := P95} when P95 < ?SOON, real_port:times("from the end of the system to that of its port", Times)).

state(Round) ->
    lists:nth(1 + Round rem 4, [idle, busy, stopped, starting]).

%% How long the port of a system outlives it, in microseconds.
left(State, Program) ->
    {System, SystemPid, PortPid} = system(State, Program),
    State =:= stopped andalso (os:cmd("kill -STOP " ++ PortPid)),
    State =:= busy andalso (receive after 20 -> ok end),
    "" = os:cmd("kill -KILL " ++ SystemPid),
    {Time, ok} = timer:tc(fun() -> gone(PortPid, 500) end),
    catch port_close(System),
    Time.

%% Another system, with the numbers of its process and of its port.
system(State, {Path, _}) ->
    Paths = [Folder || Folder <- code:get_path(), filename:pathtype(Folder) =:= absolute orelse Folder =/= "."],
    Call = lists:flatten(io_lib:format("~s:owner(~s).", [?MODULE, State])),
    Arguments = ["-noinput", "-mode", "interactive", "-pa"] ++ Paths ++ ["-eval", Call],
    Environment = [{"BEAMTALK_PORT", Path}, {"ERL_CRASH_DUMP_SECONDS", "0"}],
    System = open_port({spawn_executable, os:find_executable("erl")}, [{args, Arguments}, {env, Environment}, {line, 200}, exit_status, stderr_to_stdout]),
    {System, line(System, "system "), line(System, "port ")}.

line(System, Word) ->
    receive
        {System, {data, {eol, Line}}} ->
            case string:prefix(Line, Word) of
                nomatch -> line(System, Word);
                Number -> Number
            end;
        {System, {exit_status, Status}} ->
            error({ended, Status})
    after 60000 ->
        error({silent, Word})
    end.

%% Runs in the other system.
owner(State) ->
    io:format("system ~ts~n", [os:getpid()]),
    logger:set_primary_config(level, none),
    {ok, _} = application:ensure_all_started(beamtalk_compiler),
    State =:= starting orelse ({ok, #{}} = beamtalk_compiler_server:ping()),
    Number = fake:os_pid(),
    State =:= busy andalso [spawn(fun compiling/0) || _ <- lists:seq(1, 4)],
    io:format("port ~b~n", [Number]).

compiling() ->
    Class = [["Object subclass: C", integer_to_list(N), "\n  a => 1\n  b: x => x + self a\n"] || N <- lists:seq(1, 200)],
    _ = beamtalk_compiler_server:compile(Class, #{}),
    compiling().

%% One that nobody has waited for yet is still in the list, as a zombie.
gone(Number, Left) ->
    case string:trim(os:cmd("ps -o stat= -p " ++ Number)) of
        "" -> ok;
        "Z" ++ _ -> ok;
        Status when Left =:= 0 -> error({left_behind, Number, Status});
        _ -> receive after 5 -> gone(Number, Left - 1) end
    end.
