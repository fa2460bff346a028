%% Class objects and metaclasses as the tuples that stand for them:
%%
%%   Point         {beamtalk_object, 'Point class', Module, {registered, beamtalk_class_Point}}
%%   Point class   {beamtalk_object, 'Metaclass', MetaModule, {registered, beamtalk_class_Point}}
%%
%% Makes them, tells them apart and names what they stand for. Reads only
%% the terms themselves, so it also answers for classes that are gone.
-module(beamtalk_class_reference).

-export([class/2, metaclass/1, process_name/1, tag/1, of_tag/1, side/1, name/1]).

-export_type([class/0, metaclass/0, side/0]).

-type class() :: {beamtalk_object, atom(), module(), {registered, atom()}}.
-type metaclass() :: {beamtalk_object, 'Metaclass', module(), {registered, atom()}}.
-type side() :: instance | class.

-define(PROCESS, "beamtalk_class_").
-define(SUFFIX, " class").

%% Makes atoms: only for classes that are being registered.
-spec class(atom(), module()) -> class().
class(Name, Module) ->
    {beamtalk_object, tag(Name), Module, {registered, process_name(Name)}}.

-spec metaclass(class()) -> metaclass().
metaclass({beamtalk_object, _, _, Process}) ->
    {beamtalk_object, 'Metaclass', 'bt@stdlib@metaclass', Process}.

-spec process_name(atom()) -> atom().
process_name(Name) ->
    binary_to_atom(<<?PROCESS, (atom_to_binary(Name))/binary>>).

-spec tag(atom()) -> atom().
tag(Name) ->
    binary_to_atom(<<(atom_to_binary(Name))/binary, ?SUFFIX>>).

%% The class and side of a tag, or of the name of a class.
-spec of_tag(atom()) -> {Class :: atom(), side()}.
of_tag(Tag) ->
    Text = atom_to_binary(Tag),
    case is_tag(Text) of
        true -> {binary_to_existing_atom(binary:part(Text, 0, byte_size(Text) - length(?SUFFIX))), class};
        false -> {Tag, instance}
    end.

%% Which side of its class a reference speaks for: a class object for the
%% instances, a metaclass for the class. `none` for any other term.
-spec side(term()) -> side() | none.
side({beamtalk_object, 'Metaclass', _, {registered, _}}) ->
    class;
side({beamtalk_object, Tag, _, {registered, _}}) when is_atom(Tag) ->
    case is_tag(atom_to_binary(Tag)) of
        true -> instance;
        false -> none
    end;
side(_) ->
    none.

-spec is_tag(binary()) -> boolean().
is_tag(Text) ->
    Start = byte_size(Text) - length(?SUFFIX),
    Start > 0 andalso binary:part(Text, Start, length(?SUFFIX)) =:= <<?SUFFIX>>.

%% The name of the class that a class object is, or a metaclass describes.
-spec name(class() | metaclass()) -> atom().
name({beamtalk_object, _, _, {registered, Process}}) ->
    <<?PROCESS, Name/binary>> = atom_to_binary(Process),
    binary_to_existing_atom(Name).
