%% What peers are told without asking: that classes come and go, that actors do, that
%% bindings have changed, and what the Transcript shows. Hears all of it once, makes one
%% message of it and sends that to every connection that wants it. A connection that
%% does not get its messages away is spared more until it does: pushes may be lost.
-module(beamtalk_repl_push).
-behaviour(gen_server).

-include_lib("kernel/include/logger.hrl").

-export([start_link/0, subscribe/1, spawned/1, actors/2, bindings_changed/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-type actor() :: beamtalk_actor_watch:actor().
-type ending() :: normal | shutdown | crashed.

%% A connection with so many messages before it gets no more of them.
-define(MOST_WAITING, 1000).
%% Bytes of the Transcript in one message, about.
-define(CHUNK, 65536).

%% The connections, each with its monitor.
-record(state, {peers = #{} :: #{pid() => reference()}}).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

-spec subscribe(Connection :: pid()) -> ok.
subscribe(Connection) ->
    gen_server:cast(?MODULE, {subscribe, Connection}).

-spec actors(Spawned :: [actor()], Stopped :: [{actor(), ending()}]) -> ok.
actors(Spawned, Stopped) ->
    gen_server:cast(?MODULE, {push, lists:map(fun spawned/1, Spawned) ++ lists:map(fun stopped/1, Stopped)}).

-spec bindings_changed(Session :: binary()) -> ok.
bindings_changed(Session) ->
    gen_server:cast(?MODULE, {push, [event(bindings, changed, #{session => Session})]}).

-spec spawned(actor()) -> map().
spawned(#{class := Class, pid := Pid, spawned_at := Time}) ->
    event(actors, spawned, #{class => Class, pid => beamtalk_actor_watch:text(Pid), spawned_at => Time}).

-spec stopped({actor(), ending()}) -> map().
stopped({#{class := Class, pid := Pid}, Ending}) ->
    event(actors, stopped, #{class => Class, pid => beamtalk_actor_watch:text(Pid), reason => Ending}).

-spec event(atom(), atom(), map()) -> map().
event(Channel, Event, Data) ->
    #{type => push, channel => Channel, event => Event, data => Data}.

-spec init([]) -> {ok, #state{}}.
init([]) ->
    beamtalk_class_events:subscribe(self()),
    beamtalk_transcript:subscribe(self()),
    {ok, #state{}}.

-spec handle_call(term(), gen_server:from(), #state{}) -> no_return().
handle_call(Request, _From, _State) ->
    error({unknown_call, Request}).

-spec handle_cast(term(), #state{}) -> {noreply, #state{}}.
handle_cast({subscribe, Peer}, #state{peers = Peers} = State) when is_map_key(Peer, Peers) ->
    {noreply, State};
handle_cast({subscribe, Peer}, #state{peers = Peers} = State) ->
    {noreply, State#state{peers = Peers#{Peer => monitor(process, Peer)}}};
handle_cast({push, Messages}, State) ->
    {noreply, push(Messages, State)};
handle_cast({register_class, Class, _}, State) ->
    beamtalk_idle_monitor:active(),
    {noreply, push([event(classes, loaded, #{class => Class})], State)};
handle_cast({remove_class, Class}, State) ->
    {noreply, push([event(classes, removed, #{class => Class})], State)};
%% Each protocol is a class too, and said so as one.
handle_cast({register_protocols, _}, State) ->
    {noreply, State}.

-spec handle_info(term(), #state{}) -> {noreply, #state{}}.
handle_info({transcript_output, Text}, State) ->
    Shown = gathered([Text], byte_size(Text)),
    {noreply, push([#{push => transcript, text => Shown}], State)};
handle_info({'DOWN', _, process, Peer, _}, #state{peers = Peers} = State) ->
    {noreply, State#state{peers = maps:remove(Peer, Peers)}};
handle_info(Message, State) ->
    ?LOG_WARNING("~ts got ~tP", [?MODULE, Message, 20]),
    {noreply, State}.

%% What waits already goes out with it.
-spec gathered([binary()], non_neg_integer()) -> binary().
gathered(Texts, Size) when Size < ?CHUNK ->
    receive
        {transcript_output, Text} -> gathered([Text | Texts], Size + byte_size(Text))
    after 0 -> iolist_to_binary(lists:reverse(Texts))
    end;
gathered(Texts, _) ->
    iolist_to_binary(lists:reverse(Texts)).

-spec push([map()], #state{}) -> #state{}.
push(_, #state{peers = Peers} = State) when map_size(Peers) =:= 0 ->
    State;
push(Messages, #state{peers = Peers} = State) ->
    Encoded = iolist_to_binary([beamtalk_repl_reply:encode(Message) || Message <- Messages]),
    [beamtalk_repl_connection:push(Peer, Encoded) || Peer <- maps:keys(Peers), keeps_up(Peer)],
    State.

-spec keeps_up(pid()) -> boolean().
keeps_up(Peer) ->
    case process_info(Peer, message_queue_len) of
        {message_queue_len, Waiting} -> Waiting < ?MOST_WAITING;
        undefined -> false
    end.
