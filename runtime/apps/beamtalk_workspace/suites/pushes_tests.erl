%% What peers hear without asking.
-module(pushes_tests).
-include_lib("stdlib/include/assert.hrl").

-export([pushes_test_/0, init/1, handle_call/3, handle_cast/2]).

pushes_test_() ->
    front:tests([
        {"actors that begin and end", fun actors/0},
        {"actors that are there already", fun present_actors/0},
        {"classes", fun classes/0},
        {"bindings", fun bindings/0},
        {"files that were written", fun files/0},
        {"the Transcript", fun transcript/0},
        {"not to who wants none", fun unwanted/0},
        {"a peer that does not read does not hold up the others", fun reluctant_reader/0},
        {"inspect and kill", fun inspect_and_kill/0}
    ]).

open() ->
    Socket = front:open(#{push => true}),
    %% The subscription was sent before this is.
    _ = sys:get_state(beamtalk_repl_push),
    Socket.

push(Socket, Channel) ->
    front:until(Socket, fun
        (#{<<"channel">> := Found}) -> Found =:= Channel;
        (_) -> false
    end).

%% As far as anyone can tell from outside, an actor.
actor(Class) ->
    {ok, Pid} = gen_server:start(?MODULE, Class, []),
    Pid.

init(Class) ->
    put('$beamtalk_actor', Class),
    {ok, #{'$beamtalk_class' => Class, '$beamtalk_self' => hidden, count => 4}}.

handle_call(_, _, State) -> {reply, ok, State}.
handle_cast(stop, State) -> {stop, normal, State};
handle_cast(_, State) -> {noreply, State}.

actors() ->
    Socket = open(),
    Pid = actor('Boiler'),
    Name = beamtalk_actor_watch:text(Pid),
    _ = front:ask(Socket, #{op => eval, code => <<"1">>}),
    ?assertMatch(#{<<"event">> := <<"spawned">>, <<"data">> := #{<<"class">> := <<"Boiler">>, <<"pid">> := Name}}, push(Socket, <<"actors">>)),
    gen_server:cast(Pid, stop),
    ?assertMatch(#{<<"event">> := <<"stopped">>, <<"data">> := #{<<"pid">> := Name, <<"reason">> := <<"normal">>}}, push(Socket, <<"actors">>)),
    Other = actor('Boiler'),
    ?assertMatch(#{<<"event">> := <<"spawned">>}, push(Socket, <<"actors">>)),
    exit(Other, kill),
    ?assertMatch(#{<<"data">> := #{<<"reason">> := <<"crashed">>}}, push(Socket, <<"actors">>)).

present_actors() ->
    Pid = actor('Boiler'),
    ?assertMatch([#{pid := Pid}], [It || #{class := 'Boiler'} = It <- beamtalk_actor_watch:actors()]),
    Socket = open(),
    ?assertMatch(#{<<"event">> := <<"spawned">>}, push(Socket, <<"actors">>)),
    gen_server:stop(Pid).

classes() ->
    Socket = open(),
    beamtalk_class_events:removed('Boiler'),
    ?assertMatch(#{<<"event">> := <<"removed">>, <<"data">> := #{<<"class">> := <<"Boiler">>}}, push(Socket, <<"classes">>)).

bindings() ->
    [First, Second] = [open(), open()],
    Id = front:session(First),
    _ = front:ask(First, #{op => clear}),
    ?assertMatch(#{<<"event">> := <<"changed">>, <<"data">> := #{<<"session">> := Id}}, push(Second, <<"bindings">>)).

files() ->
    Socket = open(),
    ok = beamtalk_repl_push:flushed([{<<"/tea/src/Pot.bt">>, changed}, {<<"/tea/src/Lid.bt">>, deleted}]),
    ?assertMatch(
        #{
            <<"event">> := <<"flush_completed">>,
            <<"data">> := #{
                <<"files">> := [<<"/tea/src/Pot.bt">>, <<"/tea/src/Lid.bt">>],
                <<"fileKinds">> := [#{<<"file">> := <<"/tea/src/Pot.bt">>, <<"kind">> := <<"changed">>}, #{<<"kind">> := <<"deleted">>}]
            }
        },
        push(Socket, <<"workspace">>)
    ).

transcript() ->
    [First, Second] = [open(), open()],
    Device = group_leader(),
    %% Whoever takes what is written here.
    Sink = spawn(fun Loop() -> receive {io_request, From, As, _} -> From ! {io_reply, As, ok}, Loop() end end),
    group_leader(Sink, self()),
    beamtalk_transcript:write(<<"hello">>),
    group_leader(Device, self()),
    Is = fun(Message) -> is_map_key(<<"push">>, Message) end,
    [?assertEqual(#{<<"push">> => <<"transcript">>, <<"text">> => <<"hello">>}, front:until(Socket, Is)) || Socket <- [First, Second]],
    exit(Sink, kill).

unwanted() ->
    Socket = front:open(#{push => false}),
    _ = sys:get_state(beamtalk_repl_push),
    beamtalk_class_events:removed('Boiler'),
    _ = sys:get_state(beamtalk_repl_push),
    ?assertMatch(#{<<"value">> := <<"1">>}, ask_first(Socket)).

ask_first(Socket) ->
    front:send(Socket, #{op => eval, code => <<"1">>}),
    front:read(Socket).

%% It holds no more than a little, however much there is to tell.
reluctant_reader() ->
    Reluctant = open(),
    Socket = open(),
    Text = binary:copy(<<"x">>, 60000),
    Before = erlang:memory(total),
    [beamtalk_repl_push ! {transcript_output, Text, self()} || _ <- lists:seq(1, 500)],
    _ = sys:get_state(beamtalk_repl_push),
    ?assert(erlang:memory(total) - Before < 24 bsl 20),
    ?assertMatch(#{<<"status">> := [<<"done">>]}, front:ask(Socket, #{op => eval, code => <<"1">>})),
    front:close(Reluctant).

inspect_and_kill() ->
    Socket = front:open(),
    Pid = actor('Boiler'),
    Name = beamtalk_actor_watch:text(Pid),
    #{<<"actors">> := Actors} = front:ask(Socket, #{op => actors}),
    ?assertMatch([#{<<"pid">> := Name, <<"spawned_at">> := _}], [It || #{<<"class">> := <<"Boiler">>} = It <- Actors]),
    ?assertMatch(#{<<"class">> := <<"Boiler">>, <<"state">> := State} when map_size(State) =:= 1, front:ask(Socket, #{op => inspect, target => <<"<", Name/binary, ">">>})),
    ?assertMatch(#{<<"print">> := <<"3">>}, front:ask(Socket, #{op => inspect, target => count})),
    ?assertMatch(#{<<"kind">> := <<"undefined_variable">>, <<"hint">> := <<"Did you mean count?">>}, front:ask(Socket, #{op => inspect, target => coumt})),
    ?assertMatch(#{<<"kind">> := <<"invalid_argument">>}, front:ask(Socket, #{op => kill, target => count})),
    ?assertMatch(#{<<"kind">> := <<"actor_not_found">>}, front:ask(Socket, #{op => kill, target => beamtalk_actor_watch:text(self())})),
    ?assertMatch(#{<<"value">> := #{<<"message_queue_len">> := 0}}, front:ask(Socket, #{op => 'pid-stats', actor => Name})),
    ?assertMatch(#{<<"value">> := <<"ok">>}, front:ask(Socket, #{op => kill, actor => Name})),
    ?assertNot(is_process_alive(Pid)),
    #{<<"actors">> := Left} = front:ask(Socket, #{op => actors}),
    ?assertEqual([], [It || #{<<"pid">> := Found} = It <- Left, Found =:= Name]).
