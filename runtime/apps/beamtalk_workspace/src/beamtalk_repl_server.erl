%% The listener. Opens a socket on loopback and nowhere else, says in the port file where
%% it is, and gives each peer that comes a process of its own. Reads the token, and keeps
%% it in a fun, so that no report of a state or of arguments can show it.
-module(beamtalk_repl_server).
-behaviour(gen_server).

-include_lib("kernel/include/logger.hrl").

-export([start_link/1, port/0, config/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2]).

-export_type([token_check/0]).

-type token_check() :: fun((Given :: binary()) -> boolean()).

%% How long to wait when there are no more sockets, in milliseconds.
-define(PAUSE, 20).
%% How long a peer may leave what it is sent unread, in milliseconds.
-define(SEND_TIMEOUT, 10000).

-record(state, {
    config :: beamtalk_workspace_sup:config(),
    listener :: gen_tcp:socket(),
    port :: inet:port_number(),
    acceptor :: pid()
}).

-spec start_link(beamtalk_workspace_sup:config()) -> {ok, pid()} | {error, term()}.
start_link(Config) ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, Config, []).

-spec port() -> inet:port_number().
port() ->
    gen_server:call(?MODULE, port).

-spec config() -> beamtalk_workspace_sup:config().
config() ->
    gen_server:call(?MODULE, config).

-spec init(beamtalk_workspace_sup:config()) -> {ok, #state{}} | {stop, term()}.
init(#{dir := Dir, tcp_port := Wanted} = Config) ->
    _ = process_flag(trap_exit, true),
    case {beamtalk_workspace_files:token_check(Dir), listen(Wanted)} of
        {{ok, Check}, {ok, Listener}} -> {ok, opened(Config, Check, Listener)};
        {{error, Why}, _} -> {stop, {token, Why}};
        {_, {error, Why}} -> {stop, {listen, Wanted, Why}}
    end.

-spec listen(inet:port_number()) -> {ok, gen_tcp:socket()} | {error, inet:posix()}.
listen(Port) ->
    gen_tcp:listen(Port, [
        binary,
        {ip, {127, 0, 0, 1}},
        {packet, raw},
        {active, false},
        {nodelay, true},
        {reuseaddr, true},
        {backlog, 256},
        {buffer, 65536},
        {send_timeout, ?SEND_TIMEOUT},
        {send_timeout_close, true}
    ]).

%% Whoever reads the port file finds that connections are taken: they wait in the queue
%% of the socket from the moment it listens.
-spec opened(beamtalk_workspace_sup:config(), token_check(), gen_tcp:socket()) -> #state{}.
opened(#{dir := Dir} = Config, Check, Listener) ->
    {ok, Port} = inet:port(Listener),
    Acceptor = spawn_link(fun() -> accept(Listener, Check) end),
    ok = beamtalk_workspace_files:write_port(Dir, Port, maps:get(nonce, Config, <<>>)),
    #state{config = Config, listener = Listener, port = Port, acceptor = Acceptor}.

-spec accept(gen_tcp:socket(), token_check()) -> no_return().
accept(Listener, Check) ->
    case gen_tcp:accept(Listener) of
        {ok, Socket} ->
            welcome(Socket, Check),
            accept(Listener, Check);
        {error, closed} ->
            exit(normal);
        %% Most likely there are too many open files.
        {error, Why} ->
            ?LOG_WARNING("a connection was not taken: ~tp", [Why]),
            beamtalk_repl_lobby:make_room(),
            receive after ?PAUSE -> ok end,
            accept(Listener, Check)
    end.

-spec welcome(gen_tcp:socket(), token_check()) -> ok.
welcome(Socket, Check) ->
    Number = erlang:unique_integer([monotonic]),
    {ok, Pid} = beamtalk_connection_sup:start_connection(#{number => Number, check => Check}),
    beamtalk_repl_lobby:enter(Number, Pid),
    case gen_tcp:controlling_process(Socket, Pid) of
        ok -> beamtalk_repl_arrival:take(Pid, Socket);
        {error, _} -> gen_tcp:close(Socket)
    end.

-spec handle_call(port | config, gen_server:from(), #state{}) -> {reply, term(), #state{}}.
handle_call(port, _From, State) ->
    {reply, State#state.port, State};
handle_call(config, _From, State) ->
    {reply, State#state.config, State}.

-spec handle_cast(term(), #state{}) -> {noreply, #state{}}.
handle_cast(Message, State) ->
    ?LOG_WARNING("~ts got ~tp", [?MODULE, Message]),
    {noreply, State}.

-spec handle_info(term(), #state{}) -> {noreply, #state{}} | {stop, term(), #state{}}.
handle_info({'EXIT', Acceptor, Why}, #state{acceptor = Acceptor} = State) ->
    {stop, {acceptor, Why}, State};
handle_info(Message, State) ->
    ?LOG_WARNING("~ts got ~tp", [?MODULE, Message]),
    {noreply, State}.

%% A port file that names nobody would only mislead.
-spec terminate(term(), #state{}) -> ok.
terminate(_, #state{config = #{dir := Dir}, listener = Listener}) ->
    ok = gen_tcp:close(Listener),
    beamtalk_workspace_files:delete_port(Dir).
