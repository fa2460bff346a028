%% Primitives of WorkspaceInterface: the actors and supervisors that run here, and what
%% the workspace does for whoever asks it.
-module(beamtalk_workspace_interface).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([actors/1, 'actorAt:'/2, 'actorsOf:'/2]).
-export(['load:'/2, sessions/1, globals/1, 'bind:as:'/3, 'unbind:'/2]).
-export([supervisor/1, supervisors/1, 'startSupervisor:'/2, 'stopSupervisor:'/2]).

-type self() :: #{?TAG := 'WorkspaceInterface'}.
-type class() :: beamtalk_class_reference:class().

-spec actors(self()) -> [tuple()].
actors(_) ->
    references(beamtalk_actor_instances:all()).

-spec 'actorsOf:'(self(), class()) -> [tuple()].
'actorsOf:'(_, Class) ->
    case beamtalk_class_reference:side(Class) of
        instance -> references(beamtalk_actor_instances:kind_of(beamtalk_class_reference:name(Class)));
        _ -> mistyped('actorsOf:', <<"Pass a class">>)
    end.

%% Of a text that a person may have typed: what is no actor here is nil.
-spec 'actorAt:'(self(), binary()) -> tuple() | nil.
'actorAt:'(_, Text) when is_binary(Text) ->
    try list_to_pid(lists:flatten([$<, string:trim(binary_to_list(Text), both, "<>"), $>])) of
        Pid -> actor(Pid, node(Pid) =:= node())
    catch
        error:badarg -> nil
    end;
'actorAt:'(_, _) ->
    mistyped('actorAt:', <<"Pass the text of a process, such as 0.123.0">>).

-spec actor(pid(), IsHere :: boolean()) -> tuple() | nil.
actor(Pid, true) ->
    case is_process_alive(Pid) andalso beamtalk_actor_instances:class_of(Pid) of
        Class when is_atom(Class), Class =/= none, Class =/= false -> hd(references([{Pid, Class}]) ++ [nil]);
        _ -> nil
    end;
actor(_, false) ->
    nil.

%% A class may have gone since its actor was found.
-spec references([{pid(), atom()}]) -> [tuple()].
references(Instances) ->
    [
        {beamtalk_object, Class, Module, Pid}
     || {Pid, Class} <- Instances, Module <- [beamtalk_class_registry:module_of(Class)], Module =/= undefined
    ].

-spec 'load:'(self(), binary()) -> [class()].
'load:'(_, Path) when is_binary(Path) ->
    case beamtalk_workspace_service:module() of
        none ->
            Message = <<"Files are loaded by a running workspace">>,
            beamtalk_error:raise_message(runtime_error, 'WorkspaceInterface', 'load:', Message, undefined);
        Service ->
            loaded(Service:load(Path))
    end;
'load:'(_, _) ->
    mistyped('load:', <<"Pass the path of a file as a String">>).

-spec loaded({ok, [atom()]} | {error, beamtalk_workspace_service:problem()}) -> [class()].
loaded({ok, Classes}) ->
    [beamtalk_class_registry:class_object(Class) || Class <- Classes];
loaded({error, {Kind, Message, Hint}}) ->
    beamtalk_error:raise_message(Kind, 'WorkspaceInterface', 'load:', Message, Hint).

-spec sessions(self()) -> [beamtalk_session:session()].
sessions(_) ->
    beamtalk_session:all().

-spec globals(self()) -> map().
globals(_) ->
    #{?TAG => 'BindingsView', session => nil}.

-spec 'bind:as:'(self(), term(), atom()) -> nil.
'bind:as:'(_, Object, Name) ->
    ok = beamtalk_bindings_view:bind(Name, Object, 'WorkspaceInterface', 'bind:as:'),
    nil.

-spec 'unbind:'(self(), atom()) -> nil.
'unbind:'(_, Name) ->
    ok = beamtalk_bindings_view:unbind(Name, 'WorkspaceInterface', 'unbind:'),
    nil.

%% That of the first package that has one.
-spec supervisor(self()) -> tuple() | nil.
supervisor(_) ->
    Roots = [
        {Class, Pid}
     || {Application, _, _} <- application:which_applications(),
        {ok, {beamtalk_package, Class}} <- [application:get_key(Application, mod)],
        Pid <- [beamtalk_package:root(Application)],
        is_pid(Pid)
    ],
    case Roots of
        [{Class, _} | _] -> beamtalk_supervisor_start:current(beamtalk_class_registry:class_object(Class));
        [] -> nil
    end.

-spec supervisors(self()) -> [tuple()].
supervisors(_) ->
    Modules = [Module || {Module, _, _, _} <- supervisor:which_children(beamtalk_supervisor_root)],
    Classes = [Class || Class <- beamtalk_class_registry:all_classes(), lists:member(beamtalk_class_registry:module_of(Class), Modules)],
    Handles = [beamtalk_supervisor_start:current(beamtalk_class_registry:class_object(Class)) || Class <- lists:sort(Classes)],
    [Handle || Handle <- Handles, Handle =/= nil].

-spec 'startSupervisor:'(self(), class()) -> tuple().
'startSupervisor:'(_, Class) ->
    check(Class, 'startSupervisor:'),
    case beamtalk_dispatch:send(Class, supervise, []) of
        #{isOk := true, okValue := Handle} ->
            Handle;
        #{errReason := #{error := #beamtalk_error{message = Message}}} ->
            Name = beamtalk_class_reference:name(Class),
            Hint = <<"See what the start of its children says">>,
            beamtalk_error:raise_message(runtime_error, Name, 'startSupervisor:', Message, Hint)
    end.

-spec 'stopSupervisor:'(self(), class()) -> nil.
'stopSupervisor:'(_, Class) ->
    check(Class, 'stopSupervisor:'),
    case beamtalk_supervisor_start:current(Class) of
        nil -> nil;
        Handle -> beamtalk_dispatch:send(Handle, stop, [])
    end,
    nil.

-spec check(term(), atom()) -> ok.
check(Class, Selector) ->
    IsSupervisor =
        beamtalk_class_reference:side(Class) =:= instance andalso
            beamtalk_dispatch:send(Class, 'respondsTo:', [isSupervisor]) andalso
            beamtalk_dispatch:send(Class, isSupervisor, []),
    case IsSupervisor of
        true -> ok;
        _ -> mistyped(Selector, <<"Pass a class of supervisors">>)
    end.

-spec mistyped(atom(), binary()) -> no_return().
mistyped(Selector, Hint) ->
    beamtalk_argument:type_error('WorkspaceInterface', Selector, Hint).
