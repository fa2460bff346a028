%% Which actors there are, and since when they are known. Nobody is told when an actor
%% begins, for spawning should not wait for anyone: this process looks, a moment after
%% an evaluation has ended and every now and then, and less often the longer a look
%% takes, so that it never takes more than a hundredth of a processor. What has changed
%% since goes to `beamtalk_repl_push`.
-module(beamtalk_actor_watch).
-behaviour(gen_server).

-include_lib("kernel/include/logger.hrl").

-export([start_link/0, look/0, actors/0, known/0, text/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-export_type([actor/0]).

-type actor() :: #{pid := pid(), class := atom(), spawned_at := integer()}.

-define(TABLE, ?MODULE).
%% Milliseconds between looks: when nothing happens, and after something has.
-define(SELDOM, 1000).
-define(SOON, 20).

-record(state, {
    timer :: reference(),
    %% When a look may be taken at the earliest, in milliseconds.
    earliest :: integer(),
    is_soon = false :: boolean(),
    monitors = #{} :: #{reference() => actor()}
}).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

%% Something may have changed.
-spec look() -> ok.
look() ->
    gen_server:cast(?MODULE, look).

%% Those of this moment, oldest first.
-spec actors() -> [actor()].
actors() ->
    ok = gen_server:call(?MODULE, look, infinity),
    known().

%% Those of the last look, without asking for another.
-spec known() -> [actor()].
known() ->
    lists:sort(fun(#{pid := A}, #{pid := B}) -> A =< B end, [Actor || {_, Actor} <- ets:tab2list(?TABLE)]).

%% As it is shown everywhere: 0.234.0
-spec text(pid()) -> binary().
text(Pid) ->
    list_to_binary(lists:droplast(tl(pid_to_list(Pid)))).

-spec init([]) -> {ok, #state{}}.
init([]) ->
    ?TABLE = ets:new(?TABLE, [named_table, protected, {read_concurrency, true}]),
    {ok, taken(#state{timer = make_ref(), earliest = now_ms()})}.

-spec handle_call(look, gen_server:from(), #state{}) -> {reply, ok, #state{}}.
handle_call(look, _From, State) ->
    {reply, ok, taken(State)}.

-spec handle_cast(look, #state{}) -> {noreply, #state{}}.
handle_cast(look, #state{is_soon = true} = State) ->
    {noreply, State};
handle_cast(look, #state{earliest = Earliest} = State) ->
    {noreply, (awaiting(max(?SOON, Earliest - now_ms()), State))#state{is_soon = true}}.

-spec handle_info(term(), #state{}) -> {noreply, #state{}}.
handle_info({timeout, Timer, look}, #state{timer = Timer} = State) ->
    {noreply, taken(State)};
handle_info({timeout, _, look}, State) ->
    {noreply, State};
handle_info({'DOWN', Monitor, process, Pid, Reason}, #state{monitors = Monitors} = State) ->
    true = ets:delete(?TABLE, Pid),
    {Actor, Left} = maps:take(Monitor, Monitors),
    beamtalk_repl_push:actors([], [{Actor, ending(Reason)}]),
    {noreply, State#state{monitors = Left}};
handle_info(Message, State) ->
    ?LOG_WARNING("~ts got ~tP", [?MODULE, Message, 20]),
    {noreply, State}.

-spec ending(term()) -> normal | shutdown | crashed.
ending(normal) -> normal;
ending(shutdown) -> shutdown;
ending({shutdown, _}) -> shutdown;
ending(_) -> crashed.

-spec taken(#state{}) -> #state{}.
taken(State) ->
    {Micros, Next} = timer:tc(fun() -> seen(State) end),
    Rest = Micros div 10,
    (awaiting(max(?SELDOM, Rest), Next))#state{earliest = now_ms() + Rest, is_soon = false}.

-spec awaiting(non_neg_integer(), #state{}) -> #state{}.
awaiting(Time, #state{timer = Old} = State) ->
    _ = erlang:cancel_timer(Old),
    State#state{timer = erlang:start_timer(Time, self(), look)}.

-spec seen(#state{}) -> #state{}.
seen(#state{monitors = Monitors} = State) ->
    Time = erlang:system_time(second),
    New = [
        #{pid => Pid, class => Class, spawned_at => Time}
     || {Pid, Class} <- beamtalk_actor_instances:all(), not ets:member(?TABLE, Pid)
    ],
    true = ets:insert(?TABLE, [{Pid, Actor} || #{pid := Pid} = Actor <- New]),
    New =:= [] orelse announce(New),
    Watched = maps:from_list([{monitor(process, Pid), Actor} || #{pid := Pid} = Actor <- New]),
    State#state{monitors = maps:merge(Monitors, Watched)}.

-spec announce([actor()]) -> ok.
announce(New) ->
    beamtalk_idle_monitor:active(),
    beamtalk_repl_push:actors(New, []).

-spec now_ms() -> integer().
now_ms() ->
    erlang:monotonic_time(millisecond).
