%% The parent of one supervisor that `supervise` has started. Ends when its
%% supervisor does, for whatever reason, and ends it in order when it must end
%% itself. Knows nothing of what is supervised.
%%
%% What supervised actors write goes where the writing of who started them goes,
%% as with any process: a test has what it started, and ends it.
-module(beamtalk_supervisor_keeper).
-behaviour(gen_server).

-export([start_link/0, start/2]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2]).

-type state() :: pid() | none.

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    gen_server:start_link(?MODULE, [], []).

%% Waits until the children have started. `gone` if the keeper has ended.
-spec start(pid(), beamtalk_supervisor_plan:plan()) -> {fresh | running, pid()} | {error, term()} | gone.
start(Keeper, Plan) ->
    try
        gen_server:call(Keeper, {start, Plan, group_leader()}, infinity)
    catch
        exit:{Reason, _} when Reason =:= noproc; Reason =:= normal; Reason =:= shutdown; Reason =:= killed -> gone
    end.

-spec init([]) -> {ok, state()}.
init([]) ->
    _ = process_flag(trap_exit, true),
    {ok, none}.

-spec handle_call({start, beamtalk_supervisor_plan:plan(), Leader :: pid()}, gen_server:from(), state()) ->
    {reply, {fresh | running, pid()}, state()} | {stop, normal, {error, term()}, state()}.
handle_call({start, Plan, Leader}, _From, Supervisor) ->
    case is_pid(Supervisor) andalso is_process_alive(Supervisor) of
        true ->
            {reply, {running, Supervisor}, Supervisor};
        false ->
            true = group_leader(Leader, self()),
            started(beamtalk_supervisor_tree:start_link(Plan))
    end.

-spec started({ok, pid()} | {error, term()}) ->
    {reply, {fresh | running, pid()}, state()} | {stop, normal, {error, term()}, state()}.
started({ok, Supervisor}) -> {reply, {fresh, Supervisor}, Supervisor};
started({error, Reason}) -> {stop, normal, {error, Reason}, none}.

-spec handle_cast(term(), state()) -> {noreply, state()}.
handle_cast(_, State) ->
    {noreply, State}.

-spec handle_info(term(), state()) -> {noreply, state()} | {stop, normal, state()}.
handle_info({'EXIT', Supervisor, _}, Supervisor) ->
    {stop, normal, none};
handle_info(_, State) ->
    {noreply, State}.

-spec terminate(term(), state()) -> ok.
terminate(_, none) ->
    ok;
terminate(_, Supervisor) ->
    Monitor = monitor(process, Supervisor),
    exit(Supervisor, shutdown),
    receive
        {'DOWN', Monitor, process, Supervisor, _} -> ok
    end.
