%% Ends a workspace that nobody uses. Whatever somebody does says `active/0`, which costs
%% next to nothing. Every now and then this process looks: where no session lives and
%% the last sign of life is too old, the system stops in order.
-module(beamtalk_idle_monitor).
-behaviour(gen_server).

-include_lib("kernel/include/logger.hrl").

-export([create/0, start_link/1, active/0, idle_seconds/0, stop_system/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-define(LAST, ?MODULE).
-define(MAX_IDLE, 14400).
%% Seconds between looks.
-define(PERIOD, 600).
%% How long an orderly stop may take, in milliseconds.
-define(STOPPING, 10000).

-record(state, {max_idle :: pos_integer() | never}).

-spec create() -> ok.
create() ->
    persistent_term:put(?LAST, atomics:new(1, [])),
    active().

-spec start_link(beamtalk_workspace_sup:config()) -> {ok, pid()} | {error, term()}.
start_link(Config) ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, Config, []).

-spec active() -> ok.
active() ->
    case persistent_term:get(?LAST, none) of
        none -> ok;
        Last -> atomics:put(Last, 1, erlang:monotonic_time(second))
    end.

-spec idle_seconds() -> integer().
idle_seconds() ->
    erlang:monotonic_time(second) - atomics:get(persistent_term:get(?LAST), 1).

%% In so many milliseconds, so that whoever asked for it can be answered. What does not
%% end in time is ended.
-spec stop_system(After :: non_neg_integer()) -> ok.
stop_system(After) ->
    _ = spawn(fun() ->
        receive after After -> ok end,
        %% It is not to be stopped with the application whose code it runs.
        _ = group_leader(whereis(init), self()),
        init:stop(),
        receive after ?STOPPING -> erlang:halt(0) end
    end),
    ok.

-spec init(beamtalk_workspace_sup:config()) -> {ok, #state{}}.
init(#{auto_cleanup := false}) ->
    {ok, #state{max_idle = never}};
init(Config) ->
    case maps:get(max_idle_seconds, Config, ?MAX_IDLE) of
        0 -> {ok, #state{max_idle = never}};
        MaxIdle -> {ok, look_later(#state{max_idle = MaxIdle})}
    end.

-spec look_later(#state{}) -> #state{}.
look_later(#state{max_idle = MaxIdle} = State) ->
    _ = erlang:send_after(1000 * min(?PERIOD, MaxIdle), self(), look),
    State.

-spec handle_call(term(), gen_server:from(), #state{}) -> no_return().
handle_call(Request, _From, _State) ->
    error({unknown_call, Request}).

-spec handle_cast(term(), #state{}) -> {noreply, #state{}}.
handle_cast(Message, State) ->
    ?LOG_WARNING("~ts got ~tp", [?MODULE, Message]),
    {noreply, State}.

-spec handle_info(term(), #state{}) -> {noreply, #state{}}.
handle_info(look, #state{max_idle = MaxIdle} = State) ->
    Idle = idle_seconds(),
    case beamtalk_session_sup:sessions() =:= [] andalso Idle >= MaxIdle of
        true ->
            ?LOG_WARNING("nobody was here for ~b seconds; the workspace stops", [Idle]),
            beamtalk_idle_monitor:stop_system(0),
            {noreply, State};
        false ->
            {noreply, look_later(State)}
    end;
handle_info(Message, State) ->
    ?LOG_WARNING("~ts got ~tp", [?MODULE, Message]),
    {noreply, State}.
