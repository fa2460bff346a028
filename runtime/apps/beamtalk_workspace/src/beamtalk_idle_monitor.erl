%% Ends a workspace that nobody uses, or that nobody can find any more. Whatever somebody
%% does says `active/0`, which costs next to nothing. Every now and then this process
%% looks: where no session lives and the last sign of life is too old, the system stops
%% in order. It also stops, and tells its clients why, where its folder or its token are
%% gone: no client could ever come back to it.
-module(beamtalk_idle_monitor).
-behaviour(gen_server).

-include_lib("kernel/include/logger.hrl").

-export([create/0, start_link/1, active/0, idle_seconds/0, stop_system/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-define(LAST, ?MODULE).
-define(MAX_IDLE, 14400).
%% Milliseconds between looks.
-define(PERIOD, 10000).
%% So that clients hear why, in milliseconds.
-define(FAREWELL, 200).
%% How long an orderly stop may take, in milliseconds.
-define(STOPPING, 10000).

-record(state, {max_idle :: pos_integer() | never, folder :: file:name_all() | none}).

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
init(Config) ->
    {ok, look_later(#state{max_idle = max_idle(Config), folder = maps:get(dir, Config, none)})}.

-spec max_idle(beamtalk_workspace_sup:config()) -> pos_integer() | never.
max_idle(#{auto_cleanup := false}) -> never;
max_idle(#{max_idle_seconds := 0}) -> never;
max_idle(#{max_idle_seconds := Seconds}) -> Seconds;
max_idle(_) -> ?MAX_IDLE.

-spec look_later(#state{}) -> #state{}.
look_later(#state{max_idle = MaxIdle} = State) ->
    Period = application:get_env(beamtalk_workspace, look_milliseconds, ?PERIOD),
    %% A number is less than an atom.
    _ = erlang:send_after(min(Period, 1000 * min(MaxIdle, ?PERIOD)), self(), look),
    State.

-spec handle_call(term(), gen_server:from(), #state{}) -> no_return().
handle_call(Request, _From, _State) ->
    error({unknown_call, Request}).

-spec handle_cast(term(), #state{}) -> {noreply, #state{}}.
handle_cast(Message, State) ->
    ?LOG_WARNING("~ts got ~tp", [?MODULE, Message]),
    {noreply, State}.

-spec handle_info(term(), #state{}) -> {noreply, #state{}}.
handle_info(look, State) ->
    case reason(State) of
        none ->
            {noreply, look_later(State)};
        {Why, Farewell} ->
            ?LOG_WARNING("~ts; the workspace stops", [Why]),
            ok = beamtalk_repl_push:stopping(Why),
            beamtalk_idle_monitor:stop_system(Farewell),
            {noreply, State}
    end;
handle_info(Message, State) ->
    ?LOG_WARNING("~ts got ~tp", [?MODULE, Message]),
    {noreply, State}.

%% Why the workspace should stop, and how long it may take to say so.
-spec reason(#state{}) -> none | {binary(), non_neg_integer()}.
reason(#state{max_idle = MaxIdle, folder = Folder}) ->
    Idle = idle_seconds(),
    case {lost(Folder), beamtalk_session_sup:sessions() =:= [] andalso Idle >= MaxIdle} of
        {none, false} -> none;
        {none, true} -> {iolist_to_binary(io_lib:format("nobody was here for ~b seconds", [Idle])), 0};
        {Why, _} -> {Why, ?FAREWELL}
    end.

%% What of the files of the workspace is gone.
-spec lost(file:name_all() | none) -> none | binary().
lost(none) ->
    none;
lost(Folder) ->
    case {filelib:is_dir(Folder), filelib:is_regular(filename:join(Folder, "token"))} of
        {true, true} -> none;
        {true, false} -> <<"the token of the workspace was removed">>;
        {false, _} -> <<"the folder of the workspace was removed">>
    end.
