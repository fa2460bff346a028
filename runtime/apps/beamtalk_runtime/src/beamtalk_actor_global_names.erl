%% Names of actors that all connected nodes share, which are those of `global`. In
%% go an actor or a class and a name; out comes what a Result is made of. Names
%% that only this node knows are those of beamtalk_actor_names.
-module(beamtalk_actor_global_names).

-include("beamtalk.hrl").

-export([register/3, unregister/1, find/3]).

-type actor() :: beamtalk_actor_call:actor().
-type refusal() :: {error, beamtalk_error:error()}.

-spec register(actor(), term(), Selector :: atom()) -> ok | refusal().
register(Actor, Name, Selector) ->
    case {beamtalk_actor_names:check(Name, Selector), beamtalk_actor_call:pid(Actor)} of
        {{error, _} = Refusal, _} -> Refusal;
        {ok, undefined} -> refuse(type_error, Selector, <<"The actor has ended">>);
        {ok, Pid} -> register_pid(Pid, Name, Selector)
    end.

%% `global` would give a process several names.
-spec register_pid(pid(), atom(), atom()) -> ok | refusal().
register_pid(Pid, Name, Selector) ->
    case {beamtalk_actor_nodes:is_alive(Pid), names(Pid) -- [Name]} of
        {false, _} ->
            refuse(type_error, Selector, <<"The actor has ended">>);
        {true, [_ | _]} ->
            refuse(type_error, Selector, <<"The actor has another global name; unregister it first">>);
        {true, []} ->
            case global:register_name(Name, Pid) of
                yes -> ok;
                no -> beamtalk_actor_names:taken(Selector)
            end
    end.

-spec refuse(atom(), atom(), binary()) -> refusal().
refuse(Kind, Selector, Hint) ->
    {error, beamtalk_error:make(Kind, 'Actor', Selector, Hint)}.

%% For an actor that lives, and so has kept its names.
-spec unregister(actor()) -> ok.
unregister(Actor) ->
    case beamtalk_actor_call:pid(Actor) of
        undefined -> ok;
        Pid -> lists:foreach(fun global:unregister_name/1, names(Pid))
    end.

-spec names(pid()) -> [term()].
names(Pid) ->
    [Name || Name <- global:registered_names(), global:whereis_name(Name) =:= Pid].

%% The actor of a name as one who looks for the name at every message.
-spec find(Class :: atom(), term(), Selector :: atom()) -> {ok, actor()} | refusal().
find(_, Name, Selector) when not is_atom(Name) ->
    refuse(type_error, Selector, <<"The name of an actor is a Symbol">>);
find(Class, Name, Selector) ->
    case global:whereis_name(Name) of
        undefined ->
            refuse(name_not_registered, Selector, <<"No process of the connected nodes has this name now">>);
        Pid ->
            checked(beamtalk_actor_nodes:class_of(Pid), Class, Name, Selector)
    end.

-spec checked({ok, atom()} | no_actor | no_class, atom(), atom(), atom()) -> {ok, actor()} | refusal().
checked(no_actor, _, _, Selector) ->
    refuse(wrong_class, Selector, <<"The process of this name is no actor">>);
checked(no_class, _, _, Selector) ->
    refuse(wrong_class, Selector, <<"The actor of this name is of a class that this node does not have">>);
checked({ok, Of}, Class, Name, Selector) ->
    case beamtalk_class_registry:inherits_from(Of, Class) of
        true -> {ok, {beamtalk_object, Of, beamtalk_class_registry:module_of(Of), {global, Name}}};
        false -> refuse(wrong_class, Selector, <<"The actor of this name is of another class">>)
    end.
