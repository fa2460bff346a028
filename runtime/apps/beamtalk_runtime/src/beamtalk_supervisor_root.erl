%% The supervisors that `supervise` has started, each below a keeper of its own.
%% They outlive whoever started them; when the runtime stops they end first, the
%% last that was started before the others.
%%
%% A keeper starts its supervisor when it is asked to, so that this process never
%% waits for anybody's code.
-module(beamtalk_supervisor_root).
-behaviour(supervisor).

-export([start_link/0, start/2, stop_all/0, stop_of/1]).
-export([init/1]).

-spec start_link() -> {ok, pid()} | {error, term()}.
start_link() ->
    supervisor:start_link({local, ?MODULE}, ?MODULE, []).

%% One supervisor for each module. `running` is one that was there before.
-spec start(module(), beamtalk_supervisor_plan:plan()) -> {fresh | running, pid()} | {error, term()}.
start(Module, Plan) ->
    Child = #{
        id => Module,
        start => {beamtalk_supervisor_keeper, start_link, []},
        restart => temporary,
        shutdown => infinity,
        type => supervisor
    },
    Keeper =
        case supervisor:start_child(?MODULE, Child) of
            {ok, New} -> New;
            {error, {already_started, Old}} -> Old
        end,
    case beamtalk_supervisor_keeper:start(Keeper, Plan) of
        %% It was just about to end, with the supervisor before this one.
        gone -> start(Module, Plan);
        Outcome -> Outcome
    end.

-spec stop_all() -> ok.
stop_all() ->
    stop_where(fun(_) -> true end).

%% Those whose starter wrote to this group leader. None if nothing runs at all.
-spec stop_of(Leader :: pid()) -> ok.
stop_of(Leader) ->
    case whereis(?MODULE) of
        undefined -> ok;
        _ -> stop_where(fun(Keeper) -> process_info(Keeper, group_leader) =:= {group_leader, Leader} end)
    end.

-spec stop_where(fun((pid()) -> boolean())) -> ok.
stop_where(IsMeant) ->
    %% The newest comes first.
    Keepers = [Id || {Id, Keeper, _, _} <- supervisor:which_children(?MODULE), is_pid(Keeper), IsMeant(Keeper)],
    lists:foreach(fun(Id) -> supervisor:terminate_child(?MODULE, Id) end, Keepers).

-spec init([]) -> {ok, {supervisor:sup_flags(), [supervisor:child_spec()]}}.
init([]) ->
    {ok, {#{strategy => one_for_one}, []}}.
