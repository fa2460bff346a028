%% Entries of the log for connections that want them, as pushes. While there is one, a
%% handler of OTP's logger makes an entry where it is logged, with bounds to its size, and
%% hands it to this process. It never waits: if too many are under way they are dropped, and
%% so are those for a peer that does not read. This process logs nothing itself, and what is
%% said of it is not told by it.
-module(beamtalk_repl_logs).
-behaviour(gen_server).

-export([start_link/0, subscribe/2, unsubscribe/1, level/1, log/2]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2]).

%% A connection that holds so many bytes gets no more of them.
-define(MOST_HELD, 262144).
%% So many entries may be on their way here.
-define(MOST_WAITING, 200).
-define(LEVELS, [emergency, alert, critical, error, warning, notice, info, debug]).

-record(state, {
    peers = beamtalk_repl_peers:new() :: beamtalk_repl_peers:peers(),
    levels = #{} :: #{pid() => logger:level()},
    waiting :: counters:counters_ref()
}).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

%% Entries of this level and above, as far as the workspace makes them. Asked again, the
%% level is another one.
-spec subscribe(Connection :: pid(), logger:level()) -> ok.
subscribe(Connection, Level) ->
    gen_server:call(?MODULE, {subscribe, Connection, Level}).

-spec unsubscribe(Connection :: pid()) -> ok.
unsubscribe(Connection) ->
    gen_server:call(?MODULE, {unsubscribe, Connection}).

%% A level by its name.
-spec level(binary()) -> {ok, logger:level()} | {unknown, Known :: [binary()]}.
level(Name) ->
    case [Level || Level <- ?LEVELS, atom_to_binary(Level) =:= Name] of
        [Level] -> {ok, Level};
        [] -> {unknown, [atom_to_binary(Level) || Level <- ?LEVELS]}
    end.

%% Called by the logger, in the process that logs.
-spec log(logger:log_event(), logger:handler_config()) -> ok.
log(#{level := Level, meta := Meta} = Event, #{config := #{server := Server, waiting := Waiting}}) ->
    case maps:get(pid, Meta, none) =/= Server andalso counters:get(Waiting, 1) < ?MOST_WAITING of
        true ->
            counters:add(Waiting, 1, 1),
            Server ! {entry, Level, encoded(Event)},
            ok;
        false ->
            ok
    end.

%% What cannot be shown is not worth a failure of who logs.
-spec encoded(logger:log_event()) -> binary().
encoded(Event) ->
    try
        beamtalk_repl_reply:encode(#{type => push, channel => logs, event => entry, data => beamtalk_workspace_log:entry(Event)})
    catch
        _:_ -> <<>>
    end.

-spec init([]) -> {ok, #state{}}.
init([]) ->
    %% So that the handler goes with it, also one of a process before it.
    _ = process_flag(trap_exit, true),
    _ = logger:remove_handler(?MODULE),
    {ok, #state{waiting = counters:new(1, [])}}.

-spec handle_call({subscribe, pid(), logger:level()} | {unsubscribe, pid()}, gen_server:from(), #state{}) -> {reply, ok, #state{}}.
handle_call({subscribe, Peer, Level}, _From, #state{peers = Peers, levels = Levels} = State) ->
    {reply, ok, adjusted(State#state{peers = beamtalk_repl_peers:add(Peer, Peers), levels = Levels#{Peer => Level}})};
handle_call({unsubscribe, Peer}, _From, State) ->
    {reply, ok, adjusted(without(Peer, State))}.

-spec handle_cast({sent, pid(), non_neg_integer()}, #state{}) -> {noreply, #state{}}.
handle_cast({sent, Peer, Bytes}, #state{peers = Peers} = State) ->
    {noreply, State#state{peers = beamtalk_repl_peers:sent(Peer, Bytes, Peers)}}.

-spec handle_info(term(), #state{}) -> {noreply, #state{}}.
handle_info({entry, Level, Encoded}, #state{peers = Peers, levels = Levels, waiting = Waiting} = State) ->
    counters:sub(Waiting, 1, 1),
    Wants = fun(Peer) -> logger:compare_levels(Level, maps:get(Peer, Levels)) =/= lt end,
    case Encoded of
        <<>> -> {noreply, State};
        _ -> {noreply, State#state{peers = beamtalk_repl_peers:tell(Encoded, Wants, ?MOST_HELD, Peers)}}
    end;
handle_info({'DOWN', _, process, Peer, _}, State) ->
    {noreply, adjusted(without(Peer, State))};
handle_info(_, State) ->
    {noreply, State}.

-spec terminate(term(), #state{}) -> ok.
terminate(_, _) ->
    _ = logger:remove_handler(?MODULE),
    ok.

-spec without(pid(), #state{}) -> #state{}.
without(Peer, #state{peers = Peers, levels = Levels} = State) ->
    State#state{peers = beamtalk_repl_peers:remove(Peer, Peers), levels = maps:remove(Peer, Levels)}.

%% The logger has a handler while there is somebody, which sees what at least one wants.
-spec adjusted(#state{}) -> #state{}.
adjusted(#state{levels = Levels} = State) when map_size(Levels) =:= 0 ->
    _ = logger:remove_handler(?MODULE),
    State;
adjusted(#state{levels = Levels, waiting = Waiting} = State) ->
    [Lowest | _] = lists:sort(fun(One, Other) -> logger:compare_levels(One, Other) =/= gt end, maps:values(Levels)),
    case logger:set_handler_config(?MODULE, level, Lowest) of
        ok ->
            State;
        {error, _} ->
            ok = logger:add_handler(?MODULE, ?MODULE, #{level => Lowest, config => #{server => self(), waiting => Waiting}}),
            State
    end.
