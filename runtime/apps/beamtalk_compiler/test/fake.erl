%% A runtime, a compiler server and the fake port behind it, for tests.
-module(fake).

-export([start/0, start/1, start/2, stop/1, use_fake/0, ask/1, ask/2, term/1, classes/0, class/1]).
-export([os_pid/0, port/0, state/0, kill_port/0, signal/1, kill_server/0, eventually/1, file/0, rounds/2]).

-include("../src/beamtalk_compiler_request.hrl").

start() ->
    start(#{}).

%% With other deadlines.
start(Deadlines) ->
    start(Deadlines, program()).

%% And another program.
start(Deadlines, Program) ->
    logger:set_primary_config(level, none),
    application:set_env(beamtalk_compiler, deadlines, Deadlines),
    application:set_env(beamtalk_compiler, port_command, Program),
    {ok, _} = application:ensure_all_started(beamtalk_compiler),
    ok.

stop(_) ->
    _ = application:stop(beamtalk_compiler),
    made_class:remove_all(),
    _ = application:stop(beamtalk_runtime),
    [application:unset_env(beamtalk_compiler, Key) || Key <- [deadlines, port_command, most_pending]],
    logger:set_primary_config(level, notice),
    file:del_dir_r(folder()).

use_fake() ->
    application:set_env(beamtalk_compiler, port_command, program()).

%% An `erl` that boots into the fake port at once.
program() ->
    Boot = filename:join(folder(), "fake_port"),
    filelib:is_regular(Boot ++ ".boot") orelse (ok = file:write_file(Boot ++ ".boot", term_to_binary(script()))),
    Arguments = ["-noinput", "-boot", Boot, "-mode", "minimal", "+S", "1:1", "+A", "1", "+SDio", "1", "+SDcpu", "1:1"],
    %% Its helpers complain when it is killed, and so does it when its test is over
    %% before it has begun.
    Quietly = "export ERL_CRASH_DUMP_SECONDS=0; exec \"$0\" \"$@\" 2>/dev/null",
    {"/bin/sh", ["-c", Quietly, os:find_executable("erl") | Arguments]}.

script() ->
    [Kernel, Stdlib] = [code:lib_dir(App, ebin) || App <- [kernel, stdlib]],
    Own = filename:absname(filename:dirname(code:which(fake_port))),
    {script, {"fake port", "1"}, [
        {preLoaded, []}, {progress, preloaded},
        {path, [Kernel]}, {primLoad, [error_handler]},
        {path, [Stdlib]}, {primLoad, [lists, maps, binary]},
        {path, [Own]}, {primLoad, [fake_port]},
        {kernel_load_completed}, {progress, kernel_load_completed},
        {path, [Kernel, Stdlib, Own]},
        {apply, {fake_port, start, []}}
    ]}.

folder() ->
    Folder = filename:join(os:getenv("TMPDIR", "/tmp"), "beamtalk_fake_port." ++ os:getpid()),
    ok = filelib:ensure_dir(filename:join(Folder, "x")),
    Folder.

%% A file that is not there.
file() ->
    filename:join(folder(), integer_to_list(erlang:unique_integer([positive]))).

%% Has the port act on a text.
ask(Text) ->
    beamtalk_compiler_server:diagnostics(Text).

ask(Text, Argument) ->
    ask([Text, " ", Argument]).

%% What the port tells of what it knows.
term(Text) ->
    case ask(Text) of
        {ok, #{core := Core}} -> binary_to_term(Core);
        Other -> Other
    end.

classes() ->
    term("classes").

class(Class) ->
    term(["class ", atom_to_list(Class)]).

state() ->
    sys:get_state(beamtalk_compiler_server).

%% From the link, which is the first field of the state; its first fields are these.
port() ->
    element(2, element(2, state())).

os_pid() ->
    eventually(fun() -> beamtalk_compiler_port:os_pid(port()) =/= undefined end),
    beamtalk_compiler_port:os_pid(port()).

%% And waits until the server has another one.
kill_port() ->
    Old = port(),
    signal("-KILL"),
    eventually(fun() -> New = port(), New =/= Old andalso New =/= undefined end).

%% A program that is to stop does so when it gets around to it.
signal("-STOP") ->
    Number = integer_to_list(os_pid()),
    "" = os:cmd("kill -STOP " ++ Number),
    eventually(fun() -> string:prefix(os:cmd("ps -o stat= -p " ++ Number), "T") =/= nomatch end);
signal(Signal) ->
    "" = os:cmd("kill " ++ Signal ++ " " ++ integer_to_list(os_pid())).

%% And waits for the next life.
kill_server() ->
    Server = whereis(beamtalk_compiler_server),
    Monitor = monitor(process, Server),
    exit(Server, kill),
    receive {'DOWN', Monitor, process, _, _} -> ok end,
    _ = supervisor:which_children(beamtalk_compiler_sup),
    true = is_pid(whereis(beamtalk_compiler_server)),
    ok.

%% Soon, if not at once.
eventually(Fun) ->
    eventually(Fun, 500).

eventually(Fun, Left) ->
    case Fun() of
        true -> ok;
        Other when Left =:= 0 -> error({never, Other});
        _ -> receive after 10 -> eventually(Fun, Left - 1) end
    end.

rounds(Few, Many) ->
    case os:getenv("CHAOS") of
        "full" -> Many;
        _ -> Few
    end.
