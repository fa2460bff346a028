%% Primitives of ProcessNavigation: which trees of supervisors there are. How a tree is
%% walked is in `beamtalk_supervision_node`.
-module(beamtalk_process_navigation).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([class_default/1, class_system/1, 'class_from:'/2]).

-type class() :: beamtalk_class_reference:class().
-type navigation() :: #{?TAG := 'ProcessNavigation', nodes := [beamtalk_supervision_node:supervision_node()]}.

%% Deeper than any tree that somebody has planned.
-define(DEEPEST, 32).

%% Supervisors of the program hang below the runtime, whoever runs.
-spec class_default(class()) -> navigation().
class_default(_) ->
    Top = case whereis(beamtalk_workspace_sup) of undefined -> beamtalk_runtime_sup; _ -> beamtalk_workspace_sup end,
    walked([Top, beamtalk_supervisor_root]).

-spec class_system(class()) -> navigation().
class_system(_) ->
    Tops = [top(Application) || {Application, _, _} <- lists:reverse(application:which_applications())],
    walked(Tops ++ [beamtalk_workspace_sup, beamtalk_runtime_sup]).

-spec top(atom()) -> pid() | undefined.
top(Application) ->
    case application_controller:get_master(Application) of
        undefined -> undefined;
        Master -> element(1, application_master:get_child(Master))
    end.

%% Each process once, and actors that nobody supervises behind them.
-spec walked([atom() | pid() | undefined]) -> navigation().
walked(Tops) ->
    Actors = [Pid || {Pid, _} <- beamtalk_actor_instances:all()],
    Nodes = lists:foldl(
        fun(Pid, Seen) ->
            case [known || #{pid := Known} <- Seen, Known =:= Pid] of
                [] -> Seen ++ beamtalk_supervision_node:tree(Pid, nil, ?DEEPEST);
                _ -> Seen
            end
        end,
        [],
        [Pid || Top <- Tops, Pid <- [process(Top)], is_pid(Pid)] ++ Actors
    ),
    navigation(Nodes).

-spec process(atom() | pid()) -> pid() | undefined.
process(Pid) when is_pid(Pid) -> Pid;
process(undefined) -> undefined;
process(Name) -> whereis(Name).

-spec navigation([beamtalk_supervision_node:supervision_node()]) -> navigation().
navigation(Nodes) ->
    #{?TAG => 'ProcessNavigation', nodes => Nodes}.

-spec 'class_from:'(class(), term()) -> beamtalk_result:result().
'class_from:'(_, {beamtalk_supervisor, _, _, Pid}) -> from(Pid);
'class_from:'(_, Pid) when is_pid(Pid) -> from(Pid);
'class_from:'(_, _) -> failed(type_error, <<"Pass a supervisor that runs, or a process">>).

-spec from(pid()) -> beamtalk_result:result().
from(Pid) ->
    case node(Pid) =:= node() andalso is_process_alive(Pid) of
        true -> beamtalk_result:ok(navigation(beamtalk_supervision_node:tree(Pid, nil, ?DEEPEST)));
        false -> failed(stale_handle, <<"It has ended">>)
    end.

-spec failed(atom(), binary()) -> beamtalk_result:result().
failed(Kind, Hint) ->
    beamtalk_result:error(beamtalk_error:wrap(beamtalk_error:make(Kind, 'ProcessNavigation', 'from:', Hint))).
