%% One at a time for each name: whoever changes a class, the text that is kept of it and the
%% log has its turn, and the next one finds all of them as they belong together. A turn ends
%% with the work, or with the process that does it.
-module(beamtalk_repl_turns).
-behaviour(gen_server).

-export([start_link/0, in_turn/2]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-record(turn, {
    monitor :: reference(),
    waiting = queue:new() :: queue:queue(gen_server:from())
}).

-type state() :: #{Name :: binary() => #turn{}}.

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

%% Everybody asks for several names in the same order, so that nobody waits for who waits
%% for him. Who has the turn of a name already goes on.
-spec in_turn(Names :: [binary()], fun(() -> Answer)) -> Answer.
in_turn(Names, Work) ->
    Mine = get_mine(),
    in_each(lists:usort(Names) -- Mine, Mine, Work).

-spec in_each([binary()], Mine :: [binary()], fun(() -> Answer)) -> Answer.
in_each([], _, Work) ->
    Work();
in_each([Name | Rest], Mine, Work) ->
    ok = gen_server:call(?MODULE, {begin_turn, Name}, infinity),
    _ = put(?MODULE, [Name | Mine]),
    try
        in_each(Rest, [Name | Mine], Work)
    after
        _ = put(?MODULE, Mine),
        gen_server:cast(?MODULE, {end_turn, Name})
    end.

%% Known to the process itself: no other can tell whether it goes on or begins.
-spec get_mine() -> [binary()].
get_mine() ->
    case get(?MODULE) of
        undefined -> [];
        Mine -> Mine
    end.

-spec init([]) -> {ok, state()}.
init([]) ->
    {ok, #{}}.

-spec handle_call({begin_turn, binary()}, gen_server:from(), state()) -> {reply, ok, state()} | {noreply, state()}.
handle_call({begin_turn, Name}, {Pid, _} = From, State) ->
    case State of
        #{Name := #turn{waiting = Waiting} = Turn} ->
            {noreply, State#{Name := Turn#turn{waiting = queue:in(From, Waiting)}}};
        _ ->
            {reply, ok, State#{Name => #turn{monitor = monitored(Name, Pid)}}}
    end.

%% Before the end of its process is heard of, for signals of one process stay in order.
-spec handle_cast({end_turn, binary()}, state()) -> {noreply, state()}.
handle_cast({end_turn, Name}, State) ->
    {noreply, next(Name, State)}.

-spec handle_info(term(), state()) -> {noreply, state()}.
handle_info({{'DOWN', Name}, Monitor, process, _, _}, State) ->
    case State of
        #{Name := #turn{monitor = Monitor}} -> {noreply, next(Name, State)};
        _ -> {noreply, State}
    end;
handle_info(_, State) ->
    {noreply, State}.

%% One that has died while it waited is told off by its monitor at once.
-spec next(binary(), state()) -> state().
next(Name, State) ->
    #{Name := #turn{monitor = Monitor, waiting = Waiting}} = State,
    true = demonitor(Monitor, [flush]),
    case queue:out(Waiting) of
        {empty, _} ->
            maps:remove(Name, State);
        {{value, {Pid, _} = From}, Rest} ->
            gen_server:reply(From, ok),
            State#{Name := #turn{monitor = monitored(Name, Pid), waiting = Rest}}
    end.

-spec monitored(binary(), pid()) -> reference().
monitored(Name, Pid) ->
    monitor(process, Pid, [{tag, {'DOWN', Name}}]).
