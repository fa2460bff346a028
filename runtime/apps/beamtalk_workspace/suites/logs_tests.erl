%% Entries of the log for who has asked for them, and what they may not do: slow down or
%% fail whoever logs, take memory, or stay when nobody listens.
-module(logs_tests).
-include_lib("stdlib/include/assert.hrl").
-include_lib("kernel/include/logger.hrl").

-export([logs_test_/0]).

logs_test_() ->
    {setup, fun quiet/0, fun(Level) -> ok = logger:set_handler_config(default, level, Level) end,
        front:tests([{Title, fun() -> logging(Test) end} || {Title, Test} <- [
            {"what is logged is told to who has asked", fun told/0},
            {"each gets the levels that it wants", fun levels/0},
            {"what the workspace does not log nobody gets", fun workspace_level/0},
            {"a level that is none", fun unknown_level/0},
            {"nobody listens, nothing is there", fun removed/0},
            {"whatever is logged", fun strange/0},
            {"a peer that does not read", fun reluctant_reader/0},
            {"a process that is ended begins anew", fun killed/0}
        ]])}.

%% Nothing of it to the terminal.
quiet() ->
    {ok, #{level := Level}} = logger:get_handler_config(default),
    ok = logger:set_handler_config(default, level, none),
    Level.

logging(Test) ->
    ok = logger:set_primary_config(level, notice),
    Test().

subscribe(Socket, Params) ->
    front:ask(Socket, Params#{op => 'subscribe-logs'}).

entry(Socket) ->
    #{<<"data">> := Data} = front:until(Socket, fun(Message) -> is_entry(Message) end),
    Data.

is_entry(#{<<"type">> := <<"push">>, <<"channel">> := <<"logs">>, <<"event">> := <<"entry">>}) -> true;
is_entry(_) -> false.

%% All that came before the answer to a request.
entries(Socket) ->
    _ = sys:get_state(beamtalk_repl_logs),
    front:send(Socket, #{op => health, id => <<"last">>}),
    entries(Socket, []).

entries(Socket, Met) ->
    case front:read(Socket) of
        #{<<"id">> := <<"last">>} -> lists:reverse(Met);
        #{<<"data">> := #{<<"message">> := Message}} -> entries(Socket, [Message | Met])
    end.

told() ->
    [First, Second, Other] = [front:open() || _ <- [1, 2, 3]],
    [?assertMatch(#{<<"value">> := #{<<"level">> := <<"debug">>, <<"workspace_level">> := <<"notice">>}}, subscribe(Socket, #{})) || Socket <- [First, Second]],
    ?LOG_WARNING("the ~ts boils", [<<"kettle">>], #{litres => 3, where => <<"kitchen">>, deep => [{a, b}]}),
    Pid = unicode:characters_to_binary(pid_to_list(self())),
    [
        ?assertMatch(
            #{
                <<"level">> := <<"warning">>, <<"message">> := <<"the kettle boils">>,
                <<"metadata">> := #{
                    <<"pid">> := Pid, <<"at">> := <<"logs_tests:told/0">>, <<"time">> := <<"20", _/binary>>,
                    <<"litres">> := 3, <<"where">> := <<"kitchen">>
                }
            },
            entry(Socket)
        )
     || Socket <- [First, Second]
    ],
    ?assertEqual([], entries(Other)).

levels() ->
    [Calm, Curious] = [front:open() || _ <- [1, 2]],
    _ = subscribe(Calm, #{level => error}),
    _ = subscribe(Curious, #{level => notice}),
    [logger:log(Level, atom_to_list(Level)) || Level <- [notice, error, warning, critical]],
    ?assertEqual([<<"error">>, <<"critical">>], entries(Calm)),
    ?assertEqual([<<"notice">>, <<"error">>, <<"warning">>, <<"critical">>], entries(Curious)),
    %% Asked again, another level.
    _ = subscribe(Calm, #{level => warning}),
    _ = subscribe(Curious, #{level => critical}),
    [logger:log(Level, atom_to_list(Level)) || Level <- [notice, error, warning]],
    ?assertEqual([<<"error">>, <<"warning">>], entries(Calm)),
    ?assertEqual([], entries(Curious)),
    ?assertMatch({ok, #{level := warning}}, logger:get_handler_config(beamtalk_repl_logs)).

workspace_level() ->
    Socket = front:open(),
    _ = subscribe(Socket, #{level => debug}),
    ?LOG_INFO("unheard"),
    ok = logger:set_primary_config(level, info),
    ?LOG_INFO("heard"),
    ?assertEqual([<<"heard">>], entries(Socket)).

unknown_level() ->
    Socket = front:open(),
    ?assertMatch(
        #{<<"kind">> := <<"invalid_argument">>, <<"error">> := <<"subscribe-logs needs level as one of emergency, alert, ", _/binary>>},
        subscribe(Socket, #{level => loud})
    ),
    ?assertMatch(#{<<"kind">> := <<"invalid_argument">>}, subscribe(Socket, #{level => 3})),
    ?assertNot(is_handled()).

is_handled() ->
    lists:member(beamtalk_repl_logs, logger:get_handler_ids()).

removed() ->
    [First, Second] = [front:open() || _ <- [1, 2]],
    ?assertMatch(#{<<"value">> := <<"ok">>}, front:ask(First, #{op => 'unsubscribe-logs'})),
    _ = subscribe(First, #{}),
    _ = subscribe(Second, #{}),
    ?assertMatch(#{<<"value">> := <<"ok">>}, front:ask(First, #{op => 'unsubscribe-logs'})),
    ?assert(is_handled()),
    ?LOG_ERROR("once"),
    ?assertEqual([], entries(First)),
    ?assertEqual([<<"once">>], entries(Second)),
    front:close(Second),
    front:eventually(fun() -> not is_handled() end).

%% The handler is there after all of it, and the last entry is told.
strange() ->
    Socket = front:open(),
    _ = subscribe(Socket, #{}),
    logger:error("~ts", [lists:duplicate(3000000, $x)]),
    logger:error("~p and too ~p few"),
    logger:error("~p", [1, 2, 3]),
    logger:error("~ts", [<<255, 254>>]),
    logger:error(#{report => lists:seq(1, 100000)}, #{report_cb => fun(_) -> error(no) end}),
    logger:error(#{report => 1}, #{report_cb => fun(_, _) -> [16#10FFFF, 0] end}),
    logger:error("tea", #{long => binary:copy(<<"y">>, 1000000), <<"no atom">> => 1, self => self(), float => 1.5}),
    logger:error("last"),
    Messages = entries(Socket),
    ?assertEqual([<<"tea">>, <<"last">>], lists:nthtail(length(Messages) - 2, Messages)),
    ?assert(lists:all(fun(Message) -> byte_size(Message) < 100000 end, Messages)),
    ?assert(is_handled()).

%% Whoever logs does not wait for it, it holds a little, and others hear what they want.
reluctant_reader() ->
    [Reluctant, Socket] = [front:open() || _ <- [1, 2]],
    _ = subscribe(Reluctant, #{}),
    Text = lists:duplicate(4000, $x),
    Before = erlang:memory(total),
    {Time, _} = timer:tc(fun() -> [logger:error("~ts", [Text]) || _ <- lists:seq(1, 3000)] end),
    _ = sys:get_state(beamtalk_repl_logs),
    ?assert(Time < 30000000),
    ?assert(erlang:memory(total) - Before < 24 bsl 20),
    _ = subscribe(Socket, #{}),
    ?LOG_ERROR("after all"),
    ?assertMatch(#{<<"message">> := <<"after all">>}, entry(Socket)),
    front:close(Reluctant).

killed() ->
    Socket = front:open(),
    _ = subscribe(Socket, #{}),
    Server = whereis(beamtalk_repl_logs),
    exit(Server, kill),
    front:eventually(fun() -> is_pid(whereis(beamtalk_repl_logs)) andalso whereis(beamtalk_repl_logs) =/= Server end),
    _ = sys:get_state(beamtalk_repl_logs),
    ?assertNot(is_handled()),
    _ = subscribe(Socket, #{}),
    ?LOG_ERROR("again"),
    ?assertMatch(#{<<"message">> := <<"again">>}, entry(Socket)).
