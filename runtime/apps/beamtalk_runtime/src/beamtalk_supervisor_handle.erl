%% Asking a supervisor that runs: whom it has, and to end somebody or itself. In
%% goes a reference; out comes what was asked, or `stale` if its process is gone.
-module(beamtalk_supervisor_handle).

-export([children/1, count/1, find/2, terminate/2, start_child/3, stop/1, shut_down/1, is_alive/1]).

-type handle() :: beamtalk_supervisor_start:handle().
-type child() :: {Id :: term(), pid(), Type :: worker | supervisor, [module()]}.

%% Those that run, in the order of their start.
-spec children(handle()) -> {ok, [child()]} | stale.
children(Self) ->
    ask(Self, fun(Pid) ->
        All = lists:reverse(supervisor:which_children(Pid)),
        {ok, [Child || {_, Running, _, _} = Child <- All, is_pid(Running)]}
    end).

-spec count(handle()) -> {ok, non_neg_integer()} | stale.
count(Self) ->
    ask(Self, fun(Pid) -> {ok, proplists:get_value(active, supervisor:count_children(Pid))} end).

%% The first that runs and whose specification names the class.
-spec find(handle(), beamtalk_class_reference:class()) -> {ok, child()} | none | stale.
find(Self, {beamtalk_object, _, Module, _}) ->
    case children(Self) of
        {ok, Children} ->
            case [Child || {_, _, _, [Of]} = Child <- Children, Of =:= Module] of
                [First | _] -> {ok, First};
                [] -> none
            end;
        stale ->
            stale
    end.

%% By the id of a child, or its process where all have the same. One that is gone
%% is no failure.
-spec terminate(handle(), Child :: term()) -> ok | {error, term()} | stale.
terminate(Self, Child) ->
    ask(Self, fun(Pid) ->
        case supervisor:terminate_child(Pid, Child) of
            {error, not_found} -> ok;
            Outcome -> Outcome
        end
    end).

-spec start_child(handle(), Start :: atom(), [term()]) -> {ok, pid()} | {error, term()} | stale.
start_child(Self, Start, Args) ->
    ask(Self, fun(Pid) -> supervisor:start_child(Pid, [Start, Args]) end).

%% One below another supervisor is ended by that, and so not started again.
-spec stop(handle()) -> ok | stale.
stop({beamtalk_supervisor, _, _, Pid} = Self) ->
    case is_alive(Self) andalso above(Pid) of
        false ->
            stale;
        {child, Id, Above} ->
            _ = beamtalk_actor_process:without_goodbye(fun() -> supervisor:terminate_child(Above, Id) end),
            ok;
        none ->
            beamtalk_actor_process:without_goodbye(fun() -> shut_down(Pid) end)
    end.

-spec above(pid()) -> {child, Id :: term(), pid()} | none.
above(Pid) ->
    case parent(Pid) of
        none ->
            none;
        Parent ->
            Ids = [Id || {Id, Child, _, _} <- supervisor:which_children(Parent), Child =:= Pid],
            case Ids of
                [Id] -> {child, Id, Parent};
                [] -> none
            end
    end.

%% The supervisor of ours that has started a process.
-spec parent(pid()) -> pid() | none.
parent(Pid) ->
    case process_info(Pid, dictionary) of
        {dictionary, Dictionary} ->
            [Ancestor | _] = proplists:get_value('$ancestors', Dictionary, [none]),
            Parent = if is_atom(Ancestor) -> whereis(Ancestor); true -> Ancestor end,
            case is_pid(Parent) andalso beamtalk_supervisor_tree:class_of(Parent) of
                Class when is_atom(Class), Class =/= false, Class =/= none -> Parent;
                _ -> none
            end;
        undefined ->
            none
    end.

%% Its children first, the last that was started before the others.
-spec shut_down(pid()) -> ok.
shut_down(Pid) ->
    try
        gen_server:stop(Pid, normal, infinity)
    catch
        exit:_ -> ok
    end.

-spec is_alive(handle()) -> boolean().
is_alive({beamtalk_supervisor, _, _, Pid}) ->
    is_process_alive(Pid).

-spec ask(handle(), fun((pid()) -> Answer)) -> Answer | stale.
ask({beamtalk_supervisor, _, _, Pid}, Ask) ->
    try
        beamtalk_actor_process:without_goodbye(fun() -> Ask(Pid) end)
    catch
        exit:{_, {gen_server, call, _}} -> stale
    end.
