%% Names that compiled code does not bind and that are no classes: the objects
%% of which a running system has one each. Such an object is the `current` of
%% its class, so its class alone says which it is.
-module(beamtalk_globals).

-export([get/1, find/1]).

%% The value of a name that begins with a small letter. A program that is
%% compiled from files knows none.
-spec get(atom()) -> no_return().
get(Name) ->
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
        none -> undefined;
        Class -> current(Class, beamtalk_class_hierarchy_table:is_class(Class))
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
