%% Names of actors on this node, which are the registered names of Erlang. In go
%% an actor or a class and a name; out comes what a Result is made of.
-module(beamtalk_actor_names).

-include("beamtalk.hrl").

-export([check/2, taken/1, register/3, unregister/1, name/1, find/3, all/1]).

-type actor() :: beamtalk_actor_call:actor().
-type refusal() :: {error, beamtalk_error:error()}.

%% Those of the kernel, whether it has started them or not.
-define(RESERVED, [
    application_controller, code_server, erl_prim_loader, erl_signal_server, error_logger,
    erts_code_purger, file_server_2, global_group, global_group_check, global_name_server, inet_db,
    init, kernel_refc, kernel_safe_sup, kernel_sup, logger, logger_handler_watcher, logger_proxy,
    logger_std_h_default, logger_sup, net_kernel, net_sup, rex, socket_registry, standard_error,
    standard_error_sup, standard_error_writer, user, user_drv, user_drv_reader, user_drv_writer
]).

%% Whether a name may be given to an actor.
-spec check(term(), Selector :: atom()) -> ok | refusal().
check(Name, Selector) when not is_atom(Name); Name =:= nil; Name =:= true; Name =:= false; Name =:= undefined ->
    refuse(type_error, Selector, <<"The name of an actor is a Symbol">>);
check(Name, Selector) ->
    case {lists:member(Name, ?RESERVED), atom_to_binary(Name)} of
        {false, <<"beamtalk_", _/binary>>} -> reserved(Selector);
        {true, _} -> reserved(Selector);
        _ -> ok
    end.

-spec reserved(atom()) -> refusal().
reserved(Selector) ->
    refuse(reserved_name, Selector, <<"The system uses this name; choose another">>).

-spec refuse(atom(), atom(), binary()) -> refusal().
refuse(Kind, Selector, Hint) ->
    {error, beamtalk_error:make(Kind, 'Actor', Selector, Hint)}.

-spec register(actor(), term(), Selector :: atom()) -> ok | refusal().
register(Actor, Name, Selector) ->
    case {check(Name, Selector), beamtalk_actor_call:pid(Actor)} of
        {{error, _} = Refusal, _} -> Refusal;
        {ok, undefined} -> refuse(type_error, Selector, <<"The actor has ended">>);
        {ok, Pid} -> register_pid(Pid, Name, Selector)
    end.

-spec register_pid(pid(), atom(), atom()) -> ok | refusal().
register_pid(Pid, Name, Selector) ->
    try
        true = erlang:register(Name, Pid),
        ok
    catch
        error:badarg -> refuse_pid(Pid, Name, Selector)
    end.

-spec refuse_pid(pid(), atom(), atom()) -> refusal().
refuse_pid(Pid, Name, Selector) ->
    case {whereis(Name), node(Pid) =:= node() andalso is_process_alive(Pid)} of
        {_, false} -> refuse(type_error, Selector, <<"The actor has ended, or lives on another node">>);
        {undefined, true} -> refuse(type_error, Selector, <<"The actor has another name; unregister it first">>);
        {_, true} -> taken(Selector)
    end.

%% Another process was quicker.
-spec taken(Selector :: atom()) -> refusal().
taken(Selector) ->
    refuse(name_registered, Selector, <<"Another process has this name">>).

-spec unregister(actor()) -> ok.
unregister(Actor) ->
    case name(Actor) of
        nil ->
            ok;
        Name ->
            %% It may have lost the name meanwhile.
            _ = (catch erlang:unregister(Name)),
            ok
    end.

%% nil where it has none.
-spec name(actor()) -> atom().
name({beamtalk_object, _, _, {registered, Name}}) ->
    case whereis(Name) of
        undefined -> nil;
        _ -> Name
    end;
name({beamtalk_object, Class, Module, {global, _}} = Actor) ->
    case beamtalk_actor_call:pid(Actor) of
        undefined -> nil;
        Pid -> name({beamtalk_object, Class, Module, Pid})
    end;
name({beamtalk_object, _, _, Pid}) when is_pid(Pid), node(Pid) =:= node() ->
    case process_info(Pid, registered_name) of
        {registered_name, Name} -> Name;
        _ -> nil
    end;
name(_) ->
    nil.

%% The actor of a name as one who looks for the name at every message.
-spec find(Class :: atom(), term(), Selector :: atom()) -> {ok, actor()} | refusal().
find(_, Name, Selector) when not is_atom(Name) ->
    refuse(type_error, Selector, <<"The name of an actor is a Symbol">>);
find(Class, Name, Selector) ->
    case {named(Name), whereis(Name)} of
        {_, undefined} ->
            refuse(name_not_registered, Selector, <<"No process has this name now">>);
        {none, _} ->
            refuse(wrong_class, Selector, <<"The process of this name is no actor">>);
        {Of, _} ->
            case beamtalk_class_registry:inherits_from(Of, Class) of
                true -> {ok, by_name(Of, Name)};
                false -> refuse(wrong_class, Selector, <<"The actor of this name is of another class">>)
            end
    end.

%% Those of a class and of the classes below it.
-spec all(Class :: atom()) -> [actor()].
all(Class) ->
    [
        by_name(Of, Name)
     || Name <- lists:sort(registered()),
        Of <- [named(Name)],
        Of =/= none,
        beamtalk_class_registry:inherits_from(Of, Class)
    ].

-spec named(atom()) -> atom() | none.
named(Name) ->
    case whereis(Name) of
        Pid when is_pid(Pid) -> beamtalk_actor_instances:class_of(Pid);
        _ -> none
    end.

-spec by_name(atom(), atom()) -> actor().
by_name(Class, Name) ->
    {beamtalk_object, Class, beamtalk_class_registry:module_of(Class), {registered, Name}}.
