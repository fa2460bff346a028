%% What actors do, while somebody wants to know: each message that an actor has answered, how
%% long it took and whether it failed. OTP's tracing tells when a message begins and ends in
%% the process of an actor, in a few words and without its arguments; so actors run the same
%% code as ever, and pay for it only while it is on.
%%
%% The latest messages are kept, and sums of all for each actor and selector. Messages that
%% an actor sends to itself are plain calls, and actors that are written in Erlang have code of
%% their own: neither is seen.
-module(beamtalk_actor_trace).
-behaviour(gen_server).

-export([start_link/0, enable/0, disable/0, status/0, traces/0, stats/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2]).

-export_type([trace/0, stats/0]).

-type kind() :: call | cast.
-type outcome() :: ok | error.
-type trace() :: #{
    actor := pid(), class := atom(), selector := atom(), kind := kind(),
    outcome := outcome(), started_at := Nanoseconds :: integer(), duration_ns := non_neg_integer()
}.
-type stats() :: #{
    actor := pid(), class := atom(), selector := atom(),
    calls := pos_integer(), errors := non_neg_integer(), total_ns := non_neg_integer(), max_ns := non_neg_integer()
}.
-type begun() :: {atom(), Class :: atom(), kind(), Time :: integer()}.

-define(TRACES, beamtalk_actor_traces).
-define(STATS, beamtalk_actor_trace_stats).
%% How many messages are kept, and for how many actors and selectors there are sums.
-define(MOST_TRACES, 10000).
-define(MOST_STATS, 10000).
%% More than so many that wait to be counted, and it is too much for this process.
-define(MOST_WAITING, 100000).
-define(LOOK_EACH, 1000).

-define(FLAGS(Tracer), [call, arity, monotonic_timestamp, {tracer, Tracer}]).

-record(state, {
    is_on = false :: boolean(),
    why_off = null :: null | overload,
    running = #{} :: #{pid() => begun()},
    count = 0 :: non_neg_integer()
}).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

%% What was kept before is forgotten, unless it is on already.
-spec enable() -> ok.
enable() ->
    gen_server:call(?MODULE, enable).

%% What was kept stays.
-spec disable() -> ok.
disable() ->
    gen_server:call(?MODULE, disable).

-spec status() -> #{enabled := boolean(), stopped_by := null | overload}.
status() ->
    gen_server:call(?MODULE, status).

%% Latest first.
-spec traces() -> [trace()].
traces() ->
    [Trace || {_, Trace} <- lists:reverse(ets:tab2list(?TRACES))].

-spec stats() -> [stats()].
stats() ->
    [
        #{actor => Actor, class => Class, selector => Selector, calls => Calls, errors => Errors, total_ns => Total, max_ns => Longest}
     || {{Actor, Selector}, Class, Calls, Errors, Total, Longest} <- ets:tab2list(?STATS)
    ].

-spec init([]) -> {ok, #state{}}.
init([]) ->
    _ = process_flag(trap_exit, true),
    ?TRACES = ets:new(?TRACES, [named_table, protected, ordered_set, {read_concurrency, true}]),
    ?STATS = ets:new(?STATS, [named_table, protected, set, {read_concurrency, true}]),
    {ok, #state{}}.

-spec handle_call(enable | disable | status, gen_server:from(), #state{}) -> {reply, ok | map(), #state{}}.
handle_call(enable, _From, #state{is_on = true} = State) ->
    {reply, ok, State};
handle_call(enable, _From, _) ->
    true = ets:delete_all_objects(?TRACES),
    true = ets:delete_all_objects(?STATS),
    {module, beamtalk_actor_process} = code:ensure_loaded(beamtalk_actor_process),
    [1 = erlang:trace_pattern(Function, Said, [local]) || {Function, Said} <- points()],
    _ = erlang:trace(processes, true, ?FLAGS(self())),
    {reply, ok, #state{is_on = true}};
handle_call(disable, _From, State) ->
    {reply, ok, off(State)};
handle_call(status, _From, #state{is_on = IsOn, why_off = Why} = State) ->
    {reply, #{enabled => IsOn, stopped_by => Why}, State}.

-spec handle_cast(term(), #state{}) -> {noreply, #state{}}.
handle_cast(_, State) ->
    {noreply, State}.

-spec handle_info(term(), #state{}) -> {noreply, #state{}}.
handle_info({trace_ts, Actor, call, _, {begun, Kind, Selector, Class}, Time}, #state{running = Running} = State) ->
    {noreply, State#state{running = Running#{Actor => {Selector, Class, Kind, Time}}}};
handle_info({trace_ts, Actor, call, _, {ended, Outcome}, Time}, #state{running = Running} = State) ->
    case maps:take(Actor, Running) of
        {Begun, Left} -> {noreply, watched(ended(Actor, Begun, Outcome, Time, State#state{running = Left}))};
        error -> {noreply, State}
    end;
handle_info(_, State) ->
    {noreply, State}.

-spec terminate(term(), #state{}) -> ok.
terminate(_, State) ->
    _ = off(State),
    ok.

%% Where messages begin and end in the process of an actor, and what is told of that.
-spec points() -> [{mfa(), [tuple()]}].
points() ->
    Begun = fun(Kind) ->
        [{['$1', '_', '$2'], [], [{message, {{begun, Kind, '$1', {map_get, {const, '$beamtalk_class'}, '$2'}}}}]}]
    end,
    Ended = fun(Outcome) -> [{'_', [], [{message, {{ended, Outcome}}}]}] end,
    [
        {{beamtalk_actor_process, answer, 3}, Begun(call)},
        {{beamtalk_actor_process, without_answer, 3}, Begun(cast)},
        {{beamtalk_actor_process, end_message, 1}, Ended(ok)},
        {{beamtalk_actor_process, failed, 5}, Ended(error)}
    ].

-spec off(#state{}) -> #state{}.
off(#state{is_on = false} = State) ->
    State;
off(State) ->
    _ = erlang:trace(processes, false, ?FLAGS(self())),
    [erlang:trace_pattern(Function, false, [local]) || {Function, _} <- points()],
    State#state{is_on = false, running = #{}}.

-spec ended(pid(), begun(), outcome(), Time :: integer(), #state{}) -> #state{}.
ended(Actor, {Selector, Class, Kind, From}, Outcome, To, #state{count = Count} = State) ->
    Duration = erlang:convert_time_unit(To - From, native, nanosecond),
    Trace = #{
        actor => Actor, class => Class, selector => Selector, kind => Kind, outcome => Outcome,
        started_at => erlang:convert_time_unit(From + erlang:time_offset(), native, nanosecond), duration_ns => Duration
    },
    true = ets:insert(?TRACES, {Count, Trace}),
    true = ets:delete(?TRACES, Count - ?MOST_TRACES),
    ok = summed({Actor, Selector}, Class, Outcome, Duration),
    State#state{count = Count + 1}.

-spec summed({pid(), atom()}, atom(), outcome(), non_neg_integer()) -> ok.
summed(Key, Class, Outcome, Duration) ->
    Errors = case Outcome of ok -> 0; error -> 1 end,
    case ets:lookup(?STATS, Key) of
        [{_, _, Calls, Failed, Total, Longest}] ->
            true = ets:insert(?STATS, {Key, Class, Calls + 1, Failed + Errors, Total + Duration, max(Longest, Duration)}),
            ok;
        [] ->
            _ = ets:info(?STATS, size) < ?MOST_STATS andalso ets:insert(?STATS, {Key, Class, 1, Errors, Duration, Duration}),
            ok
    end.

%% Every now and then: whether that is too much, and who has gone in the midst of a message.
-spec watched(#state{}) -> #state{}.
watched(#state{count = Count, running = Running} = State) when Count rem ?LOOK_EACH =:= 0 ->
    {message_queue_len, Waiting} = process_info(self(), message_queue_len),
    case Waiting > ?MOST_WAITING of
        true -> (off(State))#state{why_off = overload};
        false -> State#state{running = maps:filter(fun(Actor, _) -> is_process_alive(Actor) end, Running)}
    end;
watched(State) ->
    State.
