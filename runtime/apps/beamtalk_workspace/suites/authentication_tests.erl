%% Nobody gets in without the token, nobody who has none costs much, and nothing is made
%% for them. With CHAOS=full in the environment there are many more of them.
-module(authentication_tests).
-include_lib("stdlib/include/assert.hrl").

-export([authentication_test_/0]).

authentication_test_() ->
    front:tests([
        {"the token opens a session", fun token/0},
        {"whatever else comes first is refused, each with its reason", fun refusals/0},
        {"a silent peer is dropped after two seconds", fun silence/0},
        {"so is one that writes byte by byte", fun slow_writer/0},
        {"one that leaves before it is known", fun leaves/0},
        {"a crowd that says nothing takes bounded room, and keeps nobody out", fun crowd/0},
        {"wrong tokens, many of them", fun guesses/0},
        {"nothing but loopback is listened on", fun loopback/0},
        {"the port file says where and which start, for its owner only", fun port_file/0},
        {"a token that others can read is none", fun exposed_token/0},
        {"no report shows the token", fun no_token_in_reports/0},
        {"a session that cannot be started is an error, then the end", fun no_session/0}
    ]).

token() ->
    Socket = front:open(),
    ?assertMatch(<<"session_", _/binary>>, front:session(Socket)),
    ?assertMatch(#{<<"value">> := <<"7">>}, front:ask(Socket, #{op => eval, code => <<"7">>})).

refusals() ->
    Token = front:token(),
    <<_, Rest/binary>> = Token,
    Cases = [
        {"wrong", json(#{type => auth, token => <<"x", Rest/binary>>})},
        {"wrong", json(#{type => auth, token => Rest})},
        {"wrong", json(#{type => auth, token => <<>>})},
        {"as text", json(#{type => auth})},
        {"as text", json(#{type => auth, token => 7})},
        {"must be auth", json(#{op => eval, code => <<"1">>, token => Token})},
        {"must be auth", json([])},
        {"no JSON", <<"{\"type\":\"auth\",\"token\":\"", Token/binary, "\"">>},
        {"no JSON", binary:copy(<<"[">>, 500)},
        {"empty", <<>>},
        {"too long", json(#{type => auth, token => binary:copy(<<"x">>, 10000)})}
    ],
    [refused(Words, Text) || {Words, Text} <- Cases],
    ?assertEqual([], beamtalk_session_sup:sessions()),
    front:settled(),
    ?assertEqual(0, beamtalk_repl_lobby:count()).

json(Term) ->
    iolist_to_binary(beamtalk_json:encode(Term)).

refused(Words, Text) ->
    Socket = front:connect(),
    ok = gen_tcp:send(Socket, Text),
    #{<<"type">> := <<"auth_error">>, <<"message">> := Message} = front:read(Socket),
    ?assertMatch({match, _}, re:run(Message, Words)),
    ?assert(front:is_closed(Socket)).

silence() ->
    {Time, Message} = timer:tc(fun() -> front:read(front:connect()) end),
    ?assertMatch(#{<<"type">> := <<"auth_error">>}, Message),
    ?assert(Time > 1900000 andalso Time < 2700000).

%% The whole message would take four seconds.
slow_writer() ->
    Text = json(#{type => auth, token => front:token()}),
    Socket = front:connect(),
    Begun = erlang:monotonic_time(millisecond),
    trickle(Socket, <<(byte_size(Text)):32, Text/binary>>, 4000 div byte_size(Text)),
    Time = erlang:monotonic_time(millisecond) - Begun,
    ?assert(Time > 1900 andalso Time < 3200),
    ?assertEqual([], beamtalk_session_sup:sessions()).

trickle(Socket, <<Byte, Rest/binary>>, Pause) ->
    case front:bytes(Socket, <<Byte>>) of
        ok ->
            receive after Pause -> ok end,
            trickle(Socket, Rest, Pause);
        {error, _} ->
            ok
    end.

leaves() ->
    [front:close(front:connect()) || _ <- lists:seq(1, 20)],
    front:settled(),
    ?assertEqual(0, beamtalk_repl_lobby:count()).

crowd() ->
    application:set_env(beamtalk_workspace, lobby_room, 50),
    %% Some of them leave again, for this system has only so many sockets.
    Crowd = lists:foldl(fun(_, Known) -> kept([front:connect() | Known]) end, [], lists:seq(1, front:rounds(300, 10000))),
    front:eventually(fun() -> beamtalk_connection_sup:count() =< 51 end),
    ?assert(beamtalk_repl_lobby:count() =< 50),
    Socket = front:open(),
    ?assertMatch(#{<<"value">> := <<"1">>}, front:ask(Socket, #{op => eval, code => <<"1">>})),
    lists:foreach(fun front:close/1, Crowd),
    application:unset_env(beamtalk_workspace, lobby_room).

kept(Sockets) when length(Sockets) < 300 ->
    Sockets;
kept(Sockets) ->
    {Kept, Left} = lists:split(150, Sockets),
    lists:foreach(fun front:close/1, Left),
    Kept.

guesses() ->
    Guess = fun(N) ->
        Socket = front:connect(),
        front:send(Socket, #{type => auth, token => integer_to_binary(N)}),
        ?assertMatch(#{<<"type">> := <<"auth_error">>}, front:read(Socket)),
        front:close(Socket)
    end,
    Guess(0),
    %% It is looked every now and then whether the folder is still there, with this module.
    {module, _} = code:ensure_loaded(filelib),
    Before = erlang:system_info(atom_count),
    lists:foreach(Guess, lists:seq(1, front:rounds(1000, 1000000))),
    front:settled(),
    ?assertEqual(Before, erlang:system_info(atom_count)),
    ?assertEqual([], beamtalk_session_sup:sessions()).

loopback() ->
    {ok, {Address, _}} = inet:sockname(element(3, sys:get_state(beamtalk_repl_server))),
    ?assertEqual({127, 0, 0, 1}, Address).

port_file() ->
    #{dir := Folder} = beamtalk_repl_server:config(),
    Path = filename:join(Folder, "port"),
    {ok, Text} = file:read_file(Path),
    ?assertEqual([integer_to_binary(beamtalk_repl_server:port()), <<"00000000000000ff">>], string:lexemes(Text, "\n")),
    {ok, Info} = file:read_file_info(Path),
    ?assertEqual(8#600, element(8, Info) band 8#777),
    ?assertEqual({ok, ["port", "token"]}, sorted(file:list_dir(Folder))).

sorted({ok, Names}) ->
    {ok, lists:sort([unicode:characters_to_list(Name) || Name <- Names])}.

exposed_token() ->
    #{dir := Folder} = beamtalk_repl_server:config(),
    Path = filename:join(Folder, "token"),
    ?assertMatch({ok, _}, beamtalk_workspace_files:token_check(Folder)),
    ok = file:change_mode(Path, 8#640),
    ?assertMatch({error, <<"others can read", _/binary>>}, beamtalk_workspace_files:token_check(Folder)),
    ok = file:write_file(Path, <<"short">>),
    ok = file:change_mode(Path, 8#600),
    ?assertMatch({error, <<"the file token holds no token", _/binary>>}, beamtalk_workspace_files:token_check(Folder)),
    ok = file:delete(Path),
    ?assertMatch({error, <<"the file token cannot be read", _/binary>>}, beamtalk_workspace_files:token_check(Folder)).

%% The listener is ended with a report, and a connection too.
no_token_in_reports() ->
    Socket = front:open(),
    [Connection] = [Pid || {_, Pid, _, _} <- supervisor:which_children(beamtalk_connection_sup)],
    Shown = [
        io_lib:format("~tp", [sys:get_state(beamtalk_repl_server)]),
        io_lib:format("~tp", [sys:get_status(Connection)]),
        io_lib:format("~tp", [process_info(Connection)]),
        io_lib:format("~tp", [supervisor:which_children(beamtalk_workspace_sup)])
    ],
    ?assertEqual(nomatch, string:find(Shown, front:token())),
    front:close(Socket).

no_session() ->
    Socket = front:connect(),
    front:send(Socket, #{type => auth, token => front:token(), client => mcp}),
    ?assertMatch(#{<<"kind">> := <<"session_down">>, <<"status">> := [<<"done">>, <<"error">>]}, front:read(Socket)),
    ?assert(front:is_closed(Socket)).
