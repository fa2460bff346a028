%% The group leader of a session's evaluations: where they write, and where they read.
%% What they write goes to the client of the evaluation as it comes, pieces of a few
%% milliseconds together, and the whole of it once more with the outcome; both are sent
%% from here, so that they arrive in order. Past a limit output is dropped, and that is
%% said: a client is not drowned by a loop that prints.
%%
%% When no evaluation runs, writers are those that one has left behind. They are led to
%% the output of the node, each as soon as it writes and the others after a while.
-module(beamtalk_repl_output).
-behaviour(gen_server).

-export([start_link/0, start/3, finish/2, input/2, stop/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-record(state, {
    %% Who hears of the evaluation that runs.
    client = none :: none | {pid(), Ref :: term()},
    %% Newest first: what was not sent yet, and all that was.
    fresh = [] :: [binary()],
    fresh_size = 0 :: non_neg_integer(),
    sent = [] :: [binary()],
    %% How much may still be written.
    room = 0 :: non_neg_integer(),
    is_cut = false :: boolean(),
    flush = none :: none | reference(),
    %% What was typed and not read yet, and who wants to read.
    typed = <<>> :: binary() | eof,
    reader = none :: none | reader()
}).

-record(reader, {
    from :: pid(),
    reply_as :: term(),
    request :: beamtalk_repl_input:request(),
    timer :: reference() | none
}).
-type reader() :: #reader{}.

%% Milliseconds that pieces are gathered for, and bytes that are enough for one.
-define(GATHER, 4).
-define(PIECE, 32768).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link(?MODULE, [], []).

%% What is written from now on is for this client.
-spec start(pid(), Client :: pid(), Ref :: term()) -> ok.
start(Output, Client, Ref) ->
    gen_server:call(Output, {start, Client, Ref}, infinity).

%% Tells the client what came of it.
-spec finish(pid(), Outcome :: map()) -> ok.
finish(Output, Outcome) ->
    gen_server:cast(Output, {finish, Outcome}).

-spec input(pid(), binary() | eof) -> ok | {error, no_pending_input}.
input(Output, Typed) ->
    gen_server:call(Output, {input, Typed}, infinity).

%% Who still writes here writes elsewhere from now on.
-spec stop(pid()) -> ok.
stop(Output) ->
    gen_server:cast(Output, stop).

-spec init([]) -> {ok, #state{}}.
init([]) ->
    {ok, #state{}}.

-spec handle_call(term(), gen_server:from(), #state{}) -> {reply, term(), #state{}}.
handle_call({start, Client, Ref}, _, _) ->
    {reply, ok, #state{client = {Client, Ref}, room = beamtalk_repl_limits:output_bytes()}};
handle_call({input, _}, _, #state{reader = none} = State) ->
    {reply, {error, no_pending_input}, State};
handle_call({input, eof}, _, State) ->
    {reply, ok, read(State#state{typed = eof})};
handle_call({input, Typed}, _, #state{typed = Before} = State) ->
    {reply, ok, read(State#state{typed = <<Before/binary, Typed/binary>>})}.

-spec handle_cast({finish, map()} | stop, #state{}) -> {noreply, #state{}} | {stop, normal, #state{}}.
handle_cast(stop, State) ->
    lead_away(),
    {stop, normal, State};
handle_cast({finish, _}, #state{client = none} = State) ->
    {noreply, State};
handle_cast({finish, Outcome}, #state{client = {Client, Ref}} = State) ->
    #state{sent = Sent} = flushed(State),
    Client ! {repl_done, Ref, Outcome#{output => iolist_to_binary(lists:reverse(Sent))}},
    erlang:send_after(beamtalk_repl_limits:leftover_pause(), self(), lead_away),
    {noreply, #state{}}.

-spec handle_info(term(), #state{}) -> {noreply, #state{}}.
handle_info({io_request, From, ReplyAs, Request}, #state{client = none} = State) ->
    lead(From, ReplyAs, Request),
    {noreply, State};
handle_info({io_request, From, ReplyAs, Request}, State) ->
    {noreply, requested(From, ReplyAs, Request, State)};
handle_info({timeout, Timer, flush}, #state{flush = Timer} = State) ->
    {noreply, flushed(State)};
handle_info({timeout, Timer, input}, #state{reader = #reader{timer = Timer} = Reader} = State) ->
    reply(Reader, {error, timeout}),
    {noreply, State#state{reader = none}};
handle_info(lead_away, #state{client = none} = State) ->
    lead_away(),
    {noreply, State};
handle_info(_, State) ->
    {noreply, State}.

%% Nobody is at the keyboard, and a node that stops has no output.
-spec lead(pid(), term(), term()) -> ok.
lead(From, ReplyAs, Request) ->
    case {beamtalk_repl_input:parse(Request), whereis(user)} of
        {none, User} when is_pid(User) ->
            _ = beamtalk_repl_evaluation:is_worker(From) orelse led(User, From),
            User ! {io_request, From, ReplyAs, Request};
        _ -> From ! {io_reply, ReplyAs, {error, enotsup}}
    end,
    ok.

%% The evaluating process itself is the session's, and stays.
-spec lead_away() -> ok.
lead_away() ->
    _ = [
        led(User, Pid)
     || User <- [whereis(user)],
        is_pid(User),
        Pid <- processes(),
        process_info(Pid, group_leader) =:= {group_leader, self()},
        not beamtalk_repl_evaluation:is_worker(Pid)
    ],
    ok.

%% It may have ended just now.
-spec led(User :: pid(), pid()) -> boolean().
led(User, Pid) ->
    try
        group_leader(User, Pid)
    catch
        error:badarg -> false
    end.

-spec requested(pid(), term(), term(), #state{}) -> #state{}.
requested(From, ReplyAs, Request, State) ->
    case beamtalk_repl_input:parse(Request) of
        none -> written(From, ReplyAs, Request, State);
        Read -> waiting(#reader{from = From, reply_as = ReplyAs, request = Read, timer = none}, State)
    end.

-spec written(pid(), term(), term(), #state{}) -> #state{}.
written(From, ReplyAs, Request, State) ->
    {Reply, Text} = text(Request),
    Next = add(Text, State),
    From ! {io_reply, ReplyAs, Reply},
    Next.

-spec text(term()) -> {Reply :: term(), binary()}.
text({put_chars, Encoding, Module, Function, Args}) ->
    try
        text({put_chars, Encoding, apply(Module, Function, Args)})
    catch
        _:_ -> {{error, {put_chars, Function}}, <<>>}
    end;
text({put_chars, Encoding, Chars}) ->
    case catch unicode:characters_to_binary(Chars, Encoding, unicode) of
        Text when is_binary(Text) -> {ok, Text};
        _ -> {{error, {put_chars, Encoding}}, <<>>}
    end;
text({put_chars, Chars}) ->
    text({put_chars, latin1, Chars});
text({requests, Requests}) ->
    lists:foldl(
        fun(Request, {_, Before}) ->
            {Reply, Text} = text(Request),
            {Reply, <<Before/binary, Text/binary>>}
        end,
        {ok, <<>>},
        Requests
    );
text({setopts, _}) ->
    {ok, <<>>};
text(getopts) ->
    {[{binary, true}, {encoding, unicode}], <<>>};
text(_) ->
    {{error, request}, <<>>}.

-spec add(binary(), #state{}) -> #state{}.
add(<<>>, State) ->
    State;
add(_, #state{is_cut = true} = State) ->
    State;
add(Text, #state{room = Room} = State) when byte_size(Text) > Room ->
    Whole = beamtalk_repl_text:prefix(Text, Room),
    Said = [<<"\n… output was cut after ", (integer_to_binary(beamtalk_repl_limits:output_bytes()))/binary, " bytes\n">>],
    add_piece(iolist_to_binary([Whole, Said]), State#state{is_cut = true, room = 0});
add(Text, #state{room = Room} = State) ->
    add_piece(Text, State#state{room = Room - byte_size(Text)}).

-spec add_piece(binary(), #state{}) -> #state{}.
add_piece(Text, #state{fresh = Fresh, fresh_size = Size, flush = Flush} = State) ->
    Added = State#state{fresh = [Text | Fresh], fresh_size = Size + byte_size(Text)},
    case Added#state.fresh_size >= ?PIECE of
        true -> flushed(Added);
        false when Flush =:= none -> Added#state{flush = erlang:start_timer(?GATHER, self(), flush)};
        false -> Added
    end.

-spec flushed(#state{}) -> #state{}.
flushed(#state{fresh = []} = State) ->
    State#state{flush = none};
flushed(#state{fresh = Fresh, sent = Sent, client = {Client, Ref}, flush = Flush} = State) ->
    Flush =:= none orelse erlang:cancel_timer(Flush),
    Piece = iolist_to_binary(lists:reverse(Fresh)),
    Client ! {repl_output, Ref, Piece},
    State#state{fresh = [], fresh_size = 0, sent = [Piece | Sent], flush = none}.

%% One reader at a time: a second one is told that somebody reads already.
-spec waiting(reader(), #state{}) -> #state{}.
waiting(Reader, #state{reader = #reader{}} = State) ->
    reply(Reader, {error, ebusy}),
    State;
waiting(#reader{request = Request} = Reader, State) ->
    case read(State#state{reader = Reader}) of
        #state{reader = none} = Done ->
            Done;
        #state{client = {Client, Ref}} = Waiting ->
            Asked = flushed(Waiting),
            Client ! {repl_need_input, Ref, beamtalk_repl_input:prompt(Request)},
            Asked#state{reader = Reader#reader{timer = patience()}}
    end.

-spec patience() -> reference() | none.
patience() ->
    case beamtalk_repl_limits:input_milliseconds() of
        infinity -> none;
        Milliseconds -> erlang:start_timer(Milliseconds, self(), input)
    end.

-spec read(#state{}) -> #state{}.
read(#state{reader = #reader{request = Request, timer = Timer} = Reader, typed = Typed, client = Client} = State) ->
    case beamtalk_repl_input:take(Request, Typed) of
        {done, Answer, Left} ->
            Timer =:= none orelse erlang:cancel_timer(Timer),
            reply(Reader, Answer),
            State#state{reader = none, typed = Left};
        {more, Changed} ->
            %% What was typed was not enough: there is another prompt.
            case Timer of
                none -> ok;
                _ -> ask_again(Client, Changed)
            end,
            State#state{reader = Reader#reader{request = Changed}, typed = <<>>}
    end.

-spec ask_again({pid(), term()}, beamtalk_repl_input:request()) -> ok.
ask_again({Client, Ref}, Request) ->
    Client ! {repl_need_input, Ref, beamtalk_repl_input:prompt(Request)},
    ok.

-spec reply(reader(), term()) -> ok.
reply(#reader{from = From, reply_as = ReplyAs}, Answer) ->
    From ! {io_reply, ReplyAs, Answer},
    ok.
