%% What clients of one workspace hear of each other, with sessions that evaluate.
-module(sharing_tests).
-include_lib("eunit/include/eunit.hrl").

sharing_test_() ->
    front:whole_tests([
        {"variables that change are told", fun bindings/0},
        {"what another session shows is said to be its own", fun transcript/0},
        {"what an actor shows is nobody's", fun actor/0},
        {"code may end its session, with a status", fun leaving/0},
        {"who asks is told which version runs", fun versions/0}
    ]).

evaluate(Socket, Code) ->
    front:ask(Socket, #{op => eval, code => unicode:characters_to_binary(Code)}).

listener() ->
    Socket = front:open(#{push => true}),
    _ = sys:get_state(beamtalk_repl_push),
    Socket.

push(Socket, Is) ->
    front:until(Socket, fun(Message) -> is_map_key(<<"push">>, Message) orelse Is(Message) end).

%% Each line, and whether somebody who shows variables has to look again.
bindings() ->
    Socket = front:open(),
    Listener = listener(),
    Id = front:session(Socket),
    Lines = [
        {"x := 1", true}, {"x + 1", false}, {"x := 2", true}, {"3 frobnicate", false}, {"x := 3. 3 frobnicate", false},
        {"b := [x := x + 1]", true}, {"b value", true}, {"Object subclass: SharingNone\n  one => 1\n", false}, {"x", false}
    ],
    Heard = [
        begin
            _ = evaluate(Socket, Line),
            %% What was told before this is heard before it.
            _ = sys:get_state(beamtalk_repl_push),
            front:send(Listener, #{op => health, id => Line}),
            {Line, lists:member(Id, until_health(Listener))}
        end
     || {Line, _} <- Lines
    ],
    ?assertEqual(Lines, Heard).

until_health(Socket) ->
    case front:read(Socket) of
        #{<<"channel">> := <<"bindings">>, <<"data">> := #{<<"session">> := Id}} -> [Id | until_health(Socket)];
        #{<<"nonce">> := _} -> [];
        #{} -> until_health(Socket)
    end.

transcript() ->
    [Socket, Listener] = [front:open(), listener()],
    _ = evaluate(Socket, "Transcript show: \"tea\""),
    Session = front:session(Socket),
    ?assertMatch(#{<<"text">> := <<"tea">>, <<"session">> := Session}, push(Listener, fun(_) -> false end)).

%% Also right after the evaluation that has started it.
actor() ->
    Listener = listener(),
    _ = evaluate(Listener, "Actor subclass: SharingBell\n  ring => Erlang timer sleep: 60. Transcript show: \"ding\"\n"),
    _ = evaluate(Listener, "bell := SharingBell spawn. bell ring!"),
    Push = push(Listener, fun(_) -> false end),
    ?assertMatch(#{<<"text">> := <<"ding">>}, Push),
    ?assertNot(is_map_key(<<"session">>, Push)).

leaving() ->
    Socket = front:open(),
    Code = "Erlang erlang exit: (Erlang erlang list_to_tuple: #(#'beamtalk_exit', 3))",
    ?assertMatch(#{<<"exit_code">> := 3, <<"status">> := [<<"done">>]}, evaluate(Socket, Code)),
    ?assertMatch(#{<<"kind">> := <<"session_down">>}, front:read(Socket)),
    ?assert(front:is_closed(Socket)),
    Another = front:open(#{resume => front:session(Socket)}),
    ?assertNotEqual(front:session(Socket), front:session(Another)),
    ?assertMatch(#{<<"kind">> := _}, evaluate(Another, "Erlang erlang exit: (Erlang erlang list_to_tuple: #(#'beamtalk_exit', 300))")).

versions() ->
    Socket = front:open(),
    #{<<"versions">> := Versions} = front:ask(Socket, #{op => health}),
    ?assertMatch(#{<<"protocol">> := <<"2.0">>, <<"beamtalk">> := <<_, _/binary>>}, Versions),
    ?assertMatch(#{<<"versions">> := Versions}, front:ask(Socket, #{op => describe})).
