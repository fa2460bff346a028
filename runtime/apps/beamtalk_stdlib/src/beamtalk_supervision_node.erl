%% Primitives of SupervisionNode: a process, and who is above and below it in the tree of
%% supervisors. An object holds what was seen when it was made; these look again. A process
%% that does not answer in time has nobody below it.
-module(beamtalk_supervision_node).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([children/1, parent/1, strategy/1, restartIntensity/1, status/1]).
-export([tree/3]).

-export_type([supervision_node/0]).

-type supervision_node() :: #{?TAG := 'SupervisionNode', pid := pid() | nil, atom() => term()}.

-define(PATIENCE, 2000).

-spec children(supervision_node()) -> [supervision_node()].
children(#{pid := nil}) ->
    [];
children(#{pid := Pid}) ->
    [child(Child, Pid) || Child <- below(Pid)].

-spec parent(supervision_node()) -> supervision_node() | nil.
parent(#{'parentPid' := nil}) ->
    nil;
parent(#{'parentPid' := Pid}) ->
    case is_alive(Pid) of
        true -> seen(Pid, above(Pid));
        false -> nil
    end.

-spec strategy(supervision_node()) -> atom().
strategy(Self) ->
    case limits(Self) of
        {one_for_one, _, _} -> 'oneForOne';
        {one_for_all, _, _} -> 'oneForAll';
        {rest_for_one, _, _} -> 'restForOne';
        {simple_one_for_one, _, _} -> 'simpleOneForOne';
        none -> nil
    end.

-spec restartIntensity(supervision_node()) -> #{atom() => integer()} | nil.
restartIntensity(Self) ->
    case limits(Self) of
        {_, Most, Seconds} -> #{'maxRestarts' => Most, seconds => Seconds};
        none -> nil
    end.

%% Its own state is all that tells it, and begins the same in every version.
-spec limits(supervision_node()) -> {atom(), non_neg_integer(), pos_integer()} | none.
limits(#{pid := Pid}) ->
    case is_pid(Pid) andalso is_supervisor(Pid) andalso asked(fun() -> sys:get_state(Pid, ?PATIENCE) end) of
        State when is_tuple(State), tuple_size(State) >= 7, element(1, State) =:= state ->
            {element(3, State), element(6, State), element(7, State)};
        _ ->
            none
    end.

-spec status(supervision_node()) -> #{atom() => term()} | nil.
status(#{pid := Pid}) ->
    case is_alive(Pid) andalso process_info(Pid, [status, message_queue_len, memory, reductions]) of
        [{status, Status}, {message_queue_len, Length}, {memory, Memory}, {reductions, Reductions}] ->
            #{status => Status, 'messageQueueLength' => Length, memory => Memory, reductions => Reductions};
        _ ->
            nil
    end.

%% A process and all below it, each behind the one above, as deep as is said.
-spec tree(pid(), Parent :: pid() | nil, Depth :: non_neg_integer()) -> [supervision_node()].
tree(Pid, Parent, Depth) ->
    Node = seen(Pid, Parent),
    case Depth of
        0 -> [Node#{truncated := maps:get('childCount', Node) > 0}];
        _ -> [Node | lists:append([subtree(Child, Pid, Depth - 1) || Child <- below(Pid)])]
    end.

-spec subtree(tuple(), pid(), non_neg_integer()) -> [supervision_node()].
subtree({_, Child, _, _}, Parent, Depth) when is_pid(Child) -> tree(Child, Parent, Depth);
subtree(Child, Parent, _) -> [child(Child, Parent)].

-spec child(tuple(), pid()) -> supervision_node().
child({_, Child, _, _}, Parent) when is_pid(Child) -> seen(Child, Parent);
child(_, Parent) -> (blank())#{kind := restarting, 'parentPid' := Parent}.

-spec blank() -> supervision_node().
blank() ->
    #{
        ?TAG => 'SupervisionNode',
        pid => nil,
        'registeredName' => nil,
        kind => 'otpProcess',
        'behaviourClass' => nil,
        'childCount' => 0,
        'parentPid' => nil,
        truncated => false
    }.

-spec seen(pid(), pid() | nil) -> supervision_node().
seen(Pid, Parent) ->
    {Kind, Class} = kind(Pid),
    (blank())#{
        pid := Pid,
        'registeredName' := name(Pid),
        kind := Kind,
        'behaviourClass' := class(Class),
        'childCount' := length(below(Pid)),
        'parentPid' := Parent
    }.

-spec kind(pid()) -> {atom(), Class :: atom()}.
kind(Pid) ->
    case {is_alive(Pid) andalso beamtalk_actor_instances:class_of(Pid), is_supervisor(Pid)} of
        {Class, false} when is_atom(Class), Class =/= none, Class =/= false -> {'beamtalkActor', Class};
        {_, true} -> supervisor_kind(beamtalk_supervisor_tree:class_of(Pid));
        {_, false} -> {'otpProcess', none}
    end.

-spec supervisor_kind(atom()) -> {atom(), atom()}.
supervisor_kind(none) -> {'otpSupervisor', none};
supervisor_kind(Class) -> {'beamtalkSupervisor', Class}.

%% It may have gone meanwhile.
-spec class(atom()) -> beamtalk_class_reference:class() | nil.
class(Class) ->
    case Class =/= none andalso beamtalk_class_registry:find_class(Class) of
        {ok, Object} -> Object;
        _ -> nil
    end.

-spec name(pid()) -> atom().
name(Pid) ->
    case is_alive(Pid) andalso process_info(Pid, registered_name) of
        {registered_name, Name} -> Name;
        _ -> nil
    end.

-spec is_supervisor(pid()) -> boolean().
is_supervisor(Pid) ->
    case dictionary(Pid) of
        #{'$initial_call' := {supervisor, _, _}} -> true;
        _ -> false
    end.

-spec above(pid()) -> pid() | nil.
above(Pid) ->
    case dictionary(Pid) of
        #{'$ancestors' := [Parent | _]} when is_pid(Parent) -> Parent;
        #{'$ancestors' := [Name | _]} when is_atom(Name) ->
            case whereis(Name) of
                undefined -> nil;
                Parent -> Parent
            end;
        _ -> nil
    end.

-spec dictionary(pid()) -> map().
dictionary(Pid) ->
    case is_alive(Pid) andalso process_info(Pid, dictionary) of
        {dictionary, Pairs} -> maps:from_list(Pairs);
        _ -> #{}
    end.

%% In the order of their start.
-spec below(pid()) -> [tuple()].
below(Pid) ->
    case is_supervisor(Pid) andalso asked(fun() -> gen_server:call(Pid, which_children, ?PATIENCE) end) of
        Children when is_list(Children) -> lists:reverse(Children);
        _ -> []
    end.

-spec asked(fun(() -> Answer)) -> Answer | silent.
asked(Ask) ->
    try
        Ask()
    catch
        exit:_ -> silent
    end.

-spec is_alive(term()) -> boolean().
is_alive(Pid) ->
    is_pid(Pid) andalso node(Pid) =:= node() andalso is_process_alive(Pid).
