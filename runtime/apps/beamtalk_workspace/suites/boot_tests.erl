%% A workspace in a system of its own: how it begins, what it leaves behind, how it ends.
-module(boot_tests).
-include_lib("stdlib/include/assert.hrl").

-export([boot_test_/0]).

-define(SOON, 60000).

boot_test_() ->
    [
        {timeout, 300, {Title, Test}}
     || {Title, Test} <- [
            {"it says where it is, and ends when it is told to", fun lifecycle/0},
            {"after a kill the next one begins as if nothing had been", fun killed/0},
            {"why it did not start is written down", fun failures/0},
            {"in the foreground it ends with its input", fun foreground/0},
            {"it ends when nobody has been there", fun idle/0},
            {"it ends when its folder is gone, and says so", fun() -> lost(fun file:del_dir_r/1, <<"folder">>) end},
            {"it ends when its token is gone, and says so",
                fun() -> lost(fun(Folder) -> file:delete(filename:join(Folder, "token")) end, <<"token">>) end}
        ]
    ].

%% A folder as the command makes it.
folder() ->
    Folder = front:folder(),
    token(Folder, 8#600),
    ok = file:make_dir(filename:join(Folder, "fakes")),
    ok = fake_session:write(filename:join(Folder, "fakes")),
    Folder.

token(Folder, Mode) ->
    ok = file:write_file(filename:join(Folder, "token"), front:token()),
    ok = file:change_mode(filename:join(Folder, "token"), Mode).

start(Folder, Options) ->
    start(Folder, Options, ["-noinput"]).

start(Folder, Options, Flags) ->
    Given = #{dir => Folder, id => <<"tea">>, project => Folder, port => <<"0">>, idle => <<"0">>, nonce => <<"00000000000000aa">>},
    Extra = [iolist_to_binary([atom_to_list(Key), "=", Value]) || {Key, Value} <- maps:to_list(maps:merge(Given, Options))],
    Paths = [Path || Path <- code:get_path(), string:find(Path, "beamtalk_") =/= nomatch, string:find(Path, "ebin_") =:= nomatch],
    Arguments =
        Flags ++ ["-noshell", "-boot", "no_dot_erlang", "+sbwt", "none", "-pa"] ++ Paths ++
            [filename:join(Folder, "fakes"), "-s", "beamtalk_workspace_boot", "-extra"] ++ Extra,
    open_port({spawn_executable, os:find_executable("erl")}, [{args, Arguments}, exit_status, stderr_to_stdout, binary, {line, 1000}]).

await(Port, Folder, Name) ->
    Path = filename:join(Folder, Name),
    front:eventually(fun() ->
        receive
            {Port, {exit_status, Status}} -> error({ended, Status})
        after 20 -> filelib:is_regular(Path)
        end
    end),
    {ok, Text} = file:read_file(Path),
    string:lexemes(Text, "\n").

status(Port) ->
    receive
        {Port, {exit_status, Status}} -> Status
    after ?SOON -> error(still_there)
    end.

lifecycle() ->
    Folder = folder(),
    System = start(Folder, #{}),
    [Number, <<"00000000000000aa">>] = await(System, Folder, "port"),
    {os_pid, OsPid} = erlang:port_info(System, os_pid),
    ?assertEqual([integer_to_binary(OsPid)], await(System, Folder, "pid")),
    [?assertEqual({Name, 8#600}, {Name, mode(Folder, Name)}) || Name <- ["port", "pid", "workspace.log"]],
    front:at(binary_to_integer(Number)),
    Socket = front:open(),
    ?assertMatch(#{<<"workspace_id">> := <<"tea">>, <<"nonce">> := <<"00000000000000aa">>, <<"project">> := Folder}, front:ask(Socket, #{op => health})),
    %% Something for the log.
    Stranger = front:connect(),
    front:send(Stranger, #{type => auth, token => <<"wrong">>}),
    ?assertMatch(#{<<"type">> := <<"auth_error">>}, front:read(Stranger)),
    ?assertMatch(#{<<"kind">> := <<"auth_error">>}, front:ask(Socket, #{op => shutdown, token => <<"wrong">>})),
    ?assertMatch(#{<<"value">> := <<"ok">>}, front:ask(Socket, #{op => shutdown, token => front:token()})),
    ?assertEqual(0, status(System)),
    ?assertNot(filelib:is_regular(filename:join(Folder, "port"))),
    logged(Folder),
    ok = file:del_dir_r(Folder).

mode(Folder, Name) ->
    {ok, Info} = file:read_file_info(filename:join(Folder, Name)),
    element(8, Info) band 8#777.

%% Each line is JSON, the stranger is there, and the token is not.
logged(Folder) ->
    {ok, Text} = file:read_file(filename:join(Folder, "workspace.log")),
    Lines = [beamtalk_json:decode(Line) || Line <- string:lexemes(Text, "\n")],
    ?assertEqual([], [Line || Line <- Lines, element(1, Line) =/= ok]),
    ?assertMatch([_], [Line || {ok, #{<<"level">> := <<"warning">>, <<"message">> := Words}} = Line <- Lines, string:find(Words, "was refused") =/= nomatch]),
    ?assertEqual(nomatch, string:find(Text, front:token())).

killed() ->
    Folder = folder(),
    First = start(Folder, #{}),
    _ = await(First, Folder, "port"),
    {os_pid, OsPid} = erlang:port_info(First, os_pid),
    "" = os:cmd("kill -KILL " ++ integer_to_list(OsPid)),
    ?assertEqual(137, status(First)),
    Second = start(Folder, #{nonce => <<"00000000000000bb">>}),
    front:eventually(fun() -> lists:last(await(Second, Folder, "port")) =:= <<"00000000000000bb">> end),
    [New, _] = await(Second, Folder, "port"),
    front:at(binary_to_integer(New)),
    Socket = front:open(#{resume => <<"session_1_0">>}),
    _ = front:ask(Socket, #{op => shutdown, token => front:token()}),
    ?assertEqual(0, status(Second)),
    ok = file:del_dir_r(Folder).

failures() ->
    {ok, Taken} = gen_tcp:listen(0, [{ip, {127, 0, 0, 1}}]),
    {ok, Number} = inet:port(Taken),
    Cases = [
        {fun(Folder) -> token(Folder, 8#644) end, #{}, "others can read the file token"},
        {fun(Folder) -> file:delete(filename:join(Folder, "token")) end, #{}, "file token cannot be read"},
        {fun(_) -> ok end, #{port => integer_to_binary(Number)}, "Port \\d+ is taken by another program"},
        {fun(_) -> ok end, #{port => <<"tea">>}, "badarg"}
    ],
    [fails(Prepare, Options, Words) || {Prepare, Options, Words} <- Cases],
    gen_tcp:close(Taken).

fails(Prepare, Options, Words) ->
    Folder = folder(),
    Prepare(Folder),
    System = start(Folder, Options),
    ?assertEqual(1, status(System)),
    {ok, Text} = file:read_file(filename:join(Folder, "startup.log")),
    ?assertMatch({{match, _}, _}, {re:run(Text, Words, [caseless]), Text}),
    ?assertEqual(8#600, mode(Folder, "startup.log")),
    ?assertNot(filelib:is_regular(filename:join(Folder, "port"))),
    ok = file:del_dir_r(Folder).

foreground() ->
    foreground(["-noinput"]),
    foreground([]).

foreground(Flags) ->
    Folder = folder(),
    System = start(Folder, #{foreground => <<"true">>}, Flags),
    Number =
        receive
            {System, {data, {eol, <<"BEAMTALK_PORT:", Text/binary>>}}} -> Text
        after ?SOON -> error(silent)
        end,
    ?assertEqual(Number, hd(await(System, Folder, "port"))),
    {os_pid, OsPid} = erlang:port_info(System, os_pid),
    true = port_close(System),
    front:eventually(fun() ->
        receive after 20 -> ok end,
        string:trim(os:cmd("ps -o stat= -p " ++ integer_to_list(OsPid))) =:= ""
    end),
    ok = file:del_dir_r(Folder).

idle() ->
    Folder = folder(),
    System = start(Folder, #{idle => <<"1">>}),
    _ = await(System, Folder, "port"),
    ?assertEqual(0, status(System)),
    {ok, Text} = file:read_file(filename:join(Folder, "workspace.log")),
    ?assertNotEqual(nomatch, string:find(Text, "nobody was here")),
    ok = file:del_dir_r(Folder).

%% Though somebody is there, and it is to stay for ever.
lost(Remove, What) ->
    Folder = folder(),
    System = start(Folder, #{}, ["-noinput", "-beamtalk_workspace", "look_milliseconds", "50"]),
    [Number | _] = await(System, Folder, "port"),
    front:at(binary_to_integer(Number)),
    Socket = front:open(#{push => true}),
    ok = Remove(Folder),
    #{<<"data">> := #{<<"reason">> := Why}} = front:until(Socket, fun
        (#{<<"channel">> := <<"workspace">>, <<"event">> := <<"stopping">>}) -> true;
        (_) -> false
    end),
    ?assertNotEqual(nomatch, string:find(Why, What)),
    ?assertEqual(0, status(System)),
    _ = file:del_dir_r(Folder).
