%% Names that compiled code does not bind and that are no classes: the objects
%% of which a running system has one each, and what a workspace has bound. One of
%% the former is the `current` of its class, so its class alone says which it is.
-module(beamtalk_globals).

-export([get/1, find/1, names/0, class_of/1, visible/1]).

%% The value of a name that begins with a small letter: there are none but
%% those that a workspace has bound.
-spec get(atom()) -> term().
get(Name) ->
    case beamtalk_workspace_bindings:find(Name) of
        {ok, Object} -> Object;
        undefined -> unknown(Name)
    end.

-spec unknown(atom()) -> no_return().
unknown(Name) ->
    Text = atom_to_binary(Name),
    beamtalk_error:raise_message(
        undefined_variable,
        undefined,
        undefined,
        <<"Undefined variable '", Text/binary, "'">>,
        <<"Assign it first, or check its spelling">>
    ).

%% The object that a capitalised name stands for, if there is one now.
-spec find(atom()) -> {ok, term()} | undefined.
find(Name) ->
    case class(Name) of
        none -> beamtalk_workspace_bindings:find(Name);
        Class -> current(Class, beamtalk_class_hierarchy_table:is_class(Class))
    end.

%% All such names, whether there is an object now or not.
-spec names() -> [atom()].
names() ->
    ['Beamtalk', 'Transcript', 'Workspace'].

%% The class of what a name stands for, without asking for the object: that may
%% be made only when somebody asks.
-spec class_of(Name :: atom()) -> {ok, Class :: atom()} | undefined.
class_of(Name) ->
    Class = class(Name),
    case Class =/= none andalso beamtalk_class_hierarchy_table:is_class(Class) of
        true -> {ok, Class};
        false -> undefined
    end.

%% How people call what a class has one object of.
-spec visible(Class :: atom()) -> atom().
visible(Class) ->
    case [Name || Name <- names(), class(Name) =:= Class] of
        [Name] -> Name;
        [] -> Class
    end.

-spec class(atom()) -> atom().
class('Transcript') -> 'TranscriptStream';
class('Beamtalk') -> 'BeamtalkInterface';
class('Workspace') -> 'WorkspaceInterface';
class(_) -> none.

-spec current(atom(), IsLoaded :: boolean()) -> {ok, term()} | undefined.
current(_, false) ->
    undefined;
current(Class, true) ->
    case beamtalk_class_variables:get(Class, current) of
        nil -> undefined;
        Object -> {ok, Object}
    end.
