%% Primitives of WorkspaceInterface: the actors and supervisors that run here, and what
%% the workspace does for whoever asks it.
-module(beamtalk_workspace_interface).

-include_lib("beamtalk_runtime/include/beamtalk.hrl").

-export([actors/1, 'actorAt:'/2, 'actorsOf:'/2]).
-export(['load:'/2, sessions/1, globals/1, 'bind:as:'/3, 'unbind:'/2]).
-export([sync/1, changes/1, 'newClass:at:'/3, flush/1, 'flush:confirmDestructive:'/3, flushIncludingDestructive/1]).
-export([autoflush/1, 'autoflush:'/2, recheckImage/1]).
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
    loaded('load:', (service('load:')):load(Path));
'load:'(_, _) ->
    mistyped('load:', <<"Pass the path of a file as a String">>).

-spec loaded(Sent :: atom(), {ok, [atom()]} | {error, beamtalk_workspace_service:problem()}) -> [class()].
loaded(Sent, Done) ->
    [beamtalk_class_registry:class_object(Class) || Class <- answer(Sent, Done)].

-spec answer(Sent :: atom(), {ok, Value} | {error, beamtalk_workspace_service:problem()}) -> Value.
answer(_, {ok, Value}) -> Value;
answer(Sent, {error, {Kind, Message, Hint}}) -> beamtalk_error:raise_message(Kind, 'WorkspaceInterface', Sent, Message, Hint).

%% What can only be done where a workspace runs.
-spec service(Sent :: atom()) -> module().
service(Sent) ->
    case beamtalk_workspace_service:module() of
        none ->
            Message = <<"This is done by a running workspace, and there is none">>,
            beamtalk_error:raise_message(runtime_error, 'WorkspaceInterface', Sent, Message, undefined);
        Service ->
            Service
    end.

-spec sync(self()) -> map().
sync(_) ->
    Synced = answer(sync, (service(sync)):sync()),
    maps:map(fun(classes, Names) -> [beamtalk_class_registry:class_object(Name) || Name <- Names]; (_, Value) -> Value end, Synced).

-spec changes(self()) -> map().
changes(_) ->
    beamtalk_change_log:current().

-spec 'newClass:at:'(self(), binary(), binary()) -> [class()].
'newClass:at:'(_, Source, Path) when is_binary(Source), is_binary(Path) ->
    loaded('newClass:at:', (service('newClass:at:')):new_class(Source, Path));
'newClass:at:'(_, _, _) ->
    mistyped('newClass:at:', <<"Pass the text of the class and the path of its file, both Strings">>).

-spec flush(self()) -> map().
flush(_) ->
    (service(flush)):flush(all, false).

-spec 'flush:confirmDestructive:'(self(), term(), boolean()) -> map().
'flush:confirmDestructive:'(_, Which, IsConfirmed) when is_boolean(IsConfirmed) ->
    Selection = selection(Which),
    (service('flush:confirmDestructive:')):flush(Selection, IsConfirmed);
'flush:confirmDestructive:'(_, _, _) ->
    mistyped('flush:confirmDestructive:', <<"Say true or false to confirm">>).

-spec flushIncludingDestructive(self()) -> map().
flushIncludingDestructive(_) ->
    (service(flushIncludingDestructive)):flush(all, true).

-spec selection(term()) -> beamtalk_workspace_service:selection().
selection(#{file := Path}) when is_binary(Path) ->
    {file, Path};
selection(Which) ->
    case beamtalk_class_reference:side(Which) of
        none -> named(Which, is_atom(Which) andalso atom_to_binary(Which));
        _ -> {class, beamtalk_class_reference:name(Which)}
    end.

%% A class that was removed is known by its name only.
-spec named(term(), binary() | false) -> beamtalk_workspace_service:selection().
named(Name, <<First, _/binary>>) when First >= $A, First =< $Z ->
    #{entries := Entries} = beamtalk_change_log:current(),
    IsChanged = lists:any(fun(#{'className' := Class}) -> Class =:= Name end, Entries),
    case IsChanged orelse beamtalk_class_registry:find_class(Name) =/= undefined of
        true -> {class, Name};
        false -> beamtalk_error:raise(class_not_found, Name, 'flush:')
    end;
named(Kind, _) ->
    {kinds, beamtalk_change_log:kinds(Kind, 'WorkspaceInterface', 'flush:')}.

-spec autoflush(self()) -> boolean().
autoflush(_) ->
    case beamtalk_workspace_service:module() of
        none -> false;
        Service -> Service:autoflush()
    end.

-spec 'autoflush:'(self(), boolean()) -> boolean().
'autoflush:'(_, IsOn) when is_boolean(IsOn) ->
    (service('autoflush:')):autoflush(IsOn);
'autoflush:'(_, _) ->
    mistyped('autoflush:', <<"Pass true or false">>).

-spec recheckImage(self()) -> map().
recheckImage(_) ->
    answer(recheckImage, (service(recheckImage)):recheck()).

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
