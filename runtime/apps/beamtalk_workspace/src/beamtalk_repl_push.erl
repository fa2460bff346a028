%% What peers are told without asking: that classes come and go, that actors do, that
%% bindings or files have changed, what checks have found, what the Transcript shows, and
%% that the workspace ends.
%% Hears all of it once, makes one message of it and sends that to every connection that
%% wants it, as far as it can hold it (`beamtalk_repl_peers`).
-module(beamtalk_repl_push).
-behaviour(gen_server).

-include_lib("kernel/include/logger.hrl").

-export([start_link/0, subscribe/1, spawned/1, actors/2, bindings_changed/1, flushed/1, reload_checked/1, stopping/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-type actor() :: beamtalk_actor_watch:actor().
-type ending() :: normal | shutdown | crashed.

%% A connection that holds so many bytes gets no more of them.
-define(MOST_HELD, 1048576).
%% Bytes of the Transcript in one message. Of one piece no more are shown.
-define(CHUNK, 65536).

-record(state, {peers = beamtalk_repl_peers:new() :: beamtalk_repl_peers:peers()}).

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

%% When this answers, the connections have it.
-spec stopping(Why :: binary()) -> ok.
stopping(Why) ->
    gen_server:call(?MODULE, {push, [event(workspace, stopping, #{reason => Why})]}).

%% Files that have changed on disk, with how.
-spec flushed([{File :: binary(), Kind :: created | changed | deleted}]) -> ok.
flushed(Files) ->
    Data = #{
        files => [File || {File, _} <- Files],
        'fileKinds' => [#{file => File, kind => Kind} || {File, Kind} <- Files]
    },
    gen_server:cast(?MODULE, {push, [event(workspace, flush_completed, Data)]}).

%% What a check of classes has found after a change.
-spec reload_checked(Data :: map()) -> ok.
reload_checked(Data) ->
    gen_server:cast(?MODULE, {push, [event(reload_check, completed, Data)]}).

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
    beamtalk_transcript:subscribe(self(), with_output),
    {ok, #state{}}.

-spec handle_call({push, [map()]}, gen_server:from(), #state{}) -> {reply, ok, #state{}}.
handle_call({push, Messages}, _From, State) ->
    {reply, ok, push(Messages, State)}.

-spec handle_cast(term(), #state{}) -> {noreply, #state{}}.
handle_cast({subscribe, Peer}, #state{peers = Peers} = State) ->
    {noreply, State#state{peers = beamtalk_repl_peers:add(Peer, Peers)}};
handle_cast({sent, Peer, Bytes}, #state{peers = Peers} = State) ->
    {noreply, State#state{peers = beamtalk_repl_peers:sent(Peer, Bytes, Peers)}};
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
handle_info({transcript_output, Text, Output}, State) ->
    {noreply, push([transcript(gathered(Output, [shown(Text)], byte_size(Text)), Output)], State)};
handle_info({'DOWN', _, process, Peer, _}, #state{peers = Peers} = State) ->
    {noreply, State#state{peers = beamtalk_repl_peers:remove(Peer, Peers)}};
handle_info(Message, State) ->
    ?LOG_WARNING("~ts got ~tP", [?MODULE, Message, 20]),
    {noreply, State}.

%% What an evaluation shows, its session gets as output besides.
-spec transcript(binary(), Output :: pid()) -> map().
transcript(Text, Output) ->
    case beamtalk_repl_session:writing_to(Output) of
        {ok, Session} -> #{push => transcript, text => Text, session => Session};
        none -> #{push => transcript, text => Text}
    end.

%% What waits already and comes from there goes out with it.
-spec gathered(Output :: pid(), [binary()], non_neg_integer()) -> binary().
gathered(Output, Texts, Size) when Size < ?CHUNK ->
    receive
        {transcript_output, Text, Output} -> gathered(Output, [shown(Text) | Texts], Size + byte_size(Text))
    after 0 -> iolist_to_binary(lists:reverse(Texts))
    end;
gathered(_, Texts, _) ->
    iolist_to_binary(lists:reverse(Texts)).

-spec shown(binary()) -> binary().
shown(Text) when byte_size(Text) =< ?CHUNK ->
    Text;
shown(Text) ->
    Beginning = beamtalk_repl_text:prefix(Text, ?CHUNK),
    Left = integer_to_binary(byte_size(Text) - byte_size(Beginning)),
    <<Beginning/binary, "\n… "/utf8, Left/binary, " bytes more\n">>.

-spec push([map()], #state{}) -> #state{}.
push(Messages, #state{peers = Peers} = State) ->
    case beamtalk_repl_peers:is_empty(Peers) of
        true ->
            State;
        false ->
            Encoded = iolist_to_binary([beamtalk_repl_reply:encode(Message) || Message <- Messages]),
            State#state{peers = beamtalk_repl_peers:tell(Encoded, fun(_) -> true end, ?MOST_HELD, Peers)}
    end.
