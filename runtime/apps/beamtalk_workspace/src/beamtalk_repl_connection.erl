%% One peer that has arrived (`beamtalk_repl_arrival`): reads requests and sends what
%% comes of them, in any order, each with the id of its request. A request that takes
%% long runs in a process of its own or in the session, so that the next one is read
%% meanwhile: an interrupt, a line of input, a completion.
%%
%% No request can bring the connection down. When the peer leaves, its session stays,
%% to be resumed. When the session ends, the peer is told, and the connection ends.
-module(beamtalk_repl_connection).
-behaviour(gen_server).

-include_lib("kernel/include/logger.hrl").

-export([serve/3, push/2]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, format_status/1]).

-type asked() :: beamtalk_repl_reply:asked().

-define(LONGEST, 16#100000).
%% How many pieces arrive before we say that we want more. It bounds the mailbox.
-define(PIECES, 32).
%% How many requests of one peer may run at a time.
-define(MOST_RUNNING, 64).
%% What a request takes: most do without collecting garbage.
-define(WORDS, 50000).

-record(state, {
    socket :: gen_tcp:socket(),
    reader = beamtalk_repl_frame:new(?LONGEST) :: beamtalk_repl_frame:reader(),
    session :: pid(),
    session_id :: binary(),
    monitor :: reference(),
    %% What is under way: evaluations by their reference, others by their monitor.
    running = #{} :: #{reference() => asked()}
}).

%% What the calling process does from now on. It has greeted its peer.
-spec serve(gen_tcp:socket(), Session :: pid(), beamtalk_repl_session:id()) -> no_return().
serve(Socket, Session, Id) ->
    Monitor = monitor(process, Session),
    _ = process_flag(min_heap_size, ?WORDS),
    ok = inet:setopts(Socket, [{active, ?PIECES}]),
    gen_server:enter_loop(?MODULE, [], #state{socket = Socket, session = Session, session_id = Id, monitor = Monitor}).

%% A message that nobody asked for, ready to be sent. The calling server is told of it when
%% it is with the system.
-spec push(pid(), binary()) -> ok.
push(Pid, Message) ->
    Pid ! {push, self(), Message},
    ok.

-spec init(no_return()) -> no_return().
init(_) ->
    error(started_by_serve).

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
handle_info({repl_output, Ref, Text}, #state{socket = Socket, running = Running} = State) ->
    _ = [beamtalk_repl_wire:output(Socket, Asked, Ref, Text) || {ok, Asked} <- [maps:find(Ref, Running)]],
    {noreply, State};
handle_info({repl_done, Ref, Outcome}, #state{running = Running} = State) ->
    case maps:take(Ref, Running) of
        {Asked, Left} ->
            beamtalk_repl_wire:send(State#state.socket, beamtalk_repl_reply:outcome(Asked, Outcome)),
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
handle_info({push, Teller, Message}, State) ->
    _ = gen_tcp:send(State#state.socket, Message),
    gen_server:cast(Teller, {sent, self(), byte_size(Message)}),
    {noreply, State};
handle_info({'DOWN', Monitor, process, _, _}, #state{monitor = Monitor, socket = Socket} = State) ->
    beamtalk_repl_wire:send(Socket, beamtalk_repl_reply:session_down(<<"The session has ended">>)),
    _ = inet:setopts(Socket, [{active, false}]),
    beamtalk_repl_wire:part(Socket),
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
    beamtalk_repl_wire:part(Socket),
    {stop, normal, State}.

-spec too_large() -> beamtalk_repl_reply:error().
too_large() ->
    beamtalk_repl_reply:problem(<<"frame_too_large">>, "A message may have 1,048,576 bytes").

-spec refused(asked(), beamtalk_repl_reply:error(), #state{}) -> #state{}.
refused(Asked, Error, State) ->
    beamtalk_repl_wire:send(State#state.socket, beamtalk_repl_reply:failure(Asked, Error)),
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
        %% Who only asks about code goes without the variables of a session that is gone.
        error when Op =:= <<"complete">>; Op =:= <<"hover">>; Op =:= <<"type">> ->
            {ok, Context} = context(maps:remove(<<"session">>, Request), State),
            run(Way, fun() -> beamtalk_repl_ops:handle(Module, Op, Request, Context) end, Asked, State);
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
    {_, Monitor} = spawn_opt(fun() -> exit({shutdown, {answer, encoded(Work(), Asked)}}) end, [monitor, {min_heap_size, ?WORDS}]),
    State#state{running = Running#{Monitor => Asked}}.

%% One text goes to the connection without being copied, which many terms do not.
-spec encoded(beamtalk_repl_ops:result(), asked()) -> binary().
encoded({ok, Payload}, Asked) -> beamtalk_repl_reply:encode(beamtalk_repl_reply:answer(Asked, Payload));
encoded({error, Error}, Asked) -> beamtalk_repl_reply:encode(beamtalk_repl_reply:failure(Asked, Error)).

-spec ended(reference(), Ending :: term(), #state{}) -> {noreply, #state{}}.
ended(Monitor, Ending, #state{running = Running} = State) ->
    case {maps:take(Monitor, Running), Ending} of
        {{_, Left}, {shutdown, {answer, Bytes}}} ->
            _ = gen_tcp:send(State#state.socket, Bytes),
            {noreply, State#state{running = Left}};
        {{Asked, Left}, _} -> {noreply, answered(beamtalk_repl_ops:crashed(Ending), Asked, State#state{running = Left})};
        {error, _} -> {noreply, State}
    end.

-spec answered(beamtalk_repl_ops:result(), asked(), #state{}) -> #state{}.
answered({ok, Payload}, Asked, State) ->
    beamtalk_repl_wire:send(State#state.socket, beamtalk_repl_reply:answer(Asked, Payload)),
    State;
answered({error, Error}, Asked, State) ->
    refused(Asked, Error, State);
answered({apart, Work}, Asked, State) ->
    run(apart, Work, Asked, State);
answered({later, Ref}, Asked, #state{running = Running} = State) ->
    State#state{running = Running#{Ref => Asked}}.

-spec to_asker(reference(), fun((asked()) -> map()), #state{}) -> {noreply, #state{}}.
to_asker(Ref, Reply, #state{running = Running} = State) ->
    case Running of
        #{Ref := Asked} -> beamtalk_repl_wire:send(State#state.socket, Reply(Asked));
        _ -> ok
    end,
    {noreply, State}.
