%% A workspace for tests, in this very system, and a peer that speaks to it.
-module(front).
-include_lib("stdlib/include/assert.hrl").

-export([tests/1, start/0, start/1, stop/1, folder/0, token/0]).
-export([whole_tests/1, start_whole/0, stop_whole/1]).
-export([at/1, connect/0, open/0, open/1, send/2, bytes/2, read/1, read/2, ask/2, until/2, is_closed/1, close/1, session/1]).
-export([eventually/1, settled/0, rounds/2]).

-define(TOKEN, <<"0123456789abcdefghijklmnopqrstuvwxyzABCDEFG">>).
%% A machine that does much else reads its files slowly.
-define(SOON, 30000).

tests(Tests) ->
    {foreach, fun start/0, fun stop/1, [{timeout, rounds(1200, 7200), {Title, Test}} || {Title, Test} <- Tests]}.

start() ->
    start(#{}).

start(Config) ->
    ok = fake_session:install(),
    workspace(Config).

stop(Workspace) ->
    ended(Workspace),
    ok = fake_session:remove(),
    logger:set_primary_config(level, notice).

%% In one workspace whose sessions evaluate. Without a compiler they are left out, and
%% that is said.
whole_tests(Tests) ->
    application:unset_env(beamtalk_compiler, port_command),
    case beamtalk_compiler_program:find() of
        {ok, _} ->
            {setup, fun start_whole/0, fun stop_whole/1, [{timeout, 7200, {Title, Test}} || {Title, Test} <- Tests]};
        {error, Why} ->
            io:format(user, "left out: no compiler to test with, ~ts~n", [Why]),
            []
    end.

start_whole() ->
    Applications = lists:append([Started || App <- [beamtalk_stdlib, beamtalk_compiler], {ok, Started} <- [application:ensure_all_started(App)]]),
    Beams = filelib:wildcard("bt@stdlib@*.beam", code:lib_dir(beamtalk_stdlib, ebin)),
    [{module, _} = code:ensure_loaded(list_to_atom(filename:basename(Beam, ".beam"))) || Beam <- Beams],
    {workspace(#{}), Applications}.

stop_whole({Workspace, Applications}) ->
    ended(Workspace),
    [ok = application:stop(Application) || Application <- lists:reverse(Applications)],
    logger:set_primary_config(level, notice).

workspace(Config) ->
    logger:set_primary_config(level, none),
    Folder = folder(),
    ok = file:write_file(filename:join(Folder, "token"), [?TOKEN, $\n]),
    ok = file:change_mode(filename:join(Folder, "token"), 8#600),
    %% Others may have stopped the runtime alone.
    [{ok, _} = application:ensure_all_started(App) || App <- [beamtalk_runtime, beamtalk_stdlib]],
    Given = #{workspace_id => <<"tea">>, nonce => <<"00000000000000ff">>, tcp_port => 0, dir => Folder},
    {ok, Sup} = beamtalk_workspace_sup:start_link(maps:merge(Given, Config)),
    unlink(Sup),
    persistent_term:put(?MODULE, beamtalk_repl_server:port()),
    {Sup, Folder}.

ended({Sup, Folder}) ->
    Monitor = monitor(process, Sup),
    exit(Sup, shutdown),
    receive {'DOWN', Monitor, process, _, _} -> ok end,
    %% A test may have taken it away.
    _ = file:del_dir_r(Folder),
    ok.

%% A new one, which only its owner can enter.
folder() ->
    Base = os:getenv("TMPDIR", "/tmp"),
    Folder = filename:join(Base, io_lib:format("beamtalk-front-~ts-~b", [os:getpid(), erlang:unique_integer([positive])])),
    ok = file:make_dir(Folder),
    ok = file:change_mode(Folder, 8#700),
    unicode:characters_to_binary(Folder).

token() ->
    ?TOKEN.

%% From now on peers connect to this port.
at(Port) ->
    persistent_term:put(?MODULE, Port).

%% A peer that has not said anything.
connect() ->
    {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, persistent_term:get(?MODULE), [binary, {packet, 4}, {active, false}, {nodelay, true}]),
    Socket.

%% One that has a session.
open() ->
    open(#{}).

open(Auth) ->
    Socket = connect(),
    send(Socket, maps:merge(#{type => auth, token => ?TOKEN, client => repl, push => false}, Auth)),
    ?assertEqual(#{<<"type">> => <<"auth_ok">>}, read(Socket)),
    #{<<"op">> := <<"session-started">>, <<"session">> := Session} = read(Socket),
    put({session, Socket}, Session),
    Socket.

session(Socket) ->
    get({session, Socket}).

send(Socket, Message) ->
    ok = gen_tcp:send(Socket, beamtalk_json:encode(Message)).

%% Without a frame of ours.
bytes(Socket, Bytes) ->
    ok = inet:setopts(Socket, [{packet, raw}]),
    Sent = gen_tcp:send(Socket, Bytes),
    ok = inet:setopts(Socket, [{packet, 4}]),
    Sent.

read(Socket) ->
    read(Socket, ?SOON).

read(Socket, Time) ->
    case gen_tcp:recv(Socket, 0, Time) of
        {ok, Text} ->
            {ok, Message} = beamtalk_json:decode(Text),
            Message;
        {error, Why} ->
            Why
    end.

%% The first message that ends this request.
ask(Socket, Request) ->
    send(Socket, Request),
    until(Socket, fun(Message) -> is_map_key(<<"status">>, Message) end).

until(Socket, Is) ->
    case read(Socket) of
        Message when is_map(Message) ->
            case Is(Message) of
                true -> Message;
                false -> until(Socket, Is)
            end;
        Why ->
            error({no_message, Why})
    end.

is_closed(Socket) ->
    read(Socket) =:= closed.

close(Socket) ->
    gen_tcp:close(Socket).

eventually(Fun) ->
    eventually(Fun, 500).

eventually(Fun, Left) ->
    case Fun() of
        true -> ok;
        Other when Left =:= 0 -> error({never, Other});
        _ -> receive after 10 -> eventually(Fun, Left - 1) end
    end.

%% When no connection is left.
settled() ->
    eventually(fun() -> beamtalk_connection_sup:count() =:= 0 end).

%% With CHAOS=full in the environment, many.
rounds(Few, Many) ->
    case os:getenv("CHAOS") of
        "full" -> Many;
        _ -> Few
    end.
