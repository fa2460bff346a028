%% Brings up a workspace in a fresh system, for `erl -s beamtalk_workspace_boot -extra
%% KEY=VALUE…`. The values are plain text in UTF-8, and never evaluated:
%%
%%   dir           the folder of the workspace, with its token
%%   id            the name of the workspace
%%   project       the folder that it serves
%%   port          where to listen, 0 for anywhere
%%   idle          after how many seconds without use it ends, 0 for never
%%   nonce         which start this is
%%   port_program  the command that has the compiler
%%   foreground    true: say on standard output where it listens, and end with standard input
%%   log_level     from which level on the log has entries (notice)
%%   memory        how many MiB an evaluation may take
%%
%% Why it could not start is written to `startup.log`; then the system ends. It also ends
%% when the workspace gives up. It leaves no dump of its memory, in which the token is.
-module(beamtalk_workspace_boot).

-export([start/0, options/1]).

-type options() :: #{atom() => binary()}.

-define(KEYS, [dir, id, project, port, idle, nonce, port_program, foreground, log_level, memory]).

-spec start() -> ok.
start() ->
    Options = options(init:get_plain_arguments()),
    try
        run(Options)
    catch
        Class:Reason:Stack ->
            fail(Options, Class, Reason, Stack),
            erlang:halt(1, [{flush, false}])
    end.

%% Keys that nobody knows are left to later versions.
-spec options([string()]) -> options().
options(Arguments) ->
    Keys = maps:from_list([{atom_to_list(Key), Key} || Key <- ?KEYS]),
    Pairs = [{Key, text(Value)} || Argument <- Arguments, [Key, Value] <- [string:split(Argument, "=")]],
    maps:from_list([{maps:get(Key, Keys), Value} || {Key, Value} <- Pairs, is_map_key(Key, Keys)]).

%% Where the locale says nothing of UTF-8 the bytes come one by one.
-spec text(string()) -> binary().
text(Value) ->
    Bytes = lists:all(fun(C) -> C < 256 end, Value) andalso list_to_binary(Value),
    case is_binary(Bytes) andalso unicode:characters_to_binary(Bytes) of
        Bytes -> Bytes;
        _ -> unicode:characters_to_binary(Value)
    end.

-spec run(options()) -> ok.
run(#{dir := Folder} = Options) ->
    true = os:putenv("ERL_CRASH_DUMP_SECONDS", "0"),
    ok = beamtalk_workspace_files:write_pid(Folder),
    ok = beamtalk_workspace_log:start(Folder, maps:get(log_level, Options, <<"notice">>)),
    ok = beamtalk_workspace_library:start(maps:get(port_program, Options, none), maps:get(project, Options, none)),
    ok = application:set_env(beamtalk_workspace, config, config(Options)),
    ok = limit_memory(Options),
    %% Were it permanent, its failure would end the system before anyone could say why.
    {ok, _} = application:ensure_all_started(beamtalk_workspace),
    _ = spawn(fun end_with_workspace/0),
    foreground(maps:get(foreground, Options, <<"false">>)).

-spec limit_memory(options()) -> ok.
limit_memory(#{memory := Mebibytes}) -> application:set_env(beamtalk_workspace, memory_bytes, binary_to_integer(Mebibytes) bsl 20);
limit_memory(_) -> ok.

-spec config(options()) -> beamtalk_workspace_sup:config().
config(#{dir := Folder} = Options) ->
    #{
        workspace_id => maps:get(id, Options, <<>>),
        project_path => maps:get(project, Options, none),
        tcp_port => binary_to_integer(maps:get(port, Options, <<"0">>)),
        max_idle_seconds => binary_to_integer(maps:get(idle, Options, <<"14400">>)),
        nonce => maps:get(nonce, Options, <<>>),
        dir => Folder
    }.

-spec foreground(binary()) -> ok.
foreground(<<"true">>) ->
    Port = integer_to_binary(beamtalk_repl_server:port()),
    ok = io:put_chars(user, [<<"BEAMTALK_PORT:">>, Port, $\n]),
    _ = spawn(fun end_with_input/0),
    ok;
foreground(_) ->
    ok.

-spec end_with_workspace() -> no_return().
end_with_workspace() ->
    Monitor = monitor(process, beamtalk_workspace_sup),
    receive
        {'DOWN', Monitor, process, _, _} -> beamtalk_idle_monitor:stop_system(0)
    end,
    exit(normal).

%% Whoever started it holds the other end, and is gone when that closes.
-spec end_with_input() -> no_return().
end_with_input() ->
    case init:get_argument(noinput) of
        {ok, _} -> until_closed(open_port({fd, 0, 0}, [in, eof, binary]));
        error -> until_eof(io:get_line(user, ""))
    end,
    ok = beamtalk_idle_monitor:stop_system(0),
    exit(normal).

%% Where the system reads its input itself.
-spec until_eof(eof | {error, term()} | unicode:chardata()) -> ok.
until_eof(eof) -> ok;
until_eof({error, _}) -> ok;
until_eof(_) -> until_eof(io:get_line(user, "")).

-spec until_closed(port()) -> ok.
until_closed(Input) ->
    receive
        {Input, {data, _}} -> until_closed(Input);
        {Input, eof} -> ok
    end.

-spec fail(options(), atom(), term(), list()) -> ok.
fail(#{dir := Folder} = Options, Class, Reason, Stack) ->
    Text = io_lib:format("The workspace ~ts did not start.~n~ts~n", [maps:get(id, Options, <<>>), why(Class, Reason, Stack)]),
    try
        beamtalk_workspace_files:write_failure(Folder, Text)
    catch
        _:_ -> say(Text)
    end;
fail(_, Class, Reason, Stack) ->
    say(["The workspace did not start: it was not told its folder (dir=…).\n", why(Class, Reason, Stack), $\n]).

-spec say(unicode:chardata()) -> ok.
say(Text) ->
    io:put_chars(standard_error, Text).

%% What people can act on, in their words; anything else as it is.
-spec why(atom(), term(), list()) -> unicode:chardata().
why(Class, Reason, Stack) ->
    case cause(Reason) of
        {listen, Port, eaddrinuse} -> io_lib:format("Port ~b is taken by another program.", [Port]);
        {listen, Port, Why} -> io_lib:format("Port ~b cannot be opened: ~ts.", [Port, inet:format_error(Why)]);
        {token, Why} -> [string:titlecase(Why), $.];
        Other -> io_lib:format("~tp: ~tp~n~tp", [Class, Other, Stack])
    end.

%% What lies in the middle of what supervisors and applications wrap around it.
-spec cause(term()) -> term().
cause({listen, _, _} = Cause) -> Cause;
cause({token, _} = Cause) -> Cause;
cause({badmatch, {error, {_, Reason}}}) -> cause(Reason);
cause({{shutdown, {failed_to_start_child, _, Reason}}, _}) -> cause(Reason);
cause({shutdown, {failed_to_start_child, _, Reason}}) -> cause(Reason);
cause(Reason) -> Reason.
