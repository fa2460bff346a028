%% What a peer that is known may expect: every request is answered, under its id, and
%% nothing that one request does keeps another from it.
-module(requests_tests).
-include_lib("stdlib/include/assert.hrl").

-export([requests_test_/0]).

requests_test_() ->
    front:tests([
        {"what cannot be read is answered", fun unreadable/0},
        {"a long message is skipped and answered, another language ends it", fun too_large/0},
        {"an unknown operation, with what was meant", fun unknown_op/0},
        {"parameters are checked", fun parameters/0},
        {"an operation that crashes, and one that is killed", fun crashes/0},
        {"id and session come back", fun echo/0},
        {"an error has all that is known of it", fun errors/0},
        {"output comes first, then the value", fun output/0},
        {"large output comes in parts, and is not repeated", fun large_output/0},
        {"input is asked for and given", fun input/0},
        {"many at once", fun concurrent/0},
        {"requests in one piece, and pieces of requests", fun pieces/0},
        {"an interrupt on the busy connection, and on another one", fun interrupt/0},
        {"a session is resumed, whoever asks with its id", fun resume/0},
        {"a session that ends takes its connections along", fun session_down/0},
        {"sessions, clone and close", fun sessions/0},
        {"bindings, unbind and clear", fun bindings/0},
        {"health and describe", fun health/0},
        {"shutdown needs the token", fun shutdown/0},
        {"no atoms come from the wire", fun atoms/0},
        {"every request is a sign of life", fun activity/0},
        {"a round trip is quick", fun speed/0}
    ]).

unreadable() ->
    Socket = front:open(),
    Kinds = [
        {<<"bad_json">>, <<"{">>},
        {<<"bad_json">>, <<>>},
        {<<"bad_json">>, <<255, 254>>},
        {<<"bad_json">>, binary:copy(<<"[">>, 1000)},
        {<<"bad_json">>, <<"{\"op\":\"eval\",\"code\":1e999}">>},
        {<<"invalid_request">>, <<"[1]">>},
        {<<"invalid_request">>, <<"{\"id\":\"4\"}">>},
        {<<"invalid_request">>, <<"{\"op\":4}">>}
    ],
    [
        begin
            ok = gen_tcp:send(Socket, Text),
            ?assertMatch(#{<<"kind">> := Kind, <<"status">> := [<<"done">>, <<"error">>]}, front:read(Socket))
        end
     || {Kind, Text} <- Kinds
    ],
    alive(Socket).

alive(Socket) ->
    ?assertMatch(#{<<"value">> := <<"alive">>}, front:ask(Socket, #{op => eval, code => <<"alive">>})).

too_large() ->
    Socket = front:open(),
    ok = gen_tcp:send(Socket, binary:copy(<<"x">>, 3000000)),
    ?assertMatch(#{<<"kind">> := <<"frame_too_large">>}, front:read(Socket)),
    alive(Socket),
    ok = front:bytes(Socket, <<"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n">>),
    ?assertMatch(#{<<"kind">> := <<"frame_too_large">>}, front:read(Socket)),
    ?assert(front:is_closed(Socket)).

unknown_op() ->
    Socket = front:open(),
    ?assertMatch(
        #{<<"kind">> := <<"unknown_op">>, <<"hint">> := <<"Did you mean sessions?">>, <<"id">> := <<"1">>},
        front:ask(Socket, #{op => sesions, id => <<"1">>})
    ),
    ?assertMatch(#{<<"kind">> := <<"unknown_op">>}, front:ask(Socket, #{op => binary:copy(<<"ö"/utf8>>, 5000)})),
    alive(Socket).

parameters() ->
    Socket = front:open(),
    [
        ?assertMatch(#{<<"kind">> := <<"invalid_argument">>, <<"error">> := Text}, front:ask(Socket, Request))
     || {Request, Text} <- [
            {#{op => eval}, <<"eval needs code">>},
            {#{op => eval, code => 7}, <<"eval needs code as a string">>},
            {#{op => eval, code => <<"1">>, trace => 1}, <<"eval needs trace as true or false">>},
            {#{op => 'run-entry', class => <<"A">>, selector => <<"b">>, args => [1]}, <<"run-entry needs args as an array of strings">>},
            {#{op => complete, code => <<>>, cursor => <<"1">>}, <<"complete needs cursor as an integer">>}
        ]
    ],
    ?assertMatch(#{<<"status">> := [<<"done">>]}, front:ask(Socket, #{op => eval, code => <<"1">>, trace => null})).

crashes() ->
    Socket = front:open(),
    ?assertMatch(#{<<"kind">> := <<"internal_error">>, <<"id">> := <<"1">>}, front:ask(Socket, #{op => eval, code => <<"crash">>, id => <<"1">>})),
    ?assertMatch(#{<<"kind">> := <<"internal_error">>}, front:ask(Socket, #{op => more})),
    %% One that has a process of its own, which is killed while it waits for an actor.
    Actor = spawn(fun() -> put('$beamtalk_actor', 'Object'), receive after infinity -> ok end end),
    Name = beamtalk_actor_watch:text(Actor),
    front:eventually(fun() -> beamtalk_actor_instances:class_of(Actor) =:= 'Object' end),
    front:send(Socket, #{op => inspect, target => Name, id => <<"2">>}),
    front:eventually(fun() -> length(waiting_for(Actor)) =:= 1 end),
    [exit(Worker, kill) || Worker <- waiting_for(Actor)],
    ?assertMatch(#{<<"id">> := <<"2">>, <<"kind">> := <<"internal_error">>}, front:read(Socket)),
    ?assertMatch(#{<<"kind">> := <<"timeout">>}, front:ask(Socket, #{op => inspect, target => Name})),
    exit(Actor, kill),
    alive(Socket).

waiting_for(Actor) ->
    {monitored_by, Processes} = process_info(Actor, monitored_by),
    Processes -- [whereis(beamtalk_actor_watch)].

echo() ->
    Socket = front:open(),
    Id = front:session(Socket),
    ?assertMatch(#{<<"id">> := <<"a">>, <<"session">> := Id}, front:ask(Socket, #{op => eval, code => <<"1">>, id => a, session => Id})),
    ?assertMatch(#{<<"id">> := 7}, front:ask(Socket, #{op => eval, code => <<"1">>, id => 7})),
    Bare = front:ask(Socket, #{op => eval, code => <<"1">>}),
    ?assertNot(is_map_key(<<"id">>, Bare)),
    ?assertMatch(#{<<"kind">> := <<"session_down">>}, front:ask(Socket, #{op => eval, code => <<"1">>, session => <<"session_0">>})).

errors() ->
    ?assertEqual(
        #{
            <<"error">> => <<"Odd\nHint: Even it out">>, <<"kind">> => <<"compile_error">>, <<"hint">> => <<"Even it out">>,
            <<"line">> => 1, <<"column">> => 2, <<"diagnostics">> => [#{<<"message">> => <<"Odd">>}],
            <<"warnings">> => [<<"Hm">>], <<"status">> => [<<"done">>, <<"error">>]
        },
        front:ask(front:open(), #{op => eval, code => <<"fail">>})
    ).

output() ->
    Socket = front:open(),
    front:send(Socket, #{op => eval, code => <<"say hi">>, id => <<"1">>}),
    ?assertEqual(#{<<"id">> => <<"1">>, <<"out">> => <<"hi">>}, front:read(Socket)),
    ?assertMatch(#{<<"id">> := <<"1">>, <<"output">> := <<"hi">>, <<"status">> := [<<"done">>]}, front:read(Socket)).

large_output() ->
    Socket = front:open(),
    front:send(Socket, #{op => eval, code => <<"big 3000000">>}),
    {Text, Last} = outputs(Socket, []),
    ?assertEqual(binary:copy(<<"ä"/utf8>>, 1500000), Text),
    ?assertMatch(#{<<"output_cut">> := true, <<"status">> := [<<"done">>]}, Last),
    ?assertNot(is_map_key(<<"output">>, Last)).

outputs(Socket, Texts) ->
    case front:read(Socket) of
        #{<<"out">> := Text} -> outputs(Socket, [Text | Texts]);
        Last -> {iolist_to_binary(lists:reverse(Texts)), Last}
    end.

input() ->
    Socket = front:open(),
    ?assertMatch(#{<<"kind">> := <<"no_pending_input">>}, front:ask(Socket, #{op => stdin, value => <<"x">>})),
    ?assertMatch(
        #{<<"id">> := <<"1">>, <<"prompt">> := <<"Name?">>, <<"status">> := [<<"need-input">>]},
        front:ask(Socket, #{op => eval, code => <<"ask Name?">>, id => <<"1">>})
    ),
    front:send(Socket, #{op => stdin, value => <<"Ada\n">>, id => <<"2">>}),
    Answers = lists:sort([front:read(Socket), front:read(Socket)]),
    ?assertMatch([#{<<"id">> := <<"2">>}, #{<<"id">> := <<"1">>, <<"value">> := <<"Ada\n">>}], Answers),
    _ = front:ask(Socket, #{op => eval, code => <<"ask ">>, id => <<"3">>}),
    front:send(Socket, #{op => stdin, value => <<"eof">>}),
    ?assertMatch(#{<<"value">> := <<"end">>}, front:until(Socket, fun(Message) -> is_map_key(<<"value">>, Message) end)).

concurrent() ->
    Socket = front:open(),
    Ids = [integer_to_binary(N) || N <- lists:seq(1, 60)],
    [front:send(Socket, #{op => 'list-classes', id => Id}) || Id <- Ids],
    Answered = [maps:get(<<"id">>, front:read(Socket)) || _ <- Ids],
    ?assertEqual(lists:sort(Ids), lists:sort(Answered)),
    alive(Socket).

pieces() ->
    Socket = front:open(),
    Frame = fun(Id) ->
        Text = iolist_to_binary(beamtalk_json:encode(#{op => eval, code => <<"1">>, id => Id})),
        <<(byte_size(Text)):32, Text/binary>>
    end,
    All = iolist_to_binary([Frame(N) || N <- lists:seq(1, 100)]),
    ok = front:bytes(Socket, All),
    ?assertEqual(lists:seq(1, 100), [maps:get(<<"id">>, front:read(Socket)) || _ <- lists:seq(1, 100)]),
    [ok = front:bytes(Socket, <<Byte>>) || <<Byte>> <= Frame(101)],
    ?assertMatch(#{<<"id">> := 101}, front:read(Socket)).

interrupt() ->
    Socket = front:open(),
    ?assertMatch(#{<<"value">> := <<"ok">>}, front:ask(Socket, #{op => interrupt})),
    front:send(Socket, #{op => eval, code => <<"wait">>, id => <<"1">>}),
    ?assertMatch(#{<<"kind">> := <<"eval_busy">>, <<"id">> := <<"2">>}, front:ask(Socket, #{op => eval, code => <<"1">>, id => <<"2">>})),
    front:send(Socket, #{op => interrupt, id => <<"3">>}),
    Answers = lists:sort([front:read(Socket), front:read(Socket)]),
    ?assertMatch([#{<<"id">> := <<"3">>}, #{<<"id">> := <<"1">>, <<"kind">> := <<"interrupted">>, <<"output">> := <<"so far">>}], lists:sort(fun(A, B) -> map_size(A) =< map_size(B) end, Answers)),
    front:send(Socket, #{op => eval, code => <<"wait">>, id => <<"4">>}),
    Other = front:open(),
    front:eventually(fun() ->
        #{<<"value">> := <<"ok">>} = front:ask(Other, #{op => interrupt, session => front:session(Socket)}),
        is_map(front:read(Socket, 50))
    end),
    alive(Socket).

resume() ->
    First = front:open(),
    Id = front:session(First),
    front:close(First),
    Again = front:open(#{resume => Id}),
    ?assertEqual(Id, front:session(Again)),
    Together = front:open(#{resume => Id}),
    ?assertEqual(Id, front:session(Together)),
    [?assertNotEqual(Id, front:session(front:open(#{resume => Unknown}))) || Unknown <- [<<"session_0_0">>, <<"ending">>, <<>>, 7, null]].

session_down() ->
    Socket = front:open(),
    Other = front:open(#{resume => front:session(Socket)}),
    front:send(Socket, #{op => eval, code => <<"die">>}),
    ?assertMatch(#{<<"kind">> := <<"session_down">>}, front:read(Socket)),
    ?assertMatch(#{<<"kind">> := <<"session_down">>}, front:read(Other)),
    ?assert(front:is_closed(Socket)),
    ?assert(front:is_closed(Other)),
    ?assertEqual([], beamtalk_session_sup:sessions()).

sessions() ->
    Socket = front:open(),
    Id = front:session(Socket),
    #{<<"sessions">> := [#{<<"id">> := Id, <<"kind">> := <<"repl">>, <<"created_at">> := Time}]} = front:ask(Socket, #{op => sessions}),
    ?assert(abs(erlang:system_time(second) - Time) < 60),
    #{<<"value">> := New} = front:ask(Socket, #{op => clone}),
    ?assertEqual(New, front:session(front:open(#{resume => New}))),
    ?assertMatch(#{<<"value">> := <<"ok">>}, front:ask(Socket, #{op => close, session => New})),
    front:eventually(fun() -> length(beamtalk_session_sup:sessions()) =:= 1 end),
    ?assertMatch(#{<<"value">> := <<"ok">>}, front:ask(Socket, #{op => close})),
    ?assertMatch(#{<<"kind">> := <<"session_down">>}, front:read(Socket)).

bindings() ->
    Socket = front:open(),
    ?assertMatch(
        #{<<"bindings">> := [
            #{<<"name">> := <<"count">>, <<"class">> := <<"Integer">>, <<"print">> := <<"3">>},
            #{<<"name">> := <<"word">>, <<"class">> := <<"String">>, <<"print">> := <<"\"tea\"">>}
        ]},
        front:ask(Socket, #{op => bindings})
    ),
    ?assertMatch(#{<<"kind">> := <<"undefined_variable">>, <<"hint">> := <<"Did you mean count?">>}, front:ask(Socket, #{op => unbind, name => coutn})),
    ?assertMatch(#{<<"value">> := <<"count">>}, front:ask(Socket, #{op => unbind, name => count})),
    ?assertMatch(#{<<"bindings">> := [_]}, front:ask(Socket, #{op => bindings})),
    _ = front:ask(Socket, #{op => clear}),
    ?assertMatch(#{<<"bindings">> := []}, front:ask(Socket, #{op => bindings})).

health() ->
    Socket = front:open(),
    ?assertMatch(#{<<"workspace_id">> := <<"tea">>, <<"nonce">> := <<"00000000000000ff">>}, front:ask(Socket, #{op => health})),
    #{<<"ops">> := Ops, <<"versions">> := #{<<"protocol">> := <<"2.0">>}} = front:ask(Socket, #{op => describe}),
    ?assertEqual(#{<<"params">> => [<<"code">>], <<"optional">> => [<<"trace">>, <<"time">>]}, maps:get(<<"eval">>, Ops)).

shutdown() ->
    Socket = front:open(),
    ?assertMatch(#{<<"kind">> := <<"invalid_argument">>}, front:ask(Socket, #{op => shutdown})),
    ?assertMatch(#{<<"kind">> := <<"auth_error">>}, front:ask(Socket, #{op => shutdown, token => <<"no">>})),
    alive(Socket).

atoms() ->
    Socket = front:open(),
    Ask = fun(N) ->
        Word = <<"strange_", (integer_to_binary(N))/binary>>,
        [
            front:ask(Socket, Request#{id => Word})
         || Request <- [
                #{op => Word},
                #{op => eval, code => Word, Word => Word},
                #{op => eval, code => <<"1">>, session => Word},
                #{op => help, topic => Word},
                #{op => help, topic => <<"Object ", Word/binary>>},
                #{op => help, topic => <<"Erlang ", Word/binary, " ", Word/binary>>},
                #{op => info, symbol => Word},
                #{op => methods, class => Word},
                #{op => 'list-classes', filter => Word},
                #{op => 'browse-method-source', class => <<"Object">>, selector => Word},
                #{op => inspect, target => Word},
                #{op => kill, actor => Word},
                #{op => 'erlang-help', module => Word},
                #{op => unbind, name => Word}
            ]
        ]
    end,
    lists:foreach(Ask, lists:seq(1, 3)),
    Before = erlang:system_info(atom_count),
    lists:foreach(Ask, lists:seq(4, 100)),
    ?assertEqual(Before, erlang:system_info(atom_count)).

activity() ->
    Socket = front:open(),
    Last = persistent_term:get(beamtalk_idle_monitor),
    atomics:put(Last, 1, erlang:monotonic_time(second) - 1000),
    ?assert(beamtalk_idle_monitor:idle_seconds() >= 1000),
    alive(Socket),
    ?assert(beamtalk_idle_monitor:idle_seconds() < 100),
    %% Where a session lives, nothing is stopped, however long ago that was.
    atomics:put(Last, 1, erlang:monotonic_time(second) - 1000000),
    beamtalk_idle_monitor ! look,
    _ = sys:get_state(beamtalk_idle_monitor),
    alive(Socket).

%% The front's own share, with a session that evaluates nothing. The bound is wide, for
%% machines that do other things too.
speed() ->
    Socket = front:open(),
    Request = beamtalk_json:encode(#{op => eval, code => <<"3 + 4">>, id => <<"1">>}),
    Ask = fun() ->
        ok = gen_tcp:send(Socket, Request),
        {ok, _} = gen_tcp:recv(Socket, 0)
    end,
    [Ask() || _ <- lists:seq(1, 200)],
    Times = lists:sort([element(1, timer:tc(Ask)) || _ <- lists:seq(1, 1000)]),
    Half = lists:nth(500, Times),
    io:format(user, "  an empty round trip takes ~b us~n", [Half]),
    ?assert(Half < 1000).
