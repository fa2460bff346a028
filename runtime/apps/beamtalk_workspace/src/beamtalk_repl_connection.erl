%% One peer. Hears its first words, gives it a session, then reads requests and sends
%% what comes of them, in any order, each with the id of its request. A request that
%% takes long runs in a process of its own or in the session, so that the next one is
%% read meanwhile: an interrupt, a line of input, a completion.
%%
%% No request can bring the connection down. When the peer leaves, its session stays,
%% to be resumed. When the session ends, the peer is told, and the connection ends.
-module(beamtalk_repl_connection).
-behaviour(gen_server).

-include_lib("kernel/include/logger.hrl").

-export([start_link/1, take/2, push/2]).
-export([begin_with/1, init/1, handle_call/3, handle_cast/2, handle_info/2, format_status/1]).

-export_type([origin/0]).

-type origin() :: #{number := integer(), check := beamtalk_repl_server:token_check()}.
-type asked() :: beamtalk_repl_reply:asked().

-define(LONGEST, 16#100000).
%% How many pieces arrive before we say that we want more. It bounds the mailbox.
-define(PIECES, 32).
%% How many requests of one peer may run at a time.
-define(MOST_RUNNING, 64).
%% How many connections there may be at a time.
-define(MOST_OPEN, 400).
%% Output that waits is sent as one, up to so many bytes.
-define(CHUNK, 65536).
%% How long a peer that was refused may take to read why, in milliseconds.
-define(FAREWELL, 500).

-record(state, {
    socket :: gen_tcp:socket(),
    reader = beamtalk_repl_frame:new(?LONGEST) :: beamtalk_repl_frame:reader(),
    session :: pid(),
    session_id :: binary(),
    monitor :: reference(),
    %% What is under way: evaluations by their reference, others by their monitor.
    running = #{} :: #{reference() => asked()}
}).

-spec start_link(origin()) -> {ok, pid()}.
start_link(Origin) ->
    {ok, proc_lib:spawn_link(?MODULE, begin_with, [Origin])}.

%% The socket belongs to the connection by now.
-spec take(pid(), gen_tcp:socket()) -> ok.
take(Pid, Socket) ->
    Pid ! {take, Socket},
    ok.

%% A message that nobody asked for, ready to be sent.
-spec push(pid(), iodata()) -> ok.
push(Pid, Message) ->
    Pid ! {push, Message},
    ok.

-spec begin_with(origin()) -> no_return().
begin_with(#{number := Number, check := Check}) ->
    Socket = receive {take, Given} -> Given end,
    Peer = peer_name(Socket),
    Greeting = beamtalk_repl_handshake:await(Socket, Check),
    case Greeting of
        {ok, Known} ->
            ok = beamtalk_repl_lobby:leave(Number),
            welcome(beamtalk_connection_sup:count() =< ?MOST_OPEN, Socket, Known#{peer => Peer});
        {refused, Why} ->
            ?LOG_WARNING("~ts was refused: ~ts", [Peer, Why]),
            refuse(Socket, Why),
            beamtalk_repl_lobby:leave(Number);
        gone ->
            beamtalk_repl_lobby:leave(Number)
    end,
    exit(normal).

-spec peer_name(gen_tcp:socket()) -> binary().
peer_name(Socket) ->
    case inet:peername(Socket) of
        {ok, {Address, Port}} -> iolist_to_binary([inet:ntoa(Address), $:, integer_to_list(Port)]);
        {error, _} -> <<"unknown">>
    end.

-spec refuse(gen_tcp:socket(), binary()) -> ok.
refuse(Socket, Why) ->
    send(Socket, #{type => auth_error, message => Why}),
    part(Socket).

%% Closing at once, while something is unread, would take back what was just sent.
-spec part(gen_tcp:socket()) -> ok.
part(Socket) ->
    _ = gen_tcp:shutdown(Socket, write),
    drain(Socket, erlang:monotonic_time(millisecond) + ?FAREWELL),
    gen_tcp:close(Socket).

-spec drain(gen_tcp:socket(), integer()) -> ok.
drain(Socket, Deadline) ->
    case gen_tcp:recv(Socket, 0, max(0, Deadline - erlang:monotonic_time(millisecond))) of
        {ok, _} -> drain(Socket, Deadline);
        {error, _} -> ok
    end.

-spec welcome(boolean(), gen_tcp:socket(), map()) -> ok | no_return().
welcome(false, Socket, _) ->
    refuse(Socket, <<"There are too many connections">>);
welcome(true, Socket, #{wants_pushes := WantsPushes} = Known) ->
    case session(Known) of
        {ok, Session, Id} ->
            Monitor = monitor(process, Session),
            beamtalk_idle_monitor:active(),
            send(Socket, [#{type => auth_ok}, #{op => 'session-started', session => Id} | news(WantsPushes)]),
            ok = inet:setopts(Socket, [{active, ?PIECES}]),
            gen_server:enter_loop(?MODULE, [], #state{
                socket = Socket, session = Session, session_id = Id, monitor = Monitor
            });
        {error, Why} ->
            ?LOG_ERROR("a session could not be started: ~tp", [Why]),
            send(Socket, session_down(<<"A session could not be started">>)),
            part(Socket)
    end.

-spec session(map()) -> {ok, pid(), binary()} | {error, term()}.
session(#{resume := none} = Known) ->
    case beamtalk_session_sup:start_session(maps:with([kind, peer], Known)) of
        {ok, Session, Id} -> attached(Session, Id, {error, ended});
        Failed -> Failed
    end;
session(#{resume := Id} = Known) ->
    New = Known#{resume := none},
    case beamtalk_repl_session:find(Id) of
        {ok, Session} ->
            case attached(Session, Id, none) of
                none -> session(New);
                Attached -> Attached
            end;
        error ->
            session(New)
    end.

%% A session may end just now.
-spec attached(pid(), binary(), Otherwise) -> {ok, pid(), binary()} | Otherwise.
attached(Session, Id, Otherwise) ->
    try beamtalk_repl_session:attach(Session, self()) of
        ok -> {ok, Session, Id}
    catch
        exit:_ -> Otherwise
    end.

%% Who has heard that the session has begun misses nothing from then on.
-spec news(boolean()) -> [map()].
news(false) ->
    [];
news(true) ->
    beamtalk_repl_push:subscribe(self()),
    [beamtalk_repl_push:spawned(Actor) || Actor <- beamtalk_actor_watch:known()].

-spec session_down(binary()) -> map().
session_down(Text) ->
    beamtalk_repl_reply:failure(#{}, beamtalk_repl_reply:problem(<<"session_down">>, Text)).

-spec send(gen_tcp:socket(), map() | [map()]) -> ok.
send(_, []) ->
    ok;
send(Socket, Replies) when is_list(Replies) ->
    _ = gen_tcp:send(Socket, [beamtalk_repl_reply:encode(Reply) || Reply <- Replies]),
    ok;
%% One that cannot be sent has nobody to hear it; the socket says so itself.
send(Socket, Reply) ->
    _ = gen_tcp:send(Socket, beamtalk_repl_reply:encode(Reply)),
    ok.

-spec init(no_return()) -> no_return().
init(_) ->
    error(started_by_begin_with).

-spec handle_call(term(), gen_server:from(), #state{}) -> no_return().
handle_call(Request, _From, _State) ->
    error({unknown_call, Request}).

-spec handle_cast(term(), #state{}) -> {noreply, #state{}}.
handle_cast(Message, State) ->
    ?LOG_WARNING("~ts got ~tp", [?MODULE, Message]),
    {noreply, State}.

-spec handle_info(term(), #state{}) -> {noreply, #state{}} | {stop, normal, #state{}}.
handle_info({tcp, Socket, Piece}, #state{socket = Socket, reader = Reader} = State) ->
    beamtalk_idle_monitor:active(),
    {Events, Next} = beamtalk_repl_frame:add(Piece, Reader),
    events(Events, State#state{reader = Next});
handle_info({repl_output, Ref, Text}, State) ->
    output(Ref, Text, State);
handle_info({repl_done, Ref, Outcome}, #state{running = Running} = State) ->
    case maps:take(Ref, Running) of
        {Asked, Left} ->
            send(State#state.socket, beamtalk_repl_reply:outcome(Asked, Outcome)),
            beamtalk_actor_watch:look(),
            {noreply, State#state{running = Left}};
        error ->
            {noreply, State}
    end;
handle_info({repl_need_input, Ref, Prompt}, State) ->
    to_asker(Ref, fun(Asked) -> beamtalk_repl_reply:need_input(Asked, Prompt) end, State);
handle_info({tcp_passive, Socket}, #state{socket = Socket} = State) ->
    _ = inet:setopts(Socket, [{active, ?PIECES}]),
    {noreply, State};
handle_info({push, Message}, State) ->
    _ = gen_tcp:send(State#state.socket, Message),
    {noreply, State};
handle_info({'DOWN', Monitor, process, _, _}, #state{monitor = Monitor, socket = Socket} = State) ->
    send(Socket, session_down(<<"The session has ended">>)),
    _ = inet:setopts(Socket, [{active, false}]),
    part(Socket),
    {stop, normal, State};
handle_info({'DOWN', Monitor, process, _, Ending}, State) ->
    ended(Monitor, Ending, State);
handle_info({tcp_closed, Socket}, #state{socket = Socket} = State) ->
    {stop, normal, State};
handle_info({tcp_error, Socket, _}, #state{socket = Socket} = State) ->
    {stop, normal, State};
handle_info(Message, State) ->
    ?LOG_WARNING("~ts got ~tP", [?MODULE, Message, 20]),
    {noreply, State}.

%% What peers say may be secret, and their first words are.
-spec format_status(gen_server:format_status()) -> gen_server:format_status().
format_status(Status) ->
    maps:map(
        fun
            (reason, Reason) -> Reason;
            (log, _) -> [];
            (_, _) -> hidden
        end,
        Status
    ).

-spec events([beamtalk_repl_frame:event()], #state{}) -> {noreply, #state{}} | {stop, normal, #state{}}.
events([], State) ->
    {noreply, State};
events([{message, Text} | Rest], State) ->
    events(Rest, message(beamtalk_json:decode(Text), State));
events([too_large | Rest], State) ->
    events(Rest, refused(#{}, too_large(), State));
events([lost | _], #state{socket = Socket} = State) ->
    _ = refused(#{}, too_large(), State),
    _ = inet:setopts(Socket, [{active, false}]),
    part(Socket),
    {stop, normal, State}.

-spec too_large() -> beamtalk_repl_reply:error().
too_large() ->
    beamtalk_repl_reply:problem(<<"frame_too_large">>, "A message may have 1,048,576 bytes").

-spec refused(asked(), beamtalk_repl_reply:error(), #state{}) -> #state{}.
refused(Asked, Error, State) ->
    send(State#state.socket, beamtalk_repl_reply:failure(Asked, Error)),
    State.

-spec message({ok, beamtalk_json:json()} | {error, beamtalk_json:problem()}, #state{}) -> #state{}.
message({ok, #{<<"op">> := Op} = Request}, State) when is_binary(Op) ->
    Asked = beamtalk_repl_reply:asked(Request),
    case beamtalk_repl_ops:prepare(Op, Request) of
        {ok, Way, Module} -> request(Way, Module, Op, Request, Asked, State);
        {error, Error} -> refused(Asked, Error, State)
    end;
message({ok, #{} = Request}, State) ->
    Asked = beamtalk_repl_reply:asked(Request),
    refused(Asked, beamtalk_repl_reply:problem(<<"invalid_request">>, "A request needs op, as text"), State);
message({ok, _}, State) ->
    refused(#{}, beamtalk_repl_reply:problem(<<"invalid_request">>, "A request must be a JSON object"), State);
message({error, Problem}, State) ->
    refused(#{}, beamtalk_repl_reply:problem(<<"bad_json">>, words(Problem)), State).

-spec words(beamtalk_json:problem()) -> unicode:chardata().
words({unexpected, Byte}) -> io_lib:format("The message is no JSON: look at byte ~b", [Byte]);
words(too_deep) -> "The message is nested too deeply";
words(number_too_large) -> "The message has a number that is too large".

-spec request(beamtalk_repl_ops:way(), module(), binary(), map(), asked(), #state{}) -> #state{}.
request(Way, Module, Op, Request, Asked, State) ->
    case context(Request, State) of
        {ok, Context} -> run(Way, fun() -> beamtalk_repl_ops:handle(Module, Op, Request, Context) end, Asked, State);
        error -> refused(Asked, beamtalk_repl_reply:problem(<<"session_down">>, "There is no such session"), State)
    end.

%% The session is that of the connection, unless the request names another.
-spec context(map(), #state{}) -> {ok, beamtalk_repl_ops:context()} | error.
context(Request, #state{session = Own, session_id = OwnId}) ->
    Id =
        case Request of
            #{<<"id">> := Given} when is_binary(Given) -> Given;
            _ -> undefined
        end,
    case Request of
        #{<<"session">> := Other} when is_binary(Other), Other =/= OwnId ->
            case beamtalk_repl_session:find(Other) of
                {ok, Session} -> {ok, #{session => Session, session_id => Other, connection => self(), id => Id}};
                error -> error
            end;
        _ ->
            {ok, #{session => Own, session_id => OwnId, connection => self(), id => Id}}
    end.

-spec run(beamtalk_repl_ops:way(), fun(() -> beamtalk_repl_ops:result()), asked(), #state{}) -> #state{}.
run(here, Work, Asked, State) ->
    answered(Work(), Asked, State);
run(apart, _, Asked, #state{running = Running} = State) when map_size(Running) >= ?MOST_RUNNING ->
    refused(Asked, beamtalk_repl_reply:problem(<<"busy">>, "Too many requests of this connection are running"), State);
run(apart, Work, Asked, #state{running = Running} = State) ->
    {_, Monitor} = spawn_monitor(fun() -> exit({shutdown, {answer, Work()}}) end),
    State#state{running = Running#{Monitor => Asked}}.

-spec ended(reference(), Ending :: term(), #state{}) -> {noreply, #state{}}.
ended(Monitor, Ending, #state{running = Running} = State) ->
    case {maps:take(Monitor, Running), Ending} of
        {{Asked, Left}, {shutdown, {answer, Result}}} -> {noreply, answered(Result, Asked, State#state{running = Left})};
        {{Asked, Left}, _} -> {noreply, answered(beamtalk_repl_ops:crashed(Ending), Asked, State#state{running = Left})};
        {error, _} -> {noreply, State}
    end.

-spec answered(beamtalk_repl_ops:result(), asked(), #state{}) -> #state{}.
answered({ok, Payload}, Asked, State) ->
    send(State#state.socket, beamtalk_repl_reply:answer(Asked, Payload)),
    State;
answered({error, Error}, Asked, State) ->
    refused(Asked, Error, State);
answered({later, Ref}, Asked, #state{running = Running} = State) ->
    State#state{running = Running#{Ref => Asked}}.

-spec to_asker(reference(), fun((asked()) -> map()), #state{}) -> {noreply, #state{}}.
to_asker(Ref, Reply, #state{running = Running} = State) ->
    case Running of
        #{Ref := Asked} -> send(State#state.socket, Reply(Asked));
        _ -> ok
    end,
    {noreply, State}.

%% Pieces that wait in the mailbox go out together, and large ones in parts.
-spec output(reference(), binary(), #state{}) -> {noreply, #state{}}.
output(Ref, Text, #state{running = Running} = State) ->
    case Running of
        #{Ref := Asked} ->
            Parts = parts(iolist_to_binary(gathered(Ref, [Text], byte_size(Text)))),
            send(State#state.socket, [beamtalk_repl_reply:output(Asked, Part) || Part <- Parts]);
        _ ->
            ok
    end,
    {noreply, State}.

-spec gathered(reference(), [binary()], non_neg_integer()) -> iodata().
gathered(Ref, Texts, Size) when Size < ?CHUNK ->
    receive
        {repl_output, Ref, Text} -> gathered(Ref, [Text | Texts], Size + byte_size(Text))
    after 0 -> lists:reverse(Texts)
    end;
gathered(_, Texts, _) ->
    lists:reverse(Texts).

-spec parts(binary()) -> [binary()].
parts(Text) when byte_size(Text) =< ?CHUNK ->
    [Text];
parts(Text) ->
    Length = whole_characters(Text, ?CHUNK, 3),
    <<Part:Length/binary, Rest/binary>> = Text,
    [Part | parts(Rest)].

%% A length near this one that cuts no character in two.
-spec whole_characters(binary(), pos_integer(), non_neg_integer()) -> pos_integer().
whole_characters(Text, Length, Left) ->
    case binary:at(Text, Length) of
        Byte when Byte band 2#11000000 =:= 2#10000000, Left > 0 -> whole_characters(Text, Length - 1, Left - 1);
        _ -> Length
    end.
